/** The fields of a variant in the grid: how each is written to its cell and read from it. */
import type { Answer, Asked } from "#core/contract/kit/operation";
import type * as variantApi from "#core/contract/variant";
import { fieldText, parseMinorUnits } from "../../ui/format/money.ts";

export type Figures = Asked<typeof variantApi.editMany>["rows"][number]["set"];
export type Field = keyof Figures;
export type Cells = Readonly<Record<Field, string>>;
type Shown = Pick<
  Answer<typeof variantApi.read>,
  "price" | "compareAt" | "cost" | "weightGrams" | "barcode" | "lowStockThreshold"
>;

interface FieldKind {
  /** The same title as in the store's product file. */
  readonly title: string;
  readonly width: readonly [number, number];
  readonly align?: "right";
}

export const fields: Readonly<Record<Field, FieldKind>> = {
  priceMinor: { title: "Price", width: [5.5, 1], align: "right" },
  compareAtMinor: { title: "Compare-at price", width: [8, 1], align: "right" },
  costMinor: { title: "Cost", width: [5.5, 1], align: "right" },
  lowStockThreshold: { title: "Low-stock threshold", width: [9, 0.7], align: "right" },
  weightGrams: { title: "Weight in grams", width: [7.5, 0.7], align: "right" },
  barcode: { title: "Barcode", width: [8.5, 1.2] },
};
export const fieldNames = Object.keys(fields) as Field[]; // Object.keys forgets the names

const amount = (money: Shown["cost"]) => (money ? fieldText(money.amountMinor, money.currency) : "");
const number = (value: number | null) => (value === null ? "" : String(value));

export const cellsOf = (variant: Shown): Cells => ({
  priceMinor: amount(variant.price),
  compareAtMinor: amount(variant.compareAt),
  costMinor: amount(variant.cost),
  lowStockThreshold: number(variant.lowStockThreshold),
  weightGrams: number(variant.weightGrams),
  barcode: variant.barcode ?? "",
});

type Read = Partial<Figures> | { readonly says: string };

/** The value of a cell's text, or why it cannot be saved. An empty cell means none, but every item needs a price. */
export function readCell(field: Field, text: string, currency: string): Read {
  const typed = text.trim();
  switch (field) {
    case "priceMinor":
    case "compareAtMinor":
    case "costMinor": {
      if (typed === "") return field === "priceMinor" ? { says: "Enter a price" } : { [field]: null };
      const minorUnits = parseMinorUnits(typed, currency);
      return minorUnits === null ? { says: "Enter an amount" } : { [field]: minorUnits };
    }
    case "weightGrams":
    case "lowStockThreshold":
      if (typed === "") return { [field]: null };
      return /^\d{1,6}$/.test(typed) ? { [field]: Number(typed) } : { says: "Enter a whole number" };
    case "barcode":
      return typed.length > 255 ? { says: "Enter at most 255 characters" } : { barcode: typed || null };
  }
}
