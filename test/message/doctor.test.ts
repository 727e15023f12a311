/** The doctor's check 14 for messages: what no one was told reaches a person. */

import { beforeEach, expect, it } from "vitest";
import * as message from "#core/contract/message";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { examine } from "#core/doctor/examine";
import { call } from "../support/call.ts";
import { aMailServer, mailsGoTo, messagesDueNow, no, workOnMessages } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";

const check = async () => (await examine()).checks.find(({ number }) => number === 14);

/** A message that was sent; the doctor finds nothing. */
async function aMessage() {
  await mailsGoTo(await aMailServer());
  const { id: orderId } = await anOrder();
  await workOnMessages();
  const [made] = (await call(message.list, { orderId })).body.items;
  expect(await check()).toMatchObject({ status: "ok" });
  return { id: made!.id, orderId };
}

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from messages`);
  await db().execute(sql`update providers set failed_at = null, failure = null`);
});

it.each([
  ["has failed", "status = 'failed', says = 'The sender says no.'", "The sender says no."],
  ["nobody knows of whether it was sent", "status = 'unknown', says = 'No answer.', settled_at = null", "No answer."],
  [
    "has waited for more than an hour",
    "status = 'queued', settled_at = null, due_at = now(), created_at = now() - interval '2 hours'",
    "queued",
  ],
])("reports a message that %s", async (_, now, says) => {
  const { id } = await aMessage();
  await db().execute(sql`update messages set ${sql.raw(now)} where id = ${id}`);
  const found = await check();
  expect(found).toMatchObject({ status: "warn", count: 1, rows: [{ name: `message ${id}`, says }] });
  expect(found?.remedy).toContain("Messages");
});

it("reports no message that was skipped on purpose or has been resent", async () => {
  const { id } = await aMessage();
  await db().execute(sql`update messages set status = 'skipped', why = 'suppressed' where id = ${id}`);
  expect(await check()).toMatchObject({ status: "ok" });
  await db().execute(sql`update messages set status = 'failed', why = null where id = ${id}`);
  expect(await check()).toMatchObject({ status: "warn" });
  expect(await call(message.resend, { id })).toMatchObject({ status: 201 });
  await workOnMessages();
  expect(await check()).toMatchObject({ status: "ok" });
});

// It was reported as stuck, because the customer's phone was off.
it("does not report an SMS that waits to be sent again", async () => {
  const { id } = await aMessage();
  await db().execute(sql`
    update messages set status = 'queued', settled_at = null, created_at = now() - interval '2 hours',
      due_at = now() + interval '3 hours' where id = ${id}`);
  expect(await check()).toMatchObject({ status: "ok" });
});

it("reports an event without a message", async () => {
  const { orderId } = await aMessage();
  await db().execute(sql`
    update events set unwritten = true, time = now() - interval '20 minutes'
    where subject_id = ${orderId} and name = 'order.created'`);
  expect(await check()).toMatchObject({
    status: "warn",
    rows: [{ name: expect.stringMatching(/^event /), says: "no message has been written about it" }],
  });
});

it("reports a failing sender until it works again", async () => {
  await mailsGoTo({ port: 9 });
  await anOrder();
  await workOnMessages();
  expect(await check()).toMatchObject({ status: "warn", rows: [{ name: "smtp" }] });
  await mailsGoTo(await aMailServer());
  await db().execute(sql`update messages set due_at = now() where due_at is not null`);
  await db().execute(sql`update providers set paused_until = null`);
  await workOnMessages();
  expect(await check()).toMatchObject({ status: "ok" });
});

// It was reported only once a message had waited for an hour, and its settings showed no failure.
it("reports a sender that refuses every message as soon as it does", async () => {
  await mailsGoTo(await aMailServer({ onMailFrom: (_address, _session, done) => done(no(550, "5.7.1 Suspended")) }));
  const { id: orderId } = await anOrder();
  await workOnMessages();
  expect((await call(message.list, { orderId })).body.items).toMatchObject([{ status: "queued" }]);
  expect(await check()).toMatchObject({ status: "warn", rows: [{ name: "smtp", says: "550 5.7.1 Suspended" }] });
  // A refusal of one message says nothing about the others.
  await mailsGoTo(await aMailServer({ afterText: () => no(554, "5.7.1 It is spam") }));
  await messagesDueNow();
  await workOnMessages();
  expect((await call(message.list, { orderId })).body.items).toMatchObject([{ status: "rejected" }]);
  expect(await check()).toMatchObject({ status: "ok" });
});
