/** The test gateway's events; `testgateway.ts` describes their format. */
import * as z from "zod";
import { currency } from "#core/contract/kit/fields";
import { isoTime } from "#core/provider/fields";
import { eventIdOf, jsonIn, type Receives, unsigned } from "#core/provider/inbound";
import { done } from "#core/provider/outcome";
import { isTimelySigned } from "#core/provider/timely-signature";
import type { Happened, Received } from "../gateway.ts";
import { ourRefund } from "../our-ids.ts";

export const receives: Receives<{ readonly webhookSecret: string }, Received> = {
  events: [
    "payment.succeeded",
    "payment.failed",
    "refund.succeeded",
    "refund.failed",
    "dispute.opened",
    "dispute.closed",
  ],
  keeps: [],
  admit({ webhookSecret }, inbound) {
    if (!isTimelySigned(inbound, "test-gateway-signature", webhookSecret)) throw unsigned();
    return eventIdOf(inbound);
  },
  async read(_http, _given, inbound) {
    const json = jsonIn(inbound);
    const event = Event.parse(json);
    const isKnown = receives.events.includes(event.kind);
    const happened = isKnown ? happenedIn(Told.parse(json)) : ({ is: "ignored", kind: event.kind } as const);
    return done({ eventId: eventIdOf(inbound), at: event.at, happened });
  },
};

const Event = z.object({ at: isoTime, kind: z.string() });

const amount = { amountMinor: z.int().min(0), currency };
const payment = { paymentId: z.string(), pageId: z.string(), reference: z.string(), orderId: z.string() };
const refund = { refundId: z.string(), paymentId: z.string(), reference: z.string().nullable(), ...amount };
const dispute = { disputeId: z.string(), paymentId: z.string() };

const Told = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("payment.succeeded"), ...payment, ...amount }),
  z.object({ kind: z.literal("payment.failed"), ...payment, message: z.string() }),
  z.object({ kind: z.literal("refund.succeeded"), ...refund }),
  z.object({ kind: z.literal("refund.failed"), ...refund, message: z.string() }),
  z.object({ kind: z.literal("dispute.opened"), ...dispute, ...amount, reason: z.string() }),
  z.object({ kind: z.literal("dispute.closed"), ...dispute, won: z.boolean() }),
]);

function happenedIn(parsed: z.output<typeof Told>): Happened {
  switch (parsed.kind) {
    case "payment.succeeded": {
      const { paymentId, amountMinor, currency } = parsed;
      return { is: "paymentSucceeded", paymentId, amountMinor, currency, ...referencesIn(parsed) };
    }
    case "payment.failed":
      return { is: "paymentFailed", paymentId: parsed.paymentId, says: parsed.message, ...referencesIn(parsed) };
    case "refund.succeeded":
    case "refund.failed": {
      const { refundId, paymentId, amountMinor, currency } = parsed;
      const made = { refundId, paymentId, amountMinor, currency };
      const reference = ourRefund(parsed.reference);
      if (parsed.kind === "refund.failed") return { is: "refundFailed", ...made, reference, says: parsed.message };
      if (reference === undefined) return { is: "refundMadeElsewhere", ...made, state: "succeeded" };
      return { is: "refundSucceeded", ...made, reference };
    }
    case "dispute.opened": {
      const { kind: _, ...opened } = parsed;
      return { is: "disputeOpened", ...opened, moneyTaken: true };
    }
    case "dispute.closed":
      return { is: "disputeClosed", disputeId: parsed.disputeId, won: parsed.won };
  }
}

const referencesIn = ({ pageId, reference, orderId }: { pageId: string; reference: string; orderId: string }) => ({
  requestId: pageId,
  paymentRequestId: reference,
  orderId,
});
