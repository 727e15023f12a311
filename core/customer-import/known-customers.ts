/** The existing data about the customers in a file. */

import type { Id } from "#core/contract/kit/fields";
import { type CustomerRow, customers } from "#core/customer/customer.table";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { touchedAmong } from "#core/job/import-file/touched";
import { withoutUnseen } from "#core/job/import-file/unseen";
import type { TakenCustomer } from "./taken-customer.ts";

export interface KnownCustomer {
  readonly row: CustomerRow;
  readonly groupIds: readonly Id<"group">[];
  /** Whether staff have created or changed them since an import last wrote them. */
  readonly isTouched: boolean;
}

export interface Known {
  /** By email address as in the file, otherwise without invisible marks; for a merged customer, the remaining one. */
  readonly customers: ReadonlyMap<string, KnownCustomer>;
  /** By lower-case name. */
  readonly groups: ReadonlyMap<string, Id<"group">>;
}

const customerRows = rowsOf(customers);

/** Serializes imports of customers; existing customers are locked until the change ends. */
export async function knownCustomers(change: Change, taken: readonly TakenCustomer[]): Promise<Known> {
  const { tx } = change;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('import.customers', 0))`);
  const emails = sql.param(taken.flatMap(({ email }) => [email, withoutUnseen(email)]));
  const rows = await customerRows(
    tx,
    sql`where email = any(${emails}::text[])
      or id = any(array(select merged_into from customers where email = any(${emails}::text[]))) order by id for update`,
  );
  const ids = rows.map(({ id }) => id);
  const members = await tx.execute<{ id: Id<"customer">; group: Id<"group"> }>(sql`
    select customer_id as id, group_id as group from customer_group_members
    where customer_id = any(${sql.param(ids)}::text[]) order by group_id`);
  const groups = await tx.execute<{ name: string; id: Id<"group"> }>(sql`
    select name, id from customer_groups for key share`);
  const touched = await touchedAmong(
    change,
    ids.map((id) => [id]),
  );
  const byId = new Map(
    rows.map((row) => {
      const groupIds = members.filter(({ id }) => id === row.id).map(({ group }) => group);
      return [row.id, { row, groupIds, isTouched: touched.has(row.id) }];
    }),
  );
  const byEmail = new Map(rows.map(({ id, email, mergedInto }) => [email, byId.get(mergedInto ?? id)]));
  return {
    customers: new Map(
      taken.flatMap(({ email }) => {
        const known = byEmail.get(email) ?? byEmail.get(withoutUnseen(email));
        return known ? [[email, known] as const] : [];
      }),
    ),
    groups: new Map(groups.map(({ name, id }) => [name.toLowerCase(), id])),
  };
}
