import * as z from "zod";
import type { EventName } from "#core/contract/events";
import { Order } from "#core/contract/order";
import type { Change } from "#core/db/change";
import { emit } from "#core/event/emit";

/** Fields of an event besides the order's own, none of which they may replace. */
type Happened = Readonly<Record<string, unknown>> & { readonly [Field in keyof Order]?: never };

/**
 * Emits an order's event: the order as the API shows it after the change, and next to its fields what happened
 * (`parcel`, `refund`, `return`, `changed`, `lineChanges`, `reason`), already in wire form.
 */
export const emitOrderEvent = (
  change: Change,
  name: EventName & `order.${string}`,
  shown: Order,
  happened: Happened = {},
): Promise<void> => emit(change, name, shown.id, { ...z.encode(Order, shown), ...happened });
