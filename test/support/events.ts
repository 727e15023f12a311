/** The events about something that a test did. */

import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { Event } from "#core/contract/parts/event-shapes";
import { db } from "#core/db/client";
import { asc, eq } from "#core/db/drizzle";
import type { EventBody } from "#core/event/emit";
import { events } from "#core/event/event.table";

/**
 * The events about a subject, oldest first, as receivers get them. Each must match its description in the document
 * exactly.
 */
export async function eventsAbout(subjectId: string): Promise<EventBody[]> {
  const rows = await db()
    .select({ body: events.body })
    .from(events)
    .where(eq(events.subjectId, subjectId))
    .orderBy(asc(events.id));
  return rows.map(({ body }) => asDescribed(JSON.parse(body)));
}

function asDescribed(body: EventBody): EventBody {
  const described = z.encode(Event, z.decode(Event, body as z.input<typeof Event>)); // checked below, whatever it is
  if (!isDeepStrictEqual(described, body)) throw new Error(`not as described: ${JSON.stringify(body)}`);
  return body;
}
