import type { Actor } from "#core/actor";
import type { RefusalCode } from "#core/contract/kit/refusals";
import { db } from "#core/db/client";
import { type AnyColumn, type PgTable, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { type HistoryAsked, historyOf } from "./history.ts";

/**
 * The history operation for a table whose rows are subjects in the audit.
 * @param unknown the refusal of an id that is not in the table and has no history.
 */
export const historyIn =
  (table: PgTable & { readonly id: AnyColumn }, unknown: RefusalCode) =>
  async (_by: Actor, input: HistoryAsked & { readonly id: string }) => {
    const history = await historyOf([input.id], input);
    if (history.items.length === 0 && input.cursor === undefined) {
      const known = await db().execute(sql`select 1 from ${table} where id = ${input.id}`);
      if (known.length === 0) throw new Refusal(unknown);
    }
    return history;
  };
