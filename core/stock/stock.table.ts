/** Stock's tables. Written only in this folder: a stock level or allocation set by hand breaks a promise to someone. */

import type { AllocationKind, MovementKind } from "#core/contract/stock";
import { idColumn, timeColumn } from "#core/db/columns";
import { integer, pgTable, primaryKey, text } from "#core/db/drizzle";

/**
 * Figures are written by `movementsOf`, `openLevels` and `repairStockLevel` only, the bin by `setBin`. The database refuses
 * a level below zero, and allocations of more than there is.
 */
export const stockLevels = pgTable(
  "stock_levels",
  {
    variantId: idColumn("variant").notNull(),
    locationId: idColumn("location").notNull(),
    onHand: integer().notNull().default(0),
    reserved: integer().notNull().default(0),
    committed: integer().notNull().default(0),
    /** Where it is kept there: "A-03-2". */
    bin: text(),
  },
  (table) => [primaryKey({ columns: [table.variantId, table.locationId] })],
);

/** The ledger. Written by `movementsOf` and `openLevels` only; the database refuses to change or remove a row. */
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

/** An order line's request for stock. It stays when the line is removed, for the ledger. Untracked lines have none. */
export const stockRequests = pgTable("stock_requests", {
  lineId: idColumn("line").primaryKey(),
  orderId: idColumn("order").notNull(),
  orderNumber: text().notNull(),
  variantId: idColumn("variant").notNull(),
  placedAt: timeColumn().notNull(),
  kind: text().$type<AllocationKind>().notNull(),
  backordered: integer().notNull().default(0),
});

/** Written once by `createTransfer`, and never changed or removed. What it moved is in the ledger. */
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
