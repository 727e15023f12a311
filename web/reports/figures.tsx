/** The totals at the top of a report, compared with the previous period. */
import { Group, Paper, SimpleGrid, Text } from "@mantine/core";
import type { Money } from "#core/contract/kit/fields";
import { moneyText } from "../ui/format/money.ts";

interface Figure {
  readonly label: string;
  readonly value: number | Money;
  readonly before?: number | Money | undefined;
}

const numberOf = (value: number | Money) => (typeof value === "number" ? value : value.amountMinor);
const textOf = (value: number | Money) => (typeof value === "number" ? value.toLocaleString() : moneyText(value));

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: figures.length > 4 ? 6 : 4 }} spacing="sm">
      {figures.map(({ label, value, before }) => (
        <Paper key={label} withBorder p="sm" style={{ containerType: "inline-size" }}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          {/* By the tile's width: an amount of ten digits is in one line on a laptop, and of eight on a phone. */}
          <Text fz="clamp(14px, 11.5cqi, 20px)" fw={650} lh={1.3}>
            {textOf(value)}
          </Text>
          {before !== undefined && <Change now={numberOf(value)} before={numberOf(before)} was={textOf(before)} />}
        </Paper>
      ))}
    </SimpleGrid>
  );
}

/** There is no percentage of zero: then only the previous value is shown. */
function Change({ now, before, was }: { now: number; before: number; was: string }) {
  const percent = before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100);
  return (
    <Group gap={4}>
      {percent !== null && (
        <Text size="xs" fw={600}>
          {percent < 0 ? `−${-percent}` : percent === 0 ? "±0" : `+${percent}`}%
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {percent === null ? "was" : "from"} {was}
      </Text>
    </Group>
  );
}
