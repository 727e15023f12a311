import { idColumn, jsonColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** A list's filters with a name. Nothing refers to a view, so removing deletes it. */
export const views = pgTable("list_views", {
  id: idColumn("view").primaryKey(),
  list: text().notNull(),
  name: text().notNull(),
  search: jsonColumn<Record<string, string>>().notNull(),
  shared: boolean().notNull(),
  madeBy: text().notNull(),
  createdAt: timeColumn().notNull(),
});

const nameTaken = () => new Refusal("view.nameTaken");

/** The constraints on a view's row that become refusals. */
export const refusedView = { list_views_shared_name: nameTaken, list_views_own_name: nameTaken };
