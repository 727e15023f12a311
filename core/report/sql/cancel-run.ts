import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as report from "#core/contract/report";
import type { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { isAway } from "#core/db/error";
import { optional } from "#core/environment";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { asReporter } from "./login.ts";

/**
 * The login may stop its own sessions, and finds them by `application_name`. With `reports.write`, other people's runs
 * too.
 */
export async function cancelRun(
  by: Actor,
  { id }: InputOf<typeof report.cancelRun>,
  commit: typeof inChange,
): Promise<OutputOf<typeof report.cancelRun>> {
  const [run] = await db().execute<{ actor_id: string | null }>(sql`select actor_id from report_runs where id = ${id}`);
  if (!run || (run.actor_id !== by.id && !by.rights.has("reports.write"))) throw new Refusal("report.runUnknown");
  const { timeZone } = await storeSettings(db());
  const stopped = (
    await Promise.all(["DATABASE_URL", "DATABASE_READ_URL"].map((name) => stopAt(name, id, timeZone)))
  ).includes(true);
  await commit(by, async (change) => audit(change, "report.cancelRun", id, { after: { stopped } }));
  return { stopped };
}

const looksMax = 40;
const lookAgainMs = 50;

/** @returns whether it was running there and no longer is. */
async function stopAt(setting: string, id: Id<"reportRun">, timeZone: string): Promise<boolean> {
  const url = optional(setting);
  if (url === undefined) return false;
  const client = await asReporter("cancel", timeZone, url);
  try {
    for (let look = 0; look < looksMax; look++) {
      // Found before it is cancelled, because PostgreSQL refuses to cancel sessions of other logins.
      const found = await client<{ pid: number }[]>`
        with found as materialized (
          select pid from pg_stat_activity where application_name = ${id} and usename = current_user)
        select pid from found where pg_cancel_backend(pid)`;
      if (found.length === 0) return look > 0;
      // Before its statement begins there is nothing to cancel, so check again whether it is gone.
      await pause(lookAgainMs);
    }
    return false;
  } catch (error) {
    // An unreachable standby runs nothing.
    if (setting === "DATABASE_READ_URL" && isAway(error)) return false;
    throw error;
  } finally {
    await client.end({ timeout: 1 });
  }
}
