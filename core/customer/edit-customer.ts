import { editOf } from "#core/audit/edit-of";
import { audit, type Difference } from "#core/audit/record";
import type * as contract from "#core/contract/customer";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { type CustomerRow, customers } from "./customer.table.ts";
import { lockedCustomer, lockedWithMerged } from "./lock-customer.ts";
import { setGroups } from "./set-groups.ts";
import { eachTagOnce, shownCustomer, withOneDefault } from "./show-customer.ts";

/** The constraints on a customer's row that become refusals. */
export const emailTaken = { customers_email: () => new Refusal("customer.emailTaken") };

export async function editCustomer(change: Change, input: InputOf<typeof contract.edit>): Promise<contract.Customer> {
  const { id, groupIds, addresses, tags, acceptsMarketing, ...fields } = input;
  if (fields.email !== undefined) await lockedWithMerged(change, [id]);
  const before = await lockedCustomer(change, id);
  if (before.erasedAt) throw new Refusal("customer.erased");
  // Someone who had said nothing may decline: they did not accept before either.
  const isSaid =
    acceptsMarketing !== undefined && (acceptsMarketing !== before.acceptsMarketing || !before.marketingAt);
  const { after, difference } = editOf(before, {
    ...fields,
    ...(addresses && { addresses: withOneDefault(addresses) }),
    ...(tags && { tags: eachTagOnce(tags) }),
    ...(isSaid && { acceptsMarketing, marketingAt: change.at }),
  });
  if (difference) {
    const isMoved = after.email !== before.email;
    const row = { ...after, updatedAt: change.at, ...(isMoved && { formerEmails: formerEmails(before) }) };
    if (isMoved) await exchangeAddresses(change, before, row.email);
    await orRefuse(change.tx.update(customers).set(editable(row)).where(eq(customers.id, id)), emailTaken);
  }
  const groups = groupIds && { before: await setGroups(change, id, groupIds), after: groupIds.toSorted() };
  const moved = groups && groups.before.join() !== groups.after.join();
  if (difference || moved) audit(change, "customer.edit", id, nameless(difference, moved ? groups : undefined));
  return shownCustomer(change.tx, id);
}

const formerEmailsMax = 50;

const formerEmails = ({ email, formerEmails: known }: CustomerRow): string[] =>
  [...new Set([...(email === null ? [] : [email]), ...known])].slice(0, formerEmailsMax);

/** If the new address is that of a merged customer, the two swap addresses: both still lead to this customer. */
async function exchangeAddresses({ tx }: Change, { id, email: own }: CustomerRow, email: string | null): Promise<void> {
  // No two may have the same address at any moment, so it is an id in between.
  const [merged] = await tx.execute<{ id: string }>(sql`
    update customers set email = id where email = ${email} and merged_into = ${id} returning id`);
  if (!merged) return;
  await tx.execute(sql`update customers set email = ${email} where id = ${id}`);
  await tx.execute(sql`update customers set email = ${own} where id = ${merged.id}`);
}

/** Everything but the figures, which the trigger writes. */
function editable({ orders, spentMinor, lastOrderAt, ...row }: CustomerRow): Partial<CustomerRow> {
  return row;
}

const personal: readonly string[] = ["email", "name", "phone", "addresses", "note"];

/** An edit as the audit records it: for personal data only which fields changed, without their values. */
function nameless(
  difference: Difference | null,
  groups: { readonly before: readonly string[]; readonly after: readonly string[] } | undefined,
): Difference {
  const keep = (side: Difference["before"]) =>
    Object.fromEntries(Object.entries(side ?? {}).filter(([field]) => !personal.includes(field)));
  const changed = Object.keys(difference?.after ?? {}).filter((field) => personal.includes(field));
  return {
    before: { ...keep(difference?.before), ...(groups && { groupIds: groups.before }) },
    after: {
      ...keep(difference?.after),
      ...(groups && { groupIds: groups.after }),
      ...(changed.length > 0 && { changed }),
    },
  };
}
