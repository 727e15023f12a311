/** The last order list that was shown: an order's page links back to it, and to the next order in it. */
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

/** The previous and the next order in that list; none for an order that is not in it. */
export function neighboursInList(id: OrderRow["id"]) {
  const index = last.ids.indexOf(id);
  if (index === -1) return { search: {}, previous: undefined, next: undefined };
  return { search: last.search, previous: last.ids[index - 1], next: last.ids[index + 1] };
}
