/**
 * Razorpay's events: the signature with the webhook's secret covers the body only. No time is signed, so repetitions
 * are recognised by the event's id alone.
 */
import * as z from "zod";
import { idText, unixTime } from "#core/provider/fields";
import { eventIdOf, hmacHex, jsonIn, type Receives, sameText, unsigned } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import type { Happened, Received } from "../gateway.ts";
import { ourRefund, ourRequest } from "../our-ids.ts";
import { amountOf, type RazorpaySettings } from "./api.ts";
import { disputeEvent, ShownDispute } from "./disputes.ts";

export const receives: Receives<RazorpaySettings, Received> = {
  // One sale sends `payment_link.paid`, `payment.captured` and `order.paid`. Our reference is on the link and never on
  // the payment, so the link's event identifies the order; the others also come for payments started elsewhere, and
  // have the same payment id.
  events: [
    "payment_link.paid",
    "payment_link.cancelled",
    "payment_link.expired",
    "payment.captured",
    "order.paid",
    "payment.failed",
    "refund.created",
    "refund.processed",
    "refund.failed",
    "payment.dispute.created",
    "payment.dispute.won",
    "payment.dispute.lost",
    "payment.dispute.closed",
  ],
  keeps: ["x-razorpay-event-id"],
  admit({ webhookSecret, previousWebhookSecret }, inbound) {
    const given = inbound.headers["x-razorpay-signature"] ?? "";
    const secrets = [webhookSecret, previousWebhookSecret].filter((secret) => secret !== undefined);
    if (!secrets.some((secret) => sameText(given, hmacHex(secret, inbound.body)))) throw unsigned();
    return eventIdOf(inbound, inbound.headers["x-razorpay-event-id"]);
  },
  async read(_http, _given, inbound) {
    const { event, payload, created_at } = Event.parse(jsonIn(inbound));
    const at = created_at ?? inbound.at;
    const eventId = eventIdOf(inbound, inbound.headers["x-razorpay-event-id"]);
    return done({ eventId, at, happened: happenedIn(event, payload, at) });
  },
};

const text = z.string().nullish();
/** An empty list when there are none. */
const notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish();
const askedAmount = z.int().nullish().catch(null);
/** Undefined if the event is not of one. */
const entity = <Of extends z.ZodType>(of: Of) =>
  z
    .object({ entity: of.nullish() })
    .nullish()
    .transform((one) => one?.entity ?? undefined);

const Payment = z.object({
  id: idText,
  amount: z.int(),
  currency: z.string(),
  /** With its tax. Where the customer pays it, it is part of the amount. */
  fee: z.int().nullish().catch(null),
  fee_bearer: text,
  notes,
  captured: z.boolean().nullish().catch(null),
  description: text,
  error_description: text,
  error_reason: text,
});
/** The receipt of a link's order is the link's reference; a shop's own checkout may have any text there. */
const Order = z.object({ receipt: text, amount: askedAmount });
const Link = z.object({ id: z.string(), reference_id: text, notes, amount: askedAmount });
const Refund = z.object({
  id: idText,
  amount: z.int(),
  currency: z.string(),
  payment_id: z.string(),
  receipt: text,
  status: text,
});
const Event = z.object({ event: z.string(), created_at: unixTime.nullish().catch(null), payload: z.unknown() });

const Payload = z.object({
  payment: entity(Payment),
  order: entity(Order),
  payment_link: entity(Link),
  refund: entity(Refund),
  dispute: entity(ShownDispute),
});
type Payload = z.output<typeof Payload>;

/** Events of a successful payment. */
const paid = new Set(["payment_link.paid", "payment_link.partially_paid", "payment.captured", "order.paid"]);
const closed = new Set(["payment_link.cancelled", "payment_link.expired"]);
/** A kind without its last word. */
const families = /^(payment_link|payment\.dispute|payment|order|refund)\.(\w+)$/;

function happenedIn(kind: string, given: unknown, at: Date): Happened {
  const [, family, what = ""] = families.exec(kind) ?? [];
  // Razorpay's other products have other payloads.
  if (family === undefined) return { is: "ignored", kind };
  const payload = Payload.parse(given);
  const { payment, payment_link, refund, dispute } = payload;
  if (paid.has(kind)) return paidBy(present(payment, "payment"), payload);
  if (closed.has(kind)) {
    const { id, reference_id } = present(payment_link, "payment_link");
    return { is: "pageClosed", requestId: id, paymentRequestId: reference_id ?? undefined };
  }
  if (kind === "payment.failed") {
    const { id, error_description, error_reason } = present(payment, "payment");
    return {
      is: "paymentFailed",
      paymentId: id,
      requestId: linkIn(payload),
      ...referencesIn(payload),
      says: error_description ?? error_reason ?? "",
    };
  }
  if (family === "refund") {
    const made = present(refund, "refund");
    // Money that was never taken goes back by itself.
    const isAutomatic = payment?.captured === false && ourRefund(made.receipt) === undefined;
    return isAutomatic ? { is: "ignored", kind } : refundEvent(kind, made);
  }
  if (family === "payment.dispute") return disputeEvent(what, present(dispute, "dispute"), at);
  return { is: "ignored", kind };
}

/** What the event is about. @throws ZodError without it: money must not be passed over. */
function present<One>(one: One | undefined, name: string): One {
  if (one !== undefined) return one;
  throw new z.ZodError([{ code: "custom", path: ["payload", name], message: "it is missing", input: one }]);
}

function paidBy({ id, amount, currency, fee, fee_bearer }: z.output<typeof Payment>, payload: Payload): Happened {
  const withoutFee = amount - (fee ?? 0);
  const isOnTop = fee_bearer === "customer" || withoutFee === (payload.payment_link ?? payload.order)?.amount;
  return {
    is: "paymentSucceeded",
    paymentId: id,
    requestId: linkIn(payload),
    ...amountOf(isOnTop ? withoutFee : amount, currency),
    ...referencesIn(payload),
  };
}

/** An event of a payment alone has its link's id in the description: a # instead of the prefix. */
function linkIn({ payment, payment_link }: Payload): string | undefined {
  const [, id] = /^#(\w{14})$/.exec(payment?.description ?? "") ?? [];
  return payment_link?.id ?? (id && `plink_${id}`);
}

function referencesIn({ payment, payment_link, order }: Payload) {
  const note = (name: string) =>
    [payment_link?.notes, payment?.notes]
      .map((given) => (given && !Array.isArray(given) ? given[name] : undefined))
      .find((value) => typeof value === "string");
  return {
    orderId: note("order_id"),
    paymentRequestId: payment_link?.reference_id ?? note("payment_request_id") ?? ourRequest(order?.receipt),
  };
}

function refundEvent(
  kind: string,
  { id, amount, currency, payment_id, receipt, status }: z.output<typeof Refund>,
): Happened {
  const ids = { refundId: id, paymentId: payment_id, ...amountOf(amount, currency) };
  const reference = ourRefund(receipt);
  if (kind === "refund.failed" || status === "failed") {
    return { is: "refundFailed", ...ids, reference, says: "Razorpay could not make the refund." };
  }
  if (kind !== "refund.processed" && kind !== "refund.created") return { is: "ignored", kind };
  // `refund.created` may already be processed.
  const state = kind === "refund.processed" || status === "processed" ? "succeeded" : "pending";
  if (reference === undefined) return { is: "refundMadeElsewhere", ...ids, state };
  return state === "succeeded" ? { is: "refundSucceeded", ...ids, reference } : { is: "ignored", kind };
}
