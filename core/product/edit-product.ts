import { editOf } from "#core/audit/edit-of";
import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as product from "#core/contract/product";
import type { Change } from "#core/db/change";
import { and, eq, isNull } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { discardMedia } from "#core/file/media";
import { imagesSaid } from "#core/product/images-said";
import { mediaOf } from "#core/product/stored-image";
import { invalidField, Refusal } from "#core/refusal";
import { refuseActivation, vendorFor } from "./create-product.ts";
import { emitProductEvent, goesOffSale, lockedProduct } from "./lock-product.ts";
import { products, refusedProduct, variants } from "./product.table.ts";
import { type ProductRow, shownProduct } from "./show-product.ts";

export async function editProduct(change: Change, input: InputOf<typeof product.edit>): Promise<product.Product> {
  const { id, expectedVersion, images, ...fields } = input;
  const before = await lockedProduct(change, id, expectedVersion);
  const asked = { ...fields, ...(images && { images: imagesSaid(before.images, images) }) };
  if (asked.vendorId !== undefined && vendorFor(change, asked.vendorId) !== asked.vendorId) {
    throw new Refusal("vendor.unknown");
  }
  if (asked.status === "active" && before.status !== "active") await refuseSale(change, before);
  if (!editOf(before, asked).difference) return shownProduct(change.tx, id);
  const said = reviewed(change, before, asked);
  const { version: _, ...row } = editOf(before, said).after;
  if (row.options.length !== before.options.length) await refuseOtherShape(change, before);
  return emitProductEvent(
    change,
    "product.updated",
    id,
    orRefuse(
      change.tx
        .update(products)
        .set({ ...row, updatedAt: change.at })
        .where(eq(products.id, id)),
      refusedProduct,
    ),
    discardMedia(change, filesGone(before, row)),
    audit(change, "product.edit", id, differenceOf<Record<string, unknown>>(before, said)),
  );
}

type Said = Omit<InputOf<typeof product.edit>, "id" | "expectedVersion" | "images"> &
  Partial<Pick<ProductRow, "images">>;

const filesGone = (before: Pick<ProductRow, "images">, after: Pick<ProductRow, "images">) => {
  const kept = new Set(mediaOf(after.images));
  return mediaOf(before.images).filter((key) => !kept.has(key));
};

/** An edit by a vendor login makes the product a draft, unless it archives it. */
const reviewed = (change: Change, before: ProductRow, said: Said): Said =>
  goesOffSale(change, before) && (said.status ?? "active") === "active" ? { ...said, status: "draft" } : said;

async function refuseSale(change: Change, row: ProductRow): Promise<void> {
  refuseActivation(change);
  if (!(await hasVariants(change, row))) throw new Refusal("product.noVariants");
}

/** Options can be renamed at any time; their number is fixed while variants have values for them. */
async function refuseOtherShape(change: Change, row: ProductRow): Promise<void> {
  if (await hasVariants(change, row)) {
    throw invalidField("options", `The product's variants have ${row.options.length} values each.`);
  }
}

/** Archived variants do not count: they can be restored only if they still fit the product. */
async function hasVariants(change: Change, { id }: ProductRow): Promise<boolean> {
  const live = await change.tx
    .select({ id: variants.id })
    .from(variants)
    .where(and(eq(variants.productId, id), isNull(variants.archivedAt)))
    .limit(1);
  return live.length > 0;
}
