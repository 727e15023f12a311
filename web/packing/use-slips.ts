import { useLocations } from "../api/use-locations.ts";
import { readyParcels } from "../orders/parcels/ready-parcels.ts";
import type { Order } from "../orders/types.ts";
import { type SlipContent, slipsOf } from "./slips-of.ts";

/** Orders in other states have nothing left to ship. */
const ships = (order: Order): boolean => order.status === "confirmed" || order.status === "partiallyShipped";

/** Returns a function for the slips of an order, with the names of locations. */
export function useSlips(): (order: Order, parcelId?: string) => SlipContent[] {
  const { open, nameOf } = useLocations();
  return (order, parcelId) => slipsOf(order, ships(order) ? readyParcels(order, open[0]?.id) : [], nameOf, parcelId);
}
