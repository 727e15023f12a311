import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import type { Exchange } from "#core/provider/record-exchange";
import { twice } from "#core/work/twice";
import type { CallRow } from "./call-kind.ts";

/**
 * Keeps requests and answers, without secrets, to explain why a call failed. Outside of the change that settles it: if
 * they cannot be written, its outcome still is.
 */
export async function writeAttempts(callId: CallRow["id"], exchanges: readonly Exchange[]): Promise<void> {
  if (exchanges.length === 0) return;
  await twice(() => insert(callId, exchanges)).catch((error: unknown) => {
    log.warn("exchanges with a provider not recorded", { callId, error });
  });
}

const insert = (callId: CallRow["id"], exchanges: readonly Exchange[]) =>
  db().execute(sql`
    insert into call_attempts (call_id, at, milliseconds, method, url, status, failure, request, answer)
    select ${callId}, clock_timestamp(), milliseconds, method, url, status, failure, request, answer
    from jsonb_to_recordset(${JSON.stringify(exchanges)}::jsonb) as exchange(milliseconds integer, method text, url text,
      status integer, failure text, request text, answer text)`);
