import * as z from "zod";
import type { Actor } from "#core/actor";
import { type Action, audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import { Product } from "#core/contract/product";
import type { Change } from "#core/db/change";
import { and, eq, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { rowsOf } from "#core/db/rows-of";
import { emit } from "#core/event/emit";
import { Refusal } from "#core/refusal";
import { products, variants } from "./product.table.ts";
import { type ProductRow, shownProduct, type VariantRow } from "./show-product.ts";

const productRows = rowsOf(products);
const variantRows = rowsOf(variants);

/** The products that an actor can see: all, or for a vendor login its own. */
export const ownProducts = (by: Actor) => (by.vendorId === null ? undefined : eq(products.vendorId, by.vendorId));

/**
 * Locks the product's row until the change ends: edits of the product and its variants take turns. Orders are not
 * blocked.
 * @throws Refusal `product.unknown` (also for another vendor's) and `version.stale`.
 */
export async function lockedProduct(
  change: Change,
  id: Id<"product">,
  expectedVersion: number | undefined,
): Promise<ProductRow> {
  const own = and(eq(products.id, id), ownProducts(change.by));
  const [row] = await productRows(change.tx, sql`where ${own} for no key update`);
  if (!row) throw new Refusal("product.unknown");
  if (expectedVersion !== undefined && expectedVersion !== row.version) {
    throw new Refusal("version.stale", { version: row.version });
  }
  return row;
}

/** A variant's row and its product's, which is locked. */
export async function lockedVariant(
  change: Change,
  id: Id<"variant">,
  expectedVersion: number | undefined,
): Promise<{ product: ProductRow; variant: VariantRow }> {
  const find = () => variantRows(change.tx, sql`where id = ${id}`);
  const [known] = await find();
  if (!known) throw new Refusal("variant.unknown");
  const product = await lockedProduct(change, known.productId, expectedVersion).catch((error: unknown) => {
    const isHidden = error instanceof Refusal && error.code === "product.unknown";
    throw isHidden ? new Refusal("variant.unknown") : error;
  });
  // Read again under the lock: the variant may have been changed or removed in the meantime.
  const [variant] = await find();
  if (!variant) throw new Refusal("variant.unknown");
  return { product, variant };
}

/**
 * A product on sale that a vendor login changes becomes a draft again, until the store's staff have reviewed it.
 * Existing orders are not affected.
 */
export const goesOffSale = (change: Change, { status }: Pick<ProductRow, "status">): boolean =>
  change.by.vendorId !== null && status === "active";

/** The same for a change to its variants: the update of the product, and an entry in the product's history. */
export async function takeOffSale(change: Change, product: ProductRow, action: Action): Promise<{ status?: "draft" }> {
  if (!goesOffSale(change, product)) return {};
  audit(change, action, product.id, { before: { status: product.status }, after: { status: "draft" } });
  return { status: "draft" };
}

/** After a change to a product's variants or images: increments its version, shows it, and emits its event. */
export async function touchProduct(
  change: Change,
  id: Id<"product">,
  fields: Partial<Pick<ProductRow, "status" | "images">> = {},
): Promise<Product> {
  const touched = change.tx
    .update(products)
    .set({ ...fields, updatedAt: change.at })
    .where(eq(products.id, id));
  return emitProductEvent(change, "product.updated", id, touched);
}

/**
 * Emits a product's event, and returns the product as the API and the event show it. The change's last writes can be
 * passed in, if they are independent of each other: they are sent together with the read, which is executed after them.
 */
export async function emitProductEvent(
  change: Change,
  event: "product.created" | "product.updated",
  id: Id<"product">,
  ...writes: readonly PromiseLike<unknown>[]
): Promise<Product> {
  // Drizzle sends a query when it is awaited: started here, they are sent before the read.
  const begun = writes.map((write) => Promise.resolve(write));
  const [shown] = await pipelined(shownProduct(change.tx, id), ...begun);
  emit(change, event, id, z.encode(Product, shown));
  return shown;
}
