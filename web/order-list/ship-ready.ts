/** Ships what is ready of an order, and takes that back. */
import type { Asked } from "#core/contract/kit";
import * as orderApi from "#core/contract/order";
import * as parcelApi from "#core/contract/parcel";
import { ApiError, callApi } from "../api/api-client.ts";
import { readyParcels } from "../orders/parcels/ready-parcels.ts";
import type { LocationId, OrderRow, Parcel } from "../orders/types.ts";

/** How a parcel travels: with a number that somebody has, or by a carrier that is asked for a label. */
type How = Pick<Asked<typeof parcelApi.ship>, "carrier" | "trackingNumber">;

/** The parcels that were made of an order. */
export interface Shipped {
  readonly orderId: OrderRow["id"];
  readonly parcelIds: readonly Parcel["id"][];
  /** A carrier has been asked, and has not answered yet: it may still refuse. */
  readonly isBooking: boolean;
  /** Why the next parcel was refused; those before it have left. */
  readonly refusal?: unknown;
}

export const numberOf = (typed = ""): How => (typed.trim() === "" ? {} : { trackingNumber: typed.trim() });

/**
 * Ships a parcel from each location that has units allocated to the order; a number is the first one's. `fallback` is for
 * items whose stock is not tracked.
 */
export async function shipReady({ id }: OrderRow, fallback: LocationId | undefined, how: How): Promise<Shipped> {
  const parcels = readyParcels(await callApi(orderApi.read, { id }), fallback);
  if (parcels.length === 0) throw new ApiError("parcel.tooMany", "Nothing on the order is ready to ship.");
  const parcelIds: Parcel["id"][] = [];
  let isBooking = false;
  for (const [index, ready] of parcels.entries()) {
    const isFirst = index === 0 || how.carrier !== undefined;
    try {
      const { parcel } = await callApi(parcelApi.ship, { id, ...ready, ...(isFirst && how) });
      parcelIds.push(parcel.id);
      isBooking ||= parcel.status === "booking";
    } catch (refusal) {
      if (parcelIds.length === 0) throw refusal;
      return { orderId: id, parcelIds, isBooking, refusal };
    }
  }
  return { orderId: id, parcelIds, isBooking };
}

/** Takes these parcels back; where a carrier has made a label, it is cancelled. */
export async function undoShipped({ orderId, parcelIds }: Pick<Shipped, "orderId" | "parcelIds">): Promise<void> {
  for (const parcelId of parcelIds) await callApi(parcelApi.unship, { id: orderId, parcelId });
}
