/** Our own file of products, as written by the export. Columns may be missing: their values stay unchanged. */
import * as product from "#core/contract/product";
import { textsIn } from "#core/csv/list-cell";
import type { Cells } from "#core/job/import-file/cells";
import { fieldsBy } from "#core/job/import-file/fields-by";
import { refuseOthers } from "#core/job/import-file/one-item";
import type { Layout, StoreMoney } from "#core/job/import-kind";
import { ownColumns, productColumns, variantColumns } from "./own-columns.ts";
import { optionsMax, ProductFields, type TakenProduct, type TakenVariant, VariantFields } from "./taken-product.ts";
import { unsaidIn } from "./unsaid-options.ts";

export const ownProducts: Layout<TakenProduct> = {
  name: "own",
  label: "our own layout",
  needs: ["handle", "sku", "price"],
  reads: ownColumns,
  leavesOut: () => false,
  groupedBy: "handle",
  read: (rows, money) => {
    const [first] = rows;
    refuseOthers(rows, "handle", productColumns);
    const slug = first.text("handle");
    if (!product.slug.safeParse(slug).success) {
      first.wrong("handle", "Lower-case letters and digits are needed, in groups joined by a hyphen.");
    }
    const version = first.whole("version");
    if (version !== null && (version < 1 || version > versionMax))
      first.wrong("version", "No product has this version.");
    const options = optionNames(first);
    const variants = rows.filter(namesVariant).map((row) => variantIn(row, options, money));
    return {
      slug,
      fields: productFields(first, options),
      unsaid: unsaidIn(first, optionColumns),
      hasImageTexts: first.has("image texts"),
      category: nameIn(first, "category"),
      makesCategory: false,
      vendor: nameIn(first, "vendor"),
      vendorMayBeUnknown: false,
      version,
      isForeign: false,
      variants,
    };
  },
};

const versionMax = 1_000_000_000;

function productFields(first: Cells, options: readonly string[] | undefined): ProductFields {
  const texts = (column: string) => (first.has(column) ? textsIn(first.verbatim(column)) : undefined);
  const alts = texts("image texts") ?? [];
  const fields = {
    ...(first.text("title") !== "" && { title: first.name("title") }),
    ...(first.has("description") && { description: first.verbatim("description") }),
    ...(first.text("status") !== "" && { status: first.word("status") }),
    tags: texts("tags"),
    options,
    images: texts("images")?.map((url, nth) => ({ url, alt: alts[nth] ?? "" })),
  };
  return fieldsBy(ProductFields, fields, ([field, , part]) => {
    if (part === "alt") return [first, "image texts"];
    return [first, columnOf.get(String(field)) ?? String(field)];
  });
}

const columnOf = new Map([
  ["options", "option 1 name"],
  ["sku", "sku"],
  ["priceMinor", "price"],
  ["compareAtMinor", "compare at price"],
  ["costMinor", "cost"],
  ["weightGrams", "weight in grams"],
  ["hsCode", "hs code"],
  ["originCountry", "country of origin"],
  ["trackStock", "stock is tracked"],
  ["continueSelling", "sold when out of stock"],
  ["lowStockThreshold", "low stock threshold"],
]);

/** Undefined without these columns. */
function optionNames(first: Cells): string[] | undefined {
  if (!first.has("option 1 name")) return undefined;
  return nth("name").flatMap((column) => first.text(column) || []);
}

const nth = (what: "name" | "value"): string[] =>
  Array.from({ length: optionsMax }, (_, at) => `option ${at + 1} ${what}`);

const optionColumns = nth("name").map((name, at) => [name, `option ${at + 1} value`]);

/** Only the first row may be about the product alone. */
const namesVariant = (row: Cells, nth: number): boolean =>
  nth > 0 || variantColumns.some((column) => row.text(column) !== "");

function variantIn(row: Cells, names: readonly string[] | undefined, { decimals }: StoreMoney): TakenVariant {
  const values = nth("value").flatMap((column) => row.text(column) || []);
  const optional = <Value>(field: string, column: string, value: (column: string) => Value) =>
    row.has(column) ? { [field]: value(column) } : {};
  const minor = (column: string) => row.minor(column, decimals);
  const textOrNull = (column: string) => row.text(column) || null;
  const yes = (field: string, column: string) => {
    const found = row.yes(column);
    return found === null ? {} : { [field]: found };
  };
  if (row.text("sku") === "") row.wrong("sku", "A SKU is needed.");
  const archived = row.yes("archived") ?? undefined;
  // The product's options may have changed since the variant was archived.
  if (names && !archived && values.length !== names.length) {
    const why =
      names.length > 0
        ? `One value is needed for each option: ${names.join(", ")}.`
        : "The product's first row names no options. All rows of a product must be together: was the file sorted?";
    row.wrong("option 1 value", why);
  }
  const price = minor("price");
  const fields = {
    sku: row.code("sku") || undefined,
    ...(row.has("option 1 value") && { options: values }),
    ...(price !== null && { priceMinor: price }),
    ...optional("compareAtMinor", "compare at price", minor),
    ...optional("costMinor", "cost", minor),
    ...optional("weightGrams", "weight in grams", row.whole),
    ...optional("barcode", "barcode", (column) => row.code(column) || null),
    ...optional("hsCode", "hs code", textOrNull),
    ...optional("originCountry", "country of origin", textOrNull),
    ...yes("trackStock", "stock is tracked"),
    ...yes("continueSelling", "sold when out of stock"),
    ...optional("lowStockThreshold", "low stock threshold", row.whole),
  };
  return {
    row: row.row,
    fields: fieldsBy(VariantFields, fields, ([field]) => [row, columnOf.get(String(field)) ?? String(field)]),
    taxRate: nameIn(row, "tax rate"),
    archived,
  };
}

/** Null if the cell is empty; undefined without the column. */
const nameIn = (cells: Cells, column: string): string | null | undefined =>
  cells.has(column) ? cells.text(column) || null : undefined;
