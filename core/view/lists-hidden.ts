import type { Actor } from "#core/actor";
import type { Right } from "#core/contract/values/rights";

/** The right to see each of the admin's lists that has views. */
const rightToSee: Readonly<Record<string, Right>> = {
  levels: "inventory.read",
  orders: "orders.read",
  products: "catalog.read",
};

/**
 * The lists whose shared views someone does not see, because they may not see the list: its filters may contain a
 * customer's email address.
 */
export const listsHiddenFrom = ({ rights }: Actor): string[] =>
  Object.entries(rightToSee).flatMap(([list, right]) => (rights.has(right) ? [] : list));
