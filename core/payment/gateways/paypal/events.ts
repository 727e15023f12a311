/** PayPal's events. */
import * as z from "zod";
import { idText, readableOf } from "#core/provider/fields";
import { eventIdOf, jsonIn, type Receives, unsigned } from "#core/provider/inbound";
import { done, refused } from "#core/provider/outcome";
import type { Happened, Received } from "../gateway.ts";
import { ourRefund } from "../our-ids.ts";
import { amountOf, Money, type PayPalSettings, timeOf } from "./api.ts";
import { Details, heldSays } from "./capture.ts";
import { disputeClosed, disputeOpened, Resolved, ShownDispute } from "./disputes.ts";
import { isPayPals, signatureHeaders, transmissionIn } from "./signature.ts";

export const receives: Receives<PayPalSettings, Received> = {
  events: [
    "CHECKOUT.ORDER.APPROVED",
    "PAYMENT.CAPTURE.PENDING",
    "PAYMENT.CAPTURE.COMPLETED",
    "PAYMENT.CAPTURE.DENIED",
    "PAYMENT.CAPTURE.DECLINED",
    "PAYMENT.CAPTURE.REFUNDED",
    "PAYMENT.CAPTURE.REVERSED",
    "PAYMENT.REFUND.PENDING",
    "PAYMENT.REFUND.FAILED",
    "CUSTOMER.DISPUTE.CREATED",
    "CUSTOMER.DISPUTE.UPDATED",
    "CUSTOMER.DISPUTE.RESOLVED",
  ],
  provenLater: true,
  keeps: signatureHeaders,
  admit(given, inbound) {
    if (!Event.safeParse(jsonIn(inbound)).success || !transmissionIn(inbound, given)) throw unsigned();
    return eventIdOf(inbound);
  },
  async read(http, given, inbound) {
    const event = Event.parse(jsonIn(inbound));
    const sent = transmissionIn(inbound, given);
    if (!sent || !(await isPayPals(http, given, sent, inbound)))
      return refused("unsigned", "PayPal has not signed it for a webhook with this store's address.");
    const at = timeOf(event.create_time) ?? inbound.at;
    return done({ eventId: eventIdOf(inbound), at, happened: happenedIn(event.event_type, event.resource, at) });
  },
};

const text = z.string().nullish();

const Event = z.object({
  event_type: z.string(),
  create_time: text,
  resource: z.unknown().optional(),
});

/** One that failed need not have an amount. */
const Capture = z.object({
  id: idText,
  status: text,
  status_details: Details,
  custom_id: text,
  invoice_id: text,
  supplementary_data: z.object({ related_ids: z.object({ order_id: text }).nullish() }).nullish(),
  links: z.array(z.unknown()).nullish(),
});
const Movement = Capture.extend({ amount: Money });
type Movement = z.output<typeof Movement>;

const Order = z.object({
  id: idText,
  purchase_units: z.array(z.object({ custom_id: text, invoice_id: text })).nullish(),
});

function happenedIn(kind: string, resource: unknown, at: Date): Happened {
  switch (kind) {
    case "CHECKOUT.ORDER.APPROVED": {
      const { id, purchase_units } = Order.parse(resource);
      return { is: "approved", requestId: id, ...referencesIn(purchase_units?.[0] ?? {}) };
    }
    case "PAYMENT.CAPTURE.PENDING":
    case "PAYMENT.CAPTURE.COMPLETED":
    case "PAYMENT.CAPTURE.DENIED":
    case "PAYMENT.CAPTURE.DECLINED":
      return captureEvent(kind, resource);
    case "PAYMENT.CAPTURE.REVERSED": {
      const movement = Movement.parse(resource);
      const paymentId = captureAbove(movement) ?? movement.id;
      return {
        is: "paymentReversed",
        paymentId,
        ...pagesOf(movement),
        ...amountOf(movement.amount),
        says: "PayPal has taken the money back.",
      };
    }
    case "PAYMENT.CAPTURE.REFUNDED":
    case "PAYMENT.REFUND.PENDING":
    case "PAYMENT.REFUND.FAILED":
      return refundEvent(kind, Movement.parse(resource));
    case "CUSTOMER.DISPUTE.CREATED":
    case "CUSTOMER.DISPUTE.UPDATED":
      return disputeOpened(ShownDispute.parse(resource), at);
    case "CUSTOMER.DISPUTE.RESOLVED":
      return disputeClosed(Resolved.parse(resource), at);
    default:
      return { is: "ignored", kind };
  }
}

const referencesIn = ({ custom_id, invoice_id }: Pick<Movement, "custom_id" | "invoice_id">) => ({
  orderId: custom_id ?? undefined,
  paymentRequestId: invoice_id ?? undefined,
});

const pagesOf = ({ supplementary_data, ...capture }: z.output<typeof Capture>) => ({
  requestId: supplementary_data?.related_ids?.order_id ?? undefined,
  ...referencesIn(capture),
});

function captureEvent(kind: string, resource: unknown): Happened {
  const capture = Capture.parse(resource);
  const ids = { paymentId: capture.id, ...pagesOf(capture) };
  const isFailed = capture.status === "DECLINED" || capture.status === "FAILED";
  // Whatever the event is called, the capture may be under way or have come to nothing.
  const isCompleted = kind === "PAYMENT.CAPTURE.COMPLETED" && !isFailed;
  if (kind === "PAYMENT.CAPTURE.PENDING" || (isCompleted && capture.status === "PENDING"))
    return { is: "paymentPending", ...ids, says: heldSays(capture.status_details) };
  if (!isCompleted) return { is: "paymentFailed", ...ids, says: "PayPal denied the payment." };
  return { is: "paymentSucceeded", ...ids, ...amountOf(Movement.parse(resource).amount) };
}

/** The resource of these events is the refund; the capture is in its links. */
function refundEvent(kind: string, movement: Movement): Happened {
  const ids = { refundId: movement.id, paymentId: captureAbove(movement), ...amountOf(movement.amount) };
  const reference = ourRefund(movement.custom_id) ?? ourRefund(movement.invoice_id);
  // Whatever the event is called, the refund may be under way or have come to nothing.
  const isFailed = movement.status === "FAILED" || movement.status === "CANCELLED";
  if (isFailed || kind === "PAYMENT.REFUND.FAILED") {
    return { is: "refundFailed", ...ids, reference, says: "PayPal could not make the refund." };
  }
  const isPending = movement.status === "PENDING" || kind === "PAYMENT.REFUND.PENDING";
  const state = isPending ? "pending" : "succeeded";
  if (reference === undefined) return { is: "refundMadeElsewhere", ...ids, state };
  return state === "succeeded" ? { is: "refundSucceeded", ...ids, reference } : { is: "ignored", kind };
}

const Link = z.object({ rel: z.string(), href: z.string() });

/** The `up` link may also be an authorization. */
const captureAbove = ({ links }: Movement): string | undefined =>
  readableOf(links ?? [], (one) => Link.parse(one))
    .filter(({ rel }) => rel === "up")
    .map(({ href }) => /\/v2\/payments\/captures\/(\w+)$/.exec(href)?.[1])
    .find((id) => id !== undefined);
