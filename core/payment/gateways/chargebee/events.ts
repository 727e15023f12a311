/**
 * Chargebee's events. They are not signed: they come with a user name and password, and are read again from Chargebee.
 */
import * as z from "zod";
import { currency } from "#core/contract/kit/fields";
import { idText, unixTime } from "#core/provider/fields";
import { eventIdOf, jsonIn, type Receives, sameText, unsigned } from "#core/provider/inbound";
import { done, later, refused } from "#core/provider/outcome";
import type { Happened, Received } from "../gateway.ts";
import { type ChargebeeSettings, isDone, no, send, standingOf } from "./api.ts";

export const receives: Receives<ChargebeeSettings, Received> = {
  events: [
    "payment_initiated",
    "payment_succeeded",
    "payment_failed",
    "payment_refunded",
    "transaction_created",
    "transaction_updated",
  ],
  keeps: [],
  admit({ webhookUser, webhookPassword }, inbound) {
    const expected = `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString("base64")}`;
    if (!sameText(inbound.headers["authorization"] ?? "", expected)) throw unsigned();
    return eventIdOf(inbound);
  },
  async read(http, given, inbound) {
    const { id } = Known.parse(jsonIn(inbound));
    const answer = await send(http, given, { method: "GET", path: `/events/${encodeURIComponent(id)}` });
    if (answer.status !== 200) {
      const outcome = no(answer);
      // With another site in the settings, 404 says nothing about the event.
      const isAbsent = answer.status === 404 && outcome.is === "refused" && outcome.code !== "settings";
      if (!isAbsent) return outcome;
      const says = "Chargebee has no such event.";
      return Date.now() - inbound.at.getTime() < absentMs ? later(says) : refused("unsigned", says);
    }
    const { event } = answer.as(z.object({ event: Event }));
    const happened = happenedIn(event.event_type, event.content);
    return done({ eventId: event.id, at: event.occurred_at, happened });
  },
};

/** An event came with the right password, and Chargebee may show it a moment later. */
const absentMs = 600_000;

const Known = z.object({ id: z.string().min(1).max(100) });
export const Event = z.object({ id: z.string(), event_type: z.string(), occurred_at: unixTime, content: z.unknown() });

const text = z.string().nullish();

const Content = z.object({
  transaction: z.object({
    id: idText,
    type: text,
    status: text,
    error_text: text,
    /** Of an offline refund or a reversal: what it undoes. */
    reference_transaction_id: text,
    /** The same of an online refund. */
    refunded_txn_id: text,
    linked_payments: z.array(z.object({ id: text })).nullish(),
  }),
  invoice: z.object({ po_number: text }).nullish(),
});
type Content = z.output<typeof Content>;

/** A failed attempt need not have an amount. */
const Amounts = z.object({
  transaction: z.object({
    amount: z.int().min(0),
    currency_code: currency,
    linked_invoices: z.array(z.object({ invoice_id: z.string(), applied_amount: z.int().min(0).nullish() })).nullish(),
  }),
  invoice: z.object({ id: z.string() }).nullish(),
});

const kinds = new Set(receives.events);

export function happenedIn(kind: string, content: unknown): Happened {
  if (!kinds.has(kind)) return { is: "ignored", kind };
  const parsed = Content.parse(content);
  const { transaction } = parsed;
  // Of new transactions only a reversal is news: the others have events of their own.
  if (kind === "transaction_created" && transaction.type !== "payment_reversal") return { is: "ignored", kind };
  if (transaction.type === "refund" || kind === "payment_refunded") return refundEvent(kind, parsed, content);
  // It has failed or was voided, or is not through yet: what it was to undo stands.
  if (transaction.type === "payment_reversal" && !isDone(transaction.status)) return { is: "ignored", kind };
  const payment = { paymentId: transaction.id, ...referencesIn(parsed) };
  const says = transaction.error_text ?? "";
  const standing = standingOf(transaction.status);
  const isUndone = (transaction.type ?? "payment") === "payment" && standing === "undone";
  if (transaction.type === "payment_reversal" || isUndone) {
    const undoes = { ...payment, paymentId: transaction.reference_transaction_id ?? transaction.id };
    // Undone as a whole, whatever invoices it was for.
    const { amount, currency_code } = Amounts.parse(content).transaction;
    const all = { amountMinor: amount, currency: currency_code };
    return { is: "paymentReversed", ...undoes, ...all, says: says || "The payment was undone." };
  }
  if (kind === "payment_initiated") return { is: "paymentPending", ...payment };
  if (kind === "payment_failed") return { is: "paymentFailed", ...payment, says };
  // An authorization only reserves the money.
  if (kind !== "payment_succeeded" || transaction.type === "authorization") return { is: "ignored", kind };
  // Whatever its event is called.
  if (standing === "pending") return { is: "paymentPending", ...payment };
  if (standing === "failed") return { is: "paymentFailed", ...payment, says };
  return { is: "paymentSucceeded", ...payment, ...amountIn(content) };
}

/** Refunds can only be made in Chargebee. */
function refundEvent(kind: string, parsed: Content, content: unknown): Happened {
  const { id, status, error_text, ...refunds } = parsed.transaction;
  const paymentId = refunds.refunded_txn_id ?? refunds.reference_transaction_id ?? refunds.linked_payments?.[0]?.id;
  const orderId = parsed.invoice ? (referencesIn(parsed).orderId ?? null) : undefined;
  const refund = { refundId: id, paymentId: paymentId ?? undefined, orderId, ...amountIn(content) };
  if (status === "failure" || standingOf(status) === "undone")
    return { is: "refundFailed", ...refund, says: error_text ?? "" };
  if (kind !== "payment_refunded")
    return status === "success"
      ? { is: "refundStanding", refundId: id, paymentId: refund.paymentId, state: "succeeded" }
      : { is: "ignored", kind };
  return { is: "refundMadeElsewhere", ...refund, state: status === "success" ? "succeeded" : "pending" };
}

/** A payment can cover several invoices: only the part applied to the event's invoice counts. */
function amountIn(content: unknown) {
  const { transaction, invoice } = Amounts.parse(content);
  const { amount, currency_code, linked_invoices } = transaction;
  const applied = linked_invoices?.find(({ invoice_id }) => invoice_id === invoice?.id)?.applied_amount;
  return { amountMinor: applied ?? amount, currency: currency_code };
}

/** As written by `requestPayment`: the order's id, a space, the payment request's id. */
function referencesIn({ invoice }: Content) {
  const [orderId, paymentRequestId] = invoice?.po_number?.split(" ") ?? [];
  return { orderId, paymentRequestId };
}
