import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type * as product from "#core/contract/product";
import type { Change } from "#core/db/change";
import { insertRows } from "#core/db/insert-rows";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { replacedImages } from "#core/product/replaced-images";
import { Refusal } from "#core/refusal";
import { insertAs } from "#core/slug";
import { refuseArchivedRates, refuseOptionMismatch } from "./create-variant.ts";
import { emitProductEvent } from "./lock-product.ts";
import { products, refusedProduct, refusedVariant, variants } from "./product.table.ts";

/** A product created by a vendor login belongs to the vendor, and is a draft until the store's staff activate it. */
export async function createProduct(change: Change, input: InputOf<typeof product.create>): Promise<product.Product> {
  const { variants: given, slug: slugRequested, images, ...fields } = input;
  const vendorId = vendorFor(change, input.vendorId);
  if (fields.status === "active") refuseActivation(change);
  if (fields.status === "active" && given.length === 0) throw new Refusal("product.noVariants");
  for (const [index, variant] of given.entries()) {
    refuseOptionMismatch(fields.options, variant.options, `variants.${index}.options`);
  }
  await refuseArchivedRates(
    change,
    given.map(({ taxRateId }) => taxRateId),
  );

  const id = newId("product");
  const times = { createdAt: change.at, updatedAt: change.at };
  const row = { ...fields, id, vendorId, images: replacedImages([], images), ...times };
  const slug = await insertAs({ given: slugRequested, title: fields.title, id, taken: "product.slugTaken" }, (slug) =>
    orRefuse(
      change.tx
        .insert(products)
        .values({ ...row, slug })
        .onConflictDoNothing({ target: products.slug })
        .returning({ id: products.id }),
      refusedProduct,
    ),
  );
  const rows = given.map((variant, position) => ({
    ...variant,
    id: newId("variant"),
    productId: id,
    position,
    createdAt: change.at,
    archivedAt: null,
  }));
  if (rows.length > 0) await orRefuse(insertRows(change.tx, variants, rows), refusedVariant);
  audit(change, "product.create", id, { after: { ...row, slug, variants: rows } });
  return emitProductEvent(change, "product.created", id);
}

/** The vendor of the new product. A vendor login cannot create one for another vendor, or for the store. */
export function vendorFor(change: Change, requested: Id<"vendor"> | null): Id<"vendor"> | null {
  const own = change.by.vendorId;
  if (own !== null && requested !== null && requested !== own) throw new Refusal("vendor.unknown");
  return own ?? requested;
}

/** Vendors must not approve their own products. */
export function refuseActivation(change: Change): void {
  if (change.by.vendorId !== null) throw new Refusal("vendor.activation");
}
