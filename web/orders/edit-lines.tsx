/** The lines as they are to be, with what that makes of the totals and the balance before anything is changed. */
import { Button, Group, Stack, Table } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Answer, Asked } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";
import { invalidateApiQueries, setApiQueryData, useApiMutation, useApiQuery } from "../api/hooks.ts";
import { Panel } from "../ui/drawer.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { Amount, countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { Stale, useBegan } from "../ui/forms/api-form.tsx";
import { type Variant, VariantPicker } from "../ui/forms/variant-picker.tsx";
import { sayDone } from "../ui/toast.tsx";
import type { Line, Order } from "./labels.ts";
import { Entry, type EntryProps, shortOf } from "./line-editor.tsx";
import { BalanceNote } from "./order-payment.tsx";

interface Props {
  readonly of: Order;
  readonly opened: boolean;
  readonly close: () => void;
}

export function EditLines({ of, opened, close }: Props) {
  return (
    <Panel title={`Lines of ${of.number}`} opened={opened} onClose={close} size="xl">
      <Editor of={of} opened={opened} close={close} />
    </Panel>
  );
}

interface Edits {
  /** Lines whose quantity is to be another; none is left of those at zero. */
  readonly quantities: Readonly<Record<string, number>>;
  readonly added: readonly { readonly variant: Variant; readonly quantity: number }[];
}

const noEdits: Edits = { quantities: {}, added: [] };

function Editor({ of, opened, close }: Props) {
  const client = useQueryClient();
  const [edits, setEdits] = useState(noEdits);
  const asked = askedFor(of, edits);
  const dirty = countOf(asked) > 0;
  const base = useBegan(of, dirty);
  const [over, setOver] = useState<number | null>(null);
  const [settled] = useDebouncedValue(asked, 200);
  const preview = useApiQuery(
    orderApi.editLines,
    { ...settled, dryRun: true },
    { enabled: opened && dirty && countOf(settled) > 0 },
  );
  const save = useApiMutation(orderApi.editLines, {
    version: over ?? base.version,
    onSuccess: (answer) => {
      setApiQueryData(client, orderApi.read, { id: of.id }, answer.order);
      setEdits(noEdits);
      setOver(null);
      sayDone(
        answer.balance.direction === "even"
          ? `${of.number} edited`
          : `${of.number} edited: ${owedText(answer.balance)}`,
      );
      close();
    },
  });
  const discard = () => {
    setEdits(noEdits);
    setOver(null);
    save.reset();
  };
  const refused = save.error ?? (dirty ? preview.error : null);
  const send = () => save.mutate(asked, { onError: () => void invalidateApiQueries(client) });
  const setQuantity = (id: string, quantity: number) =>
    setEdits({ ...edits, quantities: { ...edits.quantities, [id]: quantity } });
  const setAdded = (id: string, quantity: number) =>
    setEdits({
      ...edits,
      added: edits.added.flatMap((one) => (one.variant.id !== id ? [one] : quantity > 0 ? [{ ...one, quantity }] : [])),
    });
  const pick = (variant: Variant) => {
    const line = of.lines.find(({ variantId }) => variantId === variant.id);
    const added = edits.added.find((one) => one.variant.id === variant.id);
    if (line) setQuantity(line.id, (edits.quantities[line.id] ?? line.quantity) + 1);
    else if (added) setAdded(variant.id, added.quantity + 1);
    else setEdits({ ...edits, added: [...edits.added, { variant, quantity: 1 }] });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (dirty) send();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Stale
          error={save.error}
          base={base}
          now={of}
          facts={lineFacts}
          onKeepMine={() => {
            setOver(of.version);
            save.reset();
          }}
          onTakeTheirs={discard}
        />
        <Stack gap="xs">
          {of.lines.map((line, index) => (
            <KeptLine
              key={line.id}
              first={index === 0}
              of={line}
              quantity={edits.quantities[line.id] ?? line.quantity}
              short={shortOf(refused, line.variantId)}
              onChange={(quantity) => setQuantity(line.id, quantity)}
            />
          ))}
          {edits.added.map(({ variant, quantity }) => (
            <Entry
              key={variant.id}
              title={variant.title}
              sku={variant.sku}
              note={`new, ${moneyText(variant.price)} each`}
              quantity={quantity}
              short={shortOf(refused, variant.id)}
              onChange={(next) => setAdded(variant.id, next)}
            />
          ))}
        </Stack>
        <VariantPicker label="Add an item" onSale onPick={pick} />
        {dirty && preview.data && !refused && <Preview of={preview.data} pending={preview.isPlaceholderData} />}
        {refused?.code !== "version.stale" && (
          <Problem of={refused} retry={save.error ? send : () => void preview.refetch()} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              discard();
              close();
            }}
          >
            Discard
          </Button>
          <Button type="submit" disabled={!dirty} loading={save.isPending}>
            Save {dirty && countText(countOf(asked), "change")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type KeptProps = Pick<EntryProps, "quantity" | "short" | "onChange"> & { readonly of: Line; readonly first: boolean };

function KeptLine(props: KeptProps) {
  const { of, quantity } = props;
  const note =
    quantity === 0 ? "taken out" : quantity !== of.quantity ? `was ${of.quantity}` : `${moneyText(of.unitPrice)} each`;
  return <Entry {...props} title={of.title} sku={of.sku} note={note} before={of.quantity} />;
}

type Preview = Answer<typeof orderApi.editLines>;

function Preview({ of: { totals, balance }, pending }: { of: Preview; pending: boolean }) {
  const rows = [
    ["Subtotal", totals.before.subtotal, totals.after.subtotal],
    ["Discount", totals.before.discount, totals.after.discount],
    ["Shipping", totals.before.shipping, totals.after.shipping],
    ["Tax", totals.before.tax, totals.after.tax],
    ["Total", totals.before.total, totals.after.total],
  ] as const;
  return (
    <Stack gap={4} aria-live="polite" aria-label="What this makes of it" style={{ opacity: pending ? 0.6 : 1 }}>
      <Table fz="sm" verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th ta="right">Now</Table.Th>
            <Table.Th ta="right">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([label, before, after]) => (
            <Table.Tr key={label} fw={label === "Total" ? 650 : undefined}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right">
                <Amount of={before} dimmed />
              </Table.Td>
              <Table.Td ta="right">
                <Amount of={after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <BalanceNote of={balance} />
    </Stack>
  );
}

const countOf = ({ add, change, remove }: ReturnType<typeof askedFor>): number =>
  add.length + change.length + remove.length;

function askedFor({ id, lines }: Order, { quantities, added }: Edits) {
  const edited = lines.flatMap((line) => {
    const quantity = quantities[line.id];
    return quantity === undefined || quantity === line.quantity ? [] : [{ lineId: line.id, quantity }];
  });
  return {
    id,
    add: added.map(({ variant, quantity }) => ({ variantId: variant.id, quantity })),
    change: edited.filter(({ quantity }) => quantity > 0),
    remove: edited.filter(({ quantity }) => quantity === 0).map(({ lineId }) => lineId),
  } satisfies Asked<typeof orderApi.editLines>;
}

const owedText = ({ direction, amount }: NonNullable<Order["balance"]>): string =>
  direction === "even"
    ? "nothing is owed"
    : `${direction === "storeOwes" ? "the store owes" : "the customer owes"} ${moneyText(amount)}`;

const lineFacts = ({ lines, totals, status, paymentStatus }: Order): Record<string, string> => ({
  ...Object.fromEntries(lines.map(({ sku, quantity }) => [sku, String(quantity)])),
  Total: totals ? moneyText(totals.total) : "",
  Status: status,
  Payment: paymentStatus,
});
