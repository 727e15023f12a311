import type { Asked } from "../../../core/contract/kit/operation.ts";
import type * as parcelApi from "../../../core/contract/parcel.ts";
import type { Line, Order } from "../types.ts";

type ReadyParcel = Pick<Asked<typeof parcelApi.ship>, "locationId" | "lines">;

/**
 * What can ship now: one parcel for each location that has units allocated to the order. Items without stock tracking
 * have no location: they go into the first parcel, or ship from `fallback` if there is none.
 */
export function readyParcels(
  { lines, parcels }: Pick<Order, "lines" | "parcels">,
  fallback?: ReadyParcel["locationId"],
): ReadyParcel[] {
  const ready = lines.flatMap(({ id, allocations }) =>
    allocations
      .map(({ locationId, quantity }) => ({
        lineId: id,
        locationId,
        quantity: quantity - heldUnits(parcels, id, locationId),
      }))
      .filter(({ quantity }) => quantity > 0),
  );
  const locationId = ready[0]?.locationId ?? fallback;
  const untracked = lines.filter(
    ({ id, tracked, quantity, shipped }) => !tracked && quantity > shipped + heldUnits(parcels, id),
  );
  if (locationId) {
    ready.push(
      ...untracked.map(({ id, quantity, shipped }) => ({
        lineId: id,
        locationId,
        quantity: quantity - shipped - heldUnits(parcels, id),
      })),
    );
  }
  return [...Map.groupBy(ready, (units) => units.locationId)].map(([from, units]) => ({
    locationId: from,
    lines: units.map(({ lineId, quantity }) => ({ lineId, quantity })),
  }));
}

/** Units of a line in parcels whose carrier has not answered yet: they are not available for other parcels. */
export const heldUnits = (parcels: Order["parcels"], lineId: Line["id"], from?: ReadyParcel["locationId"]): number =>
  parcels
    .filter(({ status, locationId }) => status === "booking" && (from === undefined || locationId === from))
    .flatMap((parcel) => parcel.lines)
    .reduce((sum, line) => sum + (line.lineId === lineId ? line.quantity : 0), 0);

/** The units of an order that can ship now. For a line without stock tracking, all that have not shipped yet. */
export const unitsToShip = ({ lines, parcels }: Order): number =>
  lines.reduce((sum, { id, tracked, allocations, quantity, shipped }) => {
    const there = tracked
      ? allocations.reduce((units, allocation) => units + allocation.quantity, 0)
      : quantity - shipped;
    return sum + there - heldUnits(parcels, id);
  }, 0);
