/** The histories of what the catalogue holds (SPEC §3), each a part of the audit. */
import { sql } from "drizzle-orm";
import type { Actor } from "#core/actor";
import { historyOf } from "#core/audit/history";
import type { AuditEntry } from "#core/contract/audit";
import type { RefusalCode } from "#core/contract/refusals";
import { db } from "#core/db/client";
import { Refusal } from "#core/refusal";
import { categories, discounts, locations, taxRates } from "./catalogue.table.ts";

interface Asked {
  readonly id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}
type History = { items: AuditEntry[]; nextCursor: string | null };
type Table = typeof categories | typeof discounts | typeof locations | typeof taxRates;

const historyIn = (table: Table, unknown: RefusalCode) => async (_by: Actor, input: Asked) => {
  const history = await historyOf([input.id], input);
  if (history.items.length === 0 && input.cursor === undefined) {
    const known = await db().execute(sql`select 1 from ${table} where id = ${input.id}`);
    if (known.length === 0) throw new Refusal(unknown);
  }
  return history;
};

export const categoryHistory = historyIn(categories, "category.unknown");
export const discountHistory = historyIn(discounts, "discount.unknown");
export const locationHistory = historyIn(locations, "location.unknown");
export const taxRateHistory = historyIn(taxRates, "taxRate.unknown");

/** With its variants' entries; those removed since are named in the entries of their removal. */
export async function productHistory(_by: Actor, input: Asked): Promise<History> {
  const subjects = await db().execute<{ id: string }>(sql`
    select id from products where id = ${input.id}
    union select id from variants where product_id = ${input.id}
    union select subject_id from audit where subject_id = ${input.id}
    union select removed ->> 'id' from audit, jsonb_array_elements(before -> 'variants') removed
      where subject_id = ${input.id} and action in ('variant.remove', 'product.remove')`);
  if (subjects.length === 0) throw new Refusal("product.unknown");
  return historyOf(
    subjects.map(({ id }) => id),
    input,
  );
}
