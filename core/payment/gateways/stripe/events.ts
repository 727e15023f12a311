/** Stripe's events: signed with the endpoint's secret, with several signatures while it is being rolled. */
import * as z from "zod";
import { idText, unixTime } from "#core/provider/fields";
import { eventIdOf, jsonIn, type Receives, unsigned } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { isTimelySigned } from "#core/provider/timely-signature";
import type { Happened, Received } from "../gateway.ts";
import { ourRefund } from "../our-ids.ts";
import { refundIs } from "../refund-shown.ts";
import { amountOf, modeOf, type StripeSettings } from "./api.ts";
import { disputeEvent } from "./disputes.ts";
import { isVoucher, nextAction, voucherSays } from "./page.ts";
import { Refund, refundFailure } from "./refund.ts";

/** Stripe's v2 events have no object, and another time format. */
const Event = z.object({
  type: z.string(),
  created: unixTime.nullish().catch(null),
  livemode: z.boolean().nullish(),
  /** Only in events of connected accounts. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }).nullish(),
});

export const receives: Receives<StripeSettings, Received> = {
  // One sale also sends `charge.succeeded` and `checkout.session.completed`; `payment_intent.succeeded` comes for every
  // payment method, and only once the money is taken.
  events: [
    "payment_intent.succeeded",
    "payment_intent.requires_action",
    "payment_intent.processing",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
    "checkout.session.expired",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.closed",
  ],
  keeps: [],
  admit({ webhookSecret }, inbound) {
    if (!isTimelySigned(inbound, "stripe-signature", webhookSecret)) throw unsigned();
    return eventIdOf(inbound);
  },
  async read(_http, given, inbound) {
    const event = Event.parse(jsonIn(inbound));
    const at = event.created ?? inbound.at;
    const why = foreignBy(event, given);
    const happened: Happened = why
      ? { is: "ignored", kind: `${event.type}, ${why}` }
      : happenedIn(event.type, event.data?.object, at);
    return done({ eventId: eventIdOf(inbound), at, happened });
  },
};

/** Why an event is not about this store's money: a platform's endpoint also gets those of others. */
function foreignBy({ livemode, account }: z.output<typeof Event>, given: StripeSettings): string | undefined {
  if (account) return `of the connected account ${account}`;
  // Test cards pay nothing.
  return livemode === false && modeOf(given) === "live" ? "in test mode" : undefined;
}

const metadata = z.record(z.string(), z.string()).nullish();

/** One that failed need not have an amount. */
const Payment = z.object({
  id: idText,
  metadata,
  cancellation_reason: z.string().nullish(),
  next_action: nextAction,
  last_payment_error: z.object({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
});
const AmountReceived = z.object({ amount_received: z.int(), currency: z.string() });

const Session = z.object({ id: idText, client_reference_id: z.string().nullish() });

function happenedIn(type: string, object: unknown, at: Date): Happened {
  switch (type) {
    case "payment_intent.succeeded":
    case "payment_intent.requires_action":
    case "payment_intent.processing":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return paymentEvent(type, object);
    case "checkout.session.expired": {
      const { id, client_reference_id } = Session.parse(object);
      return { is: "pageClosed", requestId: id, paymentRequestId: client_reference_id ?? undefined };
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated":
      return refundEvent(type, Refund.parse(object));
    case "charge.dispute.created":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.closed":
      return disputeEvent(type, object, at);
    default:
      return { is: "ignored", kind: type };
  }
}

function paymentEvent(type: string, object: unknown): Happened {
  const { id, metadata: attached, cancellation_reason, next_action, last_payment_error } = Payment.parse(object);
  const ids = { paymentId: id, orderId: attached?.["order_id"], paymentRequestId: attached?.["payment_request_id"] };
  if (type === "payment_intent.succeeded") {
    const { amount_received, currency } = AmountReceived.parse(object);
    return { is: "paymentSucceeded", ...ids, ...amountOf(amount_received, currency) };
  }
  if (type === "payment_intent.processing") return { is: "paymentPending", ...ids };
  if (type === "payment_intent.requires_action") {
    return isVoucher(next_action) ? { is: "paymentPending", ...ids, says: voucherSays } : { is: "ignored", kind: type };
  }
  if (type === "payment_intent.canceled") {
    const reason = cancellation_reason ? `: ${cancellation_reason}` : "";
    return { is: "paymentCancelled", ...ids, says: `It was cancelled at Stripe${reason}.` };
  }
  return { is: "paymentFailed", ...ids, says: last_payment_error?.message ?? last_payment_error?.code ?? "" };
}

function refundEvent(kind: string, refund: z.output<typeof Refund>): Happened {
  const { id, amount, currency, status, failure_reason, payment_intent, charge, metadata: attached } = refund;
  const ids = { refundId: id, paymentId: payment_intent ?? charge ?? undefined, ...amountOf(amount, currency) };
  const reference = ourRefund(attached?.["refund_id"]);
  if (status === "failed" || status === "canceled") {
    return { is: "refundFailed", ...ids, reference, says: refundFailure(failure_reason) ?? refundIs(status) };
  }
  const state = status === "succeeded" ? "succeeded" : "pending";
  if (reference === undefined) return { is: "refundMadeElsewhere", ...ids, state };
  return state === "succeeded" ? { is: "refundSucceeded", ...ids, reference } : { is: "ignored", kind };
}
