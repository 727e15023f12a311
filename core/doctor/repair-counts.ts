/**
 * Recounts the orders of customers and discount codes. Each row is locked first: concurrent orders add to the new
 * count.
 */
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";

export async function countOrdersOf(change: Change, id: Id<"customer">): Promise<void> {
  const figures = sql`orders, spent_minor as "spentMinor", last_order_at as "lastOrderAt"`;
  await counted(change, id, {
    before: sql`select ${figures} from customers where id = ${id} for update`,
    after: sql`
      update customers set (orders, spent_minor, last_order_at) = (
        select count(*) filter (where status <> 'cancelled'), coalesce(sum(captured_minor - refunded_minor), 0),
          max(created_at) filter (where status <> 'cancelled')
        from orders where customer_id = ${id})
      where id = ${id} returning ${figures}`,
  });
}

export async function countUsesOf(change: Change, id: Id<"discount">): Promise<void> {
  await counted(change, id, {
    before: sql`select used from discounts where id = ${id} for update`,
    after: sql`
      update discounts set used = (select count(*) from orders where discount_id = ${id} and status <> 'cancelled')
      where id = ${id} returning used`,
  });
}

async function counted(
  change: Change,
  id: Id<"customer"> | Id<"discount">,
  { before, after }: Readonly<Record<"before" | "after", SQL>>,
): Promise<void> {
  const [was] = await change.tx.execute(before);
  const [is] = await change.tx.execute(after);
  audit(change, "doctor.repair", id, { before: was ?? null, after: is ?? null });
}
