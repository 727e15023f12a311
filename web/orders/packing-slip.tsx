/** Packing slips for printing: one for each parcel, or one for the whole order before anything has shipped. */
import { Button, Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import * as orderApi from "#core/contract/order";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Barcode } from "../ui/barcode.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { longDateText } from "../ui/format/dates.ts";
import { ButtonLink } from "../ui/links.tsx";
import { Page } from "../ui/page.tsx";
import { useUrlState } from "../ui/url-state.ts";
import { addressLines } from "./order-customer.tsx";
import classes from "./print.module.css";
import type { Order, Parcel } from "./types.ts";

export default function PackingSlip() {
  const { id } = useParams({ from: "/authenticated/orders/$id/packing-slip" });
  const [search] = useUrlState();
  const query = useApiQuery(orderApi.read, { id: id as Order["id"] }); // the API refuses other ids
  const order = query.data;
  if (!order) {
    return (
      <Page title="Packing slip">
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    );
  }
  const numbered = order.parcels.map((parcel, index) => ({ ...parcel, number: index + 1 }));
  const shown = numbered.filter((parcel) => !search["parcel"] || parcel.id === search["parcel"]);
  return (
    <Page
      title={`Packing slip ${order.number}`}
      actions={
        <>
          <ButtonLink to="/orders/$id" params={{ id: order.id }} variant="default">
            Back to the order
          </ButtonLink>
          <Button leftSection={<IconPrinter size={16} />} onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      {shown.length === 0 ? (
        <Slip order={order} lines={order.lines.map(({ id: lineId, quantity }) => ({ lineId, quantity }))} />
      ) : (
        shown.map((parcel) => (
          <Slip
            key={parcel.id}
            order={order}
            lines={parcel.lines}
            parcel={`Parcel ${parcel.number} of ${order.parcels.length}${parcel.trackingNumber ? `, ${parcel.trackingNumber}` : ""}`}
          />
        ))
      )}
    </Page>
  );
}

function Slip({ order, lines, parcel }: { order: Order; lines: Parcel["lines"]; parcel?: string }) {
  const { store } = useSession();
  return (
    <section className={classes["sheet"]} aria-label={parcel ?? "Whole order"}>
      <Group justify="space-between" align="start">
        <Stack gap={0}>
          <Title order={2}>{store.name}</Title>
          <Text size="sm">
            {order.number}, {longDateText(order.createdAt, store.timeZone)}
          </Text>
          {parcel && <Text size="sm">{parcel}</Text>}
        </Stack>
        <Barcode value={order.number} />
      </Group>
      {order.contact && order.address && (
        <Text size="md" my="lg" style={{ whiteSpace: "pre-line" }}>
          {[order.contact.name, ...addressLines(order.address), order.contact.phone].filter(Boolean).join("\n")}
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
            const line = order.lines.find(({ id }) => id === lineId);
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
