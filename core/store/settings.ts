import type { Actor } from "#core/actor";
import type { Store } from "#core/contract/store";
import type { Change } from "#core/db/change";
import { type Db, db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { rowsOf } from "#core/db/rows-of";
import { store } from "./store.table.ts";

const storeRows = rowsOf(store);

/** The store's currency, for a query that shows amounts. */
export const storeCurrency = sql<string>`(select currency from store)`;

/** The store's current settings; within a change, as that change sees them. */
export async function storeSettings(tx: Db): Promise<Store> {
  const [row] = await storeRows(tx, sql``);
  if (!row) throw new Error("The table store has no row.");
  return row;
}

/**
 * The same, for placing an order: the currency cannot change until this change ends, and a concurrent change of it is
 * waited for. Other settings may change in the meantime.
 */
export async function settingsToOrderBy(change: Change): Promise<Store> {
  const [row] = await storeRows(change.tx, sql`for key share`);
  if (!row) throw new Error("The table store has no row.");
  return row;
}

export const readStore = (_by: Actor): Promise<Store> => storeSettings(db());
