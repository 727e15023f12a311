import { patternsOf } from "#core/contract/values/events";

/** Warnings for the owner before a receiver gets these events. */
export function warningsOf(events: readonly string[]): string[] {
  const carts = patternsOf("cart.abandoned").some((pattern) => events.includes(pattern));
  return carts
    ? [
        "cart.abandoned events carry the cart's token, which opens that basket like a password, and the shopper's email address.",
      ]
    : [];
}
