import { pgTable, text } from "drizzle-orm/pg-core";
import type { ProviderKind } from "#core/contract/provider";
import { jsonColumn, timeColumn } from "#core/db/columns";

/** How a provider is set up. Written by `configureProvider`, `removeProvider`, and by the worker that hears how it fares. */
export const providers = pgTable("providers", {
  code: text().primaryKey(),
  kind: text().$type<ProviderKind>().notNull(),
  mode: text().$type<"live" | "test">().notNull(),
  sealed: text(),
  shown: jsonColumn<Record<string, string>>().notNull(),
  configuredAt: timeColumn().notNull(),
  removedAt: timeColumn(),
  pausedUntil: timeColumn(),
  failedAt: timeColumn(),
  failure: text(),
});
