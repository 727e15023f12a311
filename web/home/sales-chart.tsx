/** What was sold each day of the last 30: as bars, or as the table that they are drawn from. */
import { Box, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useToggle } from "@mantine/hooks";
import type { Answer } from "#core/contract/kit";
import * as reportApi from "#core/contract/report";
import { useApiQuery } from "../api/hooks.ts";
import { Card } from "../ui/card.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Amount, countText } from "../ui/format/format.tsx";
import { moneyText } from "../ui/format/money.ts";
import { TextLink } from "../ui/links.tsx";
import classes from "./home.module.css";

type Day = Answer<typeof reportApi.sales>["periods"][number];

export function SalesChart() {
  const sales = useApiQuery(reportApi.sales, {});
  const [shown, toggle] = useToggle(["bars", "table"] as const);
  const days = sales.data?.periods ?? [];
  const sold = days.some(({ orders }) => orders > 0);
  return (
    <Card
      title={`Sales of the last ${reportApi.daysShown} days`}
      actions={
        sold && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={shown === "bars" ? "Show as a table" : "Show as a chart"}
            onClick={() => toggle()}
          >
            {shown === "bars" ? "Table" : "Chart"}
          </Button>
        )
      }
    >
      {sales.error && <ErrorAlert error={sales.error} />}
      <Box mih={sales.error ? 0 : 190}>
        {sold && <Totals days={days} currency={sales.data?.currency ?? ""} />}
        {sold && (shown === "bars" ? <Bars days={days} /> : <DayTable days={days} />)}
        {sales.data && !sold && <Text c="dimmed">Nothing was ordered in these days.</Text>}
      </Box>
    </Card>
  );
}

function Totals({ days, currency }: { days: readonly Day[]; currency: string }) {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
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

/** In units of the drawing, which is stretched to the width that there is. */
const step = 10;
const gap = 2;
const height = 100;

/** The last bar is today's, which still grows. Resting on a day tells its figures; the table has them all. */
function Bars({ days }: { days: readonly Day[] }) {
  const most = Math.max(...days.map(({ gross }) => gross.amountMinor));
  const best = days.find(({ gross }) => gross.amountMinor === most);
  const summary = best ? `The best day was ${dayText(best.from)} with ${moneyText(best.gross)}.` : "";
  return (
    <Stack gap={4}>
      <svg
        className={classes["bars"]}
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Sales by day, ${dayText(days[0]?.from ?? "")} to today. ${summary}`}
      >
        {days.map((day, nth) => {
          const tall = most === 0 ? 0 : (day.gross.amountMinor / most) * height;
          const isToday = nth === days.length - 1;
          return (
            <g key={day.from} className={classes["bar"]} {...(isToday && { "data-today": true })}>
              <title>{`${isToday ? "Today" : dayText(day.from)}: ${moneyText(day.gross)}, ${countText(day.orders, "order")}`}</title>
              <rect className={classes["reach"]} x={nth * step} y={0} width={step} height={height} />
              <rect x={nth * step + gap / 2} y={height - tall} width={step - gap} height={tall} />
            </g>
          );
        })}
      </svg>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        <Text size="xs" c="dimmed" className={classes["whole"] ?? ""}>
          {dayText(days[0]?.from ?? "")}
        </Text>
        <Text size="xs" c="dimmed" ta="center">
          {summary}
        </Text>
        <Text size="xs" fw={600}>
          Today
        </Text>
      </Group>
    </Stack>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <Table.ScrollContainer minWidth={280} maxHeight={360}>
      <Table stickyHeader horizontalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            <Table.Th ta="right">Orders</Table.Th>
            <Table.Th ta="right" visibleFrom="xs">
              Units
            </Table.Th>
            <Table.Th ta="right">Sold for</Table.Th>
            <Table.Th ta="right">Collected</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((day, nth) => (
            <Table.Tr key={day.from}>
              <Table.Td>
                <TextLink
                  to="/orders"
                  search={{ from: day.from, to: day.to }}
                  size="sm"
                  className={classes["whole"] ?? ""}
                >
                  {nth === 0 ? "Today" : dayText(day.from)}
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
    </Table.ScrollContainer>
  );
}

/** A day is no moment: it is read and shown without a time zone of anybody's. */
const dayText = (day: string): string =>
  day && new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" }).format(new Date(day));
