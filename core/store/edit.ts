import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import type * as contract from "#core/contract/store";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { invalidField, Refusal } from "#core/refusal";
import { store } from "./store.table.ts";

export async function editStore(change: Change, input: InputOf<typeof contract.edit>): Promise<contract.Store> {
  // Orders being placed lock the row (`settingsToOrderBy`). Only a change of currency must wait for them, and they for
  // it.
  const lock = input.currency === undefined ? "no key update" : "update";
  const [before] = await change.tx.select().from(store).for(lock);
  if (!before) throw new Error("The table store has no row.");
  const { after, difference } = editOf(before, input);
  if (!difference) return before;
  if (after.currency !== before.currency) await refuseCurrencyInUse(change);
  if (after.timeZone !== before.timeZone) await refuseUnknownZone(change, after.timeZone);
  await change.tx.update(store).set(after);
  audit(change, "store.edit", "store", difference, "store");
  return after;
}

/** Amounts are stored as numbers in the store's currency: another currency would change the meaning of every order. */
async function refuseCurrencyInUse(change: Change): Promise<void> {
  const [used] = await change.tx.execute(sql`select 1 from orders limit 1`);
  if (used) throw new Refusal("store.currencyInUse");
}

/** PostgreSQL takes other names too, as rules of POSIX: SystemV/PST8PDT would have America's summer time, whatever Node says. */
async function refuseUnknownZone(change: Change, timeZone: string): Promise<void> {
  const [known] = await change.tx.execute(sql`
    select 1 from pg_timezone_names where lower(name) = lower(${timeZone}) limit 1`);
  if (!known) throw invalidField("timeZone", "a time zone that the database knows too, such as Asia/Kolkata, or UTC");
}
