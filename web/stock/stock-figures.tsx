/** The numbers of a shelf, and how they came to be. */
import { Group, Paper, SimpleGrid, Text } from "@mantine/core";
import { Tag } from "../ui/badge.tsx";
import { TextLink } from "../ui/links.tsx";
import { isLow, type Level, promisedOf } from "./labels.ts";

export function LowBadge({ of }: { of: Level }) {
  if (!isLow(of)) return null;
  return <Tag color={of.available <= 0 ? "red" : "orange"}>{of.available <= 0 ? "Out" : "Low"}</Tag>;
}

export function WaitingUnits({ units }: { units: number }) {
  if (units === 0) return null;
  return <Tag color="red">{units} waiting</Tag>;
}

export function Count({ of, strong, dimmed }: { of: number; strong?: boolean; dimmed?: boolean }) {
  return (
    <Text
      span
      inherit
      {...(strong && { fw: 650 })}
      {...(dimmed && { c: "dimmed" })}
      style={{ fontVariantNumeric: "tabular-nums" }}
    >
      {of.toLocaleString("en")}
    </Text>
  );
}

const signed = (change: number): string => (change > 0 ? `+${change}` : `−${-change}`);

/** "45 → 47 +2": what was, what is, and the difference. What did not change is told faintly. */
export function BeforeAfter({ after, change }: { after: number; change: number }) {
  if (change === 0) return <Count of={after} dimmed />;
  return (
    <Text span inherit style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
      {(after - change).toLocaleString("en")} →{" "}
      <Text span inherit fw={650}>
        {after.toLocaleString("en")}
      </Text>{" "}
      <Text span fz="xs" c="dimmed">
        {signed(change)}
      </Text>
    </Text>
  );
}

/** Where the units lie: "Main 12 · Shop 3". */
export function Where({ of }: { of: Level }) {
  const held = of.locations.filter(({ onHand }) => onHand > 0);
  if (held.length === 0) return <>–</>;
  return (
    <Group gap={8}>
      {held.map(({ locationId, code, onHand }) => (
        <TextLink
          key={locationId}
          to="/stock/levels/$id"
          params={{ id: of.variantId }}
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

/** The four numbers that matter, large. */
export function Figures({ of }: { of: Level }) {
  const unpaid = of.reserved > 0 ? `${of.reserved} of them to unpaid orders` : "to orders";
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      <Figure title="On hand" value={of.onHand} hint="on the shelves" />
      <Figure title="Promised" value={promisedOf(of)} hint={unpaid} />
      <Figure title="Available" value={of.available} hint={`low at ${of.lowStockThreshold}`} />
      <Figure title="Waiting" value={of.waiting} hint="wanted, on no shelf" />
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
        <Count of={value} />
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Paper>
  );
}
