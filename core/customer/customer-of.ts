import type { Address, Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";

interface Contact {
  readonly email: string;
  readonly name: string;
  readonly phone?: string | null | undefined;
  readonly address: Address;
}

/**
 * The customer by the e-mail address of an order; who is not known yet is made of its contact and address. Of one who was
 * merged it is the one that is left. The customer's row is held until the change ends, so that nobody is merged or erased
 * under an order that is being placed. Of two changes that make the same one, the second waits for the first and finds it.
 */
export async function customerOf(change: Change, contact: Contact): Promise<Id<"customer">> {
  const { email, name, phone = null, address } = contact;
  const at = change.at.toISOString();
  for (;;) {
    const [found] = await change.tx.execute<{ id: Id<"customer"> }>(sql`
      with known as (select id, merged_into from customers where email = ${email} for key share),
      made as (
        insert into customers (id, email, name, phone, addresses, created_at, updated_at)
        select ${newId("customer")}, ${email}, ${name}, ${phone},
          ${JSON.stringify([{ ...address, isDefault: true }])}::jsonb, ${at}::timestamptz, ${at}::timestamptz
        where not exists (select from known)
        on conflict on constraint customers_email do nothing returning id)
      select coalesce(merged_into, id) as id from known union all select id from made`);
    if (found) return found.id;
  }
}
