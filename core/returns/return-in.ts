import * as z from "zod";
import type { Id } from "#core/contract/kit/fields";
import { type Order, Return } from "#core/contract/order";
import { Refusal } from "#core/refusal";

/** A return in a shown order. @throws Refusal `returns.unknown`, also for another order's. */
export function returnIn(shown: Order, id: Id<"return">): Return {
  const found = shown.returns.find((one) => one.id === id);
  if (!found) throw new Refusal("returns.unknown");
  return found;
}

/** As an event shows it. */
export const wireReturn = (one: Return) => z.encode(Return, one);
