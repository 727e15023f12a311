/**
 * Senders that stay awake: a wake-up costs a message, a receive, a removal and a start of a sender. A busy lane needs
 * none of that, because its sender looks for new rows five times a second. So it records in the database that it is
 * awake, and writers of rows do not wake it. That delays a row by a fifth of a second at most.
 *
 * No row is missed between the two. A subscriber checks who is awake after its rows have committed; a sender withdraws
 * its record before it looks for the last time. Whichever comes first, one of the two sees the other.
 */
import { randomUUID } from "node:crypto";
import { db } from "#core/db/client";
import { optional } from "#core/environment";
import { tellHere } from "./awake-here.ts";
import type { Awake, Wake, WakeUp } from "./wake.ts";
import { wakeByQueue } from "./wake-by-queue.ts";
import type { Lane } from "./webhook.table.ts";

/** How long a sender's record is valid: if it dies, rows wait no longer than this and the sweep. */
export const announcedMs = 2_000;
const announceEveryMs = 1_000;

/** `WEBHOOK_PACE`: `economical` where each wake-up costs money; otherwise no row waits for a look. */
export const isEconomical = (): boolean => optional("WEBHOOK_PACE") === "economical";

export function awakeIn(lane: Lane): Awake {
  const id = randomUUID();
  let announcedAt = Number.NEGATIVE_INFINITY;
  return {
    announce: async () => {
      if (performance.now() - announcedAt < announceEveryMs) return;
      await db().$client`
        insert into webhook_senders (id, lane, until)
        values (${id}, ${lane}, clock_timestamp() + make_interval(secs => ${announcedMs / 1_000}))
        on conflict (id) do update set until = excluded.until`;
      announcedAt = performance.now();
    },
    withdraw: async () => {
      if (announcedAt === Number.NEGATIVE_INFINITY) return;
      announcedAt = Number.NEGATIVE_INFINITY;
      // Also removes records of senders that died.
      await db().$client`
        delete from webhook_senders where id = ${id} or until < clock_timestamp() - interval '1 minute'`;
    },
  };
}

/** Wakes lanes without a sender awake; to be called once the rows have committed. Later wake-ups are always sent. */
export const wakeSleeping: Wake = async (wakeUps) => {
  const unheard = wakeUps.filter(
    ({ lane = "fast", afterSeconds = 0, to }) => !to || afterSeconds > 0 || !tellHere(lane, to),
  );
  if (unheard.length === 0 || !isEconomical()) return wakeByQueue(unheard);
  const awake = await db().$client<{ lane: Lane }[]>`
    select distinct lane from webhook_senders where until > clock_timestamp()`;
  const sleeps = ({ lane = "fast" }: WakeUp) => !awake.some((one) => one.lane === lane);
  return wakeByQueue(unheard.filter((one) => (one.afterSeconds ?? 0) > 0 || sleeps(one)));
};
