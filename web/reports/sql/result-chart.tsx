/** A result as a chart: its columns and kind are chosen here, and saved with the report. */
import { Group, MultiSelect, NativeSelect, Stack } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import type * as reportApi from "#core/contract/report";
import { ReportChart } from "../report-chart.tsx";

type Result = Answer<typeof reportApi.runQuery>;
export type Chart = NonNullable<Answer<typeof reportApi.readQuery>["chart"]>;

const barsShown = 200;
const colors = ["indigo.6", "orange.6", "teal.6", "grape.6", "gray.6"];

const numbersIn = ({ columns }: Result): string[] =>
  columns.flatMap(({ type, name }) => (type === "number" ? [name] : []));

export const canBeDrawn = (result: Result): boolean => numbersIn(result).length > 0;

/** The chart: as chosen, if the result still has those columns, else along its first column that is not a number. */
export function chartOf(result: Result, chosen: Chart | null): Chart {
  const numbers = numbersIn(result);
  const names = result.columns.map(({ name }) => name);
  const y = (chosen?.y ?? []).filter((name) => numbers.includes(name));
  const label = result.columns.find(({ type }) => type !== "number")?.name;
  return {
    kind: chosen?.kind ?? (result.rows.length > 40 ? "line" : "bar"),
    x: chosen && names.includes(chosen.x) ? chosen.x : (label ?? names[0] ?? ""),
    y: y.length > 0 ? y : numbers.slice(0, colors.length),
  };
}

interface Props {
  readonly name: string;
  readonly result: Result;
  readonly chosen: Chart | null;
  /** Undefined for users who may not write reports. */
  readonly onChoose: ((chart: Chart) => void) | undefined;
}

export function ResultChart({ name, result, chosen, onChoose }: Props) {
  const { kind, x, y } = chartOf(result, chosen);
  const at = (column: string) => result.columns.findIndex((one) => one.name === column);
  return (
    <Stack gap="sm">
      {onChoose && (
        <Group gap="sm" align="end">
          <NativeSelect
            size="xs"
            label="Chart type"
            value={kind}
            data={[
              { value: "bar", label: "Bars" },
              { value: "line", label: "Lines" },
            ]}
            onChange={(event) => onChoose({ kind: event.currentTarget.value === "line" ? "line" : "bar", x, y })}
          />
          <NativeSelect
            size="xs"
            label="Horizontal axis"
            value={x}
            data={[...new Set(result.columns.map((column) => column.name))]}
            onChange={(event) => onChoose({ kind, x: event.currentTarget.value, y })}
          />
          <MultiSelect
            size="xs"
            label="Figures"
            value={y}
            data={[...new Set(numbersIn(result))]}
            maxValues={colors.length}
            onChange={(values) => values.length > 0 && onChoose({ kind, x, y: values })}
          />
        </Group>
      )}
      <ReportChart
        label={name}
        kind={kind}
        data={result.rows.slice(0, barsShown).map((row) => ({
          x: row[at(x)] ?? "–",
          ...Object.fromEntries(y.map((column) => [column, Number(row[at(column)] ?? 0)])),
        }))}
        series={y.map((column, nth) => ({ name: column, color: colors[nth] ?? "gray.6" }))}
      />
    </Stack>
  );
}
