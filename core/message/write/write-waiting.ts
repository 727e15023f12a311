import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import type { TimeLeft } from "#core/time-left";
import { writeForEvents } from "./write-for-events.ts";

/** As many as a queue delivers at once: more would only take more memory. */
const pageSize = 10;

/** The events that may cause messages, in the terms of the partial index. */
const speaking = sql.raw("unwritten and (name like 'order.%' or name = 'cart.abandoned')");

/**
 * Writes the messages of events that the queue did not deliver, because their wake-up was lost or the worker died.
 * @returns how many messages are queued.
 */
export async function writeWaiting(timeLeft: TimeLeft): Promise<number> {
  let after = "";
  let queued = 0;
  while (timeLeft() > 0) {
    const events = await db().execute<{ id: string }>(sql`
      select id from events where ${speaking} and id > ${after} order by id limit ${sql.raw(String(pageSize))}`);
    const last = events.at(-1);
    if (!last) break;
    queued += await each(events.map(({ id }) => id));
    after = last.id;
  }
  return queued;
}

/** If a batch fails, one by one: an event that fails must not hold up the others. */
async function each(ids: readonly string[]): Promise<number> {
  try {
    return await writeForEvents(ids);
  } catch (error) {
    if (ids.length === 1) {
      log.error("messages not written", { eventId: ids[0], error });
      return 0;
    }
    let queued = 0;
    for (const id of ids) queued += await each([id]);
    return queued;
  }
}
