import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Exchange } from "#core/provider/record-exchange";
import type { CallRow } from "./call-kind.ts";

/** Keeps requests and answers, without secrets, to explain why a call failed. Outside of the change that settles it. */
export async function writeAttempts(callId: CallRow["id"], exchanges: readonly Exchange[]): Promise<void> {
  if (exchanges.length === 0) return;
  await db().execute(sql`
    insert into call_attempts (call_id, at, milliseconds, method, url, status, failure, request, answer)
    select ${callId}, clock_timestamp(), milliseconds, method, url, status, failure, request, answer
    from jsonb_to_recordset(${JSON.stringify(exchanges)}::jsonb) as exchange(milliseconds integer, method text, url text,
      status integer, failure text, request text, answer text)`);
}
