/** Stock's tables. Written by the verbs of this folder only: an allocation or a balance set by hand is a lie to somebody. */

import type { AllocationKind, MovementKind } from "#core/contract/stock";
import { idColumn, timeColumn } from "#core/db/columns";
import { integer, pgTable, primaryKey, text } from "#core/db/drizzle";

/** Written by `moveAll` alone, but for the bin, which `setBin` writes. The database refuses a balance below zero, and an allocation of what is not there. */
export const stockLevels = pgTable(
  "stock_levels",
  {
    variantId: idColumn("variant").notNull(),
    locationId: idColumn("location").notNull(),
    onHand: integer().notNull().default(0),
    reserved: integer().notNull().default(0),
    committed: integer().notNull().default(0),
    /** Where it lies there: "A-03-2". */
    bin: text(),
  },
  (table) => [primaryKey({ columns: [table.variantId, table.locationId] })],
);

/** The ledger. Written by `moveAll` alone; the database refuses to change or remove a row. */
export const movements = pgTable("movements", {
  id: idColumn("movement").primaryKey(),
  changeId: idColumn("change").notNull(),
  at: timeColumn().notNull(),
  actorKind: text().notNull(),
  actorId: text(),
  actorName: text().notNull(),
  variantId: idColumn("variant").notNull(),
  locationId: idColumn("location").notNull(),
  kind: text().$type<MovementKind>().notNull(),
  source: text(),
  onHandChange: integer().notNull(),
  reservedChange: integer().notNull(),
  committedChange: integer().notNull(),
  onHand: integer().notNull(),
  reserved: integer().notNull(),
  committed: integer().notNull(),
  orderId: idColumn("order"),
  counterpartId: idColumn("location"),
  reason: text(),
});

/** What an order line asks of stock. It stays when the line is removed: the ledger names orders by it. An untracked variant's line has none. */
export const stockRequests = pgTable("stock_requests", {
  lineId: idColumn("line").primaryKey(),
  orderId: idColumn("order").notNull(),
  orderNumber: text().notNull(),
  variantId: idColumn("variant").notNull(),
  placedAt: timeColumn().notNull(),
  kind: text().$type<AllocationKind>().notNull(),
  backordered: integer().notNull().default(0),
});

/** Written once by `createTransfer`; nobody changes or removes one. What it moved is in the ledger. */
export const transfers = pgTable("transfers", {
  id: idColumn("transfer").primaryKey(),
  fromLocationId: idColumn("location").notNull(),
  toLocationId: idColumn("location").notNull(),
  reason: text(),
  createdAt: timeColumn().notNull(),
  createdBy: text().notNull(),
});

/** Written with the transfer. */
export const transferLines = pgTable(
  "transfer_lines",
  {
    transferId: idColumn("transfer").notNull(),
    variantId: idColumn("variant").notNull(),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transferId, table.variantId] })],
);
