/** What is done to orders: placed, edited, paid, returned, cancelled. */
import { randomUUID } from "node:crypto";
import type { Asked } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as returns from "#core/contract/returns";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { aBuyer, linesOf } from "./a-buyer.ts";
import { anOrder } from "./an-order.ts";
import { few, oneOf, someOf } from "./choices.ts";
import type { Client, Step } from "./step.ts";

const anOrdersInput = (client: Client): Asked<typeof order.create> => ({
  ...aBuyer(client),
  payment: oneOf(client, ["cod", "manual", "test", "test"]),
  lines: linesOf(client),
  ...(client.random() < 0.3 && { discountCode: oneOf(client, client.world.discounts).code }),
});

export const orderSteps = {
  create: (client) => client.ask(order.create, anOrdersInput(client)),
  createToo: (client) => client.ask(order.create, anOrdersInput(client)),
  // The network has lost the answer, or has not: both must hear of the same order.
  createTwice: async (client) => {
    const [input, key] = [anOrdersInput(client), randomUUID()];
    const [first, second] = await Promise.all([
      client.ask(order.create, input, key),
      client.ask(order.create, input, key),
    ]);
    if (first.status === 201 && second.status === 201 && first.body.id !== second.body.id) {
      throw new Error(`one key made two orders: ${first.body.id} and ${second.body.id}`);
    }
    return first;
  },
  editLines: async (client) => {
    const one = await anOrder(client);
    if (!one) return;
    const line = oneOf(client, one.lines);
    const choice = client.random();
    const variantId = oneOf(client, client.world.variants);
    return client.ask(order.editLines, {
      id: one.id,
      ...(choice < 0.5
        ? { change: [{ lineId: line.id, quantity: few(client) }] }
        : choice < 0.8
          ? { add: [{ variantId, quantity: few(client) }] }
          : { remove: [line.id], add: [{ variantId, quantity: few(client) }] }),
      dryRun: client.random() < 0.2,
    });
  },
  cancel: (client) => onAnOrder(client, order.cancel),
  markPaid: (client) => onAnOrder(client, order.markPaid, { method: "cash" }),
  markPaidToo: (client) => onAnOrder(client, order.markPaid, { method: "cash" }),
  failPayment: (client) => onAnOrder(client, order.markPaid, { outcome: "failed" }),
  markUnpaid: (client) => onAnOrder(client, order.markUnpaid),
  markOneUnpaid: async (client) => {
    const one = await anOrder(client);
    const [payment] = one?.payments ?? [];
    return one && payment && client.ask(order.markUnpaid, { id: one.id, paymentId: payment.id });
  },
  tag: (client) => onAnOrder(client, order.tag, { tags: someOf(client, ["soaked", "gift", "VIP"]) }),
  /** Shipping and code by themselves; the code is one of three that everybody wants, or none. */
  editTerms: async (client) => {
    const one = await anOrder(client);
    const code = oneOf(client, [...client.world.discounts, null]);
    const terms = client.random() < 0.7 ? { discountCode: code?.code ?? null } : { shippingMinor: few(client) * 100 };
    return one && client.ask(order.editLines, { id: one.id, ...terms });
  },
  closeRest: async (client) => {
    const one = await anOrder(client, "partiallyShipped");
    return one && client.ask(order.closeRest, { id: one.id, reason: "soaked" });
  },
  note: (client) => onAnOrder(client, order.addNote, { text: "soaked" }),
  details: (client) => onAnOrder(client, order.editDetails, { name: `Soak ${few(client)}` }),
  returnGoods: async (client) => {
    const one = await anOrder(client, "shipped");
    const line = one?.lines.find(({ shipped, returned }) => shipped > returned);
    if (!one || !line) return;
    const restock = client.random() < 0.7;
    const said = restock && client.random() < 0.5;
    const locationId = oneOf(client, client.world.locations);
    const lines = [{ lineId: line.id, quantity: 1, restock, ...(said && { locationId }) }];
    return client.ask(returns.record, { id: one.id, lines });
  },
  withdrawReturn: async (client) => {
    const one = await anOrder(client, "shipped");
    const [back] = one?.returns ?? [];
    return one && back && client.ask(returns.withdraw, { id: one.id, returnId: back.id });
  },
  /** Two days go by for some orders, of which the next sweep takes those that are still unpaid. */
  age: async () => {
    const aged = await db().execute(sql`
      update orders set unpaid_since = unpaid_since - interval '2 days' where id in (
        select id from orders where status = 'pending' order by random() limit 8 for update skip locked)
      returning id`);
    return aged.length > 0 ? { status: 200 } : undefined;
  },
  sweepUnpaid: (client) => sweepUnpaid(client),
  sweepUnpaidToo: (client) => sweepUnpaid(client),
} satisfies Record<string, Step>;

async function sweepUnpaid(client: Client): ReturnType<Step> {
  const swept = await client.ask(order.sweepUnpaid, {});
  return swept.body.cancelled > 0 ? swept : undefined;
}

type OnOrder =
  | typeof order.cancel
  | typeof order.markPaid
  | typeof order.markUnpaid
  | typeof order.addNote
  | typeof order.tag
  | typeof order.editDetails;

async function onAnOrder<Op extends OnOrder>(client: Client, op: Op, input: Omit<Asked<Op>, "id"> | object = {}) {
  const { body: page } = await client.ask(order.list, { limit: 20 });
  if (page.items.length === 0) return;
  return client.ask(op, { id: oneOf(client, page.items).id, ...input } as Asked<Op>); // each caller's fields fit its operation
}
