/** The rows of a report as a table, with a button to download them. */
import { Button, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { csvLines } from "#core/contract/values/csv-line";
import { download } from "../ui/files/download.ts";
import { Amount } from "../ui/format/format.tsx";
import { DownloadIcon } from "../ui/icons.ts";
import { ScrollRegion } from "../ui/layout/scroll-region.tsx";
import { type Figured, fileRows, isFigure, isMoney, totalTitle, type Value } from "./figure-rows.ts";

interface Props<Row> extends Figured<Row> {
  readonly label: string;
  readonly rowKey: (row: Row) => string;
}

/** Figures are right-aligned and do not wrap. */
const alignOf = (value: Value) => (isFigure(value) ? ({ ta: "right", style: { whiteSpace: "nowrap" } } as const) : {});
const shownValue = (value: Value): ReactNode =>
  isMoney(value) ? <Amount value={value} /> : typeof value === "number" ? value.toLocaleString() : (value ?? "–");

export function FigureTable<Row>({ label, rowKey, ...figures }: Props<Row>) {
  const { columns, rows, total } = figures;
  const cells = (row: Row) =>
    columns.map(({ title, value, cell }) => (
      <Table.Td key={title} {...alignOf(value(row))}>
        {cell ? cell(row) : shownValue(value(row))}
      </Table.Td>
    ));
  const first = rows[0];
  return (
    <ScrollRegion label={label} maxHeight={640}>
      <Table stickyHeader aria-label={label} miw={columns.length * 90}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, value }) => (
              <Table.Th key={title} ta={first !== undefined && isFigure(value(first)) ? "right" : "left"}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>{cells(row)}</Table.Tr>
          ))}
        </Table.Tbody>
        {total !== undefined && rows.length > 0 && (
          <Table.Tfoot
            bg="var(--mantine-color-body)"
            style={{ boxShadow: "inset 0 1px var(--mantine-color-default-border)" }}
          >
            <Table.Tr fw={620} style={{ border: 0 }}>
              {columns.map(({ title, value }, index) => (
                <Table.Td key={title} {...(index > 0 && alignOf(value(total)))}>
                  {index === 0 ? totalTitle(figures) : shownValue(value(total))}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </ScrollRegion>
  );
}

interface ButtonProps<Row> extends Figured<Row> {
  /** "sales-2026-11-01-2026-11-30.csv". */
  readonly file: string;
}

export function CsvButton<Row>({ file, ...figures }: ButtonProps<Row>) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<DownloadIcon size={14} />}
      disabled={figures.rows.length === 0}
      onClick={() => download(file, csvLines(fileRows(figures)))}
    >
      CSV
    </Button>
  );
}
