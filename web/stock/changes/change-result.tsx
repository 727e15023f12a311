/** The result of a stock change: the new stock level, and the orders that lost or got units. */
import { Alert, List, Text } from "@mantine/core";
import { countText } from "../../ui/format/format.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import type { StockChange, VariantId } from "../types.ts";

export interface ChangeResult {
  /** The React key: the same item may be changed several times. */
  readonly key: string;
  readonly variantId: VariantId;
  readonly sku: string;
  readonly locationName: string;
  readonly change: StockChange;
  /** The units received; null for other changes. */
  readonly received: number | null;
}

type OrderUnits = StockChange["served"][number];

export function ChangeResultAlert({ result }: { result: ChangeResult }) {
  const { sku, variantId, locationName, change } = result;
  const { level, displaced, served } = change;
  const newlyServed = served.filter(({ lineId }) => !displaced.some((units) => units.lineId === lineId));
  return (
    <Alert
      color={displaced.length > 0 ? "orange" : "teal"}
      role="group" // within a status, which is read already
      title={`${sku}: ${level.onHand} on hand at ${locationName}`}
    >
      <Text size="sm">
        {countText(level.available, "unit")} available.{" "}
        <TextLink
          to="/stock/levels/$id"
          params={{ id: variantId }}
          search={{ locationId: level.locationId }}
          inherit
          c="inherit"
          td="underline"
        >
          Movements
        </TextLink>
      </Text>
      {displaced.length > 0 && (
        <>
          <Text size="sm" mt="xs" fw={600}>
            {countText(ordersIn(displaced), "order")} lost allocated units:
          </Text>
          <OrderList orders={displaced} textOf={(units) => displacedText(units, served)} />
        </>
      )}
      <ServedOrders served={newlyServed} />
    </Alert>
  );
}

/** The orders whose backordered lines got units. */
export function ServedOrders({ served }: { served: StockChange["served"] }) {
  if (served.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="xs" fw={600}>
        {countText(ordersIn(served), "backordered order")} got units:
      </Text>
      <OrderList orders={served} textOf={({ quantity }) => countText(quantity, "unit")} />
    </>
  );
}

/** An order that lost units here may have got others in the same change. */
function displacedText({ lineId, quantity }: OrderUnits, served: readonly OrderUnits[]): string {
  const replaced = served.find((units) => units.lineId === lineId)?.quantity ?? 0;
  if (replaced >= quantity) return `${countText(quantity, "unit")}, replaced from other stock`;
  return `${countText(quantity, "unit")}, ${quantity - replaced} now backordered`;
}

interface OrderListProps {
  readonly orders: readonly OrderUnits[];
  readonly textOf: (units: OrderUnits) => string;
}

const linesShown = 20;

/** Each line has its own entry. */
const ordersIn = (units: readonly OrderUnits[]): number => new Set(units.map(({ orderId }) => orderId)).size;

function OrderList({ orders, textOf }: OrderListProps) {
  return (
    <List size="sm" spacing={2}>
      {orders.slice(0, linesShown).map((units) => (
        <List.Item key={units.lineId}>
          <TextLink to="/orders/$id" params={{ id: units.orderId }} inherit c="inherit" td="underline">
            {units.orderNumber}
          </TextLink>{" "}
          {textOf(units)}
        </List.Item>
      ))}
      {orders.length > linesShown && <List.Item>and {countText(orders.length - linesShown, "more line")}</List.Item>}
    </List>
  );
}
