import type { Asked } from "#core/contract/kit";
import type * as parcelApi from "#core/contract/parcel";
import type { Line, Order } from "./types.ts";

type ReadyParcel = Pick<Asked<typeof parcelApi.ship>, "locationId" | "lines">;

/**
 * What can ship now: one parcel for each location that has units allocated to the order. Items whose stock is not tracked
 * have no location: they go into the first parcel, or ship from `fallback` when no location has any allocated.
 */
export function readyParcels({ lines }: Pick<Order, "lines">, fallback?: ReadyParcel["locationId"]): ReadyParcel[] {
  const ready = lines.flatMap(({ id, allocations }) =>
    allocations.map((allocation) => ({ lineId: id, ...allocation })),
  );
  const locationId = ready[0]?.locationId ?? fallback;
  const untracked = lines.filter(({ tracked, quantity, shipped }) => !tracked && quantity > shipped);
  if (locationId) {
    ready.push(
      ...untracked.map(({ id, quantity, shipped }) => ({ lineId: id, locationId, quantity: quantity - shipped })),
    );
  }
  return [...Map.groupBy(ready, (units) => units.locationId)].map(([from, units]) => ({
    locationId: from,
    lines: units.map(({ lineId, quantity }) => ({ lineId, quantity })),
  }));
}

/** How many units of a line can ship now. Without stock tracking, all that have not shipped yet. */
export const unitsToShip = ({ tracked, allocations, quantity, shipped }: Line): number =>
  tracked ? allocations.reduce((sum, allocation) => sum + allocation.quantity, 0) : quantity - shipped;
