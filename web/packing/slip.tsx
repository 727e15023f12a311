/** A packing slip for printing. Its barcode is the order's number, which the pack station reads. */
import { Group, Stack, Table, Text, Title } from "@mantine/core";
import { useSession } from "../api/session.tsx";
import classes from "../orders/print.module.css";
import type { Order } from "../orders/types.ts";
import { Barcode } from "../ui/barcode.tsx";
import { addressLines } from "../ui/format/address-lines.ts";
import { longDateText } from "../ui/format/dates.ts";
import type { SlipContent } from "./slips-of.ts";

export function Slip({ order, slip: { heading, lines } }: { order: Order; slip: SlipContent }) {
  const { store } = useSession();
  return (
    <section className={classes["sheet"]} aria-label={`${order.number}, ${heading}`}>
      <Group justify="space-between" align="start">
        <Stack gap={0}>
          <Title order={2}>{store.name}</Title>
          <Text size="sm">
            {order.number}, {longDateText(order.createdAt, store.timeZone)}
          </Text>
          <Text size="sm">{heading}</Text>
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
            <Table.Th>
              {/* This row is printed again on each further sheet, which would otherwise not say whose it is. */}
              <Group justify="space-between" wrap="nowrap">
                SKU
                <span className="print-only">{order.number}</span>
              </Group>
            </Table.Th>
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
                <Table.Td ff="monospace" miw="10ch">
                  {line?.sku}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
