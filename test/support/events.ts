/** The events about something that a test did. */

import { db } from "#core/db/client";
import { asc, eq } from "#core/db/drizzle";
import type { EventBody } from "#core/event/emit";
import { events } from "#core/event/event.table";

/** The events about a subject, oldest first, as receivers get them. */
export async function eventsAbout(subjectId: string): Promise<EventBody[]> {
  const rows = await db()
    .select({ body: events.body })
    .from(events)
    .where(eq(events.subjectId, subjectId))
    .orderBy(asc(events.id));
  return rows.map(({ body }) => JSON.parse(body));
}
