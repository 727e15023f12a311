import type { MessageKind } from "#core/contract/values/message-kinds";
import { sql } from "#core/db/drizzle";
import { removeInBatches } from "#core/db/remove-all";
import type { TimeLeft } from "#core/time-left";

/** As long as exports, which have the same figures. */
const keptDays = 30;
/** Each may have some megabytes. */
const batch = 50;
const kind: MessageKind = "report.scheduled";

/**
 * Removes the files attached to old messages, but not of those still to be sent. Their names stay.
 * @returns how many were removed.
 */
export const removeOldFiles = (timeLeft: TimeLeft): Promise<number> =>
  removeInBatches(
    sql`
      update messages set attachment = attachment - 'text' where id in (
        select id from messages
        where kind = ${kind} and created_at < now() - make_interval(days => ${keptDays}) and due_at is null
          and attachment ? 'text'
        order by id limit ${sql.raw(String(batch))})`,
    batch,
    timeLeft,
  );
