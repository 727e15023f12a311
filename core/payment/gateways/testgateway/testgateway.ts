/**
 * The test gateway: a gateway like the others, but with our own page on which to pay, decline or leave it pending. It
 * moves no money. Its API is JSON under the address in its settings, with `Authorization: Bearer <key>`:
 *
 * ```
 * GET  /account                       → 200 {name}
 * POST /pages    {reference, orderId, amountMinor, currency, description, returnUrl}
 *                                     → 201 {id, url, reference, status: open|paid|closed, expiresAt}
 * GET  /pages?reference=              → 200 {items: [page]}
 * POST /pages/{id}/close              → 200 page; 409 {error: {code: "paid"}}
 * POST /refunds  {reference, paymentId, amountMinor, currency}
 *                                     → 201 {id, reference, paymentId, status: succeeded|pending|failed, amountMinor, currency}
 * GET  /refunds?reference=            → 200 {items: [refund]}
 * ```
 *
 * A POST takes an `Idempotency-Key`, kept for a day: the same answer again, 409 `key.busy` while the first is in
 * progress, 409 `key.mismatch` for another body. A refusal is 422 or 404 with `{error: {code, message}}`, whose code is
 * a `GatewayNo`. Each event is a POST to `/api/gateways/test/webhook`: `{id, kind, at, ...}` with
 * `Test-Gateway-Signature: t=<unix seconds>,v1=<hex>`, the HMAC-SHA256 over `<t>.<body>` with the webhook secret.
 * Kinds: `payment.succeeded`, `payment.failed`, `refund.succeeded`, `refund.failed`, `dispute.opened`,
 * `dispute.closed`.
 */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import { idText, isoTime, pageUrl } from "#core/provider/fields";
import type { Answer } from "#core/provider/http";
import { absent, done, type Found, type NotDone, refused } from "#core/provider/outcome";
import { address, secret } from "#core/provider/settings";
import { askTestProvider, failureIn } from "#core/provider/test-provider";
import type { Gateway, PaymentPage, Refunded, RefundRequest } from "../gateway.ts";
import type { GatewayNo } from "../gateway-no.ts";
import { type RefundWords, refundShown } from "../refund-shown.ts";
import { receives } from "./events.ts";

const settings = z.strictObject({
  address: address("Address", { help: "This store's own, with /api/test-gateway." }),
  key: secret("Key"),
  webhookSecret: secret("Webhook secret"),
});
type TestSettings = z.output<typeof settings>;

export const test = {
  code: "test",
  label: "Test gateway",
  settings,
  mode: () => "test",

  async check(http, given) {
    const answer = await askTestProvider(http, given, "GET", "/account");
    if (answer.status !== 200) return no(answer);
    answer.as(z.object({ name: z.string() }));
    return done({ mode: "test" });
  },

  requestPayment: {
    repeats: { how: "sameKey", forHours: 23 },
    async ask(http, given, asked) {
      const { id: reference, orderId, amountMinor, currency, description, returnUrl } = asked;
      const json = { reference, orderId, amountMinor, currency, description, returnUrl };
      const answer = await askTestProvider(http, given, "POST", "/pages", { json, key: asked.id });
      return answer.status === 201 ? pageOf(answer.as(Page)) : no(answer);
    },
    async find(http, given, asked): Promise<Found<PaymentPage>> {
      const answer = await askTestProvider(http, given, "GET", "/pages", { query: { reference: asked.id } });
      if (answer.status !== 200) return no(answer);
      const [page] = answer.as(z.object({ items: z.array(Page) })).items;
      return page ? pageOf(page) : absent;
    },
  },

  closeRequest: {
    repeats: { how: "freely" },
    async ask(http, given, { requestId }) {
      const answer = await askTestProvider(http, given, "POST", `/pages/${encodeURIComponent(requestId)}/close`);
      if (failureIn(answer).code === "paid") return refused("paid", "The customer has paid there.");
      if (answer.status !== 200) return no(answer);
      answer.as(Page.extend({ status: z.literal("closed") }));
      return done({ requestId });
    },
  },

  refund: {
    repeats: { how: "sameKey", forHours: 23 },
    async ask(http, given, asked) {
      const { id: reference, paymentId, amountMinor, currency } = asked;
      const json = { reference, paymentId, amountMinor, currency };
      const answer = await askTestProvider(http, given, "POST", "/refunds", { json, key: asked.id });
      return answer.status === 201 ? refundOf(answer.as(Refund), asked) : no(answer);
    },
    async find(http, given, asked): Promise<Found<Refunded>> {
      const answer = await askTestProvider(http, given, "GET", "/refunds", { query: { reference: asked.id } });
      if (answer.status !== 200) return no(answer);
      const [refund] = answer.as(z.object({ items: z.array(Refund) })).items;
      return refund ? refundOf(refund, asked) : absent;
    },
  },

  receives,
} satisfies Gateway<TestSettings>;

const Page = z.object({
  id: idText,
  url: pageUrl,
  status: z.enum(["open", "paid", "closed"]),
  expiresAt: isoTime.nullable(),
});
const Refund = z.object({ id: idText, status: z.string(), amountMinor: z.int(), currency: z.string() });

function pageOf({ id, url, status, expiresAt }: z.output<typeof Page>) {
  if (status !== "open") return refused("tooLate", "The page is no longer open.");
  return done({ requestId: id, url, expiresAt });
}

const words: RefundWords = { succeeded: "succeeded", pending: "pending", failed: "failed" };

const refundOf = ({ id, status, ...amount }: z.output<typeof Refund>, asked: RefundRequest) =>
  refundShown({ id, status, amount }, asked, words);

const codes: readonly GatewayNo[] = ["alreadyRefunded", "aboveRemaining", "unknownPayment", "disputed", "amount"];

function no(answer: Answer): NotDone {
  const { code, message } = failureIn(answer);
  return noOf(answer, codes.find((known) => known === code) ?? "refused", message);
}
