/** The lines of an order, and where the units of each are. */
import { Group, Table, Text } from "@mantine/core";
import { useElementScrollRestoration } from "@tanstack/react-router";
import { memo, Suspense, useDeferredValue, useState } from "react";
import * as orderApi from "#core/contract/order";
import * as stockApi from "#core/contract/stock";
import { useSession } from "../../api/session.tsx";
import { useLocations } from "../../api/use-locations.ts";
import { PriceExplained, WhyPrice } from "../../prices/why-price.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Amount } from "../../ui/format/format.tsx";
import { lazyPart } from "../../ui/later/lazy-part.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { idParam, useDrawer } from "../../ui/url-state.ts";
import { EditButton } from "../edit-button.tsx";
import type { Line, Order } from "../types.ts";

/** Loaded on the first edit, with its item picker. */
const EditLines = lazyPart(() => import("./edit-lines.tsx"));

/** More than fit on a screen. */
const linesAtOnce = 25;

const canEditLines = ({ status, paymentStatus, returns }: Order): boolean =>
  (status === "pending" || status === "confirmed") &&
  paymentStatus !== "refunded" &&
  paymentStatus !== "partiallyRefunded" &&
  returns.length === 0;

export function LinesCard({ order }: { order: Order }) {
  const { can } = useSession();
  const drawer = useDrawer("edit-lines");
  const editable = can(orderApi.editLines) && canEditLines(order);
  // Stays once opened: its closing transition is shown, and what was typed is not gone when a colleague ships the order.
  const [isLoaded, setLoaded] = useState(false);
  if (editable && drawer.opened && !isLoaded) setLoaded(true);
  // An order may have two hundred: the first are there at once, the rest without holding up what is pressed.
  // Whoever comes back lower on the page finds all of them, as the page is scrolled before the rest is there.
  const isScrolled = (useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0) > 0;
  const withAll = useDeferredValue(true, isScrolled || order.lines.length <= linesAtOnce);
  const lines = withAll ? order.lines : order.lines.slice(0, linesAtOnce);
  useShortcuts("Order", editable ? [{ keys: "e", label: "Edit lines", run: drawer.open }] : []);
  return (
    <Card title="Lines" actions={editable && <EditButton what="lines" onClick={drawer.open} />}>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table fz="sm" verticalSpacing="xs" horizontalSpacing={6} layout="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Item</Table.Th>
              <Table.Th ta="right">
                <Text span inherit visibleFrom="xs">
                  Quantity
                </Text>
                <Text span inherit hiddenFrom="xs">
                  Qty
                </Text>
              </Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Each
              </Table.Th>
              <Table.Th ta="right">Total</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <LineRow key={line.id} line={line} cancelled={order.status === "cancelled"} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <PriceExplained parseId={idParam("lin")} explained={(id) => explainedLine(order, id)} />
      {isLoaded && (
        <Suspense>
          <EditLines order={order} opened={drawer.opened} locked={!editable} onClose={drawer.close} />
        </Suspense>
      )}
    </Card>
  );
}

interface RowProps {
  readonly line: Line;
  readonly cancelled: boolean;
}

const LineRow = memo(({ line, cancelled }: RowProps) => (
  <Table.Tr>
    <Table.Td>
      <Group gap="sm" wrap="nowrap" align="start">
        <Thumbnail url={line.imageUrl} size={40} />
        <LineItem line={line} cancelled={cancelled} />
      </Group>
    </Table.Td>
    <Table.Td ta="right" style={{ verticalAlign: "top", whiteSpace: "nowrap" }}>
      {line.quantity}
    </Table.Td>
    <Table.Td ta="right" visibleFrom="xs" style={{ verticalAlign: "top" }}>
      <WhyPrice id={line.id} title={line.title}>
        <Amount value={line.unitPrice} />
      </WhyPrice>
    </Table.Td>
    <Table.Td ta="right" style={{ verticalAlign: "top" }}>
      <Amount value={line.total} />
      {line.discount.amountMinor > 0 && (
        <Text size="xs" c="dimmed">
          less <Amount value={line.discount} />
        </Text>
      )}
    </Table.Td>
  </Table.Tr>
));

function LineItem({ line, cancelled }: RowProps) {
  const { can } = useSession();
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" fw={550}>
        {line.title}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {can(stockApi.read) ? (
          <TextLink to="/stock/levels/$id" params={{ id: line.variantId }} inherit c="dimmed" underline="always">
            {line.sku}
          </TextLink>
        ) : (
          line.sku
        )}
      </Text>
      <LineUnits line={line} cancelled={cancelled} />
    </div>
  );
}

/** The price question as of when the order was placed: its customer and channel, and the variant's total quantity. */
function explainedLine({ lines, customerId, channel, createdAt }: Order, id: string) {
  const line = lines.find((one) => one.id === id);
  if (!line) return undefined;
  const { variantId, title, unitPrice } = line;
  const quantity = lines.reduce((sum, one) => (one.variantId === variantId ? sum + one.quantity : sum), 0);
  return {
    ...{ variantId, title, quantity: Math.max(1, quantity), kept: unitPrice, at: createdAt },
    ...(customerId !== null && { customerId }),
    ...(channel !== null && { channel }),
  };
}

/** Each unit of a line is in one of these states: allocated at a location, backordered, shipped or returned. */
function LineUnits({ line, cancelled }: RowProps) {
  const { nameOf } = useLocations();
  if (cancelled && line.shipped === 0) return null;
  return (
    <Group gap={6} mt={4}>
      {line.allocations.map(({ locationId, quantity }) => (
        <UnitsBadge key={locationId} color="blue" text={`${quantity} at ${nameOf(locationId)}`} />
      ))}
      {line.backordered > 0 && <UnitsBadge color="red" text={`${line.backordered} backordered`} />}
      {line.shipped > 0 && <UnitsBadge color="teal" text={`${line.shipped} shipped`} />}
      {line.returned > 0 && <UnitsBadge color="violet" text={`${line.returned} returned`} />}
      {!line.tracked && line.shipped < line.quantity && <UnitsBadge color="gray" text="stock not tracked" />}
    </Group>
  );
}

const UnitsBadge = ({ color, text }: { color: string; text: string }) => (
  <Badge color={color} wrap>
    {text}
  </Badge>
);
