/**
 * The worker dies after the sender has accepted and before that is recorded: a power cut, or the Lambda's time is up.
 */

import { expect, it } from "vitest";
import * as message from "#core/contract/message";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { writeWaiting } from "#core/message/write/write-waiting";
import { within } from "#core/time-left";
import { msg91Fake, msg91Key } from "../sender/fakes/msg91.ts";
import { twilioAccount, twilioFake } from "../sender/fakes/twilio.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aMailServer, mailsGoTo, messagesDueNow, workOnMessages } from "../support/given/mail.ts";
import { anOrder, shipped } from "../support/given/orders.ts";
import { aMessageSender, aMessageWriter } from "../support/processes.ts";

const soon = { timeout: 30_000, interval: 20 };

async function aMessageWaits(channel: "email" | "sms"): Promise<void> {
  await db().execute(sql`delete from messages`);
  const made = await anOrder({ paid: true, phone: "+919876543210" });
  await db().execute(sql`update events set unwritten = false`);
  if (channel === "sms") await shipped(made, 1);
  else await anOrder();
  await writeWaiting(within(60_000));
  await db().execute(sql`delete from messages where channel <> ${channel}`);
}

/** Another worker picks up the dead one's message, once it is no longer hidden. */
async function laterWork() {
  await messagesDueNow();
  await workOnMessages();
  return (await call(message.list, {})).body.items[0]!;
}

it("an email is resent with the same Message-ID, by which a mailbox shows it once", async () => {
  const server = await aMailServer({ afterText: (nth) => (nth === 1 ? "say nothing" : undefined) });
  await mailsGoTo(server);
  await aMessageWaits("email");
  const worker = await aMessageSender();
  worker.begin();
  await expect.poll(() => server.mails.length, soon).toBe(1);
  await worker.kill();
  const { id, status } = await laterWork();
  expect([status, server.mails.map(({ parsed }) => parsed.messageId)]).toEqual([
    "sent",
    Array(2).fill(`<${id}@store.test>`),
  ]);
});

it("an SMS is looked up at Twilio, and exists once", async () => {
  const fake = await twilioFake();
  await call(provider.configure, { code: "twilio", settings: { ...twilioAccount, server: fake.origin } });
  await aMessageWaits("sms");
  fake.trouble("hangs after");
  const worker = await aMessageSender();
  worker.begin();
  await expect.poll(() => fake.messages.length, soon).toBe(1);
  await worker.kill();
  expect(await laterWork()).toMatchObject({ status: "sent" });
  expect(fake.messages).toHaveLength(1);
});

it("an SMS by MSG91, which has no search, is not resent, and its outcome is shown as unknown", async () => {
  const fake = await msg91Fake();
  await call(provider.configure, { code: "msg91", settings: { authKey: msg91Key, server: fake.origin } });
  await db().execute(sql`delete from messages`);
  await aMessageWaits("sms");
  await db().execute(sql`
    update messages set status = 'queued', why = null, says = null, settled_at = null, sender = 'msg91', due_at = now(),
      registered = '{"id":"1","values":{}}'`);
  fake.trouble("hangs after");
  const worker = await aMessageSender();
  worker.begin();
  await expect.poll(() => fake.sent.length, soon).toBe(1);
  await worker.kill();
  expect(await laterWork()).toMatchObject({ status: "unknown", needsDecision: true });
  expect(fake.sent).toHaveLength(1);
});

// The message and the mark at the event are written in one statement, which the database may finish for a dead worker.
it("a message is written once if its worker is killed, and sent once", async () => {
  const server = await aMailServer();
  await mailsGoTo(server);
  await db().execute(sql`update events set unwritten = false`);
  const { id } = await anOrder();
  const worker = await aMessageWriter();
  await db().transaction(async (tx) => {
    await tx.execute(sql`select 1 from events where subject_id = ${id} for update`);
    worker.begin();
    await untilSomebodyWaits();
    await worker.kill();
  });
  const written = async () => (await call(message.list, { orderId: id })).body.items.length;
  expect(server.mails).toEqual([]);
  await workOnMessages();
  await workOnMessages();
  expect([await written(), server.mails.length]).toEqual([1, 1]);
});
