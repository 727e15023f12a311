/** The public endpoint: only what a gateway has signed is accepted, exactly as the bytes that were signed. */

import { expect, it } from "vitest";
import * as gateway from "#core/contract/gateway";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { examine } from "#core/doctor/examine";
import { inPublishedChange } from "#core/event/publish";
import { takeInbox as takeInboxOf } from "#core/inbox/take-inbox";
import { gatewayInbox } from "#core/payment/take-happened";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { within } from "#core/time-left";
import { chargebeeFake, chargebeeKey } from "../provider/fakes/chargebee.ts";
import { paypalApp, paypalWebhookId } from "../provider/fakes/paypal.ts";
import { testSignature, testWebhookSecret } from "../provider/fakes/test.ts";
import { call } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { aGateway, anEvent, orderNow, paymentEvent, takeInbox, tell } from "../support/given/gateways.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { linesLogged } from "../support/logged.ts";

const rows = () => db().execute(sql`select status from inbox`);

it("refuses a forged, a stale and a missing signature, and one for other bytes; nothing is stored", async () => {
  await aGateway();
  const event = anEvent("payment.succeeded", {});
  const rawBody = JSON.stringify(event);
  const signed = testSignature(rawBody, new Date());
  const told = (headers: Record<string, string>, body = rawBody) =>
    call(gateway.receive, { code: "test" }, { as: null, rawBody: body, headers });
  await nothingChanged(async () => {
    expect((await tell(event, { secret: "somebody else's" })).status).toBe(401);
    expect((await tell(event, { at: new Date(Date.now() - 3_600_000) })).status).toBe(401);
    expect((await told({})).status).toBe(401);
    expect((await told({ "test-gateway-signature": signed }, `${rawBody} `)).status).toBe(401);
    expect((await told({ "test-gateway-signature": "t=,v1=" })).status).toBe(401);
  });
});

// With a wrong secret no payment ever arrived, and nothing here showed why.
it("shows that events are refused until one is accepted, or the settings are saved", async () => {
  await aGateway();
  const forged = () => tell(anEvent("nothing.we.know", {}), { secret: "somebody else's" });
  const refusedAt = async () => {
    const { items } = (await call(provider.list, { kind: "gateway" })).body;
    return items.find(({ code }) => code === "test")?.webhook?.refusedAt;
  };
  expect(await refusedAt()).toBe(null);
  await forged();
  expect(await refusedAt()).toEqual(expect.any(String));
  // Anyone can cause it.
  expect((await examine()).checks.find(({ name }) => name === "providers")?.rows).toEqual([]);
  const first = await refusedAt();
  await forged();
  expect(await refusedAt()).toEqual(first);
  await tell(anEvent("nothing.we.know", {}));
  expect(await refusedAt()).toBe(null);
  await forged();
  await aGateway();
  expect(await refusedAt()).toBe(null);
});

it("refuses gateways that are not set up, and unknown names", async () => {
  for (const code of ["stripe", "nobody", "..", "constructor"]) {
    expect(await call(gateway.receive, { code }, { as: null, rawBody: "{}" })).toMatchObject({ status: 404 });
  }
});

// API Gateway does so for every content type that it does not treat as text.
it("checks the bytes of a body that arrives base64-encoded", async () => {
  const fake = await aGateway();
  const place = await aVariantInStock(1, { priceMinor: 1000 });
  const { id } = await anOrder({ payment: "test", lines: [{ place, quantity: 1 }] });
  const rawBody = JSON.stringify({ ...paymentEvent(fake, { orderId: id, amountMinor: 1000 }), note: "नमस्ते 🙂" });
  const headers = { "test-gateway-signature": testSignature(rawBody, new Date()) };
  const altered = (event: { body?: string }) => ({
    ...event,
    body: Buffer.from(rawBody).toString("base64"),
    isBase64Encoded: true,
  });
  const answer = await call(
    gateway.receive,
    { code: "test" },
    { as: null, rawBody, headers, altered: altered as never },
  );
  expect(answer.status).toBe(200);
  await takeInbox();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
});

it("accepts either secret's signature while one replaces the other", async () => {
  await aGateway();
  const rawBody = JSON.stringify(anEvent("nothing.we.know", {}));
  const both = `${testSignature(rawBody, new Date(), "the next secret")},${testSignature(rawBody, new Date()).split(",")[1]}`;
  const headers = { "test-gateway-signature": both };
  expect((await call(gateway.receive, { code: "test" }, { as: null, rawBody, headers })).status).toBe(200);
});

// A leaked secret is replaced: from that moment on the old one is invalid in every process.
it("uses the provider's current settings, whichever this process has used before", async () => {
  await aGateway();
  const says = async (secret?: string) => (await tell(anEvent("nothing.we.know", {}), secret ? { secret } : {})).status;
  expect(await says()).toBe(200);
  const [before] = await db().execute<{ sealed: string }>(sql`select sealed from providers where code = 'test'`);
  const settings = {
    address: "http://127.0.0.1:1",
    key: "test-gateway-key-0123456789",
    webhookSecret: "the-next-webhook-secret",
  };
  await call(provider.configure, { code: "test", settings });
  expect([await says(), await says(settings.webhookSecret), await says()]).toEqual([401, 200, 401]);
  // As another process would do it, without this one noticing.
  await db().execute(sql`update providers set sealed = ${before!.sealed} where code = 'test'`);
  expect([await says(settings.webhookSecret), await says(), await says(settings.webhookSecret)]).toEqual([
    401, 200, 401,
  ]);
});

// The gateway waits for the response, so there is one statement however many events come at once.
it("stores an event with one statement, and many at once with a few", async () => {
  await aGateway();
  await tell(anEvent("nothing.we.know", {}));
  const inserts = async (count: number) => {
    const events = Array.from({ length: count }, () => anEvent("nothing.we.know", {}));
    const made = await statementsOf(() => Promise.all(events.map((event) => tell(event))));
    return made.filter(({ text }) => /inbox|providers/.test(text)).length;
  };
  expect(await inserts(1)).toBe(1);
  expect(await inserts(30)).toBeLessThan(15);
});

it("marks kinds of event that are not used as ignored", async () => {
  await aGateway();
  await db().execute(sql`delete from inbox`);
  await tell(anEvent("customer.waved", {}));
  await takeInbox();
  expect(await rows()).toMatchObject([{ status: "ignored" }]);
});

it("refuses an event of 5 MB, even if it is signed", async () => {
  await aGateway();
  await nothingChanged(async () => {
    const { status, body } = await tell(anEvent("payment.succeeded", { note: "x".repeat(5_000_000) }));
    expect([status, body.error?.code]).toEqual([413, "request.tooLarge"]);
  });
});

// Logs are read by many, and backups get lost: a secret written anywhere is compromised.
it("writes a provider's secrets only encrypted", async () => {
  const lines = linesLogged();
  const fake = await aGateway();
  const { id } = await anOrder({ payment: "test" });
  fake.trouble("echoes");
  await call(provider.test, { code: "test" }, { headers: { prefer: "wait=1" } });
  await tell(paymentEvent(fake, { orderId: id, amountMinor: 1 }));
  await takeInbox();
  const shown = await call(provider.list, {});
  const tables = await db().execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  await tell(anEvent("payment.succeeded", {}), { secret: "somebody else's" });
  expect(lines.length).toBeGreaterThan(0);
  const written = [JSON.stringify(shown.body), JSON.stringify(lines)];
  for (const { name } of tables) {
    const [all] = await db().execute<{ text: string | null }>(sql`
      select string_agg(t::text, ' ') as text from ${sql.identifier(name)} t`);
    written.push(all?.text ?? "");
  }
  for (const secret of [testWebhookSecret, "test-gateway-key-0123456789"]) {
    for (const form of [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]) {
      expect(written.filter((text) => text.includes(form))).toEqual([]);
    }
  }
});

// Events signed with a certificate, or not at all, are trusted only once the provider confirms them; until then anyone
// can send.
// Anyone can send what looks like PayPal's, 256 kB each: the worker verifies it after it was stored.
it("stores a limited number of unverified events, and accepts the provider's own again when there is room", async () => {
  const settings = { ...paypalApp, webhookId: paypalWebhookId, server: "http://127.0.0.1:1" };
  await call(provider.configure, { code: "paypal", settings });
  const headers = {
    ...{ "paypal-transmission-id": "t-1", "paypal-transmission-time": "2026", "paypal-transmission-sig": "a" },
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
    "paypal-auth-algo": "SHA256withRSA",
  };
  const told = (name: string) =>
    call(
      gateway.receive,
      { code: "paypal" },
      { as: null, rawBody: JSON.stringify({ id: name, event_type: "A.NEW.ONE" }), headers },
    );
  expect((await told("WH-1")).status).toBe(200);
  await db().execute(sql`
    insert into inbox (id, provider, event_id, headers, body, status, due_at, received_at)
    select 'inb_' || n, 'paypal', n, '{}', '', 'new', now(), now() from generate_series(1, 999) n`);
  expect(await told("WH-2")).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  await db().execute(sql`update inbox set status = 'ignored', settled_at = now() where event_id = '7'`);
  expect((await told("WH-2")).status).toBe(200);
  expect((await told("WH-3")).status).toBe(503);
});

/** Until then, Chargebee may not know its own event yet. */
async function takeInLater() {
  await db().execute(sql`update inbox set received_at = received_at - interval '10 minutes' where status = 'new'`);
  await takeInbox();
}

it("removes what turns out not to be theirs, and frees its place", async () => {
  const fake = await chargebeeFake();
  const settings = { site: "acme-test", apiKey: chargebeeKey, webhookUser: "hook", webhookPassword: "s3cret" };
  await call(provider.configure, { code: "chargebee", settings: { ...settings, server: fake.origin } });
  await db().execute(sql`delete from inbox where provider = 'paypal'`);
  const headers = { authorization: `Basic ${btoa("hook:s3cret")}` };
  const rawBody = JSON.stringify({ id: "ev_forged", padding: "x".repeat(200_000) });
  const told = () => call(gateway.receive, { code: "chargebee" }, { as: null, rawBody, headers });
  const kept = () =>
    db().execute(sql`select status, says, length(body) as bytes from inbox where provider = 'chargebee' order by id`);
  const gone = { status: "ignored", says: "Chargebee has no such event.", bytes: 0 };
  expect((await told()).status).toBe(200);
  await takeInLater();
  expect(await kept()).toEqual([gone]);
  const problem = async () => (await examine()).checks.find(({ number }) => number === 14)?.rows;
  expect(await problem()).toContainEqual(expect.objectContaining({ name: "chargebee", says: gone.says }));
  expect((await told()).status).toBe(200);
  expect(await kept()).toEqual([gone, { status: "new", says: null, bytes: rawBody.length }]);
  // A thousand forgeries must not hide the other providers in trouble.
  await takeInLater();
  const rows = (await problem())?.filter(({ name }) => name === "chargebee");
  expect(rows).toEqual([expect.objectContaining({ says: `${gone.says} 2 of them in a day.` })]);
  await db().execute(sql`update inbox set received_at = received_at - interval '25 hours'`);
  expect(await problem()).not.toContainEqual(expect.objectContaining({ name: "chargebee" }));
  await db().execute(sql`update inbox set received_at = received_at - interval '7 days'`);
  await removeOldProviderRows(within(60_000));
  expect(await kept()).toEqual([]);
});

// It waited for a day and was tried a hundred times, and would have had the same form each time.
it("is shown to staff at once if it has another form than its provider describes", async () => {
  await aGateway();
  const event = { ...anEvent("payment.succeeded", {}), data: "nothing like it" };
  expect((await tell(event)).status).toBe(200);
  await takeInbox();
  const [row] = await db().execute(sql`
    select status, says, attempts from inbox where provider = 'test' order by received_at desc limit 1`);
  expect(row).toMatchObject({ status: "stuck", says: expect.stringMatching(/^It is not as described: /), attempts: 1 });
});

// Its provider has been told that it arrived, and will not send it again.
it("waits while it cannot be read with our key, and is read with the next one", async () => {
  await db().execute(sql`delete from inbox`);
  const fake = await chargebeeFake();
  const settings = { site: "acme-test", apiKey: "test_another", webhookUser: "hook", webhookPassword: "s3cret" };
  await call(provider.configure, { code: "chargebee", settings: { ...settings, server: fake.origin } });
  const headers = { authorization: `Basic ${btoa("hook:s3cret")}` };
  const told = { as: null, rawBody: JSON.stringify({ id: "ev_1" }), headers };
  expect((await call(gateway.receive, { code: "chargebee" }, told)).status).toBe(200);
  await takeInbox();
  const status = async () => (await db().execute<{ status: string }>(sql`select status from inbox`))[0]?.status;
  expect(await status()).toBe("new");
  const mended = { ...settings, apiKey: chargebeeKey, server: fake.origin };
  await call(provider.configure, { code: "chargebee", settings: mended });
  const dueNow = () => db().execute(sql`update inbox set due_at = clock_timestamp() - interval '1 second'`);
  fake.set({ siteIsGone: true });
  await dueNow();
  await takeInbox();
  expect(await status()).toBe("new");
  fake.set({ siteIsGone: false });
  await dueNow();
  await takeInLater();
  expect(await status()).toBe("ignored");

  // What another gateway sends says nothing of this one's.
  expect((await call(gateway.receive, { code: "chargebee" }, { ...told, headers: {} })).status).toBe(401);
  await aGateway();
  expect((await tell(anEvent("nothing.we.know", {}))).status).toBe(200);
  const { items } = (await call(provider.list, { kind: "gateway" })).body;
  expect(items.find(({ code }) => code === "chargebee")?.webhook?.refusedAt).toEqual(expect.any(String));
});

// Both would settle it: what one of them did must not stay beside what the other did.
it("is settled by the worker that has taken it over, and by no other", async () => {
  const fake = await aGateway();
  const { id, totals } = await anOrder({ payment: "test" });
  await tell(paymentEvent(fake, { orderId: id, ...totals!.total }));
  await takeInboxOf({
    inboxes: [gatewayInbox],
    timeLeft: within(100_000),
    commit: async (by, work) => {
      await db().execute(sql`update inbox set claim_id = gen_random_uuid() where status = 'new'`);
      return inPublishedChange(by, work);
    },
  });
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "unpaid" });
  await db().execute(sql`update inbox set due_at = clock_timestamp() - interval '1 second' where status = 'new'`);
  await takeInbox();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
});
