/** The ways to find orders: each is a separate query for one page, in terms that all of them share. */
import { type SQL, sql } from "#core/db/drizzle";
import { formsOfTag } from "#core/db/search";

/**
 * An order's time, total and id. Lines and tags have copies of the time and the id, so that searching them need not
 * read the orders: a page is defined by these columns, and applied to the table searched.
 */
export interface Columns {
  readonly placedAt: SQL;
  readonly total: SQL;
  readonly id: SQL;
}

/** One page of results. */
export interface Page {
  /** Further conditions, such as coming after a cursor. */
  readonly where: (columns: Columns) => SQL;
  readonly order: (columns: Columns) => SQL;
  /** What `order` sorts by before the id. */
  readonly sortedBy: (columns: Columns) => SQL;
  /** A number in the statement itself, from `rowsFor`. */
  readonly limit: SQL;
  /** Sorted by time, in either direction: each state has an index for that. */
  readonly byTime: boolean;
}

export interface Way {
  readonly from: SQL;
  readonly where: readonly SQL[];
  readonly columns: Columns;
  /** It may find an order several times. */
  readonly repeats?: true;
  /** It consists of pages, to whose rows the page's further conditions have been applied already. */
  readonly isOfPages?: true;
}

const total = sql`orders.total_minor`;

export const amongOrders = (...where: SQL[]): Way => ({
  from: sql`orders`,
  where,
  columns: { placedAt: sql`orders.created_at`, total, id: sql`orders.id` },
});

/** A left join, although every line has its order: PostgreSQL omits it if nothing of the order is used. */
export const amongLines = (...where: SQL[]): Way => ({
  from: sql`order_lines l left join orders on orders.id = l.order_id`,
  where,
  columns: { placedAt: sql`l.placed_at`, total, id: sql`l.order_id` },
  repeats: true,
});

/** Whether a tag of an order is this one, in upper or lower case. */
export const isTag = (column: SQL, tag: string): SQL =>
  sql`lower(${column}) collate "C" in (${sql.join(
    formsOfTag(tag).map((form) => sql`lower(${form})`),
    sql`, `,
  )})`;

export const amongTagged = (tag: string): Way => ({
  from: sql`order_tags t left join orders on orders.id = t.order_id`,
  where: [isTag(sql`t.tag`, tag)],
  columns: { placedAt: sql`t.placed_at`, total, id: sql`t.order_id` },
  repeats: true,
});

/** Among the results of other ways, named `as`: their ids and sort keys. */
export const amongFound = (from: SQL, as: "found" | "of_state"): Way => {
  const key = sql.raw(`${as}.key`);
  return { from, where: [], columns: { placedAt: key, total: key, id: sql.raw(`${as}.id`) }, isOfPages: true };
};

/** One way's page, as a query in parentheses. */
export const pageOf = ({ from, where, columns, repeats, isOfPages }: Way, page: Page): SQL =>
  sql`(select ${repeats ? sql`distinct` : sql``} ${columns.id} as id, ${page.sortedBy(columns)} as key from ${from}
    where ${sql.join([...where, isOfPages ? sql`true` : page.where(columns)], sql` and `)} order by ${page.order(columns)} limit ${page.limit})`;
