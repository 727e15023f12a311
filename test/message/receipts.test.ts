/** Receipts for messages whose sending had no answer: the sender's id is not known, ours is. */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as customer from "#core/contract/customer";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Receipt } from "#core/message/senders/sender";
import { takeReceipts } from "#core/message/take-receipts";
import { writeForEvents } from "#core/message/write/write-for-events";
import { call } from "../support/call.ts";
import { aMailServer, mailsGoTo, messagesDueNow, workOnMessages } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";

const take = (given: Receipt, sender = "smtp") =>
  inChange(system("test"), (change) => takeReceipts(change, sender, { at: change.at, receipts: [given] }));

// It was taken for settled and forgotten: the message was sent again, or stayed "sent" although it had bounced.
it("are kept if they come before the sending is recorded, whose worker may have died", async () => {
  await db().execute(sql`update events set unwritten = false`);
  const server = await aMailServer();
  await mailsGoTo(server);
  const { id: orderId } = await anOrder();
  const events = await db().execute<{ id: string }>(sql`select id from events where unwritten`);
  await writeForEvents(events.map(({ id }) => id));
  const theMessage = async () => (await call(message.list, { orderId })).body.items[0]!;
  const { id, status } = await theMessage();
  expect(status).toBe("queued");
  await db().execute(sql`update messages set claim_id = gen_random_uuid(), attempts = 1 where id = ${id}`);
  const receipt = {
    sentId: "0102018e",
    messageId: id,
    status: "bounced",
    says: "mailbox full",
    blocks: null,
  } as const;
  expect(await take(receipt)).toMatchObject({ is: "settled" });
  expect(await theMessage()).toMatchObject({ status: "bounced", says: "mailbox full" });
  // A status as final as the first changes nothing.
  expect(await take({ ...receipt, status: "failed", says: "given up" })).toMatchObject({ is: "settled" });
  expect(await theMessage()).toMatchObject({ status: "bounced", says: "mailbox full" });
  await messagesDueNow();
  await workOnMessages();
  expect([server.begun(), await theMessage()]).toMatchObject([0, { status: "bounced" }]);
});

// It was sent again, although its own receipt had said that it arrived.
it("are matched by our own id, which the sender returns, and end the sending", async () => {
  await db().execute(sql`update events set unwritten = false`);
  await mailsGoTo(await aMailServer({ afterText: () => "hang up" }));
  const { id: orderId } = await anOrder();
  await workOnMessages();
  const theMessage = async () => (await call(message.list, { orderId })).body.items[0]!;
  const { id, status } = await theMessage();
  expect(status).toBe("unknown");
  const receipt: Receipt = { sentId: "0102018f", messageId: id, status: "delivered", says: "", blocks: null };
  expect(await take({ ...receipt, sentId: "another", messageId: "msg_none" })).toMatchObject({
    is: "later",
  });
  // Whoever has the key of a sender that was set up before must not be able to end what another sends.
  expect(await take(receipt, "ses")).toMatchObject({ is: "later" });
  expect(await take(receipt)).toMatchObject({ is: "settled" });
  expect(await theMessage()).toMatchObject({ status: "delivered" });
  const [row] = await db().execute(sql`select sent_id, due_at from messages where id = ${id}`);
  expect(row).toEqual({ sent_id: "0102018f", due_at: null });
  // From now on it has the sender's id, so another message of the sender's cannot claim it.
  const { messageId: _, ...byItsId } = receipt;
  expect(await take(byItsId)).toMatchObject({ is: "settled" });
  expect(await take({ ...receipt, sentId: "0999" })).toMatchObject({ is: "later" });
});

// A mail server's text names the address, and stayed with the erased message for good.
it("about an erased message change its status, but their text is not stored", async () => {
  await db().execute(sql`update events set unwritten = false`);
  await mailsGoTo(await aMailServer());
  const { id: orderId, customerId } = await anOrder({ email: "erased-soon@example.com" });
  await workOnMessages();
  const theMessage = async () => (await call(message.list, { orderId })).body.items[0]!;
  const { id } = await theMessage();
  await call(order.cancel, { id: orderId });
  await db().execute(sql`update events set unwritten = false`);
  expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
  const says = "550 5.1.1 <erased-soon@example.com>: no such mailbox";
  const [{ sentId } = { sentId: "" }] = await db().execute<{ sentId: string }>(sql`
    select sent_id as "sentId" from messages where id = ${id}`);
  expect(await take({ sentId, status: "bounced", says, blocks: "bounced" })).toMatchObject({ is: "settled" });
  expect(await theMessage()).toMatchObject({ status: "bounced", says: null, recipient: null });
  expect((await call(message.listSuppressions, {})).body.items).toEqual([]);
});

// Whoever marked the first copy as spam went on getting emails.
it("about a copy whose id is unknown, because its answer was lost, block the address too", async () => {
  await db().execute(sql`update events set unwritten = false`);
  await mailsGoTo(await aMailServer());
  const { id: orderId } = await anOrder({ email: "two-copies@example.com" });
  await workOnMessages();
  const theMessage = async () => (await call(message.list, { orderId })).body.items[0]!;
  const { id } = await theMessage();
  const copy = { sentId: "the-first-copy", messageId: id, says: "", blocks: "complained" } as const;
  expect(await take({ ...copy, status: "complained" })).toMatchObject({ is: "settled" });
  expect(await theMessage()).toMatchObject({ status: "delivered" });
  // The first reason is kept.
  expect(await take({ ...copy, status: "bounced", blocks: "bounced" })).toMatchObject({ is: "settled" });
  expect((await call(message.listSuppressions, { q: "two-copies" })).body.items).toMatchObject([
    { recipient: "two-copies@example.com", why: "complained", messageId: id },
  ]);
});
