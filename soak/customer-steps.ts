/** What is done to customers, what they pay, and what they do themselves: carts. */
import { randomUUID } from "node:crypto";
import * as cart from "#core/contract/cart";
import * as customer from "#core/contract/customer";
import * as group from "#core/contract/group";
import * as message from "#core/contract/message";
import * as priceList from "#core/contract/priceList";
import { unsubscribeUrl } from "#core/message/decline-link";
import { aBuyer, anEmail, linesOf } from "./a-buyer.ts";
import { few, oneOf, someOf, upTo } from "./choices.ts";
import type { Client, Step } from "./step.ts";

export const customerSteps = {
  // Someone who has not bought anything yet can be erased at any time.
  createCustomer: (client) =>
    client.ask(customer.create, { email: `${randomUUID()}@example.com`, name: "Newcomer", tags: ["soaked"] }),
  editCustomer: async (client) => {
    const one = await aCustomer(client);
    const choice = client.random();
    const changed =
      choice < 0.3
        ? { groupIds: choice < 0.2 ? [oneOf(client, client.world.groups)] : [] }
        : choice < 0.4
          ? { email: anEmail(client) }
          : { tags: someOf(client, ["soaked", "VIP"]), acceptsMarketing: client.random() < 0.5 };
    return one && client.ask(customer.edit, { id: one.id, ...changed });
  },
  mergeCustomers: async (client) => {
    const [one, other] = [await aCustomer(client), await aCustomer(client)];
    return one && other && client.ask(customer.merge, { id: one.id, otherId: other.id });
  },
  eraseCustomer: async (client) => {
    const one = await aCustomer(client);
    return one && client.ask(customer.erase, { id: one.id });
  },
  // The button in a reminder, also of someone who was merged or erased since.
  declineMarketing: (client) => {
    const token = unsubscribeUrl(anEmail(client)).split("/").at(-1) ?? "";
    return client.ask(message.declineMarketing, { token });
  },
  createGroup: async (client) => {
    const made = await client.ask(group.create, { name: randomUUID() });
    const one = await aCustomer(client);
    return made.status === 201 && one ? client.ask(customer.edit, { id: one.id, groupIds: [made.body.id] }) : made;
  },
  // While its members are merged, erased and moved.
  removeGroup: async (client) => {
    const { body } = await client.ask(group.list, { limit: 5 });
    return body.items.length > 0 ? client.ask(group.remove, { id: oneOf(client, body.items).id }) : undefined;
  },
  setPrices: (client) =>
    client.ask(priceList.setRows, {
      id: oneOf(client, client.world.priceLists),
      rows: someOf(client, client.world.variants).map((variantId) => ({
        variantId,
        minQuantity: few(client),
        amountMinor: client.random() < 0.2 ? null : 500 + upTo(1_000, client),
      })),
    }),
  switchPrices: (client) =>
    client.ask(priceList.edit, { id: oneOf(client, client.world.priceLists), active: client.random() < 0.7 }),
  // Pressed twice, and the contents are changed in another tab: one order, or none.
  checkOut: async (client) => {
    const made = await client.ask(cart.create, { lines: linesOf(client) });
    if (made.status !== 201) return made;
    const { token } = made.body;
    const discountCode = client.random() < 0.3 ? oneOf(client, client.world.discounts).code : null;
    const set = await client.ask(cart.setContact, { token, ...aBuyer(client), discountCode });
    if (set.status !== 200) return set;
    const payment = oneOf(client, ["cod", "test"] as const);
    const [first, second] = await Promise.all([
      client.ask(cart.checkOut, { token, payment }),
      client.ask(cart.checkOut, { token, payment }),
      ...(client.random() < 0.3 ? [client.ask(cart.setLines, { token, lines: linesOf(client) })] : []),
    ]);
    const orders = [first, second].flatMap(({ status, body }) => (status < 300 ? [body.order?.id] : []));
    if (new Set(orders).size > 1) throw new Error(`one cart became two orders: ${orders}`);
    return first;
  },
} satisfies Record<string, Step>;

async function aCustomer(client: Client) {
  const { body } = await client.ask(customer.list, { limit: 20 });
  return body.items.length > 0 ? oneOf(client, body.items) : undefined;
}
