/** Razorpay: Payment Links for paying, refunds of captured payments. JSON both ways. */

import * as z from "zod";
import { isYes, lookedUp, ofSearch } from "#core/provider/call";
import { idText, pageUrl, unixTime } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, refused, unknown } from "#core/provider/outcome";
import type { Gateway, Mode, PaymentPage, PaymentPageRequest, Refunded, RefundRequest } from "../gateway.ts";
import { type RefundWords, refundShown } from "../refund-shown.ts";
import { noSuchAmount, toUnits } from "../units.ts";
import { amountOf, decimals, no, type RazorpaySettings, saidIn, send, settings, stepOf } from "./api.ts";
import { findDisputes } from "./disputes.ts";
import { receives } from "./events.ts";

/** By default a link is valid for six months; a day is as long as other gateways' pages. */
const linkHours = 24;

const modeOf = ({ keyId }: RazorpaySettings): Mode => (keyId.startsWith("rzp_live_") ? "live" : "test");

export const razorpay = {
  code: "razorpay",
  label: "Razorpay",
  settings,
  mode: modeOf,

  async check(http, given) {
    const answer = await send(http, given, { method: "GET", path: "/payments", query: { count: 1 } });
    if (!isYes(answer)) return no(answer);
    answer.as(z.object({ items: z.array(z.unknown()) }));
    return done({ mode: modeOf(given) });
  },

  requestPayment: {
    repeats: { how: "findFirst" },
    async ask(http, given, asked) {
      const units = toUnits(asked.amountMinor, asked.currency, decimals, stepOf(asked.currency));
      if (units === null) return noSuchAmount("Razorpay cannot take", asked.currency, stepOf(asked.currency));
      const answer = await send(http, given, {
        method: "POST",
        path: "/payment_links",
        json: {
          amount: units,
          currency: asked.currency,
          accept_partial: false,
          reference_id: asked.id,
          description: asked.description,
          ...(asked.email && { customer: { email: asked.email } }),
          notify: { sms: false, email: false },
          reminder_enable: false,
          notes: { order_id: asked.orderId, payment_request_id: asked.id },
          callback_url: asked.returnUrl,
          callback_method: "get",
          expire_by: Math.floor(asked.at.getTime() / 1_000) + linkHours * 3_600,
        },
      });
      if (isYes(answer)) return pageOf(answer.as(Link));
      // Each reference is accepted once, so the link with this one is ours.
      const isThere = answer.status === 400 && /reference.?id.*(?:already|exists)/i.test(saidIn(answer));
      return isThere ? lookedUp(http, saidIn(answer), () => findPage(http, given, asked)) : no(answer);
    },
    find: findPage,
  },

  closeRequest: {
    repeats: { how: "freely" },
    async ask(http, given, { requestId }) {
      const path = `/payment_links/${encodeURIComponent(requestId)}`;
      const closed = await send(http, given, { method: "POST", path: `${path}/cancel`, json: {} });
      // Only an unpaid link can be cancelled; otherwise its status decides.
      const answer = closed.status === 400 ? await send(http, given, { method: "GET", path }) : closed;
      if (!isYes(answer)) return no(answer);
      const { status } = answer.as(Link);
      if (status === "cancelled" || status === "expired") return done({ requestId });
      const isPaid = status === "paid" || status === "partially_paid";
      return isPaid ? refused("paid", "The customer has paid there.") : no(closed);
    },
  },

  findPayment: {
    repeats: { how: "freely" },
    async ask(http, given, { requestId }) {
      const path = `/payment_links/${encodeURIComponent(requestId)}`;
      const answer = await send(http, given, { method: "GET", path });
      if (!isYes(answer)) return no(answer);
      if (answer.as(Link).status !== "paid") return refused("notApproved", "The customer has not paid there.");
      const { amount, currency, payments } = answer.as(Paid);
      const payment = payments.find(({ status }) => status === "captured");
      if (!payment) return unknown("Razorpay says that it was paid, and does not show the payment.");
      // The link's own amount: that of the payment may include a fee on top.
      return done({ paymentId: payment.payment_id, ...amountOf(amount, currency), state: "succeeded" } as const);
    },
  },

  refund: {
    // The idempotency key is sent too, but it is not documented how long Razorpay keeps it.
    repeats: { how: "findFirst" },
    async ask(http, given, asked) {
      const units = toUnits(asked.amountMinor, asked.currency, decimals, stepOf(asked.currency));
      if (units === null) return noSuchAmount("Razorpay cannot refund", asked.currency, stepOf(asked.currency));
      const answer = await send(http, given, {
        method: "POST",
        path: `/payments/${encodeURIComponent(asked.paymentId)}/refund`,
        headers: { "x-refund-idempotency": asked.id },
        json: { amount: units, speed: "normal", receipt: asked.id },
      });
      if (isYes(answer)) return refundOf(answer.as(Refund), asked);
      // Each receipt is accepted once, so the refund with this one is ours.
      const isThere = answer.status === 400 && /receipt.*(?:already|exist|unique|duplicate)/i.test(saidIn(answer));
      return isThere ? lookedUp(http, saidIn(answer), () => findRefund(http, given, asked)) : no(answer);
    },
    find: findRefund,
  },

  findDisputes,
  receives,
} satisfies Gateway<RazorpaySettings>;

const Link = z.object({
  id: idText,
  short_url: pageUrl,
  status: z.string(),
  // Zero without a limit.
  expire_by: unixTime.nullish(),
  reference_id: z.string().nullish(),
});

const Paid = z.object({
  amount: z.int(),
  currency: z.string(),
  payments: z.array(z.object({ payment_id: idText, status: z.string() })),
});

const Refund = z.object({
  id: idText,
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  receipt: z.string().nullish(),
});

const over = new Set(["paid", "partially_paid", "expired", "cancelled"]);

function pageOf({ id, short_url, status, expire_by }: z.output<typeof Link>) {
  if (over.has(status)) return refused("tooLate", "The link is no longer open.");
  if (status !== "created") return unknown(`The link is "${status}".`);
  return done<PaymentPage>({ requestId: id, url: short_url, expiresAt: expire_by?.getTime() ? expire_by : null });
}

const words: RefundWords = { processed: "succeeded", pending: "pending", failed: "failed" };

function refundOf({ id, status, amount, currency }: z.output<typeof Refund>, asked: RefundRequest) {
  const says = "The refund could not be made; the money is back in the balance.";
  return refundShown({ id, status, amount: amountOf(amount, currency), says }, asked, words);
}

async function findPage(http: Http, given: RazorpaySettings, asked: PaymentPageRequest): Promise<Found<PaymentPage>> {
  const query = { reference_id: asked.id };
  const answer = await send(http, given, { method: "GET", path: "/payment_links", query });
  if (!isYes(answer)) return ofSearch(no(answer));
  const { payment_links } = answer.as(z.object({ payment_links: z.array(Link) }));
  const found = payment_links.find(({ reference_id }) => reference_id === asked.id);
  return found ? pageOf(found) : absent;
}

const pageMax = 100;
const pagesMax = 10;

async function findRefund(http: Http, given: RazorpaySettings, asked: RefundRequest): Promise<Found<Refunded>> {
  const path = `/payments/${encodeURIComponent(asked.paymentId)}/refunds`;
  for (let page = 0; page < pagesMax; page++) {
    const query = { count: pageMax, skip: page * pageMax };
    const answer = await send(http, given, { method: "GET", path, query });
    if (!isYes(answer)) return ofSearch(no(answer));
    const { items } = answer.as(z.object({ items: z.array(Refund) }));
    const found = items.find(({ receipt }) => receipt === asked.id);
    if (found) return refundOf(found, asked);
    if (items.length < pageMax) return absent;
  }
  return unknown("There are too many to search.");
}
