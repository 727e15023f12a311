import type { Id } from "#core/contract/kit/fields";
import { erasedEmail } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { heldByEmail } from "./customer-of.ts";

interface Contact {
  readonly email: string;
  readonly name: string;
  readonly phone: string | null;
  readonly address: object;
  readonly createdAt: Date;
}

/**
 * The customers of many orders, by email address in lower case. Unknown ones are created, each from the first order
 * with the address. Orders without an address, or of erased customers, have no customer. Locked as by `customerOf`.
 */
export async function customersOf(
  change: Change,
  contacts: readonly Contact[],
): Promise<ReadonlyMap<string, Id<"customer">>> {
  const each = new Map<string, Contact>();
  for (const contact of contacts) {
    const email = contact.email.trim().toLowerCase();
    if (email !== "" && email !== erasedEmail && !each.has(email)) each.set(email, { ...contact, email });
  }
  const emails = sql`${sql.param([...each.keys()])}::text[]`;
  const rows = JSON.stringify([...each.values()].map((contact) => ({ ...contact, id: newId("customer") })));
  for (;;) {
    // In the order of their addresses, so that two imports of the same customers do not deadlock.
    await change.tx.execute(sql`
      insert into customers (id, email, name, phone, addresses, created_at, updated_at)
      select id, email, name, phone, jsonb_build_array(address || '{"isDefault": true}'), "createdAt", "createdAt"
      from jsonb_to_recordset(${rows}::jsonb) as said
        (id text, email text, name text, phone text, address jsonb, "createdAt" timestamptz)
      order by email on conflict on constraint customers_email do nothing`);
    const known = await change.tx.execute<{ email: string; id: Id<"customer"> }>(sql`
      with held as (${heldByEmail(emails)}) select email, customer_id as id from held where email = any(${emails})`);
    // One who was erased meanwhile, or has another address now, is not among them: theirs is free again.
    if (known.length === each.size) return new Map(known.map(({ email, id }) => [email, id]));
  }
}
