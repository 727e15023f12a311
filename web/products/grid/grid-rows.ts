/** The rows of the product grid as typed, the changes to save, and the results. */
import type { Answer, Asked } from "#core/contract/kit/operation";
import type * as variantApi from "#core/contract/variant";
import type { ItemOf } from "../../api/fetch-all-pages.ts";
import type { CellFault } from "../../ui/grid/cells.ts";
import { allPasted, type Unpasted } from "../../ui/grid/pasted.ts";
import { type Cells, cellsOf, type Field, type Figures, fieldNames, fields, readCell } from "./fields.ts";

type Shown = ItemOf<typeof variantApi.list>;
type Sent = Asked<typeof variantApi.editMany>["rows"][number];
type Result = Answer<typeof variantApi.editMany>["results"][number];

export interface GridRow {
  /** The variant's id. */
  readonly key: Shown["id"];
  readonly sku: string;
  readonly title: string;
  readonly cells: Cells;
  /** The stored values. */
  readonly saved: Cells;
}

export function gridRow(variant: Shown): GridRow {
  const saved = cellsOf(variant);
  return { key: variant.id, sku: variant.sku, title: variant.title, cells: saved, saved };
}

const changedFields = ({ cells, saved }: GridRow): Field[] =>
  fieldNames.filter((field) => cells[field].trim() !== saved[field]);

export const isChanged = (row: GridRow): boolean => changedFields(row).length > 0;

/** The first cell that cannot be saved. */
export function faultIn(row: GridRow, currency: string): CellFault | null {
  for (const field of changedFields(row)) {
    const read = readCell(field, row.cells[field], currency);
    if ("says" in read) return { column: field, says: read.says };
  }
  return null;
}

const figures = (cells: Cells, named: readonly Field[], currency: string): Figures =>
  Object.assign({}, ...named.map((field) => readCell(field, cells[field], currency)));

/** The changed fields with their previous values: the store refuses a row that someone has changed since. */
export const sentRows = (rows: readonly GridRow[], currency: string): Sent[] =>
  rows.flatMap((row) => {
    const named = changedFields(row);
    if (named.length === 0) return [];
    return [{ id: row.key, set: figures(row.cells, named, currency), expected: figures(row.saved, named, currency) }];
  });

/** A row that was not saved, and why: the item was removed, or these fields have changed. */
export interface Refused {
  readonly row: GridRow;
  readonly changed: readonly { readonly title: string; readonly now: string; readonly typed: string }[] | null;
}

/** The rows after saving: saved values in the store's format, the others as typed. */
export function settled(rows: readonly GridRow[], results: readonly Result[]) {
  const answered = new Map(results.map((one) => [one.id, one]));
  const refused: Refused[] = [];
  const next = rows.flatMap((row): GridRow[] => {
    const result = answered.get(row.key);
    if (!result) return [row];
    if (!result.variant) {
      refused.push({ row, changed: null });
      return [];
    }
    const saved = cellsOf(result.variant);
    if (result.outcome !== "refused") return [{ ...row, saved, cells: saved }];
    const typed = changedFields(row);
    const differing = typed.filter((field) => saved[field] !== row.saved[field]);
    const cells = { ...saved, ...Object.fromEntries(typed.map((field) => [field, row.cells[field]])) };
    const changed = differing.map((field) => ({
      title: fields[field].title,
      now: saved[field] || "none",
      typed: row.cells[field] || "none",
    }));
    refused.push({ row, changed });
    return [{ ...row, saved, cells }];
  });
  return { rows: next, refused };
}

export const asSaved = (rows: readonly GridRow[], those: readonly GridRow["key"][]): GridRow[] =>
  rows.map((row) => (those.includes(row.key) ? { ...row, cells: row.saved } : row));

/** Letters only: "Compare-at price" is "compare at price" in the store's product file. */
const plain = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]/g, "");
const byTitle = new Map(fieldNames.map((field) => [plain(fields[field].title), field]));

interface Pasted {
  readonly rows: readonly GridRow[];
  readonly unpasted: Unpasted;
}

const withCells = (row: GridRow, changes: readonly (readonly [Field, string])[]): GridRow =>
  changes.length === 0 ? row : { ...row, cells: { ...row.cells, ...Object.fromEntries(changes) } };

/**
 * Pastes a block of cells from the chosen cell on. If it has a row of titles that include "SKU", it is pasted by SKU
 * and column title, in any order.
 */
export function withPasted(
  rows: readonly GridRow[],
  { row: at, column }: { readonly row: number; readonly column: string },
  cells: readonly (readonly string[])[],
): Pasted {
  const titles = (cells[0] ?? []).map(plain);
  const skuAt = titles.indexOf("sku");
  if (skuAt !== -1 && cells.length > 1) return bySku(rows, titles, skuAt, cells.slice(1));
  const ids: readonly string[] = fieldNames;
  const named = fieldNames.slice(Math.max(0, ids.indexOf(column)));
  const pasted = rows.map((row, index) =>
    withCells(
      row,
      named.flatMap((field, nth) => {
        const text = index < at ? undefined : cells[index - at]?.[nth];
        return text === undefined ? [] : [[field, text] as const];
      }),
    ),
  );
  const widest = Math.max(...cells.map((line) => line.length));
  const [below, beside] = [at + cells.length - rows.length, widest - named.length];
  return { rows: pasted, unpasted: { ...allPasted, rows: Math.max(0, below), columns: Math.max(0, beside) } };
}

function bySku(
  rows: readonly GridRow[],
  titles: readonly string[],
  skuAt: number,
  lines: readonly (readonly string[])[],
): Pasted {
  const known = new Set(rows.map(({ sku }) => sku));
  const lineOf = new Map(lines.map((line) => [line[skuAt] ?? "", line]));
  const pasted = rows.map((row) =>
    withCells(
      row,
      (lineOf.get(row.sku) ?? []).flatMap((text, nth) => {
        const field = byTitle.get(titles[nth] ?? "");
        return field ? [[field, text] as const] : [];
      }),
    ),
  );
  const strange = titles.filter((title) => title !== "sku" && !byTitle.has(title));
  const skus = [...lineOf.keys()].filter((sku) => sku !== "" && !known.has(sku));
  return { rows: pasted, unpasted: { rows: 0, columns: strange.length, skus } };
}

/** Copies the cell of one row to all rows below it. */
export function filledDown(
  rows: readonly GridRow[],
  { row: at, column }: { readonly row: number; readonly column: string },
): GridRow[] {
  const field = fieldNames.find((name) => name === column);
  const text = field && rows[at]?.cells[field];
  return rows.map((row, index) => (field && text !== undefined && index > at ? withCells(row, [[field, text]]) : row));
}
