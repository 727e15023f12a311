import type { Customer } from "#core/contract/customer";
import type { Id } from "#core/contract/kit/fields";
import type { Db } from "#core/db/client";
import { getTableColumns, type SQL, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";
import { type CustomerRow, customers } from "./customer.table.ts";

const groups = sql<Customer["groups"]>`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
  from customer_group_members m join customer_groups g on g.id = m.group_id where m.customer_id = customers.id)`;

/** @throws Refusal `customer.unknown`. */
export async function shownCustomer(tx: Db, id: Id<"customer">): Promise<Customer> {
  const [row] = await tx
    .select({ customer: getTableColumns(customers), groups, currency: storeCurrency })
    .from(customers)
    .where(isOne(id));
  if (!row) throw new Refusal("customer.unknown");
  const { acceptsMarketing, marketingAt, spentMinor: _, formerEmails, ...customer } = row.customer;
  return {
    ...customer,
    groups: row.groups,
    marketing: { accepts: acceptsMarketing, at: marketingAt },
    spent: spentOf(row.customer, row.currency),
  };
}

/** A sum of mistyped amounts in a file may be no safe integer: it is shown as the largest, so that the customer is. */
export const spentOf = ({ spentMinor }: Pick<CustomerRow, "spentMinor">, currency: string): Customer["spent"] => ({
  amountMinor: Math.min(spentMinor, Number.MAX_SAFE_INTEGER),
  currency,
});

const isOne = (id: Id<"customer">): SQL => sql`${customers.id} = ${id}`;

/** Exactly one of them is the default, if there are any. */
export function withOneDefault(addresses: CustomerRow["addresses"]): CustomerRow["addresses"] {
  const chosen = Math.max(
    0,
    addresses.findIndex(({ isDefault }) => isDefault),
  );
  return addresses.map((address, index) => ({ ...address, isDefault: index === chosen }));
}

/** Without duplicates, ignoring case. */
export const eachTagOnce = (tags: readonly string[]): string[] => [
  ...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values(),
];
