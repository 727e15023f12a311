/** What a report has found: as a table, a chart or a file. */
import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { Answer } from "#core/contract/kit";
import type * as reportApi from "#core/contract/report";
import { Card } from "../../ui/card.tsx";
import { toCsv } from "../../ui/files/csv.ts";
import { download } from "../../ui/files/download.ts";
import { countText } from "../../ui/format/format.tsx";
import { ReportChart } from "../report-chart.tsx";

type Result = Answer<typeof reportApi.runQuery>;

/** More would keep the browser busy, and nobody reads them: the file has all. */
const rowsShown = 500;
const barsShown = 200;
const colors = ["indigo.6", "orange.6", "teal.6", "grape.6", "gray.6"];

export function ResultView({ name, result }: { name: string; result: Result }) {
  const [view, setView] = useState("table");
  const numbers = result.columns.flatMap(({ type, name: column }, at) => (type === "number" ? [{ column, at }] : []));
  const file = `${name.replaceAll(/[^\w-]+/g, "-").toLowerCase() || "report"}.csv`;
  const cells = () =>
    result.rows.map((row) =>
      row.map((cell, at) => (result.columns[at]?.type === "number" && cell !== null ? Number(cell) : cell)),
    );
  return (
    <Card
      title={`${countText(result.rows.length, "row")}, ${result.milliseconds} ms`}
      actions={
        <>
          {numbers.length > 0 && (
            <SegmentedControl
              size="xs"
              value={view}
              onChange={setView}
              data={[
                { value: "table", label: "Table" },
                { value: "chart", label: "Chart" },
              ]}
            />
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} />}
            onClick={() => download(file, toCsv([result.columns.map((column) => column.name), ...cells()]))}
          >
            CSV
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        {result.cut && (
          <Alert color="yellow" title="Results are incomplete">
            A run returns at most 5,000 rows or 3 MB, and there is more. Narrow the report, or aggregate in it.
          </Alert>
        )}
        {view === "chart" && numbers.length > 0 ? (
          <ReportChart
            label={name}
            kind={result.rows.length > 40 ? "line" : "bar"}
            data={result.rows.slice(0, barsShown).map((row) => ({
              x: axisOf(result, row),
              ...Object.fromEntries(
                numbers.slice(0, colors.length).map(({ column, at }) => [column, Number(row[at] ?? 0)]),
              ),
            }))}
            series={numbers
              .slice(0, colors.length)
              .map(({ column }, nth) => ({ name: column, color: colors[nth] ?? "gray.6" }))}
          />
        ) : (
          <ResultTable result={result} />
        )}
      </Stack>
    </Card>
  );
}

/** The first column that is no number stands along the axis. */
function axisOf({ columns }: Result, row: Result["rows"][number]): string {
  const at = columns.findIndex(({ type }) => type !== "number");
  return row[at === -1 ? 0 : at] ?? "–";
}

function ResultTable({ result: { columns, rows } }: { result: Result }) {
  return (
    <>
      <Table.ScrollContainer minWidth={columns.length * 90} maxHeight={520}>
        <Table stickyHeader aria-label="Result">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, type }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                <Table.Th key={at} ta={type === "number" ? "right" : "left"}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, rowsShown).map((row, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no name of their own
              <Table.Tr key={nth}>
                {row.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <Table.Td key={at} ta={columns[at]?.type === "number" ? "right" : "left"}>
                    {cell ?? (
                      <Text span c="dimmed" size="sm">
                        null
                      </Text>
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length > rowsShown && (
        <Group justify="center">
          <Text size="sm" c="dimmed">
            The first {rowsShown} rows are shown; the file has all of them.
          </Text>
        </Group>
      )}
    </>
  );
}
