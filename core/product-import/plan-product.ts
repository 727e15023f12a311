/** What a file's product would make of the store's: its rows as they are to be, or what stands against that. */
import { mediaUrl } from "#core/file/media-url";
import { newId } from "#core/id";
import type { Problem } from "#core/job/import-file/cells";
import { imagesSaid } from "#core/product/images-said";
import type { ProductRow } from "#core/product/show-product";
import { shownImage } from "#core/product/stored-image";
import type { Known } from "./known-products.ts";
import { type Among, idNamed, idSaid, type Plan, problem, type Within } from "./plan.ts";
import { variantsAfter } from "./plan-variants.ts";
import type { TakenProduct } from "./taken-product.ts";

/** @returns the plan, or what is wrong with the file. */
export function planOf(taken: TakenProduct, known: Known, at: Date): Plan | readonly Problem[] {
  const before = known.products.get(taken.slug) ?? null;
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
  const { images, ...said } = taken.said;
  const own = before ?? {
    ...{ id: newId("product"), slug, title: "", description: "", status: "draft" as const },
    ...{ vendorId: null, categoryId: null, tags: [], images: [], options: [] },
    // It was written down so often where the file comes from: a version is never lower than one that somebody has seen.
    ...{ version: version ?? 1, createdAt: at, updatedAt: at },
  };
  if (own.title === "" && said.title === undefined)
    problems.push(problem("A new product needs a title in its first row."));
  const foreign = foreignAmong(images ?? [], own);
  for (const { url } of foreign) {
    problems.push(problem("It is not a picture of this product, or is listed twice.", "images", url));
  }
  return {
    ...own,
    ...(said as Partial<ProductRow>), // `saidBy` leaves out what is not said
    ...(images && foreign.length === 0 && { images: imagesSaid(own.images, images) }),
    ...idSaid(
      "categoryId",
      taken.category,
      { among: known.categories, now: own.categoryId },
      problems,
      taken.makesCategory ? "Type" : "category",
    ),
    ...vendorSaid(taken, { among: known.vendors, now: own.vendorId }, problems),
  };
}

/** Those at addresses of our own files that this product has not, or not as often: `imagesSaid` would throw. */
function foreignAmong<Image extends { url: string }>(images: readonly Image[], own: ProductRow): readonly Image[] {
  const known = new Set(own.images.map((image) => shownImage(image).url));
  return images.filter(({ url }) => url.startsWith(mediaUrl("media/")) && !known.delete(url));
}

function vendorSaid({ vendor, vendorMayBeUnknown }: TakenProduct, among: Among<"vendor">, problems: Problem[]) {
  const isKnown = typeof vendor === "string" && (idNamed(vendor, among) ?? "several") !== "several";
  return vendorMayBeUnknown && !isKnown ? {} : idSaid("vendorId", vendor, among, problems, "vendor");
}
