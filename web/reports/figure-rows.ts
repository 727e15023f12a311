/** The rows of a report, for its table and its file. */
import type { ReactNode } from "react";
import type { Money } from "#core/contract/kit/fields";
import { majorUnitsText } from "../ui/format/money.ts";

/** A number, a text or an amount; null if unknown. */
export type Value = string | number | Money | null;

export interface FigureColumn<Row> {
  readonly title: string;
  readonly value: (row: Row) => Value;
  /** Shown instead in the table, for example a link. */
  readonly cell?: (row: Row) => ReactNode;
}

export interface Figured<Row> {
  readonly columns: readonly FigureColumn<Row>[];
  readonly rows: readonly Row[];
  /** The last row: the total of all rows, including those not shown. */
  readonly total?: Row | undefined;
  /** The most rows that the report has. */
  readonly rowsMax?: number;
}

export const isMoney = (value: Value): value is Money => typeof value === "object" && value !== null;
export const isFigure = (value: Value) => typeof value !== "string";

const mayBeCut = <Row>({ rows, rowsMax }: Figured<Row>): boolean => rows.length === rowsMax;

export const totalTitle = <Row>(figures: Figured<Row>): string =>
  mayBeCut(figures) ? "Total, including any rows not shown" : "Total";

const cellOf = (value: Value) => (isMoney(value) ? majorUnitsText(value.amountMinor, value.currency) : value);
/** In the file, amounts are plain numbers, with the currency in the title. */
const titleOf = (title: string, value: Value | undefined) =>
  value !== undefined && isMoney(value) ? `${title} (${value.currency})` : title;

/** As they are in the file, which a spreadsheet adds up: the total follows only if it may be of more rows. */
export function fileRows<Row>(figures: Figured<Row>): (string | number | null)[][] {
  const { columns, rows, total } = figures;
  const [first] = rows;
  const titles = columns.map(({ title, value }) => titleOf(title, first === undefined ? undefined : value(first)));
  const cells = (row: Row) => columns.map(({ value }) => cellOf(value(row)));
  const last = total !== undefined && mayBeCut(figures) ? [[totalTitle(figures), ...cells(total).slice(1)]] : [];
  return [titles, ...rows.map(cells), ...last];
}
