import type { Actor } from "#core/actor";
import { historyOf } from "#core/audit/history";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as product from "#core/contract/product";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Includes its variants' entries; removed variants appear in the entries of their removal. */
export async function productHistory(
  by: Actor,
  input: InputOf<typeof product.history>,
): Promise<OutputOf<typeof product.history>> {
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
    // The doctor repairs the stock of variants, and nothing else of products.
    by.rights.has("inventory.read") ? undefined : sql`action not like 'stock.%' and action <> 'doctor.repair'`,
  );
}
