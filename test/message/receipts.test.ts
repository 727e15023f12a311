/** Receipts for messages whose sending had no answer: the sender's id is not known, ours is. */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as message from "#core/contract/message";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Receipt } from "#core/message/senders/sender";
import { takeReceipts } from "#core/message/take-receipts";
import { call } from "../support/call.ts";
import { aMailServer, mailsGoTo, workOnMessages } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";

// It was sent again, although its own receipt had said that it arrived.
it("are matched by our own id, which the sender returns, and end the sending", async () => {
  await db().execute(sql`update events set unwritten = false`);
  await mailsGoTo(await aMailServer({ afterText: () => "hang up" }));
  const { id: orderId } = await anOrder();
  await workOnMessages();
  const theMessage = async () => (await call(message.list, { orderId })).body.items[0]!;
  const { id, status } = await theMessage();
  expect(status).toBe("unknown");
  const receipt: Receipt = { sentId: "0102018f", messageId: id, status: "delivered", says: "", lasting: false };
  const take = (given: Receipt) =>
    inChange(system("test"), (change) => takeReceipts(change, "smtp", { at: change.at, receipts: [given] }));
  expect(await take({ ...receipt, sentId: "another", messageId: "msg_none" })).toMatchObject({
    is: "later",
  });
  expect(await take(receipt)).toMatchObject({ is: "settled" });
  expect(await theMessage()).toMatchObject({ status: "delivered" });
  const [row] = await db().execute(sql`select sent_id, due_at from messages where id = ${id}`);
  expect(row).toEqual({ sent_id: "0102018f", due_at: null });
  // From now on it has the sender's id, so another message of the sender's cannot claim it.
  const { messageId: _, ...byItsId } = receipt;
  expect(await take(byItsId)).toMatchObject({ is: "settled" });
  expect(await take({ ...receipt, sentId: "0999" })).toMatchObject({ is: "later" });
});
