/** Parcels and their tracking as callers see them. */
import * as z from "zod";
import { id, money, time } from "../kit/fields.ts";

/** The carriers. `testcarrier` exists only with TEST_CARRIER=1. */
export const carriers = [
  "manual",
  ...(["shiprocket", "delhivery", "shippo", "nimbuspost", "indiapost", "easypost", "sendcloud"] as const),
  ...(["shippit", "fedex", "easyship", "shipstation", "testcarrier"] as const),
] as const;

export const labelFormats = ["pdf", "png", "zpl"] as const;

/** The heaviest parcel: a tonne. */
export const weightGramsMax = 1_000_000;

/** `voided`: the carrier reports that the label is cancelled. */
export const trackStatuses = [
  ...(["booked", "inTransit", "outForDelivery", "delivered", "exception", "returning", "returned", "voided"] as const),
] as const;

export const parcelStatuses = ["booking", "shipped", "voiding", "delivered"] as const;

const Tracking = z.object({
  at: time,
  place: z.string().nullable(),
  words: z.string().describe("The carrier's own words."),
  status: z.enum(trackStatuses).nullable().describe("Null for words that are not recognised."),
});

export const Parcel = z.object({
  id: id("parcel"),
  carrier: z.enum(carriers),
  service: z.string().nullable(),
  courier: z.string().nullable().describe("The company that transports it for the carrier."),
  mode: z
    .enum(["live", "test"])
    .nullable()
    .describe("Whether its label is a real one; null if it was recorded manually."),
  trackingNumber: z.string().nullable(),
  trackingUrl: z
    .string()
    .nullable()
    .describe("Null for vendor logins: a carrier's page shows where the customer lives."),
  labelUrl: z.string().nullable().describe("The address recorded manually. Null for vendor logins."),
  label: z
    .enum(labelFormats)
    .nullable()
    .describe("The label that `parcel.label` gives access to; null until there is one, and for vendor logins."),
  customsDocuments: z
    .enum(labelFormats)
    .nullable()
    .describe(
      "What the carrier made for customs beside the label, such as a commercial invoice, which `parcel.label` gives access to as well. Null for vendor logins.",
    ),
  status: z
    .enum(parcelStatuses)
    .describe("`booking`: the carrier is being asked for a label. `voiding`: it is being asked to cancel it."),
  says: z
    .string()
    .nullable()
    .describe("The carrier's last words: why the outcome is unknown, or why it did not cancel."),
  tracking: z.array(Tracking).describe("Oldest first, by the carrier's clock. Empty for vendor logins."),
  trackStatus: z.enum(trackStatuses).nullable().describe("The newest status that is recognised."),
  locationId: id("location"),
  box: z.object({ name: z.string(), lengthMm: z.int(), widthMm: z.int(), heightMm: z.int() }).nullable(),
  weightGrams: z.int().nullable().describe("Weight including the box."),
  cost: money.nullable().describe("The carrier's charge. Null for vendor logins."),
  collect: money.nullable().describe("The amount to collect on delivery. Null for vendor logins."),
  lines: z.array(z.object({ lineId: id("line"), quantity: z.int() })),
  shippedAt: time.nullable().describe("When its units left stock; null until then."),
  deliveredAt: time.nullable(),
});
export type Parcel = z.output<typeof Parcel>;
