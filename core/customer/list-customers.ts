import * as z from "zod";
import type { Actor } from "#core/actor";
import type * as contract from "#core/contract/customer";
import { id, timeText } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { byContact, byPhone, type ContactColumns } from "#core/db/contact-search";
import { getTableColumns, type SQL, sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { folded, hasTag, searching } from "#core/db/search";
import { storeCurrency } from "#core/store/settings";
import { type CustomerRow, customers } from "./customer.table.ts";
import { spentOf } from "./show-customer.ts";

type Input = InputOf<typeof contract.list>;

export async function listCustomers(_by: Actor, input: Input): Promise<OutputOf<typeof contract.list>> {
  const { order, keyOf, behind }: Sort = sorts[input.sort];
  const conditions = [
    sql`merged_into is null`,
    ...(input.sort === "lastOrder" ? [sql`last_order_at is not null`] : []),
    ...conditionsOf(input),
    ...(input.cursor === undefined ? [] : [behind(input.cursor)]),
  ];
  const rows = await searching(input.q, (tx) =>
    tx
      .select({ customer: getTableColumns(customers), currency: storeCurrency })
      .from(customers)
      .where(sql.join(conditions, sql` and `))
      .orderBy(order)
      .limit(rowsFor(input.limit)),
  );
  return pageFrom(
    rows,
    input.limit,
    (row) => keyOf(row.customer),
    ({ customer: { spentMinor, formerEmails, ...customer }, currency }) => ({
      ...customer,
      spent: spentOf({ spentMinor }, currency),
    }),
  );
}

function conditionsOf({ q, groupId, tag, ...input }: Input): SQL[] {
  const { spentFromMinor, spentToMinor, lastOrderFrom, lastOrderTo } = input;
  const conditions: (SQL | false | undefined)[] = [
    q !== undefined && sql`(${sql.join([byContact(columns, q), ...byPhone(columns, q)], sql` or `)})`,
    groupId && sql`customers.id in (select customer_id from customer_group_members where group_id = ${groupId})`,
    tag !== undefined && hasTag(sql`tags`, tag),
    spentFromMinor !== undefined && sql`spent_minor >= ${spentFromMinor}`,
    spentToMinor !== undefined && sql`spent_minor <= ${spentToMinor}`,
    lastOrderFrom && sql`last_order_at >= ${lastOrderFrom.toISOString()}::timestamptz`,
    lastOrderTo && sql`last_order_at < ${lastOrderTo.toISOString()}::timestamptz`,
  ];
  return conditions.filter((condition) => condition !== undefined && condition !== false);
}

/** The collation of the email address would leave capitals of a name as they are, but for English ones. */
const columns: ContactColumns = {
  contact: folded(sql`(' ' || name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) collate "default"`),
  nameAndEmail: folded(sql`(' ' || name || ' ' || coalesce(email, '')) collate "default"`),
  email: sql`email`,
  phone: sql`phone`,
};

/** A sort order with its own index: a row's cursor, and the condition for rows after a cursor. */
interface Sort {
  readonly order: SQL;
  readonly keyOf: (row: CustomerRow) => readonly (string | number)[];
  readonly behind: (cursor: string) => SQL;
}

const sorts = {
  newest: {
    order: sql`id desc`,
    keyOf: (row) => [row.id],
    behind: (cursor) => sql`id < ${decodeCursor(cursor, z.tuple([id("customer")]))[0]}`,
  },
  oldest: {
    order: sql`id`,
    keyOf: (row) => [row.id],
    behind: (cursor) => sql`id > ${decodeCursor(cursor, z.tuple([id("customer")]))[0]}`,
  },
  spent: {
    order: sql`spent_minor desc, id desc`,
    keyOf: (row) => [spentOf(row, "").amountMinor, row.id],
    behind: (cursor) => {
      const [spent, last] = decodeCursor(cursor, z.tuple([z.int(), id("customer")]));
      return sql`(spent_minor, id) < (${spent}::bigint, ${last})`;
    },
  },
  lastOrder: {
    order: sql`last_order_at desc, id desc`,
    keyOf: (row) => [row.lastOrderAt?.toISOString() ?? "", row.id],
    behind: (cursor) => {
      const [at, last] = decodeCursor(cursor, z.tuple([timeText, id("customer")]));
      return sql`(last_order_at, id) < (${at}::timestamptz, ${last})`;
    },
  },
} satisfies Record<Input["sort"], Sort>;
