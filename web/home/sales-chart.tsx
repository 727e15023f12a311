/** The sales of each of the last 30 days, as a bar chart or as a table. */
import { Box, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useToggle } from "@mantine/hooks";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiQuery } from "../api/hooks.ts";
import { Figures } from "../reports/figures.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { shortDateText } from "../ui/format/dates.ts";
import { Amount, countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { Card } from "../ui/layout/card.tsx";
import { ScrollRegion } from "../ui/layout/scroll-region.tsx";
import { TextLink } from "../ui/links/links.tsx";
import classes from "./home.module.css";

type Day = Answer<typeof reportApi.sales>["periods"][number];

export function SalesChart() {
  const query = useApiQuery(reportApi.sales, {});
  const [view, toggleView] = useToggle(["chart", "table"] as const);
  const days = query.data?.periods ?? [];
  const hasSales = days.some(({ orders }) => orders > 0);
  return (
    <Card
      title={`Sales in the last ${reportApi.daysShown} days`}
      actions={
        hasSales && (
          <>
            <TextLink to="/reports/sales" size="sm">
              All reports
            </TextLink>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={view === "chart" ? "Show as a table" : "Show as a chart"}
              onClick={() => toggleView()}
            >
              {view === "chart" ? "Table" : "Chart"}
            </Button>
          </>
        )
      }
    >
      {query.error && <ErrorAlert error={query.error} />}
      <Box mih={query.error ? 0 : 190}>
        {hasSales && <Yesterday days={days} />}
        {hasSales && <Totals days={days} currency={query.data?.currency ?? ""} />}
        {hasSales && (view === "chart" ? <BarChart days={days} /> : <DayTable days={days} />)}
        {query.data && !hasSales && <Text c="dimmed">No orders in this period.</Text>}
      </Box>
    </Card>
  );
}

/** Yesterday is complete, so it can be compared: with the same day of the week before, because weekdays differ. */
function Yesterday({ days }: { days: readonly Day[] }) {
  const [yesterday, weekBefore] = [days.at(-2), days.at(-9)];
  if (!yesterday || !weekBefore) return null;
  return (
    <Stack gap={4} mb="md">
      <Text size="sm" c="dimmed">
        Yesterday, compared with {shortDateText(weekBefore.from)}
      </Text>
      <Figures
        figures={[
          { label: "Sales", value: yesterday.gross, before: weekBefore.gross },
          { label: "Orders", value: yesterday.orders, before: weekBefore.orders },
          { label: "Units", value: yesterday.units, before: weekBefore.units },
          { label: "Collected", value: yesterday.collected, before: weekBefore.collected },
        ]}
      />
    </Stack>
  );
}

function Totals({ days, currency }: { days: readonly Day[]; currency: string }) {
  const sum = (amountOf: (day: Day) => number) => days.reduce((total, day) => total + amountOf(day), 0);
  return (
    <Group gap="xs" align="baseline" mb="md">
      <Text fz={24} fw={680} lh={1.2}>
        <Amount value={{ amountMinor: sum(({ gross }) => gross.amountMinor), currency }} />
      </Text>
      <Text size="sm" c="dimmed">
        {countText(
          sum(({ orders }) => orders),
          "order",
        )}
        ,{" "}
        {countText(
          sum(({ units }) => units),
          "unit",
        )}
        , <Amount value={{ amountMinor: sum(({ collected }) => collected.amountMinor), currency }} /> collected
      </Text>
    </Group>
  );
}

/** In SVG units; the chart is stretched to the width of the card. */
const columnWidth = 10;
const gap = 2;
const height = 100;

/** The last bar is today's, which is still incomplete. The tooltip of a bar shows the figures of its day. */
function BarChart({ days }: { days: readonly Day[] }) {
  const firstDate = days[0] ? shortDateText(days[0].from) : "";
  const maxGross = Math.max(...days.map(({ gross }) => gross.amountMinor));
  const best = days.find(({ gross }) => gross.amountMinor === maxGross);
  const bestName = best && (best === days.at(-1) ? "today" : shortDateText(best.from));
  const summary = best ? `The best day was ${bestName} with ${moneyText(best.gross)}.` : "";
  return (
    <Stack gap={4}>
      <svg
        className={classes["bars"]}
        viewBox={`0 0 ${days.length * columnWidth} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Sales by day, ${firstDate} to today. ${summary}`}
      >
        {days.map((day, index) => {
          const barHeight = maxGross === 0 ? 0 : (day.gross.amountMinor / maxGross) * height;
          const isToday = index === days.length - 1;
          return (
            <g key={day.from} className={classes["bar"]} {...(isToday && { "data-today": true })}>
              <title>{`${isToday ? "Today" : shortDateText(day.from)}: ${moneyText(day.gross)}, ${countText(day.orders, "order")}`}</title>
              <rect
                className={classes["hoverArea"]}
                x={index * columnWidth}
                y={0}
                width={columnWidth}
                height={height}
              />
              <rect
                x={index * columnWidth + gap / 2}
                y={height - barHeight}
                width={columnWidth - gap}
                height={barHeight}
              />
            </g>
          );
        })}
      </svg>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        <Text size="xs" c="dimmed" className={classes["noWrap"] ?? ""}>
          {firstDate}
        </Text>
        <Text size="xs" c="dimmed" ta="center">
          {summary}
        </Text>
        <Text size="xs" fw={600} className={classes["noWrap"] ?? ""}>
          Today
        </Text>
      </Group>
    </Stack>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <ScrollRegion label="Sales by day" maxHeight={360}>
      <Table stickyHeader horizontalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th ta="right">Orders</Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              Units
            </Table.Th>
            <Table.Th ta="right">Sales</Table.Th>
            <Table.Th ta="right">Collected</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day, index) => (
            <Table.Tr key={day.from}>
              <Table.Td>
                <TextLink
                  to="/orders"
                  search={{ from: day.from, to: day.to }}
                  size="sm"
                  className={classes["noWrap"] ?? ""}
                >
                  {index === 0 ? "Today" : shortDateText(day.from)}
                </TextLink>
              </Table.Td>
              <Table.Td ta="right">{day.orders}</Table.Td>
              <Table.Td ta="right" visibleFrom="xs">
                {day.units}
              </Table.Td>
              <Table.Td ta="right">
                <Amount value={day.gross} />
              </Table.Td>
              <Table.Td ta="right">
                <Amount value={day.collected} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}
