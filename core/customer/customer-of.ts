import type { Address, Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { newId } from "#core/id";

interface Contact {
  readonly email: string;
  readonly name: string;
  readonly phone?: string | null | undefined;
  readonly address: Address;
}

/**
 * The rows of customers with these email addresses, and of those into whom they were merged: locked in the order of
 * their ids, as whoever merges or erases them does.
 * @param emails an array.
 */
export const heldByEmail = (emails: SQL): SQL => sql`
  select id, email, coalesce(merged_into, id) as customer_id from customers
  where email = any(${emails}) or id = any(array(select merged_into from customers where email = any(${emails})))
  order by id for key share`;

/**
 * The customer with an order's email address, created from its contact and address if unknown. A merged customer
 * resolves to the remaining one. The row is locked until the change ends, so that the customer cannot be merged or
 * erased while an order is being placed. Of two changes that create the same customer, the second waits for the first
 * and finds it.
 */
export async function customerOf(change: Change, contact: Contact): Promise<Id<"customer">> {
  const { email, name, phone = null, address } = contact;
  const at = change.at.toISOString();
  for (;;) {
    const [found] = await change.tx.execute<{ id: Id<"customer"> }>(sql`
      with held as (${heldByEmail(sql`array[${email}]`)}), known as (select customer_id from held where email = ${email}),
      made as (
        insert into customers (id, email, name, phone, addresses, created_at, updated_at)
        select ${newId("customer")}, ${email}, ${name}, ${phone},
          ${JSON.stringify([{ ...address, isDefault: true }])}::jsonb, ${at}::timestamptz, ${at}::timestamptz
        where not exists (select from known)
        on conflict on constraint customers_email do nothing returning id)
      select customer_id as id from known union all select id from made`);
    if (found) return found.id;
  }
}
