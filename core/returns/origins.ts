import type { Id } from "#core/contract/kit/fields";
import type { Order } from "#core/contract/order";

/**
 * The location that each line of an order was shipped from; of several, the one with the most units not yet returned,
 * then the one that shipped last.
 */
export function originsOf({ parcels, returns }: Order): ReadonlyMap<Id<"line">, Id<"location">> {
  const lines = new Map<Id<"line">, Map<Id<"location">, number>>();
  for (const { locationId, lines: sent, shippedAt } of parcels) {
    if (shippedAt === null) continue; // it has not left yet
    for (const { lineId, quantity } of sent) {
      const places = lines.get(lineId) ?? new Map<Id<"location">, number>();
      const before = places.get(locationId) ?? 0;
      places.delete(locationId); // so that it is added last
      lines.set(lineId, places.set(locationId, before + quantity));
    }
  }
  for (const { lineId, locationId, quantity } of returns.flatMap((one) => one.lines)) {
    const places = lines.get(lineId);
    if (places && locationId) places.set(locationId, (places.get(locationId) ?? 0) - quantity);
  }
  return new Map([...lines].flatMap(([lineId, places]) => mostIn(places).map((place) => [lineId, place] as const)));
}

function mostIn(places: ReadonlyMap<Id<"location">, number>): Id<"location">[] {
  const [most] = [...places].toReversed().toSorted(([, one], [, other]) => other - one);
  return most ? [most[0]] : [];
}
