import * as z from "zod";
import type { Id } from "#core/contract/kit/fields";
import { type Order, Parcel } from "#core/contract/order";
import { Refusal } from "#core/refusal";

/** A parcel of a shown order. @throws Refusal `parcel.unknown`, also for another order's parcel. */
export function parcelIn(shown: Order, id: Id<"parcel">): Parcel {
  const found = shown.parcels.find((parcel) => parcel.id === id);
  if (!found) throw new Refusal("parcel.unknown");
  return found;
}

/** A parcel as it is in events. */
export const wireParcel = (parcel: Parcel) => z.encode(Parcel, parcel);
