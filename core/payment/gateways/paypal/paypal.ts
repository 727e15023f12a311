/** PayPal: orders that the customer approves and we capture, and refunds of captures. JSON both ways. */

import * as z from "zod";
import { isYes, lookedUp, ofSearch } from "#core/provider/call";
import { firstOf } from "#core/provider/clean";
import { idText, pageUrl } from "#core/provider/fields";
import type { Answer, Http } from "#core/provider/http";
import { absent, done, type Found, unknown } from "#core/provider/outcome";
import type {
  Captured,
  CaptureRequest,
  Gateway,
  Mode,
  PaymentPage,
  PaymentPageRequest,
  Refunded,
  RefundRequest,
} from "../gateway.ts";
import { refundShown } from "../refund-shown.ts";
import { noSuchAmount } from "../units.ts";
import { amountOf, issueOf, moneyOf, no, type PayPalSettings, send, settings, timeOf } from "./api.ts";
import { Brief, captureIn, Order, Refund, words } from "./capture.ts";
import { findDisputes, readDispute } from "./disputes.ts";
import { receives } from "./events.ts";
import { requireWebhook } from "./signature.ts";

/** PayPal's documentation says that keys of refunds are kept for 45 days; three are enough. */
const refundKeyHours = 72;
/** Keys of orders are kept for six hours. */
const orderKeyHours = 5;
/** How long the customer can approve, unless PayPal has agreed to another period. */
const pageHours = 3;
const descriptionMax = 127;

const modeOf = ({ server }: PayPalSettings): Mode => (server === "live" ? "live" : "test");

export const paypal = {
  code: "paypal",
  label: "PayPal",
  settings,
  mode: modeOf,

  async check(http, given) {
    await requireWebhook(http, given);
    return done({ mode: modeOf(given) });
  },

  requestPayment: {
    // An order whose URL is lost can never be approved, and so never captured.
    repeats: { how: "freely" },
    async ask(http, given, asked) {
      const amount = moneyOf(asked);
      if (amount === null) return noSuchAmount("PayPal cannot take", asked.currency);
      const context = { return_url: asked.returnUrl, cancel_url: asked.returnUrl };
      const answer = await send(http, given, {
        method: "POST",
        path: "/v2/checkout/orders",
        key: asked.id,
        body: {
          json: {
            intent: "CAPTURE",
            purchase_units: [
              {
                reference_id: asked.id,
                custom_id: asked.orderId,
                invoice_id: asked.id,
                description: firstOf(descriptionMax, asked.description),
                amount,
              },
            ],
            payment_source: {
              paypal: {
                experience_context: { ...context, user_action: "PAY_NOW", shipping_preference: "NO_SHIPPING" },
              },
            },
          },
        },
      });
      return isYes(answer) ? pageOf(answer.as(Page), asked) : no(answer);
    },
  },

  capture: {
    repeats: { how: "sameKey", forHours: orderKeyHours },
    async ask(http, given, asked) {
      const path = `/v2/checkout/orders/${encodeURIComponent(asked.requestId)}/capture`;
      // PayPal repeats its answer to a key, even a decline, so a new approval after a decline needs a new key.
      const key = `${asked.id}-capture${asked.declined || ""}`;
      const answer = await send(http, given, { method: "POST", path, key, body: { json: {} } });
      const issue = issueOf(answer);
      const isTaken = issue === "ORDER_ALREADY_CAPTURED";
      const isUnderWay = issue === "ORDER_COMPLETION_IN_PROGRESS";
      if (!isYes(answer) && !isTaken && !isUnderWay) return no(answer);
      const shown = isYes(answer) ? captureIn(answer.as(Brief)) : absent;
      if (shown.is !== "absent") return shown;
      // Little more than the order's id, or that it has been captured, or that another request is capturing it: PayPal
      // may repeat that to the key for hours.
      const says = isUnderWay
        ? "PayPal is still capturing it."
        : "PayPal says that it was captured, and shows no capture.";
      const found = await lookedUp(http, says, () => findCapture(http, given, asked));
      // What it shows as declined meanwhile is an earlier one.
      return found.is === "refused" && !isTaken ? unknown(says) : found;
    },
    find: findCapture,
  },

  refund: {
    repeats: { how: "sameKey", forHours: refundKeyHours },
    async ask(http, given, asked) {
      const amount = moneyOf(asked);
      if (amount === null) return noSuchAmount("PayPal cannot refund", asked.currency);
      const answer = await send(http, given, {
        method: "POST",
        path: `/v2/payments/captures/${encodeURIComponent(asked.paymentId)}/refund`,
        key: asked.id,
        // Some accounts refuse a repeated invoice id; ours is the refund's id.
        body: { json: { amount, invoice_id: asked.id, custom_id: asked.id } },
      });
      if (isYes(answer)) return refundOf(answer.as(Refund), asked);
      // The invoice id is this refund's, so it was made by a request whose answer was lost.
      if (issueOf(answer) !== "DUPLICATE_INVOICE_ID") return no(answer);
      return lookedUp(http, "PayPal says that it was made, and does not show it.", () =>
        findRefund(http, given, asked),
      );
    },
    find: findRefund,
  },

  findDisputes,
  readDispute,
  receives,
} satisfies Gateway<PayPalSettings>;

const link = z.object({ rel: z.string(), href: z.string() });
const custom = z.string().nullish();
const Named = z.object({ custom_id: custom, invoice_id: custom });
const Page = z.object({ id: idText, create_time: z.string().nullish(), links: z.array(link).default([]) });

function pageOf({ id, create_time, links }: z.output<typeof Page>, { at }: PaymentPageRequest) {
  const page = links.find(({ rel }) => rel === "payer-action" || rel === "approve");
  const url = pageUrl.safeParse(page?.href).data;
  if (url === undefined) return unknown("PayPal made the order, and gives no address to pay at.");
  // PayPal may have been reached only hours after the request.
  const madeAt = Math.max(at.getTime(), timeOf(create_time)?.getTime() ?? 0);
  return done<PaymentPage>({ requestId: id, url, expiresAt: new Date(madeAt + pageHours * 3_600_000) });
}

function refundOf({ id, status, amount }: z.output<typeof Refund>, asked: RefundRequest) {
  return refundShown({ id, status, amount: amount ? amountOf(amount) : null }, asked, words);
}

const readOrder = (http: Http, given: PayPalSettings, id: string): Promise<Answer> =>
  send(http, given, { method: "GET", path: `/v2/checkout/orders/${encodeURIComponent(id)}` });

async function findCapture(http: Http, given: PayPalSettings, asked: CaptureRequest): Promise<Found<Captured>> {
  const answer = await readOrder(http, given, asked.requestId);
  return isYes(answer) ? captureIn(answer.as(Order)) : ofSearch(no(answer));
}

/** Refunds cannot be listed by capture, but the capture's order contains them, if PayPal says which that is. */
async function findRefund(http: Http, given: PayPalSettings, asked: RefundRequest): Promise<Found<Refunded>> {
  if (asked.refundId !== undefined) {
    const known = await send(http, given, {
      method: "GET",
      path: `/v2/payments/refunds/${encodeURIComponent(asked.refundId)}`,
    });
    return isYes(known) ? refundOf(known.as(Refund), asked) : ofSearch(no(known));
  }
  const path = `/v2/payments/captures/${encodeURIComponent(asked.paymentId)}`;
  const capture = await send(http, given, { method: "GET", path });
  if (!isYes(capture)) return ofSearch(no(capture));
  const related = z.object({ supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }) });
  const { order_id } = capture.as(related).supplementary_data.related_ids;
  const order = await readOrder(http, given, order_id);
  if (order.status !== 200) return unknown("PayPal knows the payment, and does not show its order.");
  const refunds = order.as(Order).purchase_units.flatMap(({ payments }) => payments?.refunds ?? []);
  const found = refunds.find((refund) => {
    const { custom_id, invoice_id } = Named.parse(refund);
    return custom_id === asked.id || invoice_id === asked.id;
  });
  return found === undefined ? absent : refundOf(Refund.parse(found), asked);
}
