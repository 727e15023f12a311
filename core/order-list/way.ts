/** The ways to find orders: each is a query of its own, of one page, in terms that all of them share. */
import { type SQL, sql } from "#core/db/drizzle";

/**
 * When an order was placed, what it comes to, and its id. Lines and tags have copies of the time and the id, so that
 * whoever searches among them need not read the orders: a page is said in terms of these, and put on what is searched.
 */
export interface Columns {
  readonly placedAt: SQL;
  readonly total: SQL;
  readonly id: SQL;
}

/** One page of what is found. */
export interface Page {
  /** What else must hold, such as to lie behind a cursor. */
  readonly where: (columns: Columns) => SQL;
  readonly order: (columns: Columns) => SQL;
  /** What `order` sorts by before the id. */
  readonly sortedBy: (columns: Columns) => SQL;
  /** A number in the statement itself, as `rowsFor` gives it. */
  readonly limit: SQL;
  /** In the order of time, one way or the other, in which orders of every state have an index. */
  readonly byTime: boolean;
}

export interface Way {
  readonly from: SQL;
  readonly where: readonly SQL[];
  readonly columns: Columns;
  /** It may meet one order several times. */
  readonly repeats?: true;
  /** It is made of pages, of which each row has been asked what else must hold. */
  readonly isOfPages?: true;
}

const total = sql`orders.total_minor`;

export const amongOrders = (...where: SQL[]): Way => ({
  from: sql`orders`,
  where,
  columns: { placedAt: sql`orders.created_at`, total, id: sql`orders.id` },
});

/** A left join, although every line has its order: PostgreSQL leaves it out where nothing asks for the order. */
export const amongLines = (...where: SQL[]): Way => ({
  from: sql`order_lines l left join orders on orders.id = l.order_id`,
  where,
  columns: { placedAt: sql`l.placed_at`, total, id: sql`l.order_id` },
  repeats: true,
});

export const amongTagged = (tag: string): Way => ({
  from: sql`order_tags t left join orders on orders.id = t.order_id`,
  where: [sql`lower(t.tag) collate "C" = lower(${tag})`],
  columns: { placedAt: sql`t.placed_at`, total, id: sql`t.order_id` },
  repeats: true,
});

/** Among what other ways have found, named `as`: their ids, and what they sorted by. */
export const amongFound = (from: SQL, as: "found" | "of_state"): Way => {
  const key = sql.raw(`${as}.key`);
  return { from, where: [], columns: { placedAt: key, total: key, id: sql.raw(`${as}.id`) }, isOfPages: true };
};

/** A page along one way, as a query in brackets. */
export const pageOf = ({ from, where, columns, repeats, isOfPages }: Way, page: Page): SQL =>
  sql`(select ${repeats ? sql`distinct` : sql``} ${columns.id} as id, ${page.sortedBy(columns)} as key from ${from}
    where ${sql.join([...where, isOfPages ? sql`true` : page.where(columns)], sql` and `)} order by ${page.order(columns)} limit ${page.limit})`;
