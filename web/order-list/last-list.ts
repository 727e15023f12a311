/** The list of orders that was shown last: an order's page leads back to it, and on to the next order in it. */
import type { OrderRow } from "../orders/types.ts";

interface LastList {
  /** Its filters and its page, as search parameters of the URL. */
  readonly search: Readonly<Record<string, string>>;
  readonly ids: readonly OrderRow["id"][];
}

let last: LastList = { search: {}, ids: [] };

export function rememberList(list: LastList): void {
  last = list;
}

/** The orders before and after this one in that list. For an order that is not in it, there are none. */
export function neighboursInList(id: OrderRow["id"]) {
  const index = last.ids.indexOf(id);
  if (index === -1) return { search: {}, previous: undefined, next: undefined };
  return { search: last.search, previous: last.ids[index - 1], next: last.ids[index + 1] };
}
