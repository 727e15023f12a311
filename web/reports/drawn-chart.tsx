import { BarChart, LineChart } from "@mantine/charts";
import { Box } from "@mantine/core";
import { wholeAmountText } from "./whole-amount.ts";
import "@mantine/charts/styles.css";

export interface ChartProps {
  /** What it shows, for people who cannot see it. */
  readonly label: string;
  readonly kind?: "bar" | "line";
  /** Each with the text of its place on the axis under `x`, and a number for each series. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly color: string }[];
  /** Of amounts, in whole units of it; without one the values are counts. */
  readonly currency?: string;
}

const valueText = (value: number, currency?: string, length?: "short") =>
  currency ? wholeAmountText(value, currency, length) : value.toLocaleString();

/** Bars for one series, lines for several that stand beside each other over many periods. */
export default function DrawnChart({ label, kind = "bar", data, series, currency }: ChartProps) {
  const shared = {
    h: 260,
    data: [...data],
    dataKey: "x",
    series: [...series],
    valueFormatter: (value: number) => valueText(value, currency),
    withLegend: series.length > 1,
    yAxisProps: { width: 84, tickFormatter: (value: number) => valueText(value, currency, "short") },
    xAxisProps: { minTickGap: 24 },
  };
  return (
    <Box role="img" aria-label={label} mb="sm">
      {kind === "bar" ? (
        <BarChart {...shared} barProps={{ isAnimationActive: false }} />
      ) : (
        <LineChart {...shared} withDots={false} curveType="linear" lineProps={{ isAnimationActive: false }} />
      )}
    </Box>
  );
}
