import { isDeepStrictEqual } from "node:util";
import { shown } from "#core/job/import-file/cells";
import type { Plan } from "./plan.ts";

/** The changed fields, before and after, named as in the admin. */
export function differencesOf({ before, product, variants }: Plan) {
  const was: Record<string, unknown> = {};
  const becomes: Record<string, unknown> = {};
  const compare = (name: string, from: object, to: object, fields: readonly string[]) => {
    const [old, next] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
    for (const field of fields) {
      if (isDeepStrictEqual(old.get(field), next.get(field))) continue;
      was[`${name}${field}`] = readable(old.get(field));
      becomes[`${name}${field}`] = readable(next.get(field));
    }
  };
  if (before) compare("", before.row, product, productFields);
  const known = new Map((before?.variants ?? []).map((variant) => [variant.id, variant]));
  for (const variant of variants) {
    const old = known.get(variant.id);
    if (old) compare(`${old.sku} `, old, variant, variantFields);
    else becomes[`${variant.sku} added`] = variant.priceMinor;
  }
  return { was, becomes };
}

export const productFields = [
  ...["title", "description", "status", "vendorId", "categoryId", "tags", "images", "options"],
] as const;
export const variantFields = [
  ...["sku", "options", "priceMinor", "compareAtMinor", "costMinor", "weightGrams", "hsCode", "originCountry"],
  ...["barcode", "trackStock", "continueSelling", "lowStockThreshold", "taxRateId", "archivedAt"],
] as const;

/** Short enough for a list. */
function readable(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  const short = shown(text);
  if (short !== text) return short;
  return Array.isArray(value) || value instanceof Date ? text : value;
}
