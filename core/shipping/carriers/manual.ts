import * as z from "zod";
import type { Carrier } from "./carrier.ts";

/** By hand: staff drop off the parcel and enter its number. There is no API. */
export const manual = {
  code: "manual",
  label: "Manual",
  settings: z.strictObject({}),
  mode: () => "live",
  account: () => "",
  needs: {
    from: "anywhere",
    to: "anywhere",
    dimensions: false,
    phone: "no",
    email: "no",
    region: [],
    pickupPlace: false,
    customs: false,
    collects: [],
  },
  labelFormats: [],
  cannotVoid: "A label that was made by hand is cancelled where it was made.",
  trackingUrl: () => null,
  statuses: {},
} satisfies Carrier;
