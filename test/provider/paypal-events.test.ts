/** PayPal's webhooks, which no one else can forge: verified with its certificate, or else by asking PayPal. */
import { createSign } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { paypal } from "#core/payment/gateways/paypal/paypal";
import { outcomeOf } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import { orderId, paymentRequestId, refundId } from "./asked.ts";
import { type PayPalFake, paypalApp, paypalFake, paypalWebhookId } from "./fakes/paypal.ts";
import {
  intermediate,
  leaf,
  leafKey,
  rogue,
  root,
  someoneElse,
  vector,
  vectorCertificate,
} from "./fakes/paypal-certificates.ts";
import { inbound, refusal } from "./told.ts";

const { receives } = paypal;
/** After the certificates were created. */
const at = new Date("2026-12-01T10:00:00Z");
const certUrl = "https://api.paypal.com/v1/notifications/certs/CERT-test";

const settings = ({ origin }: PayPalFake) => ({ ...paypalApp, webhookId: paypalWebhookId, server: origin });

/** As if PayPal's host names led to the fake. Each client has its own cache, so that each test has to fetch again. */
let nth = 0;
function httpTo({ origin }: PayPalFake): Http {
  const http = httpFor({ provider: `paypal ${++nth}`, secrets: [paypalApp.clientSecret], withinMs: 5_000 });
  return {
    ...http,
    send: (ask) => http.send({ ...ask, url: ask.url.replace(/^https:\/\/[\w.]+\.paypal\.com/, origin) }),
  };
}

/** Headers as PayPal sends them, signed with the leaf's key. */
function signedHeaders(body: string, webhookId = paypalWebhookId): Record<string, string> {
  const time = "2026-12-01T09:59:58Z";
  const text = `t-1|${time}|${webhookId}|${crc32(body)}`;
  return {
    "paypal-transmission-id": "t-1",
    "paypal-transmission-time": time,
    "paypal-transmission-sig": createSign("RSA-SHA256").update(text).sign(leafKey, "base64"),
    "paypal-cert-url": certUrl,
    "paypal-auth-algo": "SHA256withRSA",
  };
}

const read = (fake: PayPalFake, told: ReturnType<typeof inbound>, http = httpTo(fake)) =>
  outcomeOf(http, () => receives.read(http, settings(fake), told));
const paths = ({ asked }: PayPalFake) => asked.map(({ path }) => path.replace(/.*\//, ""));
const body = '{"id":"WH-2","event_type":"SOME.DAY.A.NEW.ONE","create_time":"2026-12-01T02:59:57-07:00","resource":{}}';
const understood = { is: "done", value: { eventId: "WH-2", happened: { is: "ignored" } } };
const unsigned = { is: "refused", code: "unsigned" };

beforeAll(() => {
  setDefaultCACertificates([...getCACertificates("default"), vectorCertificate, root]);
});

describe("PayPal's signature", () => {
  it("agrees with a known test vector", async () => {
    const fake = await paypalFake();
    fake.certificates.push(vectorCertificate);
    const told = inbound(vector.body, vector.headers, at);
    expect(receives.admit(settings(fake), told)).toBe("WH-1");
    const timeless = body.replace(/"create_time":"[^"]*"/, '"create_time":null');
    expect(receives.admit(settings(fake), inbound(timeless, signedHeaders(timeless), at))).toBe("WH-2");
    expect(await read(fake, told)).toMatchObject({
      is: "done",
      value: {
        happened: { is: "paymentSucceeded", paymentId: "2GG279541U471931P", amountMinor: 1000, currency: "USD" },
      },
    });
    expect(paths(fake)).toEqual(["CERT-test"]);
  });

  it.each([
    ["another body", { body: `${vector.body} ` }],
    ["another webhook of ours", { webhookId: "0AB1234567890123C" }],
    ["another time", { headers: { "paypal-transmission-time": "2026-11-20T10:00:01Z" } }],
    ["another transmission", { headers: { "paypal-transmission-id": "69cd13f0-d67a-11e5-baa3-778b53f4ae56" } }],
  ])(
    "does not fit %s",
    async (_, {
      body: sent = vector.body,
      headers = {},
      webhookId = vector.webhookId,
    }: {
      body?: string;
      headers?: Record<string, string>;
      webhookId?: string;
    }) => {
      const fake = await paypalFake();
      fake.certificates.push(vectorCertificate);
      const http = httpTo(fake);
      const told = inbound(sent, { ...vector.headers, ...headers }, at);
      const outcome = await outcomeOf(http, () => receives.read(http, { ...settings(fake), webhookId }, told));
      expect(outcome).toMatchObject(unsigned);
    },
  );

  // Whoever chooses the certificate controls the signature.
  it.each([
    "http://api.paypal.com/v1/notifications/certs/CERT-test",
    "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-test",
    "https://evilpaypal.com/v1/notifications/certs/CERT-test",
    "https://paypal.com/v1/notifications/certs/CERT-test",
    "https://evil.example/?.paypal.com",
    "https://evil.example/.paypal.com",
    "https://api.paypal.com@evil.example/cert",
    "https://api.paypal.com:8443/cert",
    "https://user:password@api.paypal.com/cert",
    "file:///etc/api.paypal.com",
    // Where nothing answers, a forgery would wait for a day.
    "https://nowhere.paypal.com/v1/notifications/certs/CERT-test",
    "https://api.paypal.com/v1/something/else",
    "https://api.paypal.com/v1/notifications/certs/CERT-test?slowly",
    "not an address",
    "",
  ])("comes with a certificate of PayPal's, or nothing is fetched: %s", async (url) => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    const told = inbound(body, { ...signedHeaders(body), "paypal-cert-url": url }, at);
    expect(() => receives.admit(settings(fake), told)).toThrow(refusal);
    expect(await read(fake, told)).toMatchObject(unsigned);
    expect(fake.asked).toEqual([]);
  });

  // Anyone can have events signed in the sandbox.
  it("is not accepted from the sandbox in live mode", async () => {
    const headers = { ...signedHeaders(body), "paypal-cert-url": certUrl.replace("api.", "api.sandbox.") };
    const given = { ...paypalApp, webhookId: paypalWebhookId, server: "sandbox" };
    expect(receives.admit(given, inbound(body, headers, at))).toBe("WH-2");
    expect(() => receives.admit({ ...given, server: "live" }, inbound(body, headers, at))).toThrow(refusal);
  });

  it.each([...receives.keeps])("is complete: without %s it is refused", async (name) => {
    const { [name]: _, ...headers } = signedHeaders(body);
    const given = { ...paypalApp, webhookId: paypalWebhookId, server: "live" };
    expect(() => receives.admit(given, inbound(body, headers, at))).toThrow(refusal);
  });

  it("is verified through intermediate authorities to a trusted one, and the certificates are fetched once", async () => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    const http = httpTo(fake);
    const told = inbound(body, signedHeaders(body), at);
    expect(await read(fake, told, http)).toMatchObject(understood);
    expect(await read(fake, told, http)).toMatchObject(understood);
    expect(await read(fake, inbound(`${body} `, signedHeaders(body), at), http)).toMatchObject(unsigned);
    expect(paths(fake).filter((path) => path === "CERT-test")).toHaveLength(1);
  });

  // If the certificate proves nothing, PayPal is asked, and its answer counts.
  it.each([
    ["leads nowhere", [leaf], at],
    ["is somebody else's", [someoneElse, intermediate], at],
    ["is issued by one that may not", [rogue, leaf, intermediate], at],
    ["is not valid yet", [leaf, intermediate], new Date("2026-11-01T10:00:00Z")],
    ["is none", ["nonsense"], at],
  ] as const)("is checked by PayPal if the certificate %s", async (_, certificates, when) => {
    const fake = await paypalFake();
    fake.certificates.push(...certificates);
    const told = inbound(body, signedHeaders(body), when);
    expect(await read(fake, told)).toMatchObject(unsigned);
    fake.set({ verdict: "SUCCESS" });
    expect(await read(fake, told)).toMatchObject(understood);
    expect(paths(fake)).toContain("verify-webhook-signature");
  });

  // Serialised again, 10.00 becomes 10 and the signature no longer matches.
  it("is checked by PayPal with the exact text received", async () => {
    const fake = await paypalFake();
    fake.certificates.push("nonsense");
    const written = '{"id":"WH-2",  "event_type":"A.NEW.ONE","resource":{"value":10.00,"name":"\\u00e9/\\/"}}';
    await read(fake, inbound(written, signedHeaders(written), at));
    const question = fake.asked.find(({ path }) => path.endsWith("verify-webhook-signature"))!.body;
    expect(question.endsWith(`"webhook_event":${written}}`)).toBe(true);
    expect(JSON.parse(question)).toMatchObject({
      webhook_id: paypalWebhookId,
      auth_algo: "SHA256withRSA",
      cert_url: certUrl,
    });
  });

  it.each(["1", "null", "[]", '{"id":"WH-2"}', '{"event_type":7}'])("covers an event, not %s", async (sent) => {
    const given = { ...paypalApp, webhookId: paypalWebhookId, server: "live" };
    expect(() => receives.admit(given, inbound(sent, signedHeaders(sent), at))).toThrow(refusal);
  });

  it("is not believed if PayPal cannot read it, and waits while PayPal cannot be asked", async () => {
    const fake = await paypalFake();
    fake.certificates.push("-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----");
    const told = inbound(body, signedHeaders(body), at);
    for (const [verdictStatus, outcome] of [
      [400, unsigned],
      [422, unsigned],
      [503, { is: "later" }],
    ] as const) {
      fake.set({ verdictStatus });
      expect(await read(fake, told)).toMatchObject(outcome);
    }
  });

  // Where the certificates' server could not be reached and the API could, payments waited for a day, and then for staff.
  it("is checked by PayPal while the certificate cannot be fetched, and is refused if there is none", async () => {
    const fake = await paypalFake();
    const told = inbound(body, signedHeaders(body), at);
    for (const [how, outcome] of [
      [{ verdict: "SUCCESS" }, understood],
      [{ verdict: "FAILURE" }, unsigned],
      [{ verdictStatus: 503 }, { is: "later" }],
    ] as const) {
      fake.set(how);
      fake.trouble("is busy");
      expect(await read(fake, told)).toMatchObject(outcome);
    }
    fake.set({ verdict: "SUCCESS", verdictStatus: 200 });
    expect(await read(fake, told)).toMatchObject(unsigned);
  });
});

// PayPal has no way to change a webhook but to delete it and add it again: approved payments were lost, uncaptured.
describe("a webhook that was deleted at PayPal and added again, with a new id", () => {
  const hookUrl = "https://store.test/api/gateways/paypal/webhook";
  const newId = "0AB1234567890123C";
  const received = new Date();
  const told = inbound(body, signedHeaders(body, newId), received);
  // What is remembered for seconds, however slow the machine is.
  let passed = performance.now();
  beforeAll(() => vi.spyOn(performance, "now").mockImplementation(() => passed));
  afterAll(() => vi.restoreAllMocks());

  it("is found among the app's, which are not asked for with each event", async () => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    fake.set({ hooks: ["9ZZ1234567890123C", newId], hookUrl });
    const http = httpTo(fake);
    expect(await read(fake, told, http)).toMatchObject(understood);
    expect(await read(fake, told, http)).toMatchObject(understood);
    expect(await read(fake, inbound(body, signedHeaders(body, "SOMEONES"), received), http)).toMatchObject(unsigned);
    expect(paths(fake).filter((path) => path === "webhooks")).toHaveLength(1);
  });

  // Within a minute after a forgery, its first event was removed as one more, and PayPal does not repeat what it has
  // delivered.
  it("is waited for if PayPal was asked just before its event came, which it then is not again at once", async () => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    const http = httpTo(fake);
    const forged = inbound(body, signedHeaders(body, "SOMEONES"), received);
    expect(await read(fake, forged, http)).toMatchObject(unsigned);
    fake.set({ hooks: [newId], hookUrl });
    const next = { ...told, at: new Date(Date.now() + 1) };
    for (let nth = 0; nth < 3; nth++) expect(await read(fake, next, http)).toMatchObject({ is: "later" });
    expect(paths(fake).filter((path) => path === "webhooks")).toHaveLength(1);
    passed += 6_000;
    expect(await read(fake, next, http)).toMatchObject(understood);
    expect(await read(fake, { ...forged, at: new Date(Date.now() + 1) }, http)).toMatchObject({ is: "later" });
  });

  // The places for events that are not verified yet are limited: a third as many forgeries filled them.
  it("is waited for two seconds, after which a forgery takes no place any more", async () => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    const http = httpTo(fake);
    const forgedAt = (when: Date) => inbound(body, signedHeaders(body, "SOMEONES"), when);
    expect(await read(fake, forgedAt(received), http)).toMatchObject(unsigned);
    const next = forgedAt(new Date(Date.now() + 1));
    expect(await read(fake, next, http)).toMatchObject({ is: "later" });
    passed += 2_010;
    expect(await read(fake, next, http)).toMatchObject(unsigned);
  });

  it("is named by the test of the settings", async () => {
    const fake = await paypalFake();
    fake.set({ hooks: [newId], hookUrl });
    const outcome = await outcomeOf(httpTo(fake), () => paypal.check(httpTo(fake), settings(fake)));
    expect(outcome).toMatchObject({ is: "refused", code: "settings", says: expect.stringContaining(newId) });
  });

  it("is not one that leads elsewhere", async () => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    fake.set({ hooks: [newId] });
    expect(await read(fake, told)).toMatchObject(unsigned);
  });

  it("is waited for while PayPal cannot be asked for it", async () => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    fake.set({ hooks: [newId], hookUrl });
    const http = httpTo(fake);
    await read(fake, inbound(body, signedHeaders(body), at), http);
    fake.trouble("is busy");
    expect(await read(fake, told, http)).toMatchObject({ is: "later" });
    expect(await read(fake, told, http)).toMatchObject(understood);
  });

  // Each forgery stayed in the inbox as not understood, and PayPal was asked again for the next.
  it("is no event of PayPal's if PayPal refuses to list the app's, which is not asked again at once", async () => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    const http = httpTo(fake);
    await read(fake, inbound(body, signedHeaders(body), at), http);
    fake.trouble("echoes");
    for (const webhook of [newId, "SOMEONES"])
      expect(await read(fake, inbound(body, signedHeaders(body, webhook), received), http)).toMatchObject(unsigned);
    expect(paths(fake).filter((path) => path === "webhooks")).toHaveLength(1);
  });
});

const money = { currency_code: "USD", value: "19.99" };
const up = (kind: string) => ({ rel: "up", href: `https://api.paypal.com/v2/payments/${kind}` });
const capture = {
  id: "2GG279541U471931P",
  status: "COMPLETED",
  amount: money,
  custom_id: orderId,
  invoice_id: paymentRequestId,
  supplementary_data: { related_ids: { order_id: "5O190127TN364715T" } },
  links: [up("authorizations/9GG279541U471931P")],
};
const refund = {
  id: "1JU08902781691411",
  status: "COMPLETED",
  amount: money,
  custom_id: refundId,
  links: [up("captures/2GG279541U471931P")],
};
const dispute = {
  dispute_id: "PP-D-1",
  disputed_transactions: [{ seller_transaction_id: "2GG279541U471931P" }],
  reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
  dispute_amount: money,
  dispute_life_cycle_stage: "CHARGEBACK",
};
const amount = { amountMinor: 1999, currency: "USD" };
const references = { orderId, paymentRequestId };
const refunded = { refundId: "1JU08902781691411", paymentId: "2GG279541U471931P", ...amount };
const disputed = { disputeId: "PP-D-1", paymentId: "2GG279541U471931P" };

describe("PayPal's events", () => {
  it.each([
    [
      "CHECKOUT.ORDER.APPROVED",
      { id: "5O190127TN364715T", purchase_units: [{ custom_id: orderId, invoice_id: paymentRequestId }] },
      { is: "approved", requestId: "5O190127TN364715T", ...references },
    ],
    [
      "PAYMENT.CAPTURE.COMPLETED",
      capture,
      {
        is: "paymentSucceeded",
        paymentId: "2GG279541U471931P",
        requestId: "5O190127TN364715T",
        ...amount,
        ...references,
      },
    ],
    [
      "PAYMENT.CAPTURE.COMPLETED",
      { ...capture, amount: { currency_code: "HUF", value: "1999" } },
      { is: "paymentSucceeded", amountMinor: 199900, currency: "HUF" },
    ],
    [
      "PAYMENT.CAPTURE.PENDING",
      { ...capture, status: "PENDING" },
      { is: "paymentPending", paymentId: "2GG279541U471931P", requestId: "5O190127TN364715T", ...references },
    ],
    ["PAYMENT.CAPTURE.COMPLETED", { ...capture, status: "PENDING" }, { is: "paymentPending", ...references }],
    [
      "PAYMENT.CAPTURE.PENDING",
      { ...capture, status: "PENDING", status_details: { reason: "ECHECK" } },
      { is: "paymentPending", says: undefined },
    ],
    [
      "PAYMENT.CAPTURE.PENDING",
      { ...capture, status: "PENDING", status_details: { reason: "UNILATERAL" } },
      { is: "paymentPending", says: expect.stringContaining("sign in to PayPal") },
    ],
    ["PAYMENT.CAPTURE.COMPLETED", { ...capture, status: "FAILED" }, { is: "paymentFailed", ...references }],
    ["PAYMENT.CAPTURE.DENIED", capture, { is: "paymentFailed", paymentId: "2GG279541U471931P", ...references }],
    ["PAYMENT.CAPTURE.DECLINED", capture, { is: "paymentFailed", paymentId: "2GG279541U471931P", ...references }],
    // PayPal's description requires no amount; the failure was never shown.
    ["PAYMENT.CAPTURE.DENIED", { ...capture, amount: undefined }, { is: "paymentFailed", ...references }],
    // Without our references, its page is still known.
    [
      "PAYMENT.CAPTURE.DENIED",
      { ...capture, custom_id: undefined, invoice_id: undefined },
      { is: "paymentFailed", requestId: "5O190127TN364715T" },
    ],
    ["PAYMENT.CAPTURE.REFUNDED", refund, { is: "refundSucceeded", reference: refundId, ...refunded }],
    // For refunds in the dashboard, the references of the payment are on the refund too.
    [
      "PAYMENT.CAPTURE.REFUNDED",
      { ...refund, custom_id: orderId, invoice_id: paymentRequestId },
      { is: "refundMadeElsewhere", state: "succeeded", ...refunded },
    ],
    [
      "PAYMENT.REFUND.PENDING",
      { ...refund, custom_id: undefined },
      { is: "refundMadeElsewhere", state: "pending", ...refunded },
    ],
    ["PAYMENT.REFUND.PENDING", refund, { is: "ignored", kind: "PAYMENT.REFUND.PENDING" }],
    // It is under way, or was cancelled: the event's name says only that there is one.
    ["PAYMENT.CAPTURE.REFUNDED", { ...refund, status: "PENDING" }, { is: "ignored" }],
    [
      "PAYMENT.CAPTURE.REFUNDED",
      { ...refund, status: "PENDING", custom_id: null },
      { is: "refundMadeElsewhere", state: "pending", ...refunded },
    ],
    [
      "PAYMENT.CAPTURE.REFUNDED",
      { ...refund, status: "CANCELLED" },
      { is: "refundFailed", reference: refundId, ...refunded },
    ],
    ["PAYMENT.REFUND.FAILED", refund, { is: "refundFailed", reference: refundId, ...refunded }],
    ["PAYMENT.CAPTURE.REVERSED", refund, { is: "paymentReversed", paymentId: "2GG279541U471931P", ...amount }],
    ["PAYMENT.CAPTURE.REVERSED", capture, { is: "paymentReversed", paymentId: "2GG279541U471931P", ...references }],
    ["CUSTOMER.DISPUTE.CREATED", dispute, { is: "disputeOpened", moneyTaken: true, ...disputed, ...amount }],
    [
      "CUSTOMER.DISPUTE.CREATED",
      { ...dispute, dispute_life_cycle_stage: "INQUIRY" },
      { is: "disputeOpened", moneyTaken: false, ...disputed },
    ],
    [
      "CUSTOMER.DISPUTE.RESOLVED",
      { ...dispute, dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" } },
      { is: "disputeClosed", won: true, disputeId: disputed.disputeId },
    ],
    [
      "CUSTOMER.DISPUTE.RESOLVED",
      { ...dispute, dispute_outcome: { outcome_code: "CANCELED_BY_BUYER" } },
      { is: "disputeClosed", won: null, disputeId: disputed.disputeId },
    ],
    // It is reopened, which only its status and its time say.
    [
      "CUSTOMER.DISPUTE.UPDATED",
      { ...dispute, status: "WAITING_FOR_SELLER_RESPONSE", update_time: "2026-12-01T10:00:00.000Z" },
      { is: "disputeOpened", ...disputed, openAt: new Date("2026-12-01T10:00:00Z") },
    ],
    [
      "CUSTOMER.DISPUTE.UPDATED",
      { ...dispute, status: "UNDER_REVIEW" },
      { is: "disputeOpened", ...disputed, openAt: new Date("2026-12-01T09:59:57Z") },
    ],
    [
      "CUSTOMER.DISPUTE.UPDATED",
      { ...dispute, status: "RESOLVED", update_time: "2026-12-01T10:00:00.000Z" },
      { is: "disputeOpened", ...disputed, openAt: undefined },
    ],
    [
      "CUSTOMER.DISPUTE.RESOLVED",
      { ...dispute, status: "RESOLVED", update_time: "2026-12-01T10:00:00.000Z" },
      { is: "disputeClosed", disputeId: disputed.disputeId, closedAt: new Date("2026-12-01T10:00:00Z") },
    ],
    // No time that a database could keep: the event's own is taken.
    [
      "CUSTOMER.DISPUTE.RESOLVED",
      { ...dispute, status: "RESOLVED", update_time: "0000-01-01T00:00:00.000Z" },
      { is: "disputeClosed", disputeId: disputed.disputeId, closedAt: new Date("2026-12-01T09:59:57Z") },
    ],
    [
      "CUSTOMER.DISPUTE.UPDATED",
      { ...dispute, status: "UNDER_REVIEW", update_time: "+012026-12-01T10:00:00.000Z" },
      { is: "disputeOpened", ...disputed, openAt: new Date("2026-12-01T09:59:57Z") },
    ],
    // Without the amount, which has no bearing on its end.
    [
      "CUSTOMER.DISPUTE.RESOLVED",
      { dispute_id: "PP-D-1", dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR" } },
      { is: "disputeClosed", won: false, disputeId: "PP-D-1" },
    ],
    ["CHECKOUT.ORDER.COMPLETED", {}, { is: "ignored", kind: "CHECKOUT.ORDER.COMPLETED" }],
    // What is not needed may be null, or of another kind: the report of a payment was one that nobody could read.
    ["CHECKOUT.ORDER.APPROVED", { id: "5O190127TN364715T", purchase_units: null }, { is: "approved" }],
    ["PAYMENT.CAPTURE.COMPLETED", { ...capture, links: null }, { is: "paymentSucceeded", ...amount, ...references }],
    ["PAYMENT.CAPTURE.COMPLETED", { ...capture, links: [{ rel: "self" }] }, { is: "paymentSucceeded", ...references }],
    [
      "PAYMENT.CAPTURE.REFUNDED",
      { ...refund, links: [null, {}, ...refund.links] },
      { is: "refundSucceeded", ...refunded },
    ],
  ])("%s, %#", async (event_type, resource, expected) => {
    const fake = await paypalFake();
    fake.certificates.push(leaf, intermediate);
    const event = JSON.stringify({ id: "WH-3", event_type, create_time: "2026-12-01T02:59:57-07:00", resource });
    expect(await read(fake, inbound(event, signedHeaders(event), at))).toMatchObject({
      is: "done",
      value: { eventId: "WH-3", at: new Date("2026-12-01T09:59:57Z"), happened: expected },
    });
  });
});
