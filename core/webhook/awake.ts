/**
 * Senders that stay awake: a wake-up is a message, a receive, a removal and a start of a sender, and a busy lane needs none
 * of it, for its sender looks for what is new five times a second. So it says in the database that it does, and whoever has
 * written rows wakes nobody who is awake. What they give up is a fifth of a second at the most.
 *
 * No row is left lying between the two. A subscriber asks who is awake after its rows have committed; a sender takes back
 * its word before it looks for the last time. Whichever comes first, one of the two sees the other.
 */
import { randomUUID } from "node:crypto";
import { db } from "#core/db/client";
import { optional } from "#core/environment";
import { tellHere } from "./awake-here.ts";
import type { Awake, Wake, WakeUp } from "./wake.ts";
import { wakeByQueue } from "./wake-by-queue.ts";
import type { Lane } from "./webhook.table.ts";

/** How long a sender's word is good: should it die, nothing waits for longer than this and the sweep. */
export const wordMs = 2_000;
const sayEveryMs = 1_000;

/** `WEBHOOK_PACE`: `economical` where each wake-up is paid for; otherwise nobody waits for a look. */
export const isEconomical = (): boolean => optional("WEBHOOK_PACE") === "economical";

export function awakeIn(lane: Lane): Awake {
  const id = randomUUID();
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    say: async () => {
      if (performance.now() - saidAt < sayEveryMs) return;
      await db().$client`
        insert into webhook_senders (id, lane, until)
        values (${id}, ${lane}, clock_timestamp() + make_interval(secs => ${wordMs / 1_000}))
        on conflict (id) do update set until = excluded.until`;
      saidAt = performance.now();
    },
    takeBack: async () => {
      if (saidAt === Number.NEGATIVE_INFINITY) return;
      saidAt = Number.NEGATIVE_INFINITY;
      // With what others left behind who died.
      await db().$client`
        delete from webhook_senders where id = ${id} or until < clock_timestamp() - interval '1 minute'`;
    },
  };
}

/** Wakes those of whom nobody is awake: to be asked once the rows have committed. What is due later wakes whoever sleeps then. */
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
