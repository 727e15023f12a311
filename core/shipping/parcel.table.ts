import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Parcel } from "#core/contract/order-shapes";
import { idColumn, timeColumn } from "#core/db/columns";

/** What has left. Written by `core/shipping`. */
export const parcels = pgTable("parcels", {
  id: idColumn("parcel").primaryKey(),
  orderId: idColumn("order").notNull(),
  carrier: text().notNull(),
  service: text(),
  trackingNumber: text(),
  trackingUrl: text(),
  labelUrl: text(),
  status: text().$type<Parcel["status"]>().notNull(),
  locationId: idColumn("location").notNull(),
  shippedAt: timeColumn().notNull(),
  deliveredAt: timeColumn(),
});

/** What is in a parcel: written with it, gone with it, never changed. */
export const parcelLines = pgTable(
  "parcel_lines",
  {
    parcelId: idColumn("parcel").notNull(),
    lineId: idColumn("line").notNull(),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.parcelId, table.lineId] })],
);
