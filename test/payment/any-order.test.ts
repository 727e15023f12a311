/** Gateways send their events in any order, some of them twice: an order ends the same whichever comes first. */
import { expect, it } from "vitest";
import * as gateway from "#core/contract/gateway";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { hmacHex } from "#core/provider/inbound";
import { call } from "../support/call.ts";
import { dueNow, orderNow, takeInbox } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";

const secret = "whsec_any_order";
const total = 3_998;

/** Stripe's events about one payment, of which each has its own id. */
interface Sale {
  readonly orderId: string;
  readonly paymentId: string;
}
type Event = readonly [type: string, object: object];
type Story = (sale: Sale) => readonly Event[];

const usual = { currency: "inr", metadata: {} };
const paid: (sale: Sale) => Event = ({ orderId, paymentId }) => [
  "payment_intent.succeeded",
  { ...usual, id: paymentId, amount_received: total, metadata: { order_id: orderId } },
];
/** An older event, without our reference. */
const paidByNobody: (sale: Sale) => Event = ({ paymentId }) => [
  "payment_intent.succeeded",
  { ...usual, id: paymentId, amount_received: total },
];
const failed: (sale: Sale) => Event = ({ orderId, paymentId }) => [
  "payment_intent.payment_failed",
  { ...usual, id: paymentId, amount_received: 0, metadata: { order_id: orderId } },
];
const refund = ({ paymentId }: Sale, name: string, status: string, amount: number): Event => [
  status === "failed" ? "refund.failed" : "refund.updated",
  { ...usual, id: `re_${name}_${paymentId}`, amount, status, payment_intent: paymentId },
];
const dispute = ({ paymentId }: Sale, type: string, status: string): Event => [
  `charge.dispute.${type}`,
  {
    ...{ id: `dp_${paymentId}`, amount: total, currency: "inr", status, reason: "fraudulent" },
    ...{ payment_intent: paymentId, charge: `ch_${paymentId}` },
  },
];

const stories: Readonly<Record<string, readonly [Story, ending: object]>> = {
  "a payment that failed at first": [
    (sale) => [failed(sale), paid(sale), paid(sale)],
    { paymentStatus: "paid", refunds: [], disputes: [], open: [] },
  ],
  "a refund at the gateway": [
    (sale) => [paid(sale), refund(sale, "1", "pending", 500), refund(sale, "1", "succeeded", 500)],
    { paymentStatus: "partiallyRefunded", refunds: ["succeeded 500"], disputes: [], open: [] },
  ],
  "a refund at the gateway that the bank returned": [
    (sale) => [paid(sale), refund(sale, "1", "succeeded", 500), refund(sale, "1", "failed", 500)],
    { paymentStatus: "paid", refunds: ["failed 500"], disputes: [], open: [] },
  ],
  "a refund that was returned and made again": [
    (sale) => [
      ...[paid(sale), refund(sale, "1", "succeeded", total)],
      ...[refund(sale, "1", "failed", total), refund(sale, "2", "succeeded", total)],
    ],
    { paymentStatus: "refunded", refunds: [`failed ${total}`, `succeeded ${total}`], disputes: [], open: [] },
  ],
  "a part refunded of a payment whose order is named later": [
    (sale) => [paidByNobody(sale), paid(sale), refund(sale, "1", "succeeded", 500)],
    { paymentStatus: "partiallyRefunded", refunds: ["succeeded 500"], disputes: [], open: [] },
  ],
  "a dispute that began as an inquiry and was lost": [
    (sale) => [
      ...[paid(sale), dispute(sale, "created", "warning_needs_response")],
      ...[dispute(sale, "funds_withdrawn", "needs_response"), dispute(sale, "closed", "lost")],
    ],
    { paymentStatus: "paid", refunds: [], disputes: ["lost true"], open: [] },
  ],
  // It is over when it is reported, and no event says so: it stayed open on Home.
  "a dispute that was prevented": [
    (sale) => [paid(sale), dispute(sale, "created", "prevented"), dispute(sale, "funds_withdrawn", "prevented")],
    { paymentStatus: "paid", refunds: [], disputes: ["closed true"], open: [] },
  ],
  // Who does not answer then loses the money.
  "an inquiry that was closed and became a dispute later": [
    (sale) => [
      ...[paid(sale), dispute(sale, "created", "warning_needs_response")],
      ...[dispute(sale, "closed", "warning_closed"), dispute(sale, "funds_withdrawn", "needs_response")],
    ],
    { paymentStatus: "paid", refunds: [], disputes: ["open true"], open: [] },
  ],
};

let sales = 0;
let events = 0;
async function tell([type, object]: Event, id: string, nth: number): Promise<void> {
  const rawBody = JSON.stringify({ id, object: "event", type, created: 1_763_632_800 + nth, data: { object } });
  const time = Math.floor(Date.now() / 1_000);
  const headers = { "stripe-signature": `t=${time},v1=${hmacHex(secret, `${time}.${rawBody}`)}` };
  expect((await call(gateway.receive, { code: "stripe" }, { as: null, rawBody, headers })).status).toBe(200);
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, nth) => permutations(all.toSpliced(nth, 1)).map((rest) => [one, ...rest]));
}

it.each(Object.entries(stories))("%s", async (_, [story, ending]) => {
  await call(provider.configure, {
    code: "stripe",
    settings: { secretKey: "sk_test_1", webhookSecret: secret },
  });
  const told = await Promise.all(
    permutations([...story({ orderId: "", paymentId: "" }).keys()]).map(async (turns) => {
      const made = await anOrder({ payment: "stripe" });
      expect(made.totals?.total.amountMinor).toBe(total);
      const sale = { orderId: made.id, paymentId: `pi_${++sales}` };
      const all = story(sale).map((event, nth) => ({ event, nth, id: `evt_${++events}` }));
      // The first comes again at the end, and under another id.
      const [first] = turns.map((turn) => all[turn]!);
      return {
        made,
        sale,
        turns,
        all: [...turns.map((turn) => all[turn]!), first!, { ...first!, id: `evt_${++events}` }],
      };
    }),
  );
  for (const turn of told[0]!.all.keys()) {
    await Promise.all(told.map(({ all }) => tell(all[turn]!.event, all[turn]!.id, all[turn]!.nth)));
    await takeInbox();
  }
  for (let again = 0; again < 3; again++) {
    await dueNow();
    await takeInbox();
  }
  for (const { made, sale, turns } of told) {
    const { paymentStatus, refunds, disputes } = await orderNow(made);
    const open = await db().execute(sql`
      select reason from unmatched_payments where gateway_payment_id = ${sale.paymentId} and status <> 'matched'`);
    expect(
      {
        paymentStatus,
        refunds: refunds.map(({ status, amount }) => `${status} ${amount.amountMinor}`).toSorted(),
        disputes: disputes.map(({ status, moneyTaken }) => `${status} ${moneyTaken}`),
        open,
      },
      turns.join(),
    ).toEqual(ending);
  }
  expect(await db().execute(sql`select says from inbox where status not in ('settled', 'ignored')`)).toEqual([]);
});
