/** The words on screen for parcels, their states and carriers' answers. */
import type { Parcel } from "../orders/types.ts";

type BadgeLook = readonly [label: string, color: string];

export const parcelBadges: Readonly<Record<Parcel["status"], BadgeLook>> = {
  booking: ["Label being booked", "yellow"],
  shipped: ["Shipped", "teal"],
  voiding: ["Label being cancelled", "yellow"],
  delivered: ["Delivered", "green"],
};

export const trackBadges: Readonly<Record<NonNullable<Parcel["trackStatus"]>, BadgeLook>> = {
  booked: ["Booked", "gray"],
  inTransit: ["On its way", "blue"],
  outForDelivery: ["Out for delivery", "blue"],
  delivered: ["Delivered", "green"],
  exception: ["Delivery problem", "red"],
  returning: ["Returning", "orange"],
  returned: ["Returned to sender", "red"],
  voided: ["Label cancelled", "gray"],
};
