import { Table, Text } from "@mantine/core";
import { countText, DateTime } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { Quantity } from "./stock-figures.tsx";
import type { VariantStockDetail } from "./types.ts";

/** The orders waiting for an item, in the order in which they will get it. */
export function BackorderedOrders({ stock }: { stock: VariantStockDetail }) {
  const shownUnits = stock.backorders.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <Table fz="sm" aria-label="Backordered orders">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Order</Table.Th>
            <Table.Th ta="right">Units</Table.Th>
            <Table.Th>Placed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stock.backorders.map(({ lineId, orderId, orderNumber, quantity, placedAt }) => (
            <Table.Tr key={lineId}>
              <Table.Td>
                <TextLink to="/orders/$id" params={{ id: orderId }} inherit>
                  {orderNumber}
                </TextLink>
              </Table.Td>
              <Table.Td ta="right">
                <Quantity value={quantity} />
              </Table.Td>
              <Table.Td>
                <DateTime value={placedAt} dimmed />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {shownUnits < stock.backordered && (
        <Text size="xs" c="dimmed">
          These are the first {stock.backorders.length} lines. Later orders have{" "}
          {countText(stock.backordered - shownUnits, "more backordered unit")}.
        </Text>
      )}
    </>
  );
}
