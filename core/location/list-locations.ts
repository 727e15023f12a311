import * as z from "zod";
import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as location from "#core/contract/location";
import { db } from "#core/db/client";
import { and, asc, eq, isNull, sql } from "#core/db/drizzle";
import { decodeCursor, pageFrom, rowsFor } from "#core/db/page";
import { Refusal } from "#core/refusal";
import { locations } from "./location.table.ts";

export async function listLocations(
  _by: Actor,
  { limit, cursor, active, archived }: InputOf<typeof location.list>,
): Promise<OutputOf<typeof location.list>> {
  const from = cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([z.int32(), z.string()]));
  const rows = await db()
    .select()
    .from(locations)
    .where(
      and(
        archived ? undefined : isNull(locations.archivedAt),
        active === undefined ? undefined : eq(locations.active, active),
        from && sql`(${locations.priority}, ${locations.id}) > (${from[0]}, ${from[1]})`,
      ),
    )
    .orderBy(asc(locations.priority), asc(locations.id))
    .limit(rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.priority, row.id]);
}

export async function readLocation(_by: Actor, input: InputOf<typeof location.read>): Promise<location.Location> {
  const [row] = await db().select().from(locations).where(eq(locations.id, input.id));
  if (!row) throw new Refusal("location.unknown");
  return row;
}
