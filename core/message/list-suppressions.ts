import * as z from "zod";
import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as message from "#core/contract/message";
import { Suppression } from "#core/contract/message";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, placeInTime, rowsFor } from "#core/db/page";
import { literalOf } from "#core/db/search";
import { wireTime } from "#core/db/wire";
import { searchedNumber } from "#core/phone";

export async function listSuppressions(
  _by: Actor,
  { limit, cursor, q }: InputOf<typeof message.listSuppressions>,
): Promise<OutputOf<typeof message.listSuppressions>> {
  const [at, last] = cursor === undefined ? ["infinity", ""] : decodeCursor(cursor, placeInTime);
  const beginning = `${literalOf(searchedNumber(q ?? "").toLowerCase())}%`;
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
