/** Initial data for tests of the catalogue, created by the core's own verbs. */
import { randomBytes } from "node:crypto";
import { system } from "#core/actor";
import * as discount from "#core/contract/discount";
import type { Id } from "#core/contract/kit/fields";
import type { Asked } from "#core/contract/kit/operation";
import * as location from "#core/contract/location";
import * as product from "#core/contract/product";
import * as tax from "#core/contract/tax";
import { inChange } from "#core/db/change";
import { createDiscount } from "#core/discount/create-discount";
import { createLocation } from "#core/location/create-location";
import { createProduct } from "#core/product/create-product";
import { editProduct } from "#core/product/edit-product";
import { createTaxRate } from "#core/tax/create-tax-rate";
import { aKey } from "./given.ts";
import { aVendor, roleHas } from "./people.ts";

const test = system("test");
/** A name that nothing else in the database has. */
export const some = (word: string) => `${word}-${randomBytes(5).toString("hex")}`;

/** Defaults for what is not given; a variant needs only a price. */
type SaidOfProduct = Omit<Partial<Asked<typeof product.create>>, "variants"> & { variants?: SaidOfVariant[] };
type SaidOfVariant = Partial<NonNullable<Asked<typeof product.create>["variants"]>[number]>;

/** A product on sale, with one variant unless others are given. */
export function aProduct({ variants = [{}], ...said }: SaidOfProduct = {}): Promise<product.Product> {
  const input = product.create.input.parse({
    title: some("Shirt"),
    status: "active",
    ...said,
    variants: variants.map((variant) => ({ sku: some("SKU"), priceMinor: 10_000, ...variant })),
  });
  return inChange(test, (change) => createProduct(change, input));
}

/** A variant on sale, on its own product. */
export async function aVariant(said: SaidOfVariant = {}): Promise<product.Variant> {
  const { variants } = await aProduct({
    options: (said.options ?? []).map((_, at) => `Option ${at}`),
    variants: [said],
  });
  return variants[0]!;
}

/** An open location. The first one of a database is its default. */
export const aLocation = (said: Partial<Asked<typeof location.create>> = {}) =>
  inChange(test, (change) =>
    createLocation(change, location.create.input.parse({ code: some("LOC"), name: "Warehouse", ...said })),
  );

/** 18 % unless said otherwise. The first one of a database is its default. */
export const aTaxRate = (said: Partial<Asked<typeof tax.create>> = {}) =>
  inChange(test, (change) =>
    createTaxRate(change, tax.create.input.parse({ name: some("Tax"), basisPoints: 1800, ...said })),
  );

/** 10 % off unless said otherwise. */
export const aDiscount = (said: Partial<Asked<typeof discount.create>> = {}) =>
  inChange(test, (change) => {
    const worth = said.kind === undefined || said.kind === "percentage" ? { basisPoints: 1000 } : {};
    return createDiscount(
      change,
      discount.create.input.parse({ code: some("CODE"), kind: "percentage", ...worth, ...said }),
    );
  });

/** Takes a product off sale, or puts it on again. */
export const withStatus = (id: Id<"product">, status: product.Product["status"]) =>
  inChange(test, (change) => editProduct(change, { id, status }));

/** A vendor login's key that may change the catalogue; by default vendors may not. */
export async function aSeller(): Promise<{ vendorId: Id<"vendor">; key: string }> {
  const vendorId = await aVendor();
  await roleHas("vendor", ["catalog.read", "catalog.write", "inventory.read", "orders.read"]);
  return { vendorId, key: await aKey({ role: "vendor", vendorId }) };
}

/** Every item of a list, read one per page. */
export async function pagesOf<Item>(
  page: (cursor?: string) => Promise<{ body: { items: Item[]; nextCursor: string | null } }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await page(cursor);
    items.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return items;
}
