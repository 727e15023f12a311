/** A store that is paid through a gateway: the test gateway's fake, on a real socket. */
import type { SQSEvent } from "aws-lambda";
import { expect } from "vitest";
import * as gateway from "#core/contract/gateway";
import type { Answer } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as makeCallsOf } from "#functions/worker/make-calls";
import { handler as takeInboxOf } from "#functions/worker/take-inbox";
import { paypalApp, paypalFake, paypalWebhookId } from "../../provider/fakes/paypal.ts";
import { type TestFake, testFake, testKey, testSignature, testWebhookSecret } from "../../provider/fakes/test.ts";
import { type Called, call } from "../call.ts";
import { untilSent } from "../database-asked.ts";
import { invocation } from "../invocation.ts";
import { anOrder } from "./orders.ts";
import { aVariantInStock } from "./stock.ts";

/** Makes their ids differ within one store. */
let gatewaysMade = 0;

/** The test gateway, set up in the store. Closed when the test ends. */
export async function aGateway(): Promise<TestFake> {
  const fake = await testFake(`${++gatewaysMade}_`);
  const settings = { address: `${fake.origin}/api/test-gateway`, key: testKey, webhookSecret: testWebhookSecret };
  expect(await call(provider.configure, { code: "test", settings })).toMatchObject({ status: 200 });
  return fake;
}

/** A worker that failed would return its wake-up, having done nothing. */
const lookWith = (worker: typeof makeCallsOf) => async () =>
  expect(await worker(aWakeUp, invocation)).toEqual({ batchItemFailures: [] });
const aWakeUp = { Records: [{ messageId: "1" }] } as SQSEvent; // our handlers read nothing else
export const makeCalls = lookWith(makeCallsOf);
export const takeInbox = lookWith(takeInboxOf);

/** The answer to a request that waits for its call. A worker makes the call only when the request looks for its outcome. */
export async function onceMade<Answered>(ask: () => Promise<Answered>): Promise<Answered> {
  const looks = untilSent("select change_id as id from calls");
  const waiting = ask();
  await Promise.race([looks, waiting]);
  await makeCalls();
  return waiting;
}

/** Makes everything that waits for its next attempt due now, and ends the claims of dead workers. */
export async function dueNow(): Promise<void> {
  await db().execute(sql`update calls set due_at = clock_timestamp() - interval '1 second' where due_at is not null`);
  await db().execute(sql`update inbox set due_at = clock_timestamp() - interval '1 second' where due_at is not null`);
}

let eventsTold = 0;
/** An event as the gateway sends it; a new one each time, unless it has an id. */
export const anEvent = (kind: string, of: object) => ({
  id: `event_${++eventsTold}`,
  kind,
  at: new Date().toISOString(),
  ...of,
});

/** The gateway sends an event, signed now. `takeInbox` processes it. */
export function tell(event: object, { at = new Date(), secret = testWebhookSecret } = {}): Promise<Called<unknown>> {
  const rawBody = JSON.stringify(event);
  const headers = { "test-gateway-signature": testSignature(rawBody, at, secret) };
  return call(gateway.receive, { code: "test" }, { as: null, rawBody, headers });
}

/** The customer has paid at the page of the request with this id, unless other details are given. */
export function paymentEvent(fake: TestFake, { orderId, reference = "", ...more }: Paid) {
  const paymentId = more.paymentId ?? `payment_of_${orderId}`;
  const { amountMinor, currency = "INR" } = more;
  fake.payments.set(paymentId, { id: paymentId, amountMinor, currency, refunded: 0 });
  return anEvent("payment.succeeded", { paymentId, pageId: "page_1", reference, orderId, amountMinor, currency });
}
interface Paid {
  readonly orderId: string;
  readonly amountMinor: number;
  readonly currency?: string;
  readonly reference?: string;
  readonly paymentId?: string;
}

/** An order as the API shows it. */
export type Shown = Called<Answer<typeof order.read>>["body"];

/** An order of 2 × 1,000 that has been paid through the gateway. */
export async function paidThrough(fake: TestFake, given: Parameters<typeof anOrder>[0] = {}): Promise<Shown> {
  const place = await aVariantInStock(2, { priceMinor: 1000 });
  const made = await anOrder({ lines: [{ place, quantity: 2 }], ...given, payment: "test" });
  expect((await tell(paymentEvent(fake, { orderId: made.id, ...made.totals!.total }))).status).toBe(200);
  await takeInbox();
  const { body } = await call(order.read, { id: made.id });
  expect(body).toMatchObject({ paymentStatus: "paid", status: "confirmed" });
  return body;
}

/** As it is now. */
export const orderNow = async ({ id }: Pick<order.Order, "id">) => (await call(order.read, { id })).body;

/** An order with a payment page at PayPal, where money is only taken after the customer has agreed. */
export async function aPaypalPage() {
  const fake = await paypalFake(`${++gatewaysMade}`);
  const settings = { ...paypalApp, webhookId: paypalWebhookId, server: fake.origin };
  await call(provider.configure, { code: "paypal", settings });
  const { id } = await anOrder({ payment: "paypal" });
  await call(order.requestPayment, { id, gateway: "paypal" });
  await makeCalls();
  // Pages that other tests have requested may be made now as well.
  const [page] = await db().execute<{ requestId: string }>(sql`
    select gateway_request_id as "requestId" from payment_requests where order_id = ${id}`);
  const { requestId } = page!;
  const captures = () => [...fake.captures.values()].filter(({ orderId }) => orderId === requestId);
  return { fake, id, requestId, captures };
}
