/**
 * Prices that differ from the variant's own. A list's row is the lock for its prices: writing them locks it and
 * increments its version. Lists are archived and never deleted, because order lines refer to the list that their price
 * came from.
 */

import { idColumn, timeColumn, versionColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";

export const priceLists = pgTable("price_lists", {
  id: idColumn("priceList").primaryKey(),
  name: text().notNull(),
  /** If false, for the groups in `price_list_groups`. */
  forEveryone: boolean().notNull(),
  channelId: idColumn("channel"),
  startsAt: timeColumn(),
  endsAt: timeColumn(),
  priority: integer().notNull().default(0),
  active: boolean().notNull().default(true),
  version: versionColumn(),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});
export type PriceListRow = typeof priceLists.$inferSelect;
