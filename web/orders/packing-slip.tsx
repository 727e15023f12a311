/** What lies in the parcel, for whoever opens it: one slip a parcel, or one of the whole order before anything has left. */
import { Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Barcode } from "../ui/barcode.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { dateText } from "../ui/format/dates.ts";
import { ButtonLink } from "../ui/links.tsx";
import { Page } from "../ui/page.tsx";
import { useUrlState } from "../ui/url-state.ts";
import type { Order } from "./labels.ts";
import { addressLines } from "./order-customer.tsx";
import classes from "./print.module.css";

export default function PackingSlip() {
  const { id } = useParams({ from: "/inside/orders/$id/packing-slip" });
  const [search] = useUrlState();
  const answer = useApiQuery(orderApi.read, { id: id as Order["id"] }); // the store says whether it is one
  const of = answer.data;
  if (!of) {
    return (
      <Page title="Packing slip">
        <Problem of={answer.error} retry={() => void answer.refetch()} />
      </Page>
    );
  }
  const numbered = of.parcels.map((parcel, index) => ({ ...parcel, number: index + 1 }));
  const chosen = numbered.filter((parcel) => !search["parcel"] || parcel.id === search["parcel"]);
  return (
    <Page
      title={`Packing slip ${of.number}`}
      actions={
        <>
          <ButtonLink to="/orders/$id" params={{ id: of.id }} variant="default">
            Back to the order
          </ButtonLink>
          <Button leftSection={<IconPrinter size={16} />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      {chosen.length === 0 ? (
        <Slip of={of} lines={of.lines.map(({ id: lineId, quantity }) => ({ lineId, quantity }))} />
      ) : (
        chosen.map((parcel) => (
          <Slip
            key={parcel.id}
            of={of}
            lines={parcel.lines}
            parcel={`Parcel ${parcel.number} of ${of.parcels.length}${parcel.trackingNumber ? `, ${parcel.trackingNumber}` : ""}`}
          />
        ))
      )}
    </Page>
  );
}

type Slipped = Order["parcels"][number]["lines"];

function Slip({ of, lines, parcel }: { of: Order; lines: Slipped; parcel?: string }) {
  const { store } = useSession();
  return (
    <section className={classes["sheet"]} aria-label={parcel ?? "The whole order"}>
      <Group justify="space-between" align="start">
        <Stack gap={0}>
          <Title order={2}>{store.name}</Title>
          <Text size="sm">
            {of.number}, {dateText(of.createdAt, store.timeZone)}
          </Text>
          {parcel && <Text size="sm">{parcel}</Text>}
        </Stack>
        <Barcode of={of.number} />
      </Group>
      {of.contact && of.address && (
        <Text size="md" my="lg" style={{ whiteSpace: "pre-line" }}>
          {[of.contact.name, ...addressLines(of.address), of.contact.phone].filter(Boolean).join("\n")}
        </Text>
      )}
      <Table fz="sm" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right" w={70}>
              Units
            </Table.Th>
            <Table.Th>Item</Table.Th>
            <Table.Th>SKU</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ lineId, quantity }) => {
            const line = of.lines.find(({ id }) => id === lineId);
            return (
              <Table.Tr key={lineId}>
                <Table.Td ta="right" fw={700}>
                  {quantity}
                </Table.Td>
                <Table.Td>{line?.title}</Table.Td>
                <Table.Td ff="monospace">{line?.sku}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
