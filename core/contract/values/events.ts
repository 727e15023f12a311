/** The 17 events. No others exist: none for customers, none for stock. */

export const eventNames = [
  "order.created",
  "order.paid",
  "order.shipped",
  "order.delivered",
  "order.cancelled",
  "order.refunded",
  "order.edited",
  "order.returned",
  "order.unpaid",
  "order.unshipped",
  "order.undelivered",
  "order.unreturned",
  "cart.abandoned",
  "product.created",
  "product.updated",
  "product.deleted",
  "collection.updated",
] as const;

export type EventName = (typeof eventNames)[number];

/** What a subscriber may ask for: a name, a group, or everything. */
export const patterns: readonly string[] = [
  ...eventNames,
  ...new Set(eventNames.map((name) => `${name.split(".")[0]}.*`)),
  "*",
];

/** The patterns that match an event: `order.paid`, `order.*` and `*`. */
export const patternsOf = (name: string): string[] => [name, `${name.split(".")[0]}.*`, "*"];
