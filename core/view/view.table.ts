import { idColumn, jsonColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** The filters of a list under a name. Nothing refers to one: it is deleted when it is removed. */
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

/** What the database refuses about a view's row. */
export const refusedView = { list_views_shared_name: nameTaken, list_views_own_name: nameTaken };
