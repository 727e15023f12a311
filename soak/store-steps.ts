/** What is done to the store itself while orders come in: prices, what is on sale, codes, and which locations are open. */
import * as discount from "#core/contract/discount";
import * as location from "#core/contract/location";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import * as transfer from "#core/contract/transfer";
import * as variant from "#core/contract/variant";
import { few, oneOf, upTo } from "./choices.ts";
import type { Client, Step } from "./step.ts";

const aVariantOf = (client: Client) => oneOf(client, client.world.variants);

export const storeSteps = {
  price: (client) => client.ask(variant.edit, { id: aVariantOf(client), priceMinor: 1000 + upTo(1000, client) }),
  tracking: (client) => client.ask(variant.edit, { id: aVariantOf(client), trackStock: client.random() < 0.9 }),
  selling: (client) => client.ask(variant.edit, { id: aVariantOf(client), continueSelling: client.random() < 0.3 }),
  // Seldom, or there would soon be nothing to buy.
  archive: async (client) =>
    client.random() < 0.3 ? client.ask(variant.remove, { id: aVariantOf(client) }) : undefined,
  bringBack: (client) => client.ask(variant.edit, { id: aVariantOf(client), archived: false }),
  onSale: (client) => {
    const status = client.random() < 0.85 ? "active" : "draft";
    return client.ask(product.edit, { id: oneOf(client, client.world.products), status });
  },
  code: async (client) => {
    const { id } = oneOf(client, client.world.discounts);
    const { body } = await client.ask(discount.read, { id });
    const usageLimit = client.random() < 0.3 ? null : body.used + few(client);
    return client.ask(discount.edit, { id, usageLimit, active: client.random() < 0.8 });
  },
  /** What nobody is allocated goes elsewhere; the rest cannot be found, so the orders that hold it wait or are served elsewhere. */
  close: async (client) => {
    const { corner, locations } = client.world;
    const { body: held } = await client.ask(stock.list, { locationId: corner, limit: 50 });
    const lines = held.items
      .filter(({ available }) => available > 0)
      .map(({ variantId, available }) => ({ variantId, quantity: available }));
    const [elsewhere] = locations.filter((id) => id !== corner);
    if (lines.length > 0 && elsewhere) {
      await client.ask(transfer.create, { fromLocationId: corner, toLocationId: elsewhere, lines });
    }
    for (const { variantId, onHand } of held.items) {
      if (onHand > 0) await client.ask(stock.count, { id: variantId, locationId: corner, quantity: 0 });
    }
    return client.ask(location.edit, { id: corner, active: false });
  },
  open: (client) => client.ask(location.edit, { id: client.world.corner, active: true }),
} satisfies Record<string, Step>;
