import * as z from "zod";
import { Order } from "#core/contract/order";
import type { Happened } from "#core/contract/parts/event-shapes";
import type { EventName } from "#core/contract/values/events";
import type { Change } from "#core/db/change";
import { emit } from "#core/event/emit";

/**
 * Emits an order's event: the order as the API shows it after the change, and next to its fields what happened, already in
 * wire form.
 */
export const emitOrderEvent = (
  change: Change,
  name: EventName & `order.${string}`,
  shown: Order,
  happened: Happened = {},
): void => emit(change, name, shown.id, { ...z.encode(Order, shown), ...happened });
