/** Stripe: Checkout Sessions for payments, refunds of PaymentIntents. Bodies are forms, answers JSON. */
import * as z from "zod";
import { lookedUp } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import { done, type Found, refused, unknown } from "#core/provider/outcome";
import type { Gateway, PaymentPage, PaymentPageRequest } from "../gateway.ts";
import { noSuchAmount, toUnits } from "../units.ts";
import { decimals, modeOf, no, type StripeSettings, search, send, settings } from "./api.ts";
import { findDisputes } from "./disputes.ts";
import { receives } from "./events.ts";
import { findPayment, Session } from "./page.ts";
import { findRefund, paymentIn, Refund, refundOf } from "./refund.ts";

/** Stripe keeps keys for at least 24 hours; an hour less, for the request's own time. */
const keyHours = 23;
/** A page is valid for at most 24 hours by Stripe's clock; an hour less, because clocks differ. */
const pageHours = 23;

/** Amounts with three decimals must end in 0. */
const stepOf = (currency: string): number => (decimals(currency) === 3 ? 10 : 1);

export const stripe = {
  code: "stripe",
  label: "Stripe",
  settings,
  mode: modeOf,

  async check(http, given) {
    const answer = await send(http, given, { method: "GET", path: "/v1/refunds", query: { limit: 1 } });
    if (answer.status !== 200) return no(answer);
    answer.as(z.object({ data: z.array(z.unknown()) }));
    return done({ mode: modeOf(given) });
  },

  requestPayment: {
    repeats: { how: "sameKey", forHours: keyHours },
    async ask(http, given, asked) {
      const units = toUnits(asked.amountMinor, asked.currency, decimals, stepOf(asked.currency));
      if (units === null) return noSuchAmount("Stripe cannot take", asked.currency, stepOf(asked.currency));
      const references = { order_id: asked.orderId, payment_request_id: asked.id };
      const answer = await send(http, given, {
        method: "POST",
        path: "/v1/checkout/sessions",
        key: asked.id,
        form: {
          mode: "payment",
          client_reference_id: asked.id,
          "line_items[0][quantity]": 1,
          "line_items[0][price_data][currency]": asked.currency.toLowerCase(),
          "line_items[0][price_data][unit_amount]": units,
          "line_items[0][price_data][product_data][name]": asked.description,
          "payment_intent_data[description]": asked.description,
          ...named("metadata", references),
          ...named("payment_intent_data[metadata]", references),
          customer_email: asked.email,
          success_url: asked.returnUrl,
          cancel_url: asked.returnUrl,
          expires_at: seconds(asked.at) + pageHours * 3_600,
        },
      });
      if (answer.status === 200) return pageOf(answer.as(Session));
      return isRepeatedFault(answer) ? lookedUp(http, nothingThere, () => findPage(http, given, asked)) : no(answer);
    },
    find: findPage,
  },

  closeRequest: {
    repeats: { how: "freely" },
    async ask(http, given, { requestId }) {
      const path = `/v1/checkout/sessions/${encodeURIComponent(requestId)}`;
      const closed = await send(http, given, { method: "POST", path: `${path}/expire` });
      // Only an open session can be closed; otherwise its status decides.
      const answer = closed.status === 400 ? await send(http, given, { method: "GET", path }) : closed;
      if (answer.status !== 200) return no(answer);
      const { status, payment_status } = answer.as(Session);
      if (status === "expired") return done({ requestId });
      if (status !== "complete") return no(closed);
      // A voucher, or a bank debit.
      const mayPay = payment_status === "unpaid";
      return refused("paid", mayPay ? "A payment has begun there and may still come." : "The customer has paid there.");
    },
  },

  findPayment,

  refund: {
    repeats: { how: "sameKey", forHours: keyHours },
    async ask(http, given, asked) {
      const units = toUnits(asked.amountMinor, asked.currency, decimals, stepOf(asked.currency));
      if (units === null) return noSuchAmount("Stripe cannot refund", asked.currency, stepOf(asked.currency));
      const answer = await send(http, given, {
        method: "POST",
        path: "/v1/refunds",
        key: asked.id,
        form: {
          ...paymentIn(asked.paymentId),
          amount: units,
          ...named("metadata", { refund_id: asked.id, order_id: asked.orderId }),
        },
      });
      if (answer.status === 200) return refundOf(answer.as(Refund), asked);
      return isRepeatedFault(answer) ? lookedUp(http, nothingThere, () => findRefund(http, given, asked)) : no(answer);
    },
    find: findRefund,
  },

  findDisputes,
  receives,
} satisfies Gateway<StripeSettings>;

async function findPage(http: Http, given: StripeSettings, asked: PaymentPageRequest): Promise<Found<PaymentPage>> {
  // An hour of tolerance, in case our clock is ahead of Stripe's.
  const query = { "created[gte]": seconds(asked.at) - 3_600 };
  const found = await search(
    http,
    given,
    "/v1/checkout/sessions",
    query,
    Session,
    (one) => one.client_reference_id === asked.id,
  );
  return found.is === "done" ? pageOf(found.value) : found;
}

function pageOf({ id, url, status, expires_at }: z.output<typeof Session>) {
  if (status === "complete" || status === "expired") return refused("tooLate", "The page is no longer open.");
  if (url === null || status !== "open") return unknown(`The page is "${status}".`);
  return done<PaymentPage>({ requestId: id, url, expiresAt: expires_at });
}

/** Stripe repeats its first answer to a key, even a 5xx: only a search shows whether the request was processed. */
const isRepeatedFault = ({ status, headers }: Answer): boolean =>
  status >= 500 && headers["idempotent-replayed"] === "true";

const nothingThere = "Stripe repeats its own fault, and shows nothing that it made.";

const named = (field: string, values: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${field}[${name}]`, value]));

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
