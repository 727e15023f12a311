import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";

/** The variant of a line. */
export interface LineVariant {
  readonly variantId: Id<"variant">;
  readonly productId: Id<"product">;
  readonly vendorId: Id<"vendor"> | null;
}

const sku = "IMPORTED-ITEM";

/** The variants of these SKUs, by SKU. */
export async function variantsBySku(
  change: Change,
  skus: readonly string[],
): Promise<ReadonlyMap<string, LineVariant>> {
  const rows = await change.tx.execute<LineVariant & { sku: string } & Record<string, unknown>>(sql`
    select v.sku, v.id as "variantId", v.product_id as "productId", p.vendor_id as "vendorId"
    from variants v join products p on p.id = v.product_id
    where v.sku = any(${sql.param([...new Set(skus)])}) order by v.id for key share of v`);
  return new Map(rows.map(({ sku, variantId, productId, vendorId }) => [sku, { variantId, productId, vendorId }]));
}

/**
 * The placeholder variant for goods that are not in the catalogue: tips, items without a SKU, discontinued products.
 * The line keeps its own title and price; the variant is archived, cannot be sold, and has no stock. Created by the
 * first import of orders.
 */
export async function placeholderVariant(change: Change): Promise<LineVariant> {
  const found = await variantsBySku(change, [sku]);
  const known = found.get(sku);
  if (known) return known;
  const at = change.at.toISOString();
  await change.tx.execute(sql`
    insert into products (id, slug, title, description, status, created_at, updated_at)
    values (${newId("product")}, 'imported-items', 'Items of imported orders',
      'Stands for what imported orders sold and the catalogue does not know.', 'archived',
      ${at}::timestamptz, ${at}::timestamptz)
    on conflict (slug) do nothing`);
  await change.tx.execute(sql`
    insert into variants (id, product_id, sku, price_minor, track_stock, created_at, archived_at)
    select ${newId("variant")}, id, ${sku}, 0, false, ${at}::timestamptz, ${at}::timestamptz
    from products where slug = 'imported-items'
    on conflict (sku) do nothing`);
  const made = (await variantsBySku(change, [sku])).get(sku);
  if (!made) throw new Error("what stands for unknown goods is not there");
  return made;
}
