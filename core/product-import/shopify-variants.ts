/** The variants of a product in Shopify's files: one row each, among rows with only an image. */
import { cut } from "#core/job/import-file/cells";
import { fieldsBy } from "#core/job/import-file/fields-by";
import { yesIn } from "#core/job/import-file/truth";
import { plainCode } from "#core/job/import-file/unseen";
import type { StoreMoney } from "#core/job/import-kind";
import { digestOf, slugOfHandle } from "#core/slug";
import type { Names, ShopifyCells, ShopifyColumn } from "./shopify-names.ts";
import { type TakenVariant, VariantFields } from "./taken-product.ts";

interface Within {
  readonly handle: string;
  /** Undefined without these columns. */
  readonly options: readonly string[] | undefined;
  readonly money: StoreMoney;
}

export function variantsIn(rows: readonly ShopifyCells[], names: Names, within: Within): TakenVariant[] {
  return rows
    .filter(
      (row, nth) =>
        row.text(names.price) !== "" ||
        row.text(names.sku) !== "" ||
        row.text(names.optionValues[0]) !== "" ||
        (nth === 0 && row.text(names.title) !== ""),
    )
    .map((row) => variantIn(row, names, within));
}

function variantIn(row: ShopifyCells, names: Names, { handle, options, money }: Within): TakenVariant {
  const values = options && names.optionValues.slice(0, options.length).map(row.text);
  const price = row.minor(names.price, money.decimals);
  const compareAt = row.minor(names.compareAt, money.decimals);
  const fields = {
    sku: plainCode(row.code(names.sku)) || undefined,
    options: values,
    ...(price !== null && { priceMinor: price }),
    ...(row.has(names.compareAt) && { compareAtMinor: compareAt === 0 ? null : compareAt }),
    ...(row.has(names.cost) && { costMinor: row.minor(names.cost, money.decimals) }),
    ...weightIn(row, names),
    ...(row.has(names.barcode) && { barcode: plainCode(row.code(names.barcode)) || null }),
    ...hsCodeIn(row, names),
    ...originIn(row, names),
    ...trackedIn(row, names),
    ...continuesIn(row, names),
  };
  const columns = new Map<string, ShopifyColumn | null>([
    ["sku", names.sku],
    ["priceMinor", names.price],
    ["compareAtMinor", names.compareAt],
    ["costMinor", names.cost],
    ["weightGrams", names.grams],
    ["barcode", names.barcode],
    ["hsCode", names.hsCode.find(row.has) ?? null],
    ["originCountry", names.origin.find(row.has) ?? null],
  ]);
  return {
    row: row.row,
    newSku: skuFor(handle, values ?? []),
    fields: fieldsBy(VariantFields, fields, ([field, nth]) => {
      if (field === "options") return [row, names.optionValues[Number(nth ?? 0)] ?? null];
      return [row, columns.get(String(field)) ?? null];
    }),
  };
}

/** The SKU for a new variant without one, from the handle and options, so that it is the same each time. */
function skuFor(handle: string, values: readonly string[]): string {
  const made = [slugOfHandle(handle), ...values.map((value) => value.trim().replace(/\s+/g, "-"))].join("-");
  return made.length <= 100 ? made : `${cut(made, 91)}-${digestOf(made)}`;
}

const gramsIn: Readonly<Record<string, number>> = { g: 1, kg: 1_000, oz: 28.349523125, lb: 453.59237 };

/** The grams column is always in grams, whatever unit the store displays. A weight of 0 means unknown. */
function weightIn(row: ShopifyCells, { grams, weight, weightUnit }: Names): { weightGrams?: number | null } {
  const column = row.text(grams) === "" && row.text(weight) !== "" ? weight : grams;
  if (!row.has(column)) return {};
  const found = row.text(column);
  if (found === "") return { weightGrams: null };
  const unit = column === grams ? "g" : row.text(weightUnit).toLowerCase() || "g";
  const factor = gramsIn[unit];
  if (factor === undefined) row.wrong(weightUnit, "One of these is needed: g, kg, oz, lb.");
  if (!/^\d{1,9}(?:\.\d{1,9}|,\d{1,2})?$/.test(found)) {
    row.wrong(column, "A weight such as 450 or 0.45 is needed, without thousands separators.");
    return {};
  }
  return { weightGrams: Math.round(Number(found.replace(",", ".")) * (factor ?? 1)) || null };
}

function hsCodeIn(row: ShopifyCells, names: Names): { hsCode?: string | null } {
  const column = names.hsCode.find(row.has);
  return column === undefined ? {} : { hsCode: row.text(column).replace(/\s/g, "") || null };
}

function originIn(row: ShopifyCells, names: Names): { originCountry?: string | null } {
  const column = names.origin.find(row.has);
  return column === undefined ? {} : { originCountry: row.text(column).toUpperCase() || null };
}

/** Deny or continue in the export, true or false in the template. */
function continuesIn(row: ShopifyCells, { policy }: Names): { continueSelling?: boolean } {
  if (!row.has(policy)) return {};
  const word = row.word(policy);
  if (word === "continue" || word === "deny") return { continueSelling: word === "continue" };
  const said = yesIn(word);
  if (said === undefined && word !== "") row.wrong(policy, "One of these is needed: deny, continue, false, true.");
  return { continueSelling: said ?? false };
}

/** Without a tracker, stock is not tracked. */
function trackedIn(row: ShopifyCells, { tracker }: Names): { trackStock?: boolean } {
  return row.has(tracker) ? { trackStock: row.text(tracker) !== "" } : {};
}
