import { type Chooser, few, someOf, upTo } from "./choices.ts";
import type { Client } from "./step.ts";

const address = { line1: "1 Market Street", city: "Pune", postalCode: "411001", country: "IN" };

/** Ten addresses for all orders, so that customers are bought for, merged and erased at once. */
export const anEmail = (chooser: Chooser): string => `soak-${upTo(10, chooser)}@example.com`;

/** Who buys, and where it goes. */
export const aBuyer = (chooser: Chooser) => ({
  email: anEmail(chooser),
  phone: "+919876543210",
  name: "Soak",
  address,
});

/** What is bought. */
export const linesOf = (client: Client) =>
  someOf(client, client.world.variants).map((variantId) => ({ variantId, quantity: few(client) }));
