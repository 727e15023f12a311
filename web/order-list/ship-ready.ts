/** Ships the units of an order that are ready, and undoes it. */
import type { Asked } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { ApiError } from "../api/api-client.ts";
import { callPatiently } from "../api/call-patiently.ts";
import { readyParcels } from "../orders/parcels/ready-parcels.ts";
import type { LocationId, OrderRow, Parcel } from "../orders/types.ts";

/** How a parcel ships: with a given tracking number, or with a label requested from a carrier. */
type How = Pick<Asked<typeof parcelApi.ship>, "carrier" | "trackingNumber">;

/** The parcels created for an order. */
export interface Shipped {
  readonly orderId: OrderRow["id"];
  readonly parcelIds: readonly Parcel["id"][];
  /** A carrier has not answered yet, and may still refuse. */
  readonly isBooking: boolean;
  /** Why the next parcel was refused; the ones before it have shipped. */
  readonly refusal?: unknown;
}

export const numberOf = (typed = ""): How => (typed.trim() === "" ? {} : { trackingNumber: typed.trim() });

/**
 * Ships a parcel from each location that has units allocated to the order; a tracking number goes to the first one.
 * `fallback` is the location for items without stock tracking.
 */
export async function shipReady({ id }: OrderRow, fallback: LocationId | undefined, how: How): Promise<Shipped> {
  const parcels = readyParcels(await callPatiently(orderApi.read, { id }), fallback);
  if (parcels.length === 0) throw new ApiError("parcel.tooMany", "Nothing on the order is ready to ship.");
  const parcelIds: Parcel["id"][] = [];
  let isBooking = false;
  for (const [index, ready] of parcels.entries()) {
    const isFirst = index === 0 || how.carrier !== undefined;
    try {
      const { parcel } = await callPatiently(parcelApi.ship, { id, ...ready, ...(isFirst && how) });
      parcelIds.push(parcel.id);
      isBooking ||= parcel.status === "booking";
    } catch (refusal) {
      if (parcelIds.length === 0) throw refusal;
      return { orderId: id, parcelIds, isBooking, refusal };
    }
  }
  return { orderId: id, parcelIds, isBooking };
}

/** Undoes these parcels; labels made by a carrier are cancelled. */
export async function undoShipped({ orderId, parcelIds }: Pick<Shipped, "orderId" | "parcelIds">): Promise<void> {
  for (const parcelId of parcelIds) await callPatiently(parcelApi.unship, { id: orderId, parcelId });
}
