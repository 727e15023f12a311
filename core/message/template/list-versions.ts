import * as z from "zod";
import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { decodeCursor, fitting, pageFrom, rowsFor } from "#core/db/page";
import { wireTime } from "#core/db/wire";
import { currentTemplate } from "./show-template.ts";

const Version = template.listVersions.output.shape.items.element;

/** A page ends early if its texts get too large for one answer. */
export async function listVersions(
  _by: Actor,
  { kind, channel, limit, cursor }: InputOf<typeof template.listVersions>,
): Promise<OutputOf<typeof template.listVersions>> {
  await currentTemplate(db(), { kind, channel });
  const [before] = cursor === undefined ? [2 ** 31 - 1] : decodeCursor(cursor, z.tuple([z.int32()]));
  const rows = await db().execute<{ wire: z.input<typeof Version> }>(sql`
    select json_build_object('version', version, 'at', ${wireTime("at")}, 'by', actor_name, 'source', source) as wire
    from template_versions where kind = ${kind} and channel = ${channel} and version < ${before}
    order by version desc limit ${rowsFor(limit)}`);
  const fit = fitting(rows, ({ wire }) => wire.source);
  return pageFrom(
    rows,
    Math.min(limit, fit),
    ({ wire }) => [wire.version],
    ({ wire }) => z.decode(Version, wire),
  );
}
