import type { Id } from "#core/contract/kit/fields";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { titleOf } from "#core/product/show-product";

export interface ForSale {
  readonly id: Id<"variant">;
  readonly slug: string;
  readonly sku: string;
  readonly title: string;
  readonly sold: boolean;
  readonly priceMinor: number;
  readonly taxBasisPoints: number;
  /** How many units can be ordered; null if unlimited. Internal: shoppers do not see it. */
  readonly availableMax: number | null;
}

interface Row extends Omit<ForSale, "title" | "priceMinor" | "availableMax">, Record<string, unknown> {
  readonly product: string;
  readonly options: string[];
  readonly price: string;
  readonly available: string | null;
}

/** These variants as shoppers see them, by id, without unknown ones and drafts. Nothing is locked. */
export async function variantsForSale(
  tx: Db,
  ids: readonly Id<"variant">[],
): Promise<ReadonlyMap<Id<"variant">, ForSale>> {
  const rows = await tx.execute<Row>(sql`
    select v.id, p.slug, v.sku, p.title as product, v.options, v.price_minor as price,
      v.archived_at is null and p.status = 'active' as sold,
      coalesce(t.basis_points, (select basis_points from tax_rates where is_default), 0) as "taxBasisPoints",
      case when v.track_stock and not v.continue_selling then (
        select coalesce(sum(s.on_hand - s.reserved - s.committed), 0) from stock_levels s
        join locations l on l.id = s.location_id and l.active where s.variant_id = v.id) end as available
    from variants v join products p on p.id = v.product_id left join tax_rates t on t.id = v.tax_rate_id
    where v.id = any(${sql.param(ids)}) and p.status <> 'draft'`);
  return new Map(
    rows.map(({ product, options, price, available, ...row }) => [
      row.id,
      {
        ...row,
        title: titleOf(product, options),
        priceMinor: Number(price),
        availableMax: available === null ? null : Number(available),
      },
    ]),
  );
}
