/** The rows of the price grid as typed, and the changes to save. */
import type { Asked } from "#core/contract/kit/operation";
import type * as priceListApi from "#core/contract/priceList";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { fieldText, parseMinorUnits } from "../ui/format/money.ts";
import type { CellFault } from "../ui/grid/cells.ts";
import { allPasted, type Unpasted } from "../ui/grid/pasted.ts";

type Shown = ItemOf<typeof priceListApi.listRows>;
type Sent = Asked<typeof priceListApi.setRows>["rows"][number];

/** All values as text, as in the cells. An empty amount removes the price. */
export interface GridRow {
  readonly key: string;
  readonly sku: string;
  readonly title: string;
  /** The item's price without any list. */
  readonly usual: string;
  readonly minQuantity: string;
  readonly amount: string;
  /** The stored values; null for a new row. */
  readonly saved: { readonly minQuantity: string; readonly amount: string } | null;
}

export function gridRow({ sku, title, minQuantity, amount, variantPrice }: Shown): GridRow {
  const saved = { minQuantity: String(minQuantity), amount: textOf(amount) };
  return { key: `${sku} ${minQuantity}`, sku, title, usual: textOf(variantPrice), ...saved, saved };
}

const textOf = ({ amountMinor, currency }: Shown["amount"]) => fieldText(amountMinor, currency);

let added = 0;
export const emptyRow = (values: Partial<Pick<GridRow, "sku" | "minQuantity" | "amount">> = {}): GridRow => ({
  key: `new ${++added}`,
  sku: "",
  title: "",
  usual: "",
  minQuantity: "1",
  amount: "",
  saved: null,
  ...values,
});

export const isChanged = ({ saved, sku, minQuantity, amount }: GridRow): boolean =>
  saved === null
    ? sku.trim() !== "" || amount.trim() !== ""
    : saved.minQuantity !== minQuantity || saved.amount !== amount;

/** The first cell that cannot be saved, and why; null if there is none. */
export function faultIn({ sku, minQuantity, amount }: GridRow, currency: string): CellFault | null {
  if (sku.trim() === "") return { column: "sku", says: "Enter a SKU" };
  if (!/^[1-9]\d*$/.test(minQuantity.trim())) return { column: "minQuantity", says: "Enter a quantity" };
  if (amount.trim() !== "" && parseMinorUnits(amount, currency) === null) {
    return { column: "amount", says: "Enter an amount" };
  }
  return null;
}

/** A price as the API identifies it. */
const keyOf = (sku: string, minQuantity: string) => `${sku.trim()} ${Number(minQuantity)}`;

/**
 * A row with a changed quantity is sent as one removed and one added, unless another row has its old quantity now: where
 * 10 becomes 50 and 50 becomes 100, only 10 is removed.
 */
export function sentRows(rows: readonly GridRow[], currency: string): Sent[] {
  const changed = rows.filter(isChanged);
  const put = changed.flatMap(({ sku, minQuantity, amount }): Sent[] => {
    const amountMinor = amount.trim() === "" ? null : parseMinorUnits(amount, currency);
    return amountMinor === null ? [] : [{ sku: sku.trim(), minQuantity: Number(minQuantity), amountMinor }];
  });
  const kept = new Set(put.map(({ sku = "", minQuantity }) => keyOf(sku, String(minQuantity))));
  const removed = changed.flatMap(({ sku, saved }): Sent[] =>
    saved === null || kept.has(keyOf(sku, saved.minQuantity))
      ? []
      : [{ sku: sku.trim(), minQuantity: Number(saved.minQuantity), amountMinor: null }],
  );
  return [...removed, ...put];
}

export interface Pasted {
  readonly rows: GridRow[];
  readonly unpasted: Unpasted;
}

/**
 * A single column is pasted into the amounts from a row on. Two columns are SKU and amount, three are SKU, quantity and
 * amount: they change existing rows and add new ones.
 */
export function withPasted(rows: readonly GridRow[], at: number, cells: readonly (readonly string[])[]): Pasted {
  if (cells.every((line) => line.length === 1)) {
    const pasted = rows.map((row, index) => {
      const amount = cells[index - at]?.[0];
      return index < at || amount === undefined ? row : { ...row, amount };
    });
    return { rows: pasted, unpasted: { ...allPasted, rows: Math.max(0, at + cells.length - rows.length) } };
  }
  const next = new Map(rows.map((row) => [`${row.sku} ${row.minQuantity}`, row]));
  for (const line of cells) {
    const [sku = "", second = "", third] = line;
    if (sku === "" || /^sku$/i.test(sku)) continue;
    const [minQuantity, amount] = third === undefined ? ["1", second] : [second || "1", third];
    const known = next.get(`${sku} ${minQuantity}`);
    next.set(`${sku} ${minQuantity}`, known ? { ...known, amount } : emptyRow({ sku, minQuantity, amount }));
  }
  const columns = Math.max(0, ...cells.map((line) => line.length - 3));
  return { rows: [...next.values()], unpasted: { ...allPasted, columns } };
}

/** Copies the amount of one row to all rows below it. */
export const filledDown = (rows: readonly GridRow[], at: number): GridRow[] => {
  const amount = rows[at]?.amount ?? "";
  return rows.map((row, index) => (index > at ? { ...row, amount } : row));
};

/**
 * Applies the typed changes to a list that was changed meanwhile: untouched rows take the new values, and nothing typed
 * is lost.
 */
export function rebased(rows: readonly GridRow[], saved: readonly GridRow[], currency: string): GridRow[] {
  const now = new Map(saved.map((row) => [row.key, row]));
  const others: GridRow[] = [];
  const minorUnits = (amount: string) => parseMinorUnits(amount, currency);
  const wanted = new Set(rows.map((row) => keyOf(row.sku, row.minQuantity)));
  for (const { key, sku, minQuantity, amount } of rows.filter(isChanged)) {
    const [own, moved] = [now.get(key), now.get(keyOf(sku, minQuantity))];
    // A saved value comes back in the store's format: "77.00" for "77".
    const isThere = moved !== undefined && minorUnits(moved.amount) === minorUnits(amount);
    if (isThere && (own === undefined || own === moved || wanted.has(key))) continue;
    const known = own ?? moved;
    if (known) now.set(known.key, { ...known, minQuantity, amount });
    else if (amount.trim() !== "") others.push(emptyRow({ sku, minQuantity, amount }));
  }
  return [...others, ...now.values()];
}
