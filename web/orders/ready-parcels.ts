import type { Asked } from "#core/contract/kit";
import type * as parcelApi from "#core/contract/parcel";
import type { Order } from "./labels.ts";

type Ready = Pick<Asked<typeof parcelApi.ship>, "locationId" | "lines">;

/**
 * What could leave now: one parcel for each location that holds units for the order. What is not counted lies nowhere in
 * particular: it goes with the first, or from `otherwise` when no place holds anything.
 */
export function readyParcels({ lines }: Pick<Order, "lines">, otherwise?: Ready["locationId"]): Ready[] {
  const held = lines.flatMap(({ id, allocations }) => allocations.map((allocation) => ({ lineId: id, ...allocation })));
  const locationId = held[0]?.locationId ?? otherwise;
  const uncounted = lines.filter(({ tracked, quantity, shipped }) => !tracked && quantity > shipped);
  if (locationId) {
    held.push(
      ...uncounted.map(({ id, quantity, shipped }) => ({ lineId: id, locationId, quantity: quantity - shipped })),
    );
  }
  return [...Map.groupBy(held, ({ locationId }) => locationId)].map(([locationId, units]) => ({
    locationId,
    lines: units.map(({ lineId, quantity }) => ({ lineId, quantity })),
  }));
}
