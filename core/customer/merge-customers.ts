import { audit } from "#core/audit/record";
import * as contract from "#core/contract/customer";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import type { CustomerRow } from "./customer.table.ts";
import { lockOrders } from "./erase-customer.ts";
import { lockedWithMerged } from "./lock-customer.ts";
import { eachTagOnce, shownCustomer, withOneDefault } from "./show-customer.ts";

/**
 * Moves the other customer's orders, groups, tags and addresses to this one, and appends its note. This customer's own
 * data is kept, and whatever exceeds a limit stays with the other. The other's row stays and leads here: orders with
 * its email address belong to this one. The later of the two marketing decisions counts.
 */
export async function mergeCustomers(
  change: Change,
  { id, otherId }: InputOf<typeof contract.merge>,
): Promise<contract.Customer> {
  if (id === otherId) throw new Refusal("customer.same");
  await lockOrders(change, otherId);
  const held = await lockedWithMerged(change, [id, otherId]);
  const [kept, gone] = [mergeable(held, id), mergeable(held, otherId)];
  const { tx, at } = change;

  await tx.execute(sql`update orders set customer_id = ${id} where customer_id = ${otherId}`);
  // A group that is being removed is waited for, and left out.
  await tx.execute(sql`
    insert into customer_group_members (customer_id, group_id)
    select ${id}, group_id from customer_group_members join customer_groups g on g.id = group_id
    where customer_id = ${otherId}
      and group_id not in (select group_id from customer_group_members where customer_id = ${id})
    order by group_id
    limit greatest(0, ${contract.groupsMax} - (select count(*) from customer_group_members where customer_id = ${id}))
    for key share of g on conflict do nothing`);
  await tx.execute(sql`delete from customer_group_members where customer_id = ${otherId}`);
  await tx.execute(sql`
    update customers set merged_into = ${id}, updated_at = ${at.toISOString()}::timestamptz
    where id = ${otherId} or merged_into = ${otherId}`);
  const newest = (gone.marketingAt?.getTime() ?? 0) > (kept.marketingAt?.getTime() ?? 0) ? gone : kept;
  await tx.execute(sql`
    update customers set phone = ${kept.phone ?? gone.phone}, note = ${notesOf(kept, gone)},
      addresses = ${JSON.stringify(addressesOf(kept, gone))}::jsonb,
      tags = ${sql.param(tagsOf(kept, gone))}::text[],
      accepts_marketing = ${newest.acceptsMarketing}, marketing_at = ${newest.marketingAt?.toISOString() ?? null}::timestamptz,
      updated_at = ${at.toISOString()}::timestamptz
    where id = ${id}`);
  // The current figures, which the answer shows.
  await tx.execute(sql`set constraints orders_customer_changed immediate`);
  audit(change, "customer.merge", id, { after: { merged: otherId } });
  audit(change, "customer.merge", otherId, { after: { mergedInto: id } });
  return shownCustomer(tx, id);
}

function mergeable(held: readonly CustomerRow[], id: Id<"customer">): CustomerRow {
  const row = held.find((one) => one.id === id);
  if (!row) throw new Refusal("customer.unknown", { customerId: id });
  if (row.mergedInto !== null) throw new Refusal("customer.merged", { customerId: row.mergedInto });
  if (row.erasedAt) throw new Refusal("customer.erased", { customerId: id });
  return row;
}

function notesOf(kept: CustomerRow, gone: CustomerRow): string | null {
  const both = [kept.note, gone.note].filter((note) => note !== null).join("\n\n");
  return [...both].slice(0, contract.noteMax).join("").trimEnd() || null;
}

/** This customer's first, in its own spelling. */
const tagsOf = (kept: CustomerRow, gone: CustomerRow): string[] =>
  eachTagOnce([...kept.tags, ...gone.tags, ...kept.tags]).slice(0, contract.tagsMax);

/** Without duplicates, in the given spelling. */
function addressesOf(kept: CustomerRow, gone: CustomerRow): CustomerRow["addresses"] {
  const both = [...kept.addresses, ...gone.addresses.map((one) => ({ ...one, isDefault: false }))];
  const asWritten = ({ isDefault, ...address }: CustomerRow["addresses"][number]) =>
    JSON.stringify(Object.entries(address).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const each = new Map(both.toReversed().map((one) => [asWritten(one), one]));
  return withOneDefault([...each.values()].toReversed().slice(0, contract.addressesMax));
}
