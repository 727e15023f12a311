import type { Actor } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import { groupsMax } from "#core/contract/parts/report-shapes";
import type * as report from "#core/contract/report";
import { db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { storeSettings } from "#core/store/settings";
import { amountsIn } from "./amounts.ts";

type Input = InputOf<typeof report.stockValue>;

/** How the stock is grouped, and where the group's name is. */
const groups: Readonly<Record<Input["by"], { readonly id: SQL; readonly name: SQL }>> = {
  location: { id: sql`location_id`, name: sql`(select name from locations where locations.id = counted.id)` },
  category: { id: sql`category_id`, name: sql`(select name from categories where categories.id = counted.id)` },
  vendor: { id: sql`vendor_id`, name: sql`(select name from vendors where vendors.id = counted.id)` },
  product: { id: sql`product_id`, name: sql`(select title from products where products.id = counted.id)` },
};

interface Row extends Record<string, unknown> {
  readonly id: string | null;
  readonly name: string | null;
  readonly units: number;
  readonly value: number;
  readonly without_cost: number;
  readonly all_units: number;
  readonly all_value: number;
  readonly all_without_cost: number;
}

/**
 * Stock on hand, allocated or not, at the current cost of its variants. One mistyped cost may take the sum beyond the
 * safe integers: it is capped there, and the report by product shows the culprit.
 */
export async function stockValueReport(_by: Actor, { by }: Input): Promise<report.StockValue> {
  const { id, name } = groups[by];
  const { currency } = await storeSettings(db());
  const rows = await db().execute<Row>(sql`
    with counted as (
      select ${id} as id, sum(on_hand)::float8 as units, sum(on_hand::float8 * coalesce(cost_minor, 0)) as value,
        coalesce(sum(on_hand) filter (where cost_minor is null), 0)::float8 as without_cost
      from stock_levels join variants on variants.id = variant_id join products on products.id = product_id
      where on_hand > 0 group by 1
    ), largest as (
      select *, sum(units) over () as all_units, sum(value) over () as all_value,
        sum(without_cost) over () as all_without_cost
      from counted order by value desc, units desc, id limit ${groupsMax}
    )
    select counted.*, ${name} as name from largest counted
    order by value desc, units desc, id`);
  const [first] = rows;
  const money = amountsIn(currency);
  const shown = (units: number, value: number, unitsWithoutCost: number) => ({
    units,
    value: money(value),
    unitsWithoutCost,
  });
  return {
    at: new Date(),
    currency,
    items: rows.map((row) => ({ id: row.id, name: row.name, ...shown(row.units, row.value, row.without_cost) })),
    total: shown(first?.all_units ?? 0, first?.all_value ?? 0, first?.all_without_cost ?? 0),
  };
}
