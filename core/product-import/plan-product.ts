/** The result of applying a file's product to the store's: its new rows, or the problems. */
import { mediaUrl } from "#core/file/media-url";
import { newId } from "#core/id";
import type { Problem } from "#core/job/import-file/cells";
import { keptBlanks } from "#core/job/import-file/kept-blanks";
import { codeLost, tagLost } from "#core/job/import-file/spreadsheet-damage";
import { replacedImages } from "#core/product/replaced-images";
import type { ProductRow } from "#core/product/show-product";
import { shownImage } from "#core/product/stored-image";
import type { Known } from "./known-products.ts";
import { type Among, idGiven, idNamed, type Plan, problem, type Within } from "./plan.ts";
import { variantsAfter } from "./plan-variants.ts";
import type { TakenProduct } from "./taken-product.ts";
import { withUnsaid } from "./unsaid-options.ts";

/** @returns the plan, or the problems in the file. */
export function planOf(given: TakenProduct, known: Known, at: Date): Plan | readonly Problem[] {
  const before = known.products.get(given.slug) ?? null;
  const taken = withUnsaid(given, before);
  if ("why" in taken) return [taken];
  const problems: Problem[] = [];
  const product = productAfter(taken, before?.row ?? null, { known, problems, at });
  const variants = variantsAfter(taken, product, before?.variants ?? [], { known, problems, at });
  const live = variants.filter(({ archivedAt }) => archivedAt === null);
  if (product.status === "active" && live.length === 0) {
    problems.push(problem("A product without variants cannot be active.", "status", "active"));
  }
  return problems.length > 0 ? problems : { before, product, variants };
}

function productAfter(taken: TakenProduct, before: ProductRow | null, { known, problems, at }: Within): ProductRow {
  const { slug, version } = taken;
  const { images: given, ...fields } = taken.fields;
  const own = before ?? {
    ...{ id: newId("product"), slug, title: "", description: "", status: "draft" as const },
    ...{ vendorId: null, categoryId: null, tags: [], images: [], options: [] },
    // The version from the file's store, so that versions never go back.
    ...{ version: version ?? 1, createdAt: at, updatedAt: at },
  };
  if (own.title === "" && fields.title === undefined)
    problems.push(problem("A new product needs a title in its first row.", "title"));
  const description = keptBlanks(own.description, fields.description ?? own.description);
  if (before) problems.push(...codeLost("title", before.title, fields.title), ...tagLost(before.tags, fields.tags));
  const images = taken.hasImageTexts ? given : given?.map(withTextsOf(own));
  const foreign = foreignAmong(images ?? [], own);
  for (const { url } of foreign) {
    problems.push(problem("It is not a picture of this product, or is listed twice.", "images", url));
  }
  return {
    ...own,
    ...(fields as Partial<ProductRow>), // `fieldsBy` omits missing fields
    description,
    ...(images && foreign.length === 0 && { images: replacedImages(own.images, images) }),
    ...idGiven("categoryId", taken.category, { among: known.categories, now: own.categoryId }, problems, "category"),
    ...vendorNamed(taken, { among: known.vendors, now: own.vendorId }, problems),
  };
}

const withTextsOf = (own: ProductRow) => {
  const texts = new Map(own.images.map((image) => [shownImage(image).url, image.alt]));
  return <Image extends { url: string; alt: string }>(image: Image) => ({
    ...image,
    alt: texts.get(image.url) ?? image.alt,
  });
};

/** URLs of our own files that are not this product's, or are repeated: `replacedImages` would throw. */
function foreignAmong<Image extends { url: string }>(images: readonly Image[], own: ProductRow): readonly Image[] {
  const known = new Set(own.images.map((image) => shownImage(image).url));
  return images.filter(({ url }) => url.startsWith(mediaUrl("media/")) && !known.delete(url));
}

function vendorNamed({ vendor, vendorMayBeUnknown }: TakenProduct, among: Among<"vendor">, problems: Problem[]) {
  const isKnown = typeof vendor === "string" && (idNamed(vendor, among) ?? "several") !== "several";
  return vendorMayBeUnknown && !isKnown ? {} : idGiven("vendorId", vendor, among, problems, "vendor");
}
