/** What is done to stock levels: goods come, are counted, are moved, and those who wait are served. */
import type { Asked } from "#core/contract/kit/operation";
import * as stock from "#core/contract/stock";
import * as transfer from "#core/contract/transfer";
import { handler as sweepBackorders } from "#functions/schedule/sweep-backorders";
import { invocation, scheduled } from "#test/support/invocation";
import { few, oneOf, shuffled, someOf, upTo } from "./choices.ts";
import type { Client, Step } from "./step.ts";

export const stockSteps = {
  receive: (client) => atALocation(client, stock.receive, { quantity: 1 + upTo(12, client) }),
  receiveMany: (client) => {
    const lines = someOf(client, client.world.variants).map((variantId) => ({ variantId, quantity: few(client) }));
    return client.ask(stock.receiveMany, { locationId: oneOf(client, client.world.locations), lines });
  },
  adjust: (client) => atALocation(client, stock.adjust, { quantity: client.random() < 0.5 ? -2 : 2, reason: "soaked" }),
  count: (client) => atALocation(client, stock.count, { quantity: upTo(25, client) }),
  // As a person does it who was shown a figure before walking to the stock level.
  countAsTold: async (client) => {
    const id = oneOf(client, client.world.variants);
    const { body } = await client.ask(stock.read, { id });
    const level = oneOf(client, body.locations);
    const input = { id, locationId: level.locationId, expectedOnHand: level.onHand, quantity: upTo(25, client) };
    return client.ask(stock.count, input);
  },
  transfer: async (client) => {
    const [fromLocationId, toLocationId] = shuffled(client, client.world.locations);
    const lines = someOf(client, client.world.variants).map((variantId) => ({ variantId, quantity: few(client) }));
    if (!fromLocationId || !toLocationId) return;
    return client.ask(transfer.create, { fromLocationId, toLocationId, lines });
  },
  sweepBackorders: async () => {
    await sweepBackorders(scheduled, invocation);
    return { status: 200 };
  },
} satisfies Record<string, Step>;

type LevelChange = typeof stock.receive | typeof stock.adjust | typeof stock.count;

async function atALocation<Op extends LevelChange>(client: Client, op: Op, input: object) {
  const id = oneOf(client, client.world.variants);
  const locationId = oneOf(client, client.world.locations);
  return client.ask(op, { id, locationId, ...input } as Asked<Op>); // each caller's fields fit its operation
}
