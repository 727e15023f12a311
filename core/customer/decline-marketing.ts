import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { heldByEmail } from "./customer-of.ts";

/**
 * Records that the owner of this email address wants no marketing. Someone who has only left it with a cart becomes a
 * customer, because it has to be remembered. @param name what such a new customer is called
 */
export async function declineMarketing(change: Change, email: string, name = "-"): Promise<void> {
  const at = sql`${change.at.toISOString()}::timestamptz`;
  const [made] = await change.tx.execute<{ id: Id<"customer"> }>(sql`
    insert into customers (id, email, name, addresses, accepts_marketing, marketing_at, created_at, updated_at)
    values (${newId("customer")}, ${email}, ${name}, '[]'::jsonb, false, ${at}, ${at}, ${at})
    on conflict on constraint customers_email do nothing returning id`);
  const action = "message.declineMarketing";
  if (made) audit(change, action, made.id, { after: { acceptsMarketing: false } }, "customer");
  if (made) return;
  const [declined] = await change.tx.execute<{ id: Id<"customer">; before: boolean }>(sql`
    with held as (${heldByEmail(sql`array[${email}]`)}), known as (select customer_id as id from held where email = ${email})
    update customers set accepts_marketing = false, marketing_at = ${at}, updated_at = ${at} from known, customers before
    where customers.id = known.id and before.id = known.id and (customers.accepts_marketing or customers.marketing_at is null)
    returning customers.id, before.accepts_marketing as before`);
  if (!declined) return;
  const difference = { before: { acceptsMarketing: declined.before }, after: { acceptsMarketing: false } };
  audit(change, action, declined.id, difference, "customer");
}
