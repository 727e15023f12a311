/** The list that one comes from: an order's page leads back to it as it was, and on to the next of its rows. */
import type { Row } from "./labels.ts";

interface Seen {
  /** Its filters and its page, as the address held them. */
  readonly search: Readonly<Record<string, string>>;
  readonly ids: readonly Row["id"][];
}

let seen: Seen = { search: {}, ids: [] };

export function keepList(list: Seen): void {
  seen = list;
}

/** Nothing but the plain list for an order that was not on the one looked at last. */
export function placeInList(id: Row["id"]) {
  const at = seen.ids.indexOf(id);
  if (at === -1) return { search: {}, before: undefined, after: undefined };
  return { search: seen.search, before: seen.ids[at - 1], after: seen.ids[at + 1] };
}
