import { editOf } from "#core/audit/edit-of";
import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as product from "#core/contract/product";
import type { Change } from "#core/db/change";
import { and, eq, isNull } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { discardMedia } from "#core/file/media";
import { replacedImages } from "#core/product/replaced-images";
import { mediaOf } from "#core/product/stored-image";
import { invalidField, Refusal } from "#core/refusal";
import { refuseActivation, vendorFor } from "./create-product.ts";
import { emitProductEvent, goesOffSale, lockedProduct } from "./lock-product.ts";
import { products, refusedProduct, variants } from "./product.table.ts";
import { type ProductRow, shownProduct } from "./show-product.ts";

export async function editProduct(change: Change, input: InputOf<typeof product.edit>): Promise<product.Product> {
  const { id, expectedVersion, images, ...fields } = input;
  const before = await lockedProduct(change, id, expectedVersion);
  const requested = { ...fields, ...(images && { images: replacedImages(before.images, images) }) };
  if (requested.vendorId !== undefined && vendorFor(change, requested.vendorId) !== requested.vendorId) {
    throw new Refusal("vendor.unknown");
  }
  if (requested.status === "active" && before.status !== "active") await refuseSale(change, before);
  if (!editOf(before, requested).difference) return shownProduct(change.tx, id);
  const edit = withVendorRules(change, before, requested);
  const { version: _, ...row } = editOf(before, edit).after;
  if (row.options.length !== before.options.length) await refuseOptionCountChange(change, before);
  audit(change, "product.edit", id, differenceOf<Record<string, unknown>>(before, edit));
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
    discardMedia(change, removedFiles(before, row)),
  );
}

type ProductEdit = Omit<InputOf<typeof product.edit>, "id" | "expectedVersion" | "images"> &
  Partial<Pick<ProductRow, "images">>;

const removedFiles = (before: Pick<ProductRow, "images">, after: Pick<ProductRow, "images">) => {
  const kept = new Set(mediaOf(after.images));
  return mediaOf(before.images).filter((key) => !kept.has(key));
};

/** An edit by a vendor login makes the product a draft, unless it archives it. */
const withVendorRules = (change: Change, before: ProductRow, edit: ProductEdit): ProductEdit =>
  goesOffSale(change, before) && (edit.status ?? "active") === "active" ? { ...edit, status: "draft" } : edit;

async function refuseSale(change: Change, row: ProductRow): Promise<void> {
  refuseActivation(change);
  if (!(await hasVariants(change, row))) throw new Refusal("product.noVariants");
}

/** Options can be renamed at any time; their number is fixed while variants have values for them. */
async function refuseOptionCountChange(change: Change, row: ProductRow): Promise<void> {
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
