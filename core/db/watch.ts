import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { abandonPrimary, connect, type Pool } from "./client.ts";
import { sql } from "./drizzle.ts";
import { codeOf } from "./error.ts";
import { abandonStandby } from "./standby.ts";

interface Pace {
  readonly everyMs: number;
  /** A database that has not answered the smallest question by then is silent. */
  readonly answerMsMax: number;
}

/** Both together with the time to connect anew are less than what clients wait. */
const usual: Pace = { everyMs: 5_000, answerMsMax: 12_000 };

/**
 * For a process that runs for long. A database that is gone refuses connections or closes them; one that takes them and
 * says nothing, on a frozen machine or behind a network that drops packets, would keep everyone waiting for ever. So it
 * and its standby are asked again and again, over connections of their own, and whichever is silent is abandoned:
 * requests are answered 503, sweeps and workers end, and the next ones connect anew. On Lambda, the time limit of a
 * function does this.
 */
export function watchDatabase(pace = usual): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watching = [
    watch("DATABASE_URL", abandonPrimary, pace, signal),
    watch("DATABASE_READ_URL", abandonStandby, pace, signal),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(watching);
    },
  };
}

async function watch(
  name: string,
  abandonIt: () => Promise<void>,
  { everyMs, answerMsMax }: Pace,
  stopping: AbortSignal,
): Promise<void> {
  let own: Pool | undefined;
  while (!stopping.aborted) {
    const url = optional(name);
    if (url === undefined) return;
    own ??= connect(url, 1);
    if (await isSilent(own, answerMsMax, stopping)) {
      log.error("the database is silent", { name, seconds: answerMsMax / 1_000 });
      await Promise.all([abandonIt(), own.$client.end({ timeout: 0 })]);
      own = undefined;
    }
    await pause(everyMs, undefined, { signal: stopping }).catch(() => {});
  }
  await own?.$client.end({ timeout: 0 });
}

/** An error is an answer, to everyone who asks: only of silence nobody else would hear. */
async function isSilent(pool: Pool, answerMsMax: number, stopping: AbortSignal): Promise<boolean> {
  const asked = new AbortController();
  const answered = pool.execute(sql`select 1`).then(
    () => false,
    (error: unknown) => codeOf(error) === "CONNECT_TIMEOUT",
  );
  // This process itself may have stood still: an answer that has come meanwhile is read first.
  const late = pause(answerMsMax, undefined, { signal: AbortSignal.any([stopping, asked.signal]) }).then(
    () => turn(true),
    () => false,
  );
  return Promise.race([answered, late]).finally(() => asked.abort());
}
