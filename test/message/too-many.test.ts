/** Anyone can read a shop's key from its page and enter anyone's address: how many messages that sends is limited. */
import { beforeEach, expect, it } from "vitest";
import * as cart from "#core/contract/cart";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { twilioAccount, twilioFake } from "../sender/fakes/twilio.ts";
import { call } from "../support/call.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { someEmail } from "../support/given/customers.ts";
import { aGateway, makeCalls } from "../support/given/gateways.ts";
import { aMailServer, type MailServer, mailsGoTo, workOnMessages } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { rowsReadOf } from "../support/plans.ts";

const most = 20;
let server: MailServer;

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from messages`);
  server = await aMailServer();
  await mailsGoTo(server);
});

/** Places this many orders in a shop, all with one address and number. */
async function ordered(count: number, contact: { email: string; phone?: string }, payment: "cod" | "test" = "cod") {
  const { variantId } = await aVariantInStock(1_000);
  for (let nth = 0; nth < count; nth++) {
    const { token, key } = await aFilledCart({ contact, lines: [{ variantId, quantity: 1 }] });
    expect(await call(cart.checkOut, { token, payment }, { as: key })).toMatchObject({ status: 200 });
    await workOnMessages();
  }
}

/** So many messages to an address, written that long ago. */
const had = (email: string, count: number, status: "sent" | "skipped", ago: string) =>
  db().execute(sql`
    insert into messages (id, cause, kind, channel, recipient, status, subject, body, asked_by, created_at)
    select 'msg_' || lpad(n::text, 26, '0'), 'earlier ' || n, 'order.paid', 'email', ${email}, ${status}, 'S', 'B', 'test', now() - ${ago}::interval
    from generate_series(1, ${count}::integer) n`);

const outcomesOf = async (q: string) =>
  Object.entries(
    Object.groupBy(
      (await call(message.list, { q, limit: 200 })).body.items,
      ({ kind, status, why }) => `${kind} ${why ?? status}`,
    ),
  ).map(([outcome, those = []]) => [outcome, those.length]);

it("an address gets at most 20 messages an hour about orders placed in shops; others can be read and sent", async () => {
  const email = someEmail();
  await ordered(most + 2, { email });
  expect(server.mails).toHaveLength(most);
  expect(await outcomesOf(email)).toEqual([
    ["order.created tooMany", 2],
    ["order.created sent", most],
  ]);
  const [last] = (await call(message.list, { q: email })).body.items;
  const { body } = await call(message.read, { id: last!.id });
  expect(body).toMatchObject({ subject: expect.stringContaining("We have received"), cannotResend: null });

  await anOrder({ email });
  await ordered(1, { email: someEmail() });
  await workOnMessages();
  expect(server.mails).toHaveLength(most + 2);

  await db().execute(sql`update messages set created_at = created_at - interval '61 minutes'`);
  await ordered(1, { email });
  expect(server.mails).toHaveLength(most + 3);
});

it("above the limit, a payment is still confirmed; a link to pay and a cancellation for want of payment are not sent", async () => {
  await aGateway();
  const email = someEmail();
  await ordered(most, { email });
  await ordered(2, { email }, "test");
  await makeCalls();
  await workOnMessages();
  const [paid, unpaid] = (await call(order.list, { q: email })).body.items;
  await call(order.markPaid, { id: paid!.id, outcome: "paid", method: "cash", reference: "till 1" });
  await db().execute(sql`update orders set unpaid_since = unpaid_since - interval '100 days' where id = ${unpaid!.id}`);
  expect(await call(order.sweepUnpaid, {})).toMatchObject({ body: { cancelled: 1 } });
  await workOnMessages();
  expect(Object.fromEntries(await outcomesOf(email))).toEqual({
    "order.created sent": most,
    "order.created tooMany": 2,
    "payment.requested tooMany": 2,
    "order.paid sent": 1,
    "order.cancelled tooMany": 1,
  });
});

// A customer was not told that staff had cancelled their order, because of what somebody else had ordered.
it("above the limit, what staff do is still sent: a cancellation, and a link to pay", async () => {
  await aGateway();
  const email = someEmail();
  await ordered(most, { email });
  await ordered(1, { email }, "test");
  await makeCalls();
  await workOnMessages();
  const [unpaid, cancelled] = (await call(order.list, { q: email })).body.items;
  await db().execute(sql`update payment_requests set expires_at = now() where order_id = ${unpaid!.id}`);
  expect(await call(order.requestPayment, { id: unpaid!.id, gateway: "test" })).toMatchObject({ status: 201 });
  await makeCalls();
  await call(order.cancel, { id: cancelled!.id, reason: "Sold out." });
  await workOnMessages();
  expect(Object.fromEntries(await outcomesOf(email))).toEqual({
    "order.created sent": most,
    "order.created tooMany": 1,
    "payment.requested tooMany": 1,
    "payment.requested sent": 1,
    "order.cancelled sent": 1,
  });
});

// Whoever went on ordering would have kept an address from all news of its own orders.
it("what was withheld does not count", async () => {
  const email = someEmail();
  await had(email, most, "skipped", "1 minute");
  await ordered(1, { email });
  expect(await outcomesOf(email)).toContainEqual(["order.created sent", 1]);
});

// With every order of a marketplace that gives one address for all, the earlier messages were read again.
it("the count for a recipient reads only the messages of the last hour", async () => {
  const email = someEmail();
  await had(email, 5_000, "sent", "1 day");
  await db().execute(sql`analyze messages`);
  const rows = await rowsReadOf("messages", () => ordered(1, { email }));
  expect(await outcomesOf(email)).toContainEqual(["order.created sent", 1]);
  expect(rows).toBeLessThan(1_000);
});

it("a phone number gets no more either, whatever email address is given with it", async () => {
  const fake = await twilioFake();
  await call(provider.configure, { code: "twilio", settings: { ...twilioAccount, server: fake.origin } });
  await call(template.setSwitch, { kind: "order.created", channel: "sms", isOn: true });
  const phone = "+919812345670";
  await ordered(1, { email: someEmail(), phone });
  await db().execute(sql`
    insert into messages (id, kind, channel, cause, recipient, status, created_at, asked_by)
    select left(${newId("message")}, -2) || lpad(n::text, 2, '0'), kind, channel, 'earlier ' || n, recipient, 'sent', created_at, 'test'
    from messages, generate_series(2, ${most}::integer) n where channel = 'sms'`);
  await ordered(1, { email: someEmail(), phone });
  expect(await outcomesOf(phone)).toEqual([
    ["order.created tooMany", 1],
    ["order.created sent", most],
  ]);
  expect(server.mails).toHaveLength(2);
});
