/** Explains the price of a variant: the price list that it comes from, and why the others do not apply. */
import { Skeleton, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import type { Asked } from "#core/contract/kit/operation";
import * as priceApi from "#core/contract/price";
import { useApiQuery } from "../api/hooks.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Amount } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { type NumberValue, wholeNumberError } from "../ui/forms/parse-input.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EntityLink } from "../ui/links/entity-link.tsx";

type Explained = priceApi.Explanation;

const reasons: Readonly<Record<Explained["lists"][number]["verdict"], string>> = {
  given: "Gives the price",
  archived: "Archived",
  inactive: "Inactive",
  notYet: "Not started yet",
  over: "Ended",
  otherChannel: "For another channel",
  otherGroup: "For other customers",
  quantityTooSmall: "Needs a larger quantity",
  lowerPriority: "Lower priority",
  smallerBreak: "A larger quantity break applies",
  dearer: "A lower price applies",
  later: "An equal price of another list applies",
};

export interface ExplainedPrice extends Omit<Asked<typeof priceApi.explain>, "quantity"> {
  readonly title: string;
  readonly quantity: number;
  /** The price that an order's line was created with, which it keeps. */
  readonly kept?: Explained["price"];
}

interface Props {
  readonly about: ExplainedPrice | undefined;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function ExplainPrice({ about, opened, onClose }: Props) {
  return (
    <Drawer title="Why this price?" opened={opened} onClose={onClose}>
      {about ? (
        <Explanation key={`${about.variantId} ${about.quantity}`} about={about} />
      ) : (
        <Text size="sm">This item is no longer here.</Text>
      )}
    </Drawer>
  );
}

const bounds = { min: 1, max: 100_000 };

function Explanation({ about: { title, quantity: atFirst, kept, ...query } }: { about: ExplainedPrice }) {
  const [typed, setTyped] = useState<NumberValue>(atFirst);
  /** The last one that was typed in full. */
  const [quantity, setQuantity] = useState(atFirst);
  const { data, error, refetch } = useApiQuery(priceApi.explain, { ...query, quantity });
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius="md" role="status" aria-label="Loading" />;
  return (
    <Stack gap="md">
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <WholeNumberInput
        label="Quantity in the order"
        {...bounds}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          if (value !== "" && wholeNumberError(value, bounds) === null) setQuantity(Number(value));
        }}
      />
      <Text size="sm" aria-live="polite">
        <strong>{moneyText(data.price)}</strong> each, <Source explained={data} />
      </Text>
      {kept && kept.amountMinor !== data.price.amountMinor && (
        <Text size="sm">
          The order keeps <strong>{moneyText(kept)}</strong>, the price of when this line was made.
        </Text>
      )}
      {data.lists.length > 0 && <Lists lists={data.lists} />}
      <Text size="xs" c="dimmed">
        {kept ? "The price lists are shown as they are today. " : "For a customer without a group, and no channel. "}
        Among the lists that apply, the highest priority counts, then the largest quantity break, then the lowest price.
      </Text>
    </Stack>
  );
}

function Source({ explained: { priceListId, lists, variantPrice } }: { explained: Explained }) {
  if (priceListId === null) return <>the item’s own price: no price list applies.</>;
  return (
    <>
      from the price list{" "}
      <EntityLink id={priceListId}>{lists.find(({ id }) => id === priceListId)?.name ?? "of then"}</EntityLink>. The
      item’s own price is {moneyText(variantPrice)}.
    </>
  );
}

const Lists = ({ lists }: Pick<Explained, "lists">) => (
  <Table fz="sm" horizontalSpacing={6} aria-label="Price lists with this item">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Price list</Table.Th>
        <Table.Th ta="right">Price</Table.Th>
        <Table.Th>Why</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {lists.map(({ id, name, priority, minQuantity, amount, verdict }) => (
        <Table.Tr key={id}>
          <Table.Td style={{ overflowWrap: "anywhere" }}>
            <EntityLink id={id}>{name}</EntityLink>
            <Text size="xs" c="dimmed">
              priority {priority}
            </Text>
          </Table.Td>
          <Table.Td ta="right">
            {amount ? <Amount value={amount} /> : "–"}
            {minQuantity !== null && minQuantity > 1 && (
              <Text size="xs" c="dimmed">
                from {minQuantity}
              </Text>
            )}
          </Table.Td>
          <Table.Td fw={verdict === "given" ? 550 : undefined}>{reasons[verdict]}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
