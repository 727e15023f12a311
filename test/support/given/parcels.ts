/** Ships and returns units of an order's first line through the API. */
import type { Id } from "#core/contract/kit/fields";
import type * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { call } from "../call.ts";

/** Ships this many from a location. */
export const ship = (of: order.Order, locationId: Id<"location">, quantity: number, more = {}) =>
  call(parcel.ship, { id: of.id, locationId, lines: [{ lineId: of.lines[0]!.id, quantity }], ...more });

/** Records a return of this many; not restocked by default. */
export const back = (of: order.Order, quantity: number, how: { restock?: boolean; locationId?: Id<"location"> } = {}) =>
  call(returns.record, { id: of.id, lines: [{ lineId: of.lines[0]!.id, quantity, restock: false, ...how }] });
