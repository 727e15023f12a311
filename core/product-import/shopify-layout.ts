/** Shopify's product export and its template. docs/moving-from-shopify.md says column by column what is read, and what is not. */
import { type Cells, cut } from "#core/job/import-file/cells";
import { saidBy } from "#core/job/import-file/said-by";
import type { Layout } from "#core/job/import-kind";
import { slugOfHandle } from "#core/slug";
import { exported, type Names, template } from "./shopify-names.ts";
import { variantsIn } from "./shopify-variants.ts";
import { ProductSaid, type TakenProduct } from "./taken-product.ts";

const layoutOf = (name: string, label: string, names: Names): Layout<TakenProduct> => ({
  name,
  label,
  needs: [names.handle, "Title", names.price],
  groupedBy: names.handle,
  read: (rows, money) => {
    const [first] = rows;
    const handle = first.text(names.handle);
    if (handle === "") first.wrong(names.handle, "A handle is needed: it says which product it is.");
    if (first.text(names.giftCard).toLowerCase() === "true") {
      first.wrong(names.giftCard, "Gift cards are not supported here: leave this product out.");
    }
    const options = optionNames(first, names);
    return {
      slug: handle === "" ? "" : slugOfHandle(handle),
      said: saidOf(rows, names, options),
      category: categoryIn(first, names),
      makesCategory: true,
      vendor: first.text("Vendor") || undefined,
      vendorMayBeUnknown: true,
      version: null,
      isForeign: true,
      variants: variantsIn(rows, names, { handle, options, money }),
    };
  },
});

export const shopifyProducts = layoutOf("shopify", "Shopify's product export", exported);
export const shopifyTemplate = layoutOf("shopify-template", "Shopify's template for products", template);

function saidOf(rows: readonly [Cells, ...Cells[]], names: Names, options: readonly string[]): ProductSaid {
  const [first] = rows;
  const images = imagesIn(rows, names);
  const said = {
    ...(first.text("Title") !== "" && { title: first.text("Title").replace(/\s+/g, " ") }),
    ...(first.has(names.body) && { description: first.verbatim(names.body) }),
    status: statusIn(first, names),
    ...(first.has("Tags") && { tags: tagsIn(first) }),
    ...(options.length > 0 && { options }),
    // A file without pictures does not say that there are none.
    ...(images.length > 0 && { images }),
  };
  return saidBy(ProductSaid, said, ([field, nth]) => {
    if (field === "options") return [first, `Option${Number(nth ?? 0) + 1} ${names.optionName}`];
    const columns = new Map([
      ["title", "Title"],
      ["description", names.body],
      ["status", "Status"],
      ["tags", "Tags"],
      ["images", names.image],
    ]);
    return [first, columns.get(String(field)) ?? null];
  });
}

/** Where a product has no options Shopify writes one that is called Title. */
function optionNames(first: Cells, { optionName, optionValue }: Names): string[] {
  const found = [1, 2, 3].flatMap((nth) => first.text(`Option${nth} ${optionName}`) || []);
  const isAlone = found.length === 1 && found[0] === "Title";
  return isAlone && first.text(`Option1 ${optionValue}`) === "Default Title" ? [] : found;
}

/** Older files say only whether it is published. */
function statusIn(first: Cells, { published }: Names): string | undefined {
  const said = first.text("Status").toLowerCase();
  // One that only its address leads to.
  if (said === "unlisted") return "draft";
  if (said !== "") return said;
  if (first.text(published) === "") return undefined;
  return first.yes(published) ? "active" : "draft";
}

const tagsIn = (first: Cells): string[] => {
  const each = first
    .text("Tags")
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return [...new Set(each)];
};

/** The type that the store has given it; else the last of “Apparel > Clothing > Shirts”. */
function categoryIn(first: Cells, { productCategory }: Names): string | undefined {
  const type = first.text("Type") || first.text("Custom Product Type");
  const name = type || first.text(productCategory).split(">").at(-1)?.trim() || "";
  return cut(name.replace(/\s+/g, " "), 200) || undefined;
}

/** In the order that the file numbers them; each address once, with those of variants behind. */
function imagesIn(rows: readonly Cells[], names: Names): { url: string; alt: string }[] {
  const placed = rows
    .filter((row) => row.text(names.image) !== "")
    .map((row) => ({
      url: row.text(names.image),
      alt: row.text(names.imageText),
      position: row.whole(names.imagePosition) ?? Infinity,
    }))
    .toSorted((a, b) => a.position - b.position || 0);
  const ofVariants = rows
    .map((row) => ({ url: row.text(names.variantImage), alt: "" }))
    .filter(({ url }) => url !== "");
  const each = new Map<string, { url: string; alt: string }>();
  for (const { url, alt } of [...placed, ...ofVariants]) if (!each.has(url)) each.set(url, { url, alt });
  return [...each.values()];
}
