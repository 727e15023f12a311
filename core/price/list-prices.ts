import type { Id } from "#core/contract/kit/fields";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

/** The customer, channel and time that a price is for. */
export interface Buyer {
  readonly customerId: Id<"customer"> | null;
  readonly channelId: Id<"channel"> | null;
  readonly at: Date;
}

export interface ListPrice {
  readonly unitPriceMinor: number;
  readonly priceListId: Id<"priceList">;
  /** The quantity from which it applies. */
  readonly minQuantity: number;
}

/**
 * Variants' prices by price lists: among the active lists within their dates, for the customer's groups or everyone,
 * and for the channel or all, the price with the highest priority, then the largest break within the quantity, then the
 * lowest. Variants without a price in any list are left out. One statement in all cases: for each variant it searches
 * the lists of one priority together, from the highest priority down to the first with a price.
 * @param quantities the quantity of each variant in the whole order.
 */
export async function listPrices(
  tx: Db,
  quantities: ReadonlyMap<Id<"variant">, number>,
  { customerId, channelId, at }: Buyer,
): Promise<Map<Id<"variant">, ListPrice>> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const rows = await tx.execute<{ variant: Id<"variant">; list: Id<"priceList">; least: number; amount: string }>(sql`
    with lists as materialized (
      select id, priority from price_lists l
      where active and archived_at is null and coalesce(starts_at <= ${now}, true) and coalesce(ends_at > ${now}, true)
        and coalesce(channel_id = ${channelId}, channel_id is null)
        and (for_everyone or exists (select from price_list_groups g join customer_group_members m using (group_id)
          where g.price_list_id = l.id and m.customer_id = ${customerId}))
    ), alike as materialized (select priority, array_agg(id) as ids from lists group by priority order by priority desc)
    select wanted.variant, best.*
    from unnest(${sql.param([...quantities.keys()])}::text[], ${sql.param([...quantities.values()])}::integer[])
      as wanted (variant, quantity)
    cross join lateral (
      select found.* from alike cross join lateral (
        select r.price_list_id as list, r.min_quantity as least, r.amount_minor as amount
        from price_list_rows r
        where r.variant_id = wanted.variant and r.price_list_id = any(alike.ids) and r.min_quantity <= wanted.quantity
        order by r.min_quantity desc, r.amount_minor, r.price_list_id limit 1) as found
      order by alike.priority desc limit 1) as best`);
  return new Map(
    rows.map(({ variant, list, least, amount }) => [
      variant,
      { unitPriceMinor: Number(amount), priceListId: list, minQuantity: least },
    ]),
  );
}

/** The quantity of each variant over all lines. */
export function quantitiesOf(
  lines: readonly { readonly variantId: Id<"variant">; readonly quantity: number }[],
): Map<Id<"variant">, number> {
  const sums = new Map<Id<"variant">, number>();
  for (const { variantId, quantity } of lines) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity);
  return sums;
}
