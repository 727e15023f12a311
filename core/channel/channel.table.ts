import { idColumn, timeColumn } from "#core/db/columns";
import { boolean, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Orders refer to them: a channel with orders is archived and never deleted. */
export const channels = pgTable("channels", {
  id: idColumn("channel").primaryKey(),
  code: text().notNull(),
  name: text().notNull(),
  active: boolean().notNull().default(true),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** The constraints on a channel's row that become refusals. */
export const refusedChannel = {
  channels_code_key: (code: string | undefined) => new Refusal("channel.codeTaken", { code }),
};
