import type { Actor } from "#core/actor";
import { orderNumbersIn } from "#core/contract/values/order-number";
import type { Right } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { isWithin, searching } from "#core/db/search";

interface Named {
  /** The records with their `id` and the name people use, as `name`. */
  readonly records: SQL;
  /** The condition for a search text; by default, part of the name. */
  readonly called?: (q: string) => SQL;
  /** The right needed to read the names, where they are people's. */
  readonly right?: Right;
}

/** The names of records, by their type in the audit. These are other areas' tables, read only by SQL. */
const named: Readonly<Record<string, Named>> = {
  order: {
    records: sql`select id, number as name from orders`,
    called: (q) => sql`name = any(${sql.param(orderNumbersIn(q))}::text[])`,
  },
  variant: { records: sql`select id, sku as name from variants` },
  product: { records: sql`select id, title as name from products` },
  collection: { records: sql`select id, title as name from collections` },
  category: { records: sql`select id, name from categories` },
  discount: { records: sql`select id, code as name from discounts` },
  taxRate: { records: sql`select id, name from tax_rates` },
  channel: { records: sql`select id, name from channels` },
  location: { records: sql`select id, name from locations` },
  box: { records: sql`select id, name from boxes` },
  vendor: { records: sql`select id, name from vendors` },
  staff: { records: sql`select id, name from staff`, right: "team.read" },
  key: { records: sql`select id, name from api_keys`, right: "apikeys.read" },
  customer: { records: sql`select id, name from customers`, right: "customers.read" },
  group: { records: sql`select id, name from customer_groups` },
  priceList: { records: sql`select id, name from price_lists` },
};

const mayRead = ({ rights }: Actor, { right }: Named): boolean => right === undefined || rights.has(right);

/** The current names of these subjects, by id; those that are gone, or have no name, are left out. */
export async function namesOf(
  by: Actor,
  subjects: readonly { readonly type: string; readonly id: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = Map.groupBy(subjects, ({ type }) => type);
  const reads = Object.entries(named).flatMap(([type, kind]) => {
    const ids = [...new Set((idsOf.get(type) ?? []).flatMap(({ id }) => id ?? []))];
    return ids.length > 0 && mayRead(by, kind)
      ? [sql`select id, name from (${kind.records}) as named where id = any(${sql.param(ids)}::text[])`]
      : [];
  });
  if (reads.length === 0) return new Map();
  const rows = await db().execute<{ id: string; name: string }>(sql.join(reads, sql` union all `));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The most results for each type: a search with more must be narrowed. */
const foundMax = 100;

/** The ids of subjects that a text may mean: an id itself, an order number, a SKU, all or part of a name. */
export async function subjectsCalled(by: Actor, q: string): Promise<readonly string[]> {
  const reads = Object.values(named)
    .filter((kind) => mayRead(by, kind))
    .map(
      ({ records, called = () => isWithin(q, sql`name`) }) =>
        sql`(select id from (${records}) as named where ${called(q)} limit ${foundMax})`,
    );
  const rows = await searching(q, (tx) => tx.execute<{ id: string }>(sql.join(reads, sql` union all `)));
  return [q, ...rows.map(({ id }) => id)];
}
