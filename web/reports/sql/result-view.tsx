/** The result of a report, as a table, a chart or a file. */
import { Alert, Button, Group, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "#core/contract/kit/operation";
import type * as reportApi from "#core/contract/report";
import { csvLines } from "#core/contract/values/csv-line";
import { reportFile } from "#core/contract/values/report-file";
import { download } from "../../ui/files/download.ts";
import { countText } from "../../ui/format/format.tsx";
import { DownloadIcon } from "../../ui/icons.ts";
import { Card } from "../../ui/layout/card.tsx";
import { ScrollRegion } from "../../ui/layout/scroll-region.tsx";
import { type Chart, canBeDrawn, ResultChart } from "./result-chart.tsx";

type Result = Answer<typeof reportApi.runQuery>;

/** More would slow down the browser; the file has all rows. */
const rowsShown = 500;

interface Props {
  readonly name: string;
  readonly result: Result;
  /** The saved chart. */
  readonly chart: Chart | null;
  readonly onChart: ((chart: Chart) => void) | undefined;
}

export function ResultView({ name, result, chart, onChart }: Props) {
  const [view, setView] = useState(chart ? "chart" : "table");
  return (
    <Card
      title={`${countText(result.rows.length, "row")}, ${result.milliseconds} ms`}
      actions={
        <>
          {canBeDrawn(result) && (
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
            leftSection={<DownloadIcon size={14} />}
            onClick={() =>
              download(reportFile(name), csvLines([result.columns.map((column) => column.name), ...result.rows]))
            }
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
        {view === "chart" && canBeDrawn(result) ? (
          <ResultChart name={name} result={result} chosen={chart} onChoose={onChart} />
        ) : (
          <ResultTable result={result} />
        )}
      </Stack>
    </Card>
  );
}

function ResultTable({ result: { columns, rows } }: { result: Result }) {
  return (
    <>
      <ScrollRegion label="Result" maxHeight={520}>
        <Table stickyHeader aria-label="Result" miw={columns.length * 90}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, type }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
                <Table.Th key={at} ta={type === "number" ? "right" : "left"}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, rowsShown).map((row, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no id
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
      </ScrollRegion>
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
