/** What a parcel looks like to whoever asks, and where it is. */
import * as z from "zod";
import { id, money, time } from "./fields.ts";

/** Who carries a parcel. `testcarrier` is there only where TEST_CARRIER=1 says so. */
export const carriers = [
  "manual",
  ...(["shiprocket", "delhivery", "shippo", "nimbuspost", "indiapost", "easypost", "sendcloud"] as const),
  ...(["shippit", "fedex", "easyship", "shipstation", "testcarrier"] as const),
] as const;

export const labelFormats = ["pdf", "png", "zpl"] as const;

/** `voided`: the carrier says that the label is cancelled. */
export const trackStatuses = [
  ...(["booked", "inTransit", "outForDelivery", "delivered", "exception", "returning", "returned", "voided"] as const),
] as const;

export const parcelStatuses = ["booking", "shipped", "voiding", "delivered"] as const;

const Tracking = z.object({
  at: time,
  place: z.string().nullable(),
  words: z.string().describe("The carrier's own."),
  status: z.enum(trackStatuses).nullable().describe("Null for words that we do not know."),
});

export const Parcel = z.object({
  id: id("parcel"),
  carrier: z.enum(carriers),
  service: z.string().nullable(),
  courier: z.string().nullable().describe("Who carries it for the carrier."),
  mode: z
    .enum(["live", "test"])
    .nullable()
    .describe("Whether its label is a real one; null when it was recorded manually."),
  trackingNumber: z.string().nullable(),
  trackingUrl: z
    .string()
    .nullable()
    .describe("Null to a vendor login: a carrier's page shows where the customer lives."),
  labelUrl: z.string().nullable().describe("What was recorded manually. Null to a vendor login."),
  label: z
    .enum(labelFormats)
    .nullable()
    .describe("What `parcel.label` gives; null until there is one, and to a vendor login."),
  status: z
    .enum(parcelStatuses)
    .describe("`booking`: the carrier is being asked for a label. `voiding`: it is being asked to cancel it."),
  says: z.string().nullable().describe("What the carrier said last: why nobody knows, or why it did not cancel."),
  tracking: z.array(Tracking).describe("The oldest first, by the carrier's clock. None to a vendor login."),
  trackStatus: z.enum(trackStatuses).nullable().describe("How it stands, by the newest that we know."),
  locationId: id("location"),
  box: z.object({ name: z.string(), lengthMm: z.int(), widthMm: z.int(), heightMm: z.int() }).nullable(),
  weightGrams: z.int().nullable().describe("With the box."),
  cost: money.nullable().describe("What the carrier takes for it. Null to a vendor login."),
  collect: money.nullable().describe("What is paid on delivery. Null to a vendor login."),
  lines: z.array(z.object({ lineId: id("line"), quantity: z.int() })),
  shippedAt: time.nullable().describe("When its units left stock; null until then."),
  deliveredAt: time.nullable(),
});
export type Parcel = z.output<typeof Parcel>;
