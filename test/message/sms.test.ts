/** SMS from the event to the receipt: Twilio with its signed callbacks, and MSG91 with its registered texts. */
import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Asked } from "#core/contract/kit/operation";
import * as message from "#core/contract/message";
import * as provider from "#core/contract/provider";
import * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { newSecretsKey } from "#core/secret";
import { msg91Fake, msg91Key, saysNo } from "../sender/fakes/msg91.ts";
import { twilioAccount, twilioFake } from "../sender/fakes/twilio.ts";
import { call } from "../support/call.ts";
import { aCustomer } from "../support/given/customers.ts";
import { takeInbox } from "../support/given/gateways.ts";
import { messagesDueNow, providersUnpaused, workOnMessages } from "../support/given/mail.ts";
import { anOrder, nothingChanged, shipped } from "../support/given/orders.ts";

const to = "+919876543210";

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from suppressions`);
  await db().execute(sql`delete from messages`);
  // Each imitation counts its messages from one.
  await db().execute(sql`delete from inbox`);
  await db().execute(sql`update providers set removed_at = clock_timestamp() where kind = 'sender'`);
});

/** A parcel ships, and its customer has a phone number. */
async function aParcelLeaves(more: Parameters<typeof anOrder>[0] = {}): Promise<void> {
  const made = await anOrder({ paid: true, phone: to, ...more });
  await db().execute(sql`update events set unwritten = false`);
  await shipped(made, 1);
  await workOnMessages();
}
const theSms = async () => (await call(message.list, { channel: "sms" })).body.items[0]!;
const undecrypted = "SECRETS_KEY does not decrypt the settings of its sender, or its link.";
const dayPasses = () => db().execute(sql`update messages set created_at = created_at - interval '25 hours'`);
const suppressed = async () => (await call(message.listSuppressions, {})).body.items;

describe("an SMS by Twilio", () => {
  const begin = async () => {
    const fake = await twilioFake();
    await call(provider.configure, { code: "twilio", settings: { ...twilioAccount, server: fake.origin } });
    return fake;
  };
  const address = "https://store.test/api/messages/twilio/receipts";
  /** Twilio's callback: a form, signed together with the public URL. */
  const told = (fields: Readonly<Record<string, string>>, key = twilioAccount.authToken, at = address) => {
    const all: Readonly<Record<string, string>> = { AccountSid: twilioAccount.accountSid, To: to, ...fields };
    const text = Object.keys(all)
      .toSorted()
      .map((name) => name + all[name])
      .join("");
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": createHmac("sha1", key)
        .update(at + text)
        .digest("base64"),
      // Behind a proxy the host differs: what is signed is the public URL.
      host: "10.0.0.7:4000",
    };
    const rawBody = new URLSearchParams(all).toString();
    return call(message.receive, { code: "twilio" }, { as: null, rawBody, headers });
  };

  it("that is not found there after its answer was lost is not sent again, and after a day is left to a person", async () => {
    const fake = await begin();
    fake.trouble("faults after");
    await aParcelLeaves();
    fake.messages.splice(0);
    const later = async () => {
      await messagesDueNow();
      await providersUnpaused();
      await workOnMessages();
      return theSms();
    };
    const says = "It was not found; it may yet be sent.";
    expect(await later()).toMatchObject({ status: "unknown", says, needsDecision: false });
    await dayPasses();
    expect(await later()).toMatchObject({ status: "unknown", says, needsDecision: true });
    expect(fake.messages).toEqual([]);
    await db().execute(sql`delete from messages`);
  });

  // Nothing says that it was not sent.
  it("that may have been sent is left to a person if SECRETS_KEY does not decrypt its settings for a day", async () => {
    const fake = await begin();
    fake.trouble("faults after");
    await aParcelLeaves();
    vi.stubEnv("SECRETS_KEY", newSecretsKey());
    onTestFinished(() => void vi.unstubAllEnvs());
    await dayPasses();
    await messagesDueNow();
    await providersUnpaused();
    await workOnMessages();
    expect(await theSms()).toMatchObject({ status: "unknown", needsDecision: true, says: undecrypted });
    await db().execute(sql`delete from messages`);
  });

  it("is sent with the callback URL, and its receipts mark it as delivered, in whatever order they arrive", async () => {
    const fake = await begin();
    await aParcelLeaves();
    const [sent] = fake.messages;
    expect(fake.messages).toHaveLength(1);
    expect(new URLSearchParams(fake.asked[0]!.body).get("StatusCallback")).toBe(address);
    expect(await theSms()).toMatchObject({ status: "sent", recipient: to, sender: "twilio" });
    expect((await told({ MessageSid: sent!.sid, MessageStatus: "delivered" })).status).toBe(200);
    expect((await told({ MessageSid: sent!.sid, MessageStatus: "sent" })).status).toBe(200);
    expect((await told({ MessageSid: sent!.sid, MessageStatus: "delivered" })).status).toBe(200);
    await takeInbox();
    expect(await theSms()).toMatchObject({ status: "delivered" });
  });

  // Imported orders have numbers as their customers typed them. One without its country code is somebody else's abroad.
  it.each([
    ["+91 98765-43210", "sent", [to]],
    ["0091 (98765) 43210", "sent", [to]],
    // It went to +910987…, which Twilio calls no number, and was blocked.
    ["+91 (0)98765 43210", "sent", [to]],
    // As copied from an address book, with marks that nobody sees.
    ["\u202a+91 98765\u201143210\u202c", "sent", [to]],
    ["(+91)-(0)98765-43210", "sent", [to]],
    // In Italy it is a part of the number, and behind the number it is no trunk prefix.
    ["+39 (0)6 1234 5678", "sent", ["+390612345678"]],
    ["+49 30 1234567 (0)", "sent", ["+493012345670"]],
    ["(0)98765 43210", "rejected", []],
    ["098765 43210", "rejected", []],
    ["9876543210", "rejected", []],
    ["ask my sister", "rejected", []],
  ])("is sent to %j only if its country is known", async (phone, status, sentTo) => {
    const fake = await begin();
    const made = await anOrder({ paid: true, phone: to });
    await db().execute(sql`update events set unwritten = false`);
    await db().execute(sql`update orders set phone = ${phone} where id = ${made.id}`);
    await shipped(made, 1);
    await workOnMessages();
    expect([(await theSms()).status, fake.messages.map((sent) => sent.to)]).toEqual([status, sentTo]);
    expect(await suppressed()).toEqual([]);
  });

  // An imported order had the number of somebody who had replied STOP, with spaces: they were written to again.
  it("is not sent to a number that has opted out, however it is written in an order", async () => {
    const fake = await begin();
    await db().execute(sql`
      insert into suppressions (channel, recipient, why, at) values ('sms', ${to}, 'optedOut', now())`);
    const made = await anOrder({ paid: true, phone: to });
    await db().execute(sql`update events set unwritten = false`);
    await db().execute(sql`update orders set phone = '+91 98765-43210' where id = ${made.id}`);
    await shipped(made, 1);
    await workOnMessages();
    expect(await theSms()).toMatchObject({ status: "skipped", why: "suppressed", recipient: to });
    expect((await call(message.resend, { id: (await theSms()).id })).body.error?.code).toBe("message.suppressed");
    // They ask for their messages again.
    expect((await call(message.liftSuppression, { channel: "sms", recipient: "0091 98765 43210" })).status).toBe(200);
    expect((await call(message.resend, { id: (await theSms()).id })).status).toBe(201);
    await workOnMessages();
    expect(fake.messages.map((sent) => sent.to)).toEqual([to]);
    const found = async (q: string) => (await call(message.list, { q })).body.items.length;
    expect([await found("+91 98765"), await found("+9198765"), await found("+91 98766")]).toEqual([2, 2, 0]);
    expect(await found("\u202a+91 98765\u201143210\u202c")).toBe(2);
  });

  // It has no order, and its number is stored in one form.
  it.each([
    ["+91 98765-43222", "+919876543222"],
    ["+44 (0)20 7946 0321", "+442079460321"],
    ["\u202a+91 98765\u201143223\u202c", "+919876543223"],
    ["(022) 2345 6789", "(022) 2345 6789"],
  ])("about a cart is listed among its customer's messages, with their number written %j", async (phone, recipient) => {
    const { id } = await aCustomer({ phone: "+919876543222" });
    await db().execute(sql`update customers set phone = ${phone} where id = ${id}`);
    await db().execute(sql`
      insert into messages (id, cause, kind, channel, recipient, status, body, asked_by, created_at)
      values (${newId("message")}, ${newId("event")}, 'cart.abandoned', 'sms', ${recipient}, 'sent', 'Sent', 'test', now())`);
    const { items } = (await call(message.list, { customerId: id })).body;
    expect(items).toMatchObject([{ recipient }]);
  });

  // A household has one telephone.
  it("about an order is not listed among the messages of another customer with the same number", async () => {
    const [buyer, other] = [await aCustomer({ phone: to }), await aCustomer({ phone: to })];
    await begin();
    await aParcelLeaves({ email: buyer.email! });
    const listed = async ({ id }: typeof buyer) => (await call(message.list, { customerId: id })).body.items;
    expect(await listed(buyer)).toContainEqual(expect.objectContaining({ recipient: to }));
    expect(await listed(other)).toEqual([]);
  });

  it("that is refused since its number has opted out blocks the number in every spelling", async () => {
    const fake = await begin();
    fake.set({ refuses: [400, 21610, "Attempt to send to unsubscribed recipient"] });
    const made = await anOrder({ paid: true, phone: to });
    await db().execute(sql`update events set unwritten = false`);
    await db().execute(sql`update orders set phone = '+91 (98765) 43210' where id = ${made.id}`);
    await shipped(made, 1);
    await workOnMessages();
    expect(await suppressed()).toMatchObject([{ recipient: to, why: "optedOut" }]);
    await aParcelLeaves();
    expect(await theSms()).toMatchObject({ status: "skipped", why: "suppressed" });
  });

  it("refuses a receipt signed with another key or for another URL", async () => {
    const fake = await begin();
    await aParcelLeaves();
    const receipt = { MessageSid: fake.messages[0]!.sid, MessageStatus: "failed", ErrorCode: "30005" };
    await nothingChanged(async () => {
      expect((await told(receipt, "another token")).status).toBe(401);
      expect(
        (await told(receipt, twilioAccount.authToken, "https://evil.example/api/messages/twilio/receipts")).status,
      ).toBe(401);
    });
  });

  it("is not sent again to a number that does not exist or has opted out", async () => {
    const fake = await begin();
    await aParcelLeaves();
    await told({ MessageSid: fake.messages[0]!.sid, MessageStatus: "undelivered", ErrorCode: "30005" });
    await takeInbox();
    expect(await theSms()).toMatchObject({ status: "failed", says: "Error 30005." });
    expect(await suppressed()).toMatchObject([{ channel: "sms", recipient: to, why: "address" }]);
    await call(message.liftSuppression, { channel: "sms", recipient: to });
    fake.set({ refuses: [400, 21610, "Attempt to send to unsubscribed recipient"] });
    await aParcelLeaves();
    expect(await theSms()).toMatchObject({ status: "rejected" });
    expect(await suppressed()).toMatchObject([{ recipient: to, why: "optedOut" }]);
    await call(message.liftSuppression, { channel: "sms", recipient: to });
    fake.set({ refuses: null });
    await aParcelLeaves();
    await told({ MessageSid: fake.messages.at(-1)!.sid, MessageStatus: "undelivered", ErrorCode: "21610" });
    await takeInbox();
    const says = "The recipient has opted out (error 21610).";
    expect(await theSms()).toMatchObject({ status: "failed", says });
    expect(await suppressed()).toMatchObject([{ recipient: to, why: "optedOut", says }]);
  });

  // It was lost, although the phone was off for a moment only.
  it("that could not be delivered yet is sent again later, three times at most", async () => {
    const fake = await begin();
    await aParcelLeaves();
    const undelivered = async (sid: string) => {
      await told({ MessageSid: sid, MessageStatus: "undelivered", ErrorCode: "30003" });
      await takeInbox();
    };
    for (const minutes of [15, 60, 240]) {
      await undelivered(fake.messages.at(-1)!.sid);
      expect(await theSms()).toMatchObject({ status: "queued", says: "Error 30003.", sentAt: null, settledAt: null });
      const [{ waits } = { waits: 0 }] = await db().execute<{ waits: number }>(sql`
        select round(extract(epoch from due_at - clock_timestamp()) / 60)::integer as waits from messages where channel = 'sms'`);
      expect(waits).toBeCloseTo(minutes, -1);
      await workOnMessages();
      const sent = fake.messages.length;
      await messagesDueNow();
      await workOnMessages();
      expect(fake.messages).toHaveLength(sent + 1);
      expect(await theSms()).toMatchObject({ status: "sent", attempts: sent + 1, sentAt: expect.any(String) });
    }
    // What comes late about an earlier copy says nothing about the last one.
    await told({ MessageSid: fake.messages[0]!.sid, MessageStatus: "sent" });
    await takeInbox();
    expect(await theSms()).toMatchObject({ status: "sent" });
    await undelivered(fake.messages.at(-1)!.sid);
    expect(await theSms()).toMatchObject({ status: "failed", says: "Error 30003.", attempts: 4 });
  });

  // Each time that it had been put off was taken for a copy: after four nothing was sent again.
  it("that could not be delivered yet is sent again however often Twilio was busy before", async () => {
    const fake = await begin();
    for (let nth = 0; nth < 4; nth++) fake.trouble("is busy");
    await aParcelLeaves();
    for (let nth = 0; nth < 4; nth++) {
      await messagesDueNow();
      await providersUnpaused();
      await workOnMessages();
    }
    expect(await theSms()).toMatchObject({ status: "sent", attempts: 5 });
    await told({ MessageSid: fake.messages[0]!.sid, MessageStatus: "undelivered", ErrorCode: "30003" });
    await takeInbox();
    const [{ waits } = { waits: 0 }] = await db().execute<{ waits: number }>(sql`
      select round(extract(epoch from due_at - clock_timestamp()) / 60)::integer as waits from messages where channel = 'sms'`);
    expect([(await theSms()).status, waits]).toEqual(["queued", 15]);
    await messagesDueNow();
    await workOnMessages();
    expect([(await theSms()).status, fake.messages.length]).toEqual(["sent", 2]);
  });

  it("that could not be delivered yet is not sent again once it is a day old, delivered or erased", async () => {
    const fake = await begin();
    for (const since of [
      "created_at = now() - interval '1 day'",
      "status = 'delivered'",
      "recipient = '', erased_at = now()",
    ]) {
      await aParcelLeaves();
      const { id } = await theSms();
      await db().execute(sql`update messages set ${sql.raw(since)} where id = ${id}`);
      await told({ MessageSid: fake.messages.at(-1)!.sid, MessageStatus: "undelivered", ErrorCode: "30003" });
      await takeInbox();
      const { body } = await call(message.read, { id });
      expect(body).toMatchObject({ status: "failed", nextAttemptAt: null });
    }
  });

  // The customer got the same SMS from staff, and hours later once more.
  it("that could not be delivered yet is not sent again if somebody has done so meanwhile", async () => {
    const fake = await begin();
    await aParcelLeaves();
    const { id } = await theSms();
    expect((await call(message.resend, { id })).status).toBe(201);
    await workOnMessages();
    await told({ MessageSid: fake.messages[0]!.sid, MessageStatus: "undelivered", ErrorCode: "30003" });
    await takeInbox();
    expect((await call(message.read, { id })).body).toMatchObject({ status: "failed", nextAttemptAt: null });
  });

  it("waits if Twilio is busy with a Retry-After of 0, and does not repeat the request at once", async () => {
    const fake = await begin();
    for (let nth = 0; nth < 5; nth++) fake.trouble("is busy for 0 s");
    await aParcelLeaves();
    expect([fake.asked.length, (await theSms()).status]).toEqual([1, "queued"]);
  });

  it("whose answer was lost is looked up, and not sent a second time", async () => {
    const fake = await begin();
    fake.trouble("cuts its answer");
    await aParcelLeaves();
    expect(await theSms()).toMatchObject({ status: "unknown", needsDecision: false });
    await messagesDueNow();
    await providersUnpaused();
    await workOnMessages();
    expect([(await theSms()).status, fake.messages.length]).toEqual(["sent", 1]);
  });

  // Two of the same text were found, and a person had to decide.
  it("whose answer was lost when it was sent again is told from the copy that could not be delivered", async () => {
    const fake = await begin();
    await aParcelLeaves();
    const [first] = fake.messages;
    Object.assign(first!, { status: "undelivered", error_code: 30003 });
    await told({ MessageSid: first!.sid, MessageStatus: "undelivered", ErrorCode: "30003" });
    await takeInbox();
    fake.trouble("cuts its answer");
    await messagesDueNow();
    await workOnMessages();
    expect(await theSms()).toMatchObject({ status: "unknown" });
    await messagesDueNow();
    await providersUnpaused();
    await workOnMessages();
    expect([(await theSms()).status, fake.messages.length]).toEqual(["sent", 2]);
    await told({ MessageSid: fake.messages[1]!.sid, MessageStatus: "delivered" });
    await takeInbox();
    expect(await theSms()).toMatchObject({ status: "delivered" });
  });

  // It may be on the customer's phone: neither a refused token nor a busy hour proves that it is not.
  it.each([
    ["does not accept our token", { authToken: "f".repeat(32) }, undefined],
    ["is busy", {}, "is busy"],
  ] as const)("whose answer was lost waits for a person if Twilio still %s a day later", async (_, how, trouble) => {
    const fake = await begin();
    fake.trouble("cuts its answer");
    await aParcelLeaves();
    fake.set(how);
    if (trouble) fake.trouble(trouble);
    await db().execute(sql`update messages set created_at = created_at - interval '25 hours'`);
    await messagesDueNow();
    await providersUnpaused();
    await workOnMessages();
    expect(await theSms()).toMatchObject({ status: "unknown", needsDecision: true });
  });
});

describe("an SMS by MSG91", () => {
  const webhookToken = "a-long-random-text-of-our-own";
  const begin = async () => {
    const fake = await msg91Fake();
    await call(provider.configure, {
      code: "msg91",
      settings: { authKey: msg91Key, webhookToken, server: fake.origin },
    });
    return fake;
  };
  const id = "63a1f0c2d6fc051d9a3b8e42";
  const says = (body: string, text: string, names: readonly string[]) =>
    call(template.edit, {
      ...{ kind: "order.shipped", channel: "sms" },
      source: { body, registered: { id, text, names: [...names] } } satisfies Asked<typeof template.edit>["source"],
    });

  it("is sent as its registered text, with the values of its gaps, and its report marks it as delivered", async () => {
    const fake = await begin();
    await says(
      "Hello {{ customer.name }}, order {{ order.number }} has left. - Store",
      "Hello {#var#}, order {#var#} has left. - Store",
      ["name", "number"],
    );
    await aParcelLeaves();
    const { orderNumber, status } = await theSms();
    expect(status).toBe("sent");
    expect(fake.sent).toEqual([
      {
        template_id: id,
        short_url: "0",
        recipients: [{ mobiles: "919876543210", name: "Asha Rao", number: orderNumber }],
      },
    ]);
    const requestId = (await call(message.read, { id: (await theSms()).id })).body.sentId;
    const report = { requestId, number: "919876543210", status: "1", desc: "DELIVERED", CRQID: "0" };
    const tell = (rawQuery: string) =>
      call(message.receive, { code: "msg91" }, { as: null, rawQuery, rawBody: JSON.stringify(report) });
    expect((await tell("token=another")).status).toBe(401);
    expect((await tell(`token=${webhookToken}`)).status).toBe(200);
    await takeInbox();
    expect(await theSms()).toMatchObject({ status: "delivered" });
  });

  // All that had waited for a sender, or had failed at another, was skipped as not registered.
  it("written before this sender was set up is resent as its registered text", async () => {
    await says("{{ order.number }} left", "{#var#} left", ["VAR1"]);
    await aParcelLeaves();
    const { id: before, status, orderNumber } = await theSms();
    expect(status).toBe("skipped");
    const fake = await begin();
    expect((await call(message.resend, { id: before })).body).toMatchObject({ status: "queued" });
    await workOnMessages();
    expect(fake.sent).toMatchObject([{ template_id: id, recipients: [{ VAR1: orderNumber }] }]);
    await says("{{ order.number }} went", "{#var#} went", ["VAR1"]);
    expect((await call(message.resend, { id: before })).body).toMatchObject({
      ...{ status: "skipped", why: "unregistered", says: expect.stringContaining("goes on with") },
    });
  });

  // However often it was sent again, it went with the id that MSG91 does not know.
  it("refused for a wrong template id is resent with the corrected one, and otherwise as it was written", async () => {
    const fake = await begin();
    await says("{{ order.number }} left", "{#var#} left", ["VAR1"]);
    fake.set({ refuses: saysNo(200, "Invalid template id") });
    await aParcelLeaves();
    const { id: before, status, orderNumber } = await theSms();
    expect(status).toBe("rejected");
    fake.set({ refuses: null });
    const resent = async (body: string, registered: { id: string; text: string; names: string[] }) => {
      await call(template.edit, { kind: "order.shipped", channel: "sms", source: { body, registered } });
      expect((await call(message.resend, { id: before })).body).toMatchObject({ status: "queued" });
      await workOnMessages();
      return fake.sent.at(-1);
    };
    const corrected = "63a1f0c2d6fc051d9a3b8e43";
    const left = { id: corrected, text: "{#var#} left", names: ["number"] };
    expect(await resent("{{ order.number }} left", left)).toMatchObject({
      ...{ template_id: corrected, recipients: [{ number: orderNumber }] },
    });
    const went = { id: corrected, text: "{#var#} went", names: ["number"] };
    expect(await resent("{{ order.number }} went", went)).toMatchObject({
      ...{ template_id: id, recipients: [{ VAR1: orderNumber }] },
    });
  });

  // The second value took the place of the first: "Hello QM-1042, order QM-1042 has left".
  it("is skipped if two gaps with different values have one name, and not if their values are the same", async () => {
    const fake = await begin();
    const text = "Hello {#var#}, order {#var#}";
    await says("Hello {{ customer.name }}, order {{ order.number }}", text, ["VAR1", "VAR1"]);
    await aParcelLeaves();
    expect(await theSms()).toMatchObject({
      ...{ status: "skipped", why: "unregistered", says: expect.stringContaining("Two gaps are named VAR1") },
    });
    await says("Hello {{ customer.name }}, order {{ customer.name }}", text, ["VAR1", "VAR1"]);
    await aParcelLeaves();
    expect(await theSms()).toMatchObject({ status: "sent" });
    expect(fake.sent).toMatchObject([{ recipients: [{ VAR1: "Asha Rao" }] }]);
  });

  it("takes over what waits for a removed sender, as its registered text", async () => {
    const other = await twilioFake();
    await call(provider.configure, { code: "twilio", settings: { ...twilioAccount, server: other.origin } });
    await says("{{ order.number }} left", "{#var#} left", ["VAR1"]);
    other.set({ authToken: "f".repeat(32) });
    await aParcelLeaves();
    expect(await theSms()).toMatchObject({ status: "queued", sender: "twilio" });
    const fake = await begin();
    await call(provider.remove, { code: "twilio" });
    for (let nth = 0; nth < 2; nth++) {
      await messagesDueNow();
      await providersUnpaused();
      await workOnMessages();
    }
    const { orderNumber, status } = await theSms();
    expect([status, fake.sent]).toMatchObject(["sent", [{ template_id: id, recipients: [{ VAR1: orderNumber }] }]]);
  });

  // A gap has 30 characters: a link is registered with several in a row.
  it.each([
    ["shares a long value between gaps in a row", "{#var#}{#var#}, gone", "x".repeat(31), ["x".repeat(30), "x"]],
    ["leaves the last of them empty for a short one", "{#var#}{#var#}, gone", "Asha", ["Asha", ""]],
    ["ends its lines as in Windows", "{#var#}{#var#},\r\ngone ", "Asha", ["Asha", ""]],
  ] as const)("fits a registered text that %s", async (_, text, name, [a, b]) => {
    const fake = await begin();
    await says(`{{ customer.name }},${text.includes("\n") ? "\n" : " "}gone`, text, ["a", "b"]);
    await aParcelLeaves({ name });
    expect(await theSms()).toMatchObject({ status: "sent" });
    expect(fake.sent).toMatchObject([{ recipients: [{ a, b }] }]);
  });

  // The carriers drop unregistered texts, and report it to no one.
  it.each([
    [
      "is worded differently",
      "Order {{ order.number }} is away",
      "Order {#var#} has left",
      {},
      /goes on with " has left", and the message with ".* is away"/,
    ],
    [
      "has more than a gap may hold",
      "For {{ customer.name }}: gone",
      "For {#var#}: gone",
      { name: "x".repeat(31) },
      /more than the 30 characters/,
    ],
    [
      "goes on after its end",
      "Order {{ order.number }} has left. Bye",
      "Order {#var#} has left.",
      {},
      /goes on after the registered text with " Bye"/,
    ],
  ] as const)("is skipped if it %s, and says where it differs", async (_, body, text, more, differs) => {
    const fake = await begin();
    await says(body, text, ["VAR1"]);
    await aParcelLeaves(more);
    expect(await theSms()).toMatchObject({
      status: "skipped",
      why: "unregistered",
      says: expect.stringMatching(differs),
    });
    expect(fake.asked).toEqual([]);
    const preview = {
      kind: "order.shipped",
      channel: "sms",
      source: { body, registered: { id, text, names: ["VAR1"] as string[] } },
    } as const;
    if (!("name" in more)) {
      expect((await call(template.preview, preview)).body.faults).toMatchObject([
        { part: "registered", says: expect.stringMatching(differs) },
      ]);
    }
  });

  it("is skipped if nothing is registered, and refused on saving if the gaps are not named", async () => {
    const fake = await begin();
    await call(template.reset, { kind: "order.shipped", channel: "sms" });
    await aParcelLeaves();
    expect(await theSms()).toMatchObject({ status: "skipped", why: "unregistered" });
    expect(fake.asked).toEqual([]);
    const { status, body } = await says("{{ order.number }}", "{#var#}", ["a", "b"]);
    expect([status, body.error?.detail?.["faults"]]).toMatchObject([
      400,
      [{ part: "registered", says: expect.stringContaining("1 gap") }],
    ]);
  });

  // Each try counted as a message that may have been sent, and was left to a person once the key was right again.
  it("waits while SECRETS_KEY does not decrypt its sender's settings, and is sent once it does", async () => {
    const fake = await begin();
    await says("{{ order.number }} left", "{#var#} left", ["VAR1"]);
    vi.stubEnv("SECRETS_KEY", newSecretsKey());
    onTestFinished(() => void vi.unstubAllEnvs());
    await aParcelLeaves();
    expect(await theSms()).toMatchObject({ status: "queued" });
    vi.unstubAllEnvs();
    await messagesDueNow();
    await workOnMessages();
    expect([await theSms(), fake.sent.length]).toMatchObject([{ status: "sent" }, 1]);
  });

  it("is given up if SECRETS_KEY does not decrypt its sender's settings for a day", async () => {
    const fake = await begin();
    await says("{{ order.number }} left", "{#var#} left", ["VAR1"]);
    vi.stubEnv("SECRETS_KEY", newSecretsKey());
    onTestFinished(() => void vi.unstubAllEnvs());
    await aParcelLeaves();
    await dayPasses();
    await messagesDueNow();
    await workOnMessages();
    expect([await theSms(), fake.sent.length]).toMatchObject([
      { status: "failed", needsDecision: false, says: undecrypted },
      0,
    ]);
  });

  it("whose answer was lost waits for a person, who may resend it", async () => {
    const fake = await begin();
    await says("{{ order.number }} left", "{#var#} left", ["VAR1"]);
    fake.trouble("faults after");
    await aParcelLeaves();
    await messagesDueNow();
    await providersUnpaused();
    await workOnMessages();
    const stuck = await theSms();
    expect([stuck, fake.sent.length]).toMatchObject([{ status: "unknown", needsDecision: true }, 1]);
    fake.set({ refuses: saysNo(200, "Insufficient balance") });
    const { body: again } = await call(message.resend, { id: stuck.id });
    await workOnMessages();
    expect((await call(message.read, { id: again.id })).body).toMatchObject({
      status: "queued",
      says: "Insufficient balance",
    });
    await db().execute(
      sql`update messages set due_at = null, status = 'skipped', settled_at = now() where status in ('queued', 'unknown')`,
    );
  });
});
