import type { Asked } from "#core/contract/kit";
import type * as parcel from "#core/contract/parcel";
import type { Order } from "./words.ts";

type Ready = Pick<Asked<typeof parcel.ship>, "locationId" | "lines">;

/** What could leave now: one parcel for each location that holds units for the order. */
export function readyParcels({ lines }: Pick<Order, "lines">): Ready[] {
  const held = lines.flatMap(({ id, allocations }) => allocations.map((allocation) => ({ lineId: id, ...allocation })));
  const [first] = held;
  // What is not counted lies nowhere in particular: it goes with the first.
  const uncounted = lines.filter(({ tracked, quantity, shipped }) => !tracked && quantity > shipped);
  if (first) {
    held.push(
      ...uncounted.map(({ id, quantity, shipped }) => ({ ...first, lineId: id, quantity: quantity - shipped })),
    );
  }
  return [...Map.groupBy(held, ({ locationId }) => locationId)].map(([locationId, units]) => ({
    locationId,
    lines: units.map(({ lineId, quantity }) => ({ lineId, quantity })),
  }));
}
