/** The suppressed addresses and numbers, which people can see and lift. */

import * as z from "zod";
import type { Actor } from "#core/actor";
import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as message from "#core/contract/message";
import { Suppression } from "#core/contract/message";
import type { Change } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, placeInTime, rowsFor } from "#core/db/page";
import { wireTime } from "#core/db/wire";
import { searchedNumber } from "#core/phone";
import { Refusal } from "#core/refusal";
import { recipientBy } from "./recipient.ts";

export async function listSuppressions(
  _by: Actor,
  { limit, cursor, q }: InputOf<typeof message.listSuppressions>,
): Promise<OutputOf<typeof message.listSuppressions>> {
  const [at, last] = cursor === undefined ? ["infinity", ""] : decodeCursor(cursor, placeInTime);
  const beginning = `${searchedNumber(q ?? "")
    .toLowerCase()
    .replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db().execute<{ wire: z.input<typeof Suppression> }>(sql`
    select json_build_object('channel', channel, 'recipient', recipient, 'why', why, 'says', says, 'messageId', message_id,
      'at', ${wireTime("at")}) as wire
    from suppressions
    where (at < ${at}::timestamptz or (at = ${at}::timestamptz and recipient > ${last})) and lower(recipient) like ${beginning}
    order by at desc, recipient limit ${rowsFor(limit)}`);
  return pageFrom(
    rows.map(({ wire }) => wire),
    limit,
    (wire) => [wire.at, wire.recipient],
    (wire) => z.decode(Suppression, wire),
  );
}

export async function liftSuppression(
  change: Change,
  { channel, recipient }: InputOf<typeof message.liftSuppression>,
): Promise<Record<string, never>> {
  const [lifted] = await change.tx.execute<{ recipient: string; why: string; messageId: string | null }>(sql`
    delete from suppressions where channel = ${channel} and lower(recipient) = ${recipientBy(channel, recipient).toLowerCase()}
    returning recipient, why, message_id as "messageId"`);
  if (!lifted) throw new Refusal("message.notSuppressed");
  // About the message that failed, which can be erased: the address would stay in the audit.
  const [subjectId, type] = lifted.messageId ? [lifted.messageId, "message"] : [lifted.recipient, "suppression"];
  audit(change, message.liftSuppression.name, subjectId, { before: { channel, why: lifted.why } }, type);
  return {};
}
