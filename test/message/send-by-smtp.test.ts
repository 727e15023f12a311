/** Emails sent through a real mail server, and read back by a real parser. */

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import * as customer from "#core/contract/customer";
import * as message from "#core/contract/message";
import * as provider from "#core/contract/provider";
import * as store from "#core/contract/store";
import { setApart } from "#core/contract/values/set-apart";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { sesAccount, sesFake } from "../sender/fakes/ses.ts";
import { call } from "../support/call.ts";
import {
  addressIn,
  aMailServer,
  mailsGoTo,
  messagesDueNow,
  no,
  providersUnpaused,
  workOnMessages,
} from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from messages where resend_of is not null`);
  await db().execute(sql`delete from suppressions`);
  await db().execute(sql`delete from messages`);
  await providersUnpaused();
});

const theMessage = async () => (await call(message.list, {})).body.items[0]!;
const again = async () => {
  await messagesDueNow();
  await providersUnpaused();
  await workOnMessages();
};

describe("an email", () => {
  it("arrives with both parts, from the store's address, and is sent", async () => {
    const server = await aMailServer();
    await mailsGoTo(server, { replyTo: "help@store.test" });
    const { number } = await anOrder();
    await workOnMessages();
    const [{ parsed, envelope }] = server.mails as [(typeof server.mails)[number]];
    expect(envelope).toEqual({ from: "orders@store.test", to: ["asha@example.com"] });
    expect(parsed).toMatchObject({ subject: `We have received your order ${number}` });
    expect([addressIn(parsed.from), addressIn(parsed.to), addressIn(parsed.replyTo)]).toEqual([
      '"The Store" <orders@store.test>',
      "asha@example.com",
      "help@store.test",
    ]);
    expect(parsed.html).toContain(number);
    expect(parsed.text).toContain(number);
    expect(await theMessage()).toMatchObject({ status: "sent", sender: "smtp", attempts: 1 });
  });

  // Each of these has arrived with question marks, or cut, at some store.
  it.each([
    ["Devanagari", "आशा राव की दुकान"],
    ["emoji", "The 🛍️ Shop 👩‍👩‍👧"],
    ["right to left", "متجر آشا ‏١٢٣"],
    ["a very long line", `Shop ${"x".repeat(190)}`],
    ["quotes and backslashes", 'The "Blue" \\ Shop, Ltd. <Pune>'],
  ])("carries %s unharmed in subject, text and HTML", async (_, name) => {
    const server = await aMailServer();
    await mailsGoTo(server, { fromName: name });
    await call(store.edit, { name });
    const { id } = await anOrder({ name });
    await workOnMessages();
    const [{ parsed, raw }] = server.mails as [(typeof server.mails)[number]];
    expect(parsed.from?.value).toEqual([{ name, address: "orders@store.test" }]);
    expect(parsed.text).toContain(`Hello ${setApart(name)},`);
    expect(id).toBeTruthy();
    // RFC 5322 allows 998 characters a line, without its end.
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
    await call(store.edit, { name: "Quartermaster" });
  });

  it("has lines that every server accepts, whatever it contains", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    await anOrder({ name: "y".repeat(200), address: { ...anAddress, line1: "z".repeat(200) } });
    await workOnMessages();
    expect(Math.max(...server.mails[0]!.raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  // A line break in a name would start an injected header: a copy to thousands, for example.
  it("gets no header from what someone has typed", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    await anOrder();
    await db().execute(sql`
      update events set body = replace(body, 'Asha Rao', 'Asha\\r\\nBcc: victim@example.com') where unwritten`);
    await db().execute(sql`update store set name = E'Shop\r\nBcc: victim@example.com'`);
    await call(provider.list, {});
    await workOnMessages();
    await db().execute(sql`update store set name = 'Quartermaster'`);
    const [{ parsed, envelope }] = server.mails as [(typeof server.mails)[number]];
    expect(envelope.to).toEqual(["asha@example.com"]);
    expect([parsed.bcc, parsed.headers.get("bcc")]).toEqual([undefined, undefined]);
  });
});

describe("what waits for a sender that is removed", () => {
  const waiting = async () => {
    const server = await aMailServer({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(no(535, "5.7.8 No")),
    });
    await mailsGoTo(server, { user: "shop", password: "a wrong one" });
    await anOrder();
    await workOnMessages();
    expect(await theMessage()).toMatchObject({ status: "queued", sender: "smtp" });
  };

  // It was tried there for a day, and failed.
  it("is sent by the one that takes over", async () => {
    await waiting();
    const fake = await sesFake();
    await call(provider.configure, { code: "ses", settings: { ...sesAccount, server: fake.origin } });
    await call(provider.remove, { code: "smtp" });
    await again();
    await again();
    expect(await theMessage()).toMatchObject({ status: "sent", sender: "ses", says: null });
    expect(fake.sent).toHaveLength(1);
    await call(provider.remove, { code: "ses" });
  });

  it("does not wait for the pause that the removed one has asked for", async () => {
    await waiting();
    await db().execute(sql`update providers set paused_until = now() + interval '1 hour' where code = 'smtp'`);
    const fake = await sesFake();
    await call(provider.configure, { code: "ses", settings: { ...sesAccount, server: fake.origin } });
    await call(provider.remove, { code: "smtp" });
    await messagesDueNow();
    await workOnMessages();
    await messagesDueNow();
    await workOnMessages();
    expect(await theMessage()).toMatchObject({ status: "sent", sender: "ses" });
    await call(provider.remove, { code: "ses" });
  });

  it("is skipped if there is none, and can be sent again later", async () => {
    await waiting();
    await call(provider.remove, { code: "smtp" });
    await again();
    expect(await theMessage()).toMatchObject({ status: "skipped", why: "noProvider" });
    const server = await aMailServer();
    await mailsGoTo(server, { user: null, password: null } as never);
    await call(message.resend, { id: (await theMessage()).id });
    await workOnMessages();
    expect(server.mails).toHaveLength(1);
  });

  it("stays with it if it may have been sent there", async () => {
    const server = await aMailServer({ afterText: (nth) => (nth === 1 ? "hang up" : undefined) });
    await mailsGoTo(server);
    await anOrder();
    await workOnMessages();
    expect(await theMessage()).toMatchObject({ status: "unknown" });
    await call(provider.remove, { code: "smtp" });
    await again();
    expect(await theMessage()).toMatchObject({ status: "sent", sender: "smtp" });
    expect(new Set(server.mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  });
});

const anAddress = { line1: "12 Lake Road", city: "Pune", postalCode: "411001", country: "IN" } as const;

describe("a mail server that", () => {
  it("greylists a message accepts it at the next attempt", async () => {
    let asked = 0;
    const server = await aMailServer({
      onRcptTo: (_address, _session, done) =>
        done(++asked === 1 ? no(450, "4.2.0 Greylisted, come back later") : undefined),
    });
    await mailsGoTo(server);
    await anOrder();
    await workOnMessages();
    expect(await theMessage()).toMatchObject({ status: "queued", says: "450 4.2.0 Greylisted, come back later" });
    const [{ wait }] = (await db().execute<{ wait: number }>(sql`
      select extract(epoch from due_at - clock_timestamp())::float8 as wait from messages`)) as unknown as [
      { wait: number },
    ];
    expect(wait).toBeGreaterThan(240);
    const readOne = async () => (await call(message.read, { id: (await theMessage()).id })).body;
    const waiting = await readOne();
    expect(waiting).toMatchObject({ sentAt: null, settledAt: null });
    expect(Date.parse(waiting.nextAttemptAt!)).toBeGreaterThan(Date.parse(waiting.createdAt) + 240_000);
    await again();
    expect(await theMessage()).toMatchObject({ status: "sent" });
    const sent = await readOne();
    expect(sent.nextAttemptAt).toBeNull();
    for (const at of [sent.sentAt, sent.settledAt]) expect(Date.parse(at!)).toBeGreaterThan(Date.parse(sent.createdAt));
    expect(server.mails).toHaveLength(1);
  });

  // All messages waited five minutes for a single full mailbox, and again at each further attempt.
  it("puts off the message to one recipient gets the others, and works", async () => {
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === "full@example.com" ? no(452, "4.2.2 The mailbox is full") : undefined),
    });
    await mailsGoTo(server);
    for (const email of ["full@example.com", "one@example.com"]) {
      await anOrder({ email });
      await workOnMessages();
    }
    expect(server.mails.map(({ envelope }) => envelope.to[0])).toEqual(["one@example.com"]);
    const { items } = (await call(provider.list, { kind: "sender" })).body;
    expect(items.find(({ code }) => code === "smtp")).toMatchObject({ pausedUntil: null, lastFailure: null });
  });

  // No one can say whether it was accepted: a mailbox recognises the second one by its Message-ID.
  it("drops the connection after the text gets the message again, with the same Message-ID", async () => {
    const server = await aMailServer({ afterText: (nth) => (nth === 1 ? "hang up" : undefined) });
    await mailsGoTo(server);
    await anOrder();
    await workOnMessages();
    expect(await theMessage()).toMatchObject({ status: "unknown", needsDecision: false });
    await again();
    const { id, status } = await theMessage();
    expect([status, server.mails.map(({ parsed }) => parsed.messageId)]).toEqual([
      "sent",
      Array(2).fill(`<${id}@store.test>`),
    ]);
  });

  // Each may have been delivered, and the mailbox may show them all.
  it("never answers after the text gets the message no more than seven times", async () => {
    const server = await aMailServer({ afterText: () => "hang up" });
    await mailsGoTo(server);
    await anOrder();
    await workOnMessages();
    for (let nth = 0; nth < 9; nth++) await again();
    expect(server.mails).toHaveLength(7);
    expect(await theMessage()).toMatchObject({ status: "unknown", needsDecision: true });
  });

  it("refuses one recipient of many gets the other messages, and that address is blocked", async () => {
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === "gone@example.com" ? no(550, "5.1.1 No such user here") : undefined),
    });
    await mailsGoTo(server);
    for (const email of ["one@example.com", "gone@example.com", "two@example.com"]) await anOrder({ email });
    await workOnMessages();
    expect(server.mails.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual([
      "one@example.com",
      "two@example.com",
    ]);
    expect((await call(message.list, { q: "gone@" })).body.items).toMatchObject([
      { status: "rejected", says: "550 5.1.1 No such user here" },
    ]);
    expect((await call(message.listSuppressions, {})).body.items).toMatchObject([
      { recipient: "gone@example.com", why: "address" },
    ]);
  });

  // What is erased stays erased: nobody looks through the blocked addresses afterwards.
  it("refuses someone who is erased at that moment: the address is not noted again", async () => {
    const server = await aMailServer({
      onRcptTo: async (_address, _session, done) => {
        expect((await call(customer.erase, { id: order.customerId! })).status).toBe(200);
        done(no(550, "5.1.1 No such user here"));
      },
    });
    await mailsGoTo(server);
    const order = await anOrder({ email: "erased@example.com", payment: "cod", shippedQuantity: 2 });
    await workOnMessages();
    const { items } = (await call(message.list, { orderId: order.id })).body;
    expect(new Set(items.map(({ recipient, status }) => `${recipient} ${status}`))).toEqual(new Set(["null skipped"]));
    expect((await call(message.listSuppressions, {})).body.items).toEqual([]);
  });

  it("refuses the text permanently: the message is marked as rejected", async () => {
    const server = await aMailServer({ afterText: () => no(554, "5.7.1 Looks like spam") });
    await mailsGoTo(server);
    await anOrder();
    await workOnMessages();
    expect(await theMessage()).toMatchObject({ status: "rejected", says: "554 5.7.1 Looks like spam" });
    expect((await call(message.listSuppressions, {})).body.items).toEqual([]);
  });

  // The password would be sent unencrypted.
  it("offers no TLS gets nothing if TLS is required", async () => {
    let logins = 0;
    const server = await aMailServer({
      onAuth: (_auth, _session, done) => {
        logins++;
        done(null, { user: "1" });
      },
    });
    await mailsGoTo(server, { security: "starttls", user: "store", password: "secret-password" });
    await anOrder();
    await workOnMessages();
    expect([logins, server.begun()]).toEqual([0, 0]);
    expect(await theMessage()).toMatchObject({ status: "queued" });
    expect((await theMessage()).says).toMatch(/secure connection|STARTTLS|TLS/);
  });

  // Everybody on the way could read the password. The variable turns Node's own checks off.
  it.each(["starttls", "tls"])("has a certificate of its own making gets nothing by %s", async (security) => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    onTestFinished(() => void delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
    let logins = 0;
    const server = await aMailServer({
      ...{ disabledCommands: [], secure: security === "tls" },
      onAuth: (_auth, _session, done) => {
        logins++;
        done(null, { user: "1" });
      },
    });
    await mailsGoTo(server, { security, user: "store", password: "secret-password" });
    await anOrder();
    await workOnMessages();
    expect([logins, server.begun()]).toEqual([0, 0]);
    expect(await theMessage()).toMatchObject({ status: "queued", says: expect.stringMatching(/certificate/) });
  });

  it("refuses the password keeps messages waiting until it is corrected", async () => {
    const server = await aMailServer({
      onAuth: ({ password }, _session, done) =>
        password === "right-password" ? done(null, { user: "1" }) : done(no(535, "5.7.8 Wrong password")),
      allowInsecureAuth: true,
    });
    await mailsGoTo(server, { user: "store", password: "wrong-password" });
    await anOrder();
    await workOnMessages();
    expect(await theMessage()).toMatchObject({ status: "queued", says: expect.stringContaining("Wrong password") });
    const { items } = (await call(provider.list, { kind: "sender" })).body;
    expect(items.find(({ code }) => code === "smtp")?.lastFailure?.says).toContain("Wrong password");
    await mailsGoTo(server, { user: "store", password: "right-password" });
    await again();
    expect(await theMessage()).toMatchObject({ status: "sent" });
  });

  it("cannot be reached leaves the message unsent, with certainty", async () => {
    await mailsGoTo({ port: 9 });
    await anOrder();
    await workOnMessages();
    expect(await theMessage()).toMatchObject({ status: "queued", attempts: 1 });
  });

  it("gets many messages over few connections", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    for (let nth = 0; nth < 30; nth++) await anOrder({ email: `c${nth}@example.com` });
    await workOnMessages();
    expect(server.mails).toHaveLength(30);
    expect(server.connections()).toBeLessThan(20);
  });
});

describe("a message that was sent", () => {
  it("is resent as a new one that refers to it", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    await anOrder();
    await workOnMessages();
    const first = await theMessage();
    const { body } = await call(message.resend, { id: first.id });
    expect(body).toMatchObject({ status: "queued", resendOf: first.id, subject: first.subject });
    await workOnMessages();
    expect(server.mails.map(({ parsed }) => parsed.messageId)).toEqual(
      [first.id, body.id].map((id) => `<${id}@store.test>`),
    );
  });

  it("cannot be resent while it is still waiting to be sent", async () => {
    await mailsGoTo({ port: 9 });
    await anOrder();
    await workOnMessages();
    expect((await call(message.resend, { id: (await theMessage()).id })).body.error?.code).toBe("message.underWay");
  });
});
