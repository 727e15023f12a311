import type { Actor } from "#core/actor";
import type { Role } from "#core/contract/values/rights";
import { idColumn, timeColumn } from "#core/db/columns";
import { jsonb, pgTable, text } from "#core/db/drizzle";

/** Who did what. `audit` and `auditEach` write it within the change; the database refuses to change or remove a row. */
export const auditEntries = pgTable("audit", {
  id: idColumn("audit").primaryKey(),
  changeId: idColumn("change").notNull(),
  at: timeColumn().notNull(),
  actorKind: text().$type<Actor["kind"]>().notNull(),
  actorId: text(),
  actorName: text().notNull(),
  actorRole: text().$type<Role>(),
  action: text().notNull(),
  subjectType: text().notNull(),
  subjectId: text(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
});
