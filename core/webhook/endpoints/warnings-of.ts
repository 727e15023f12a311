import { patternsOf } from "#core/contract/events";

/** What an owner should know before a receiver gets these events. */
export function warningsOf(events: readonly string[]): string[] {
  const carts = patternsOf("cart.abandoned").some((pattern) => events.includes(pattern));
  return carts
    ? [
        "cart.abandoned events carry the cart's token, which opens that basket like a password, and the shopper's e-mail address.",
      ]
    : [];
}
