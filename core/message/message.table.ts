import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { MessageChannel, MessageKind } from "#core/contract/message-kinds";
import type { Source } from "#core/contract/template";
import { idColumn, jsonColumn, timeColumn } from "#core/db/columns";

/**
 * Every e-mail and SMS. Written by `write-messages`, or by the change that asks for it; sent and settled by `send-messages`,
 * settled further by receipts. No row is removed; `eraseMessages` takes out what tells of a person.
 */
export const messages = pgTable("messages", {
  id: idColumn("message").primaryKey(),
  kind: text().$type<MessageKind>().notNull(),
  channel: text().$type<MessageChannel>().notNull(),
  /** What happened once: a message about it is written once. */
  cause: text().notNull(),
  recipient: text().notNull(),
  orderId: idColumn("order"),
  resendOf: idColumn("message"),
  status: text().notNull(),
  why: text(),
  says: text(),
  /** Before it is written, what it is written from. */
  given: jsonColumn<unknown>(),
  sealedLink: text(),
  subject: text(),
  html: text(),
  body: text(),
  registered: jsonColumn<unknown>(),
  templateVersion: integer(),
  sender: text(),
  sentId: text(),
  askedBy: text().notNull(),
  attempts: integer().notNull().default(0),
  dueAt: timeColumn(),
  createdAt: timeColumn().notNull(),
  sentAt: timeColumn(),
  settledAt: timeColumn(),
  erasedAt: timeColumn(),
});

/** What the store has written in place of the program's own texts; the newest counts. Never changed, never removed. */
export const templateVersions = pgTable(
  "template_versions",
  {
    kind: text().$type<MessageKind>().notNull(),
    channel: text().$type<MessageChannel>().notNull(),
    version: integer().notNull(),
    /** Null: back to the program's own. */
    source: jsonColumn<Source>(),
    actorId: text(),
    actorName: text().notNull(),
    at: timeColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.channel, table.version] })],
);

/** What the store has switched on or off. */
export const messageSwitches = pgTable(
  "message_switches",
  {
    kind: text().$type<MessageKind>().notNull(),
    channel: text().$type<MessageChannel>().notNull(),
    isOn: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.channel] })],
);

/** Addresses and numbers that nothing is sent to: told by senders, lifted by people. */
export const suppressions = pgTable(
  "suppressions",
  {
    channel: text().$type<MessageChannel>().notNull(),
    recipient: text().notNull(),
    why: text().notNull(),
    says: text(),
    messageId: idColumn("message"),
    at: timeColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.recipient] })],
);
