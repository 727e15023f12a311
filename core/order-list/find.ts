import { paymentStatuses, statuses } from "#core/contract/parts/order-shapes";
import { type SQL, sql } from "#core/db/drizzle";
import type { Vendor } from "#core/order/wire/own-part";
import { conditionsOf, type Filters, open } from "./conditions.ts";
import { matching } from "./match.ts";
import { amongFound, amongLines, amongOrders, amongTagged, type Page, pageOf, type Way } from "./way.ts";

/**
 * The ids of one page of orders. Each way to match a search is a separate query on its own index, and reads no
 * more than a page: except for the sort by total, it does not matter how many orders exist or match.
 */
export function foundIds(filters: Filters, vendor: Vendor, page: Page): SQL {
  const pages = waysOf(filters, vendor, page).map((way) => pageOf(way, page));
  const { from, columns } = amongFound(sql`(${sql.join(pages, sql` union `)}) as found`, "found");
  return sql`select ${columns.id} from ${from} order by ${page.order(columns)} limit ${page.limit}`;
}

function waysOf(filters: Filters, vendor: Vendor, page: Page): Way[] {
  const { q, tag, status, paymentStatus } = filters;
  const byTag = q === undefined && vendor === null && tag !== undefined;
  const conditions = conditionsOf(byTag ? { ...filters, tag: undefined } : filters, vendor);
  const inStates = [...oneOf("status", status), ...oneOf("payment_status", paymentStatus)];
  const also = (way: Way): Way => ({ ...way, where: [...way.where, ...inStates, ...conditions] });
  if (q !== undefined) return matching(q, vendor).map(also);
  if (vendor !== null) return [also(amongLines(sql`l.vendor_id = ${vendor}`))];
  if (byTag) return [also(amongTagged(tag))];
  const states = statesIn(filters);
  return [page.byTime && states.length > 0 ? stateByState(states, conditions, page) : also(amongOrders())];
}

interface States {
  readonly column: "status" | "payment_status";
  readonly among: readonly string[];
}

/** The states that an order can have to match; empty if states do not matter. Balances are indexed by both states. */
function statesIn({ status, paymentStatus, balance, fulfillable }: Filters): States[] {
  const owed = balance !== undefined && balance !== "even";
  const possible = fulfillable ? open : owed ? statuses : undefined;
  const among = status && possible ? possible.filter((one) => status.includes(one)) : (status ?? possible);
  const money = paymentStatus ?? (owed ? paymentStatuses : undefined);
  return [
    ...(among ? [{ column: "status", among } as const] : []),
    ...(money ? [{ column: "payment_status", among: money } as const] : []),
  ];
}

/**
 * A page for each state, from the index of states and time; the first rows of these make the page. In one query,
 * PostgreSQL would scan all orders, or sort all orders in those states.
 */
function stateByState(states: readonly States[], conditions: readonly SQL[], page: Page): Way {
  const each = states.map(
    ({ column, among }) => sql`unnest(${sql.param(among)}::text[]) as each_${sql.raw(column)}(${sql.raw(column)})`,
  );
  const same = states.map(({ column }) => sql.raw(`orders.${column} = each_${column}.${column}`));
  const inside = pageOf(amongOrders(...same, ...conditions), page);
  return amongFound(sql`${sql.join(each, sql` cross join `)} cross join lateral ${inside} as of_state`, "of_state");
}

/** Written into the statement: the planner knows how rare each is, and uses another index for a rare one. */
const oneOf = (column: States["column"], among: readonly string[] | undefined): SQL[] => {
  if (among === undefined) return [];
  const listed = among.map((one) => `'${one}'`).toSorted();
  return [listed.length === 0 ? sql`false` : sql.raw(`orders.${column} in (${listed.join()})`)];
};
