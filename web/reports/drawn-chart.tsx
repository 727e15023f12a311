import { BarChart, LineChart } from "@mantine/charts";
import { Box } from "@mantine/core";
import { wholeAmountText } from "./whole-amount.ts";
import "@mantine/charts/styles.css";

export interface ChartProps {
  /** A description for screen readers. */
  readonly label: string;
  readonly kind?: "bar" | "line";
  /** Each row has the label on the axis under `x`, and a number for each series. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
  readonly series: readonly { readonly name: string; readonly color: string }[];
  /** For amounts in major units; without it the values are counts. */
  readonly currency?: string;
}

const valueText = (value: number, currency?: string, length?: "short") =>
  currency ? wholeAmountText(value, currency, length) : value.toLocaleString();

/** Bars for one series, lines for several series over many periods. */
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
