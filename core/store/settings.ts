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

/** The store's settings as they are now; within a change, as that change sees them. */
export async function storeSettings(tx: Db): Promise<Store> {
  const [row] = await storeRows(tx, sql``);
  if (!row) throw new Error("The table store has lost its one row.");
  return row;
}

/**
 * The same, for an order that is being placed: until its change ends the currency cannot become another, and a currency
 * that is just becoming another is waited for. The other settings may change meanwhile.
 */
export async function settingsToOrderBy(change: Change): Promise<Store> {
  const [row] = await storeRows(change.tx, sql`for key share`);
  if (!row) throw new Error("The table store has lost its one row.");
  return row;
}

export const readStore = (_by: Actor): Promise<Store> => storeSettings(db());
