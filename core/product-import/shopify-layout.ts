/** Shopify's product export and template. docs/moving-from-shopify.md lists which columns are read. */
import { oneLine } from "#core/job/import-file/cells";
import { fieldsBy } from "#core/job/import-file/fields-by";
import { refuseOthers } from "#core/job/import-file/one-item";
import type { Layout } from "#core/job/import-kind";
import { slugOfHandle } from "#core/slug";
import {
  callsIn,
  columnsOf,
  exported,
  type Names,
  type ShopifyCells,
  type ShopifyColumn,
  template,
} from "./shopify-names.ts";
import { variantsIn } from "./shopify-variants.ts";
import { ProductFields, type TakenProduct } from "./taken-product.ts";
import { unsaidIn } from "./unsaid-options.ts";

const layoutOf = (name: string, label: string, names: Names): Layout<TakenProduct, ShopifyColumn> => ({
  name,
  label,
  needs: [names.handle, names.title, names.price],
  reads: columnsOf(names),
  calls: callsIn(names),
  groupedBy: names.handle,
  read: (rows, money) => {
    const [first] = rows;
    const handle = first.text(names.handle);
    if (handle === "") first.wrong(names.handle, "A handle is needed to identify the product.");
    // Empty cells of a later row would empty the product's description and tags.
    if (first.text(names.title) === "") first.wrong(names.title, untitled);
    else refuseOthers(rows, names.handle, [names.title]);
    if (first.yes(names.giftCard)) {
      first.wrong(names.giftCard, "Gift cards are not supported here: leave this product out.");
    }
    const options = optionsIn(first, names);
    return {
      slug: handle === "" ? "" : slugOfHandle(handle),
      fields: productFields(rows, names, options),
      unsaid: unsaidIn(first, optionColumnsOf(names)),
      hasImageTexts: first.has(names.imageText),
      category: categoryIn(first, names),
      makesCategory: true,
      vendor: first.text(names.vendor) || undefined,
      vendorMayBeUnknown: true,
      version: null,
      isForeign: true,
      variants: variantsIn(rows, names, { handle, options, money }),
    };
  },
});

const untitled =
  "A title is needed: a product's first row has it. All rows of a product must be together: was the file sorted?";

export const shopifyProducts = layoutOf("shopify", "Shopify's product export", exported);
export const shopifyTemplate = layoutOf("shopify-template", "Shopify's template for products", template);

function productFields(
  rows: readonly [ShopifyCells, ...ShopifyCells[]],
  names: Names,
  options: readonly string[] | undefined,
): ProductFields {
  const [first] = rows;
  const images = imagesIn(rows, names);
  const fields = {
    ...(first.text(names.title) !== "" && { title: first.name(names.title).replace(/\s+/g, " ") }),
    ...(first.has(names.body) && { description: first.verbatim(names.body) }),
    status: statusIn(first, names),
    ...(first.has(names.tags) && { tags: tagsIn(first, names) }),
    ...(options?.length && { options }),
    // A file without images does not remove existing ones.
    ...(images.length > 0 && { images: images.map(({ url, alt }) => ({ url, alt })) }),
  };
  return fieldsBy(ProductFields, fields, ([field, nth, part]) => {
    if (field === "options") return [first, names.optionNames[Number(nth ?? 0)] ?? null];
    const image = field === "images" ? images[Number(nth)] : undefined;
    if (image) return [image.row, part === "alt" ? names.imageText : image.column];
    const columns = new Map<string, ShopifyColumn>([
      ["title", names.title],
      ["description", names.body],
      ["status", names.status],
      ["tags", names.tags],
      ["images", names.image],
    ]);
    return [first, columns.get(String(field)) ?? null];
  });
}

/** For a product without options Shopify writes one named Title. Undefined without these columns. */
function optionsIn(first: ShopifyCells, { optionNames, optionValues }: Names): string[] | undefined {
  if (!first.has(optionNames[0])) return undefined;
  const found = optionNames.flatMap((column) => first.text(column) || []);
  const isAlone = found.length === 1 && found[0] === "Title";
  return isAlone && first.text(optionValues[0]) === "Default Title" ? [] : found;
}

const optionColumnsOf = ({ optionNames, optionValues }: Names): ShopifyColumn[][] =>
  optionNames.map((name, nth) => [name, ...optionValues.slice(nth, nth + 1)]);

/** Older files only show whether it is published. */
function statusIn(first: ShopifyCells, { published, status }: Names): string | undefined {
  const fields = first.text(status).toLowerCase();
  // Only reachable by its URL.
  if (fields === "unlisted") return "draft";
  if (fields !== "") return fields;
  if (first.text(published) === "") return undefined;
  return first.yes(published) ? "active" : "draft";
}

const tagsIn = (first: ShopifyCells, names: Names): string[] => {
  const each = first
    .text(names.tags)
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return [...new Set(each)];
};

/** The product type, otherwise the last part of “Apparel > Clothing > Shirts”. */
function categoryIn(first: ShopifyCells, names: Names): string | undefined {
  const type = first.name(names.type) || first.name(names.customType);
  const name = type || first.text(names.productCategory).split(">").at(-1)?.trim() || "";
  return oneLine(name, 200).replace(/\s+/g, " ") || undefined;
}

interface FoundImage {
  readonly url: string;
  readonly alt: string;
  readonly row: ShopifyCells;
  readonly column: ShopifyColumn;
}

/** In the file's order, each URL once, with variants' images last. */
function imagesIn(rows: readonly ShopifyCells[], names: Names): FoundImage[] {
  const placed = rows
    .filter((row) => row.text(names.image) !== "")
    .map((row) => ({
      url: row.text(names.image),
      alt: row.text(names.imageText),
      row,
      column: names.image,
      position: row.whole(names.imagePosition) ?? Infinity,
    }))
    .toSorted((a, b) => a.position - b.position || 0);
  const ofVariants = rows
    .map((row) => ({ url: row.text(names.variantImage), alt: "", row, column: names.variantImage }))
    .filter(({ url }) => url !== "");
  const each = new Map<string, FoundImage>();
  for (const image of [...placed, ...ofVariants]) if (!each.has(image.url)) each.set(image.url, image);
  return [...each.values()];
}
