import type { EventName } from "#core/contract/values/events";
import { idColumn, timeColumn } from "#core/db/columns";
import { integer, pgTable, text } from "#core/db/drizzle";

/**
 * The outbox. `emit` writes a row within the change, the subscriber sets `fannedOutAt` when it makes the deliveries,
 * the sweep counts and times its own tries, and the retention sweep removes the row long after. `body` never changes:
 * it is what every receiver gets.
 */
export const events = pgTable("events", {
  id: idColumn("event").primaryKey(),
  name: text().$type<EventName>().notNull(),
  subjectType: text().notNull(),
  subjectId: text().notNull(),
  changeId: idColumn("change").notNull(),
  body: text().notNull(),
  time: timeColumn().notNull(),
  fannedOutAt: timeColumn(),
  putAttempts: integer().notNull().default(0),
  nextPutAt: timeColumn().notNull(),
  refusedCode: text(),
  traceparent: text(),
});
