/** The figures of an item's stock, and badges for what needs attention. */
import { Group, Paper, SimpleGrid, Text } from "@mantine/core";
import { Badge } from "../ui/badge.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { allocatedUnits, isLow } from "./labels.ts";
import type { VariantStock } from "./types.ts";

export function LowStockBadge({ stock }: { stock: VariantStock }) {
  if (!isLow(stock)) return null;
  return stock.available <= 0 ? <Badge color="red">Out of stock</Badge> : <Badge color="orange">Low</Badge>;
}

export function BackorderedBadge({ units }: { units: number }) {
  if (units === 0) return null;
  return <Badge color="red">{units} backordered</Badge>;
}

export function Quantity({ value, strong, dimmed }: { value: number; strong?: boolean; dimmed?: boolean }) {
  return (
    <Text
      span
      inherit
      {...(strong && { fw: 650 })}
      {...(dimmed && { c: "dimmed" })}
      style={{ fontVariantNumeric: "tabular-nums" }}
    >
      {value.toLocaleString()}
    </Text>
  );
}

const signed = (change: number): string => (change > 0 ? `+${change}` : `−${-change}`);

/** "45 → 47 +2": before, after, and the difference. A figure that did not change is dimmed. */
export function QuantityChange({ after, change }: { after: number; change: number }) {
  if (change === 0) return <Quantity value={after} dimmed />;
  return (
    <Text span inherit style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
      {(after - change).toLocaleString()} →{" "}
      <Text span inherit fw={650}>
        {after.toLocaleString()}
      </Text>{" "}
      <Text span fz="xs" c="dimmed">
        {signed(change)}
      </Text>
    </Text>
  );
}

/** The units on hand at each location: "MAIN 12 SHOP 3". */
export function OnHandByLocation({ stock }: { stock: VariantStock }) {
  const stocked = stock.locations.filter(({ onHand }) => onHand > 0);
  if (stocked.length === 0) return <>–</>;
  return (
    <Group gap={8}>
      {stocked.map(({ locationId, code, onHand }) => (
        <TextLink
          key={locationId}
          to="/stock/levels/$id"
          params={{ id: stock.variantId }}
          search={{ locationId }}
          fz="xs"
          c="dimmed"
          style={{ whiteSpace: "nowrap" }}
        >
          {code} {onHand}
        </TextLink>
      ))}
    </Group>
  );
}

/** The four main figures of an item. */
export function StockFigures({ stock }: { stock: VariantStock }) {
  const allocatedHint = stock.reserved > 0 ? `${stock.reserved} of them to unpaid orders` : "to orders";
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      <Figure title="On hand" value={stock.onHand} hint="at all locations" />
      <Figure title="Allocated" value={allocatedUnits(stock)} hint={allocatedHint} />
      <Figure title="Available" value={stock.available} hint={`low at ${stock.lowStockThreshold} or fewer`} />
      <Figure title="Backordered" value={stock.backordered} hint="ordered, not in stock" />
    </SimpleGrid>
  );
}

function Figure({ title, value, hint }: { title: string; value: number; hint: string }) {
  return (
    <Paper withBorder p="sm">
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Text fz={26} fw={680} lh={1.2}>
        <Quantity value={value} />
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Paper>
  );
}
