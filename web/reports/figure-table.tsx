/** The rows of a report as a table, with a button to download them. */
import { Button, Table } from "@mantine/core";
import type { ReactNode } from "react";
import type { Money } from "#core/contract/fields";
import { toCsv } from "../ui/files/csv.ts";
import { download } from "../ui/files/download.ts";
import { Amount } from "../ui/format/format.tsx";
import { majorUnitsText } from "../ui/format/money.ts";
import { DownloadIcon } from "../ui/icons.ts";
import { ScrollRegion } from "../ui/layout/scroll-region.tsx";

/** A number, a text or an amount; null if unknown. */
type Value = string | number | Money | null;

export interface FigureColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => Value;
  /** Shown instead in the table, for example a link. */
  readonly cell?: (row: Row) => ReactNode;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly FigureColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The last row: the total of all rows, including those not shown. */
  readonly total?: Row | undefined;
}

const isMoney = (value: Value): value is Money => typeof value === "object" && value !== null;
const isFigure = (value: Value) => typeof value !== "string";
/** Figures are right-aligned and do not wrap. */
const alignOf = (value: Value) => (isFigure(value) ? ({ ta: "right", style: { whiteSpace: "nowrap" } } as const) : {});
const shownValue = (value: Value): ReactNode =>
  isMoney(value) ? <Amount value={value} /> : typeof value === "number" ? value.toLocaleString() : (value ?? "–");

export function FigureTable<Row>({ label, columns, rows, rowKey, total }: Props<Row>) {
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
            pos="sticky"
            bottom={-1}
            bg="var(--mantine-color-body)"
            style={{ boxShadow: "inset 0 1px var(--mantine-color-default-border)" }}
          >
            <Table.Tr fw={620} style={{ border: 0 }}>
              {columns.map(({ title, value }, index) => (
                <Table.Td key={title} {...(index > 0 && alignOf(value(total)))}>
                  {index === 0 ? "Total" : shownValue(value(total))}
                </Table.Td>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </ScrollRegion>
  );
}

const cellOf = (value: Value) => (isMoney(value) ? majorUnitsText(value.amountMinor, value.currency) : value);
/** In the file, amounts are plain numbers, with the currency in the title. */
const titleOf = (title: string, value: Value | undefined) =>
  value !== undefined && isMoney(value) ? `${title} (${value.currency})` : title;

interface ButtonProps<Row> {
  /** "sales-2026-11-01-2026-11-30.csv". */
  readonly file: string;
  readonly columns: readonly FigureColumn<Row>[];
  readonly rows: readonly Row[];
}

export function CsvButton<Row>({ file, columns, rows }: ButtonProps<Row>) {
  const first = rows[0];
  const titles = columns.map(({ title, value }) => titleOf(title, first === undefined ? undefined : value(first)));
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<DownloadIcon size={14} />}
      disabled={rows.length === 0}
      onClick={() =>
        download(file, toCsv([titles, ...rows.map((row) => columns.map(({ value }) => cellOf(value(row))))]))
      }
    >
      CSV
    </Button>
  );
}
