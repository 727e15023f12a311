import type * as z from "zod";
import type { Parcel } from "#core/contract/parts/order-shapes";
import { idColumn, jsonColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { integer, pgTable, primaryKey, text } from "#core/db/drizzle";

/** Parcels that have left, or are about to. Written by `core/shipping`. */
export const parcels = pgTable("parcels", {
  id: idColumn("parcel").primaryKey(),
  orderId: idColumn("order").notNull(),
  carrier: text().$type<Parcel["carrier"]>().notNull(),
  service: text(),
  courier: text(),
  mode: text().$type<"live" | "test">(),
  trackingNumber: text(),
  trackingUrl: text(),
  labelUrl: text(),
  labelKey: text().$type<`labels/${string}`>(),
  labelFormat: text().$type<NonNullable<Parcel["label"]>>(),
  /** The format of the carrier's customs documents that are stored beside the label. */
  customsDocuments: text().$type<NonNullable<Parcel["customsDocuments"]>>(),
  status: text().$type<Parcel["status"]>().notNull(),
  says: text(),
  /** The carrier's id for the label, needed to void it. */
  bookingId: text(),
  locationId: idColumn("location").notNull(),
  box: jsonColumn<NonNullable<Parcel["box"]>>(),
  weightGrams: integer(),
  costMinor: moneyColumn(),
  costCurrency: text(),
  /** The amount to collect on delivery, in the order's currency. */
  collectMinor: moneyColumn(),
  tracking: jsonColumn<Tracking[]>().notNull().default([]),
  trackStatus: text().$type<NonNullable<Parcel["trackStatus"]>>(),
  /** When its carrier is next asked for tracking. */
  trackDueAt: timeColumn(),
  /**
   * When its units left stock. Until then they are held: allocated to the order, and not available to other parcels.
   */
  shippedAt: timeColumn(),
  deliveredAt: timeColumn(),
  seenAt: timeColumn(),
});
/** Defaults for the unknown fields of a parcel that was only recorded by hand. */
export const recordedByHand = {
  ...{ trackingUrl: null, labelUrl: null },
  ...{ courier: null, mode: null, bookingId: null, labelKey: null, labelFormat: null, says: null },
  customsDocuments: null,
  ...{ box: null, weightGrams: null, costMinor: null, costCurrency: null, collectMinor: null },
  ...{ tracking: [], trackStatus: null, trackDueAt: null, seenAt: null },
};
export type ParcelRow = typeof parcels.$inferSelect;
/** As in JSON. */
export type Tracking = z.input<typeof import("#core/contract/parts/order-shapes").Parcel>["tracking"][number];

/** The contents of a parcel: written and deleted with it, never changed. */
export const parcelLines = pgTable(
  "parcel_lines",
  {
    parcelId: idColumn("parcel").notNull(),
    lineId: idColumn("line").notNull(),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.parcelId, table.lineId] })],
);
