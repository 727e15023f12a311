/** What is done with money: at the store, and at a gateway that gets into trouble. */
import * as gateway from "#core/contract/gateway";
import * as order from "#core/contract/order";
import * as payment from "#core/contract/payment";
import { handler as makeCalls } from "#functions/worker/make-calls";
import { handler as takeInbox } from "#functions/worker/take-inbox";
import { call } from "#test/support/call";
import { invocation } from "#test/support/invocation";
import { aBuyer, linesOf } from "./a-buyer.ts";
import { anOrder } from "./an-order.ts";
import { few, oneOf } from "./choices.ts";
import type { Happening } from "./gateway.ts";
import { signed } from "./in-trouble.ts";
import type { Client, Step } from "./step.ts";

export const moneySteps = {
  requestPayment: async (client) => {
    const one = await anOrder(client);
    return one && client.ask(order.requestPayment, { id: one.id, gateway: "test" });
  },
  customerPays: (client) => atTheGateway(client, "pay"),
  customerPaysToo: (client) => atTheGateway(client, "pay"),
  customerIsDeclined: (client) => atTheGateway(client, "decline"),
  dispute: (client) => atTheGateway(client, "dispute"),
  disputeEnds: (client) => atTheGateway(client, "closeDispute"),
  /** A whole sale without anyone else, so that enough orders are paid to be refunded. */
  sale: async (client) => {
    const made = await client.ask(order.create, { ...aBuyer(client), payment: "test", lines: linesOf(client) });
    if (made.status !== 201) return made;
    await makeCalls({ Records: [] }, invocation);
    await atTheGateway(client, "pay");
    return gatewayTells(client);
  },
  gatewayTells: (client) => gatewayTells(client),
  gatewayTellsToo: (client) => gatewayTells(client),
  refund: (client) => refund(client),
  refundToo: (client) => refund(client),
  // Seldom, or there would soon be nothing left to refund here.
  refundElsewhere: async (client) => (client.random() < 0.2 ? atTheGateway(client, "refund") : undefined),
  dismissRefund: async (client) => {
    const one = await anOrder(client, { moneyTrouble: "refundFailed" });
    const failed = one?.refunds.find(({ status }) => status === "failed");
    return one && failed && client.ask(payment.dismissRefund, { id: one.id, refundId: failed.id });
  },
  /** Somebody has paid what an order costs without naming it; now and then it is matched to another. */
  match: async (client) => {
    const one = await anOrder(client, { balance: "customerOwes" });
    if (!one?.balance || one.balance.amount.amountMinor === 0) return;
    const { amountMinor } = one.balance.amount;
    await atTheGateway(client, "payAstray", { amountMinor });
    await gatewayTells(client);
    const { body } = await client.ask(payment.listUnmatched, { limit: 20 });
    const paid = body.items.find(({ amount }) => amount.amountMinor === amountMinor) ?? body.items[0];
    return paid && client.ask(payment.match, { id: paid.id, orderId: one.id });
  },
  refundUnmatched: async (client) => {
    const { body } = await client.ask(payment.listUnmatched, { limit: 5 });
    if (body.items.length === 0 || client.random() > 0.3) return;
    return client.ask(payment.refundUnmatched, { id: oneOf(client, body.items).id });
  },
} satisfies Record<string, Step>;

async function refund(client: Client, tries = 4): ReturnType<Step> {
  const one = await anOrder(client, { paymentStatus: ["paid", "partiallyRefunded"] });
  const captured = one?.payments.filter(({ refundable }) => refundable !== null) ?? [];
  // Most are paid by hand.
  if (!one || captured.length === 0) return tries > 1 ? refund(client, tries - 1) : undefined;
  return client.ask(order.refund, {
    id: one.id,
    ...(client.random() < 0.7 && { amountMinor: few(client) * 250 }),
    ...(client.random() < 0.5 && { paymentId: oneOf(client, captured).id }),
  });
}

async function atTheGateway({ world }: Client, what: Happening, more: Readonly<Record<string, number>> = {}) {
  const query = new URLSearchParams(Object.entries(more).map(([name, value]): [string, string] => [name, `${value}`]));
  const { status } = await fetch(`${world.gateway.url}/outside/${what}?${query}`, { method: "POST" });
  return status === 200 ? { status } : undefined;
}

/** An event in any order, and some of them twice. */
async function gatewayTells({ world, random }: Client) {
  const { url, webhookSecret } = world.gateway;
  const event = (await (await fetch(`${url}/outside/event`)).json()) as { id: string; body: string } | null;
  if (!event) return;
  const told = await tellTheStore(event.body, webhookSecret);
  if (told.status === 200 && random() < 0.8) {
    await fetch(`${url}/outside/acknowledge?id=${event.id}`, { method: "POST" });
  }
  await takeInbox({ Records: [] }, invocation);
  return told;
}

export function tellTheStore(rawBody: string, webhookSecret: string) {
  const headers = { "test-gateway-signature": signed(rawBody, webhookSecret, new Date()) };
  return call(gateway.receive, { code: "test" }, { as: null, rawBody, headers });
}
