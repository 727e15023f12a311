/**
 * The test gateway's state: pages, payments and refunds. Each function here changes the books synchronously, so of two
 * concurrent requests the second sees what the first has done.
 */
import { randomBytes } from "node:crypto";
import * as z from "zod";

const amount = { amountMinor: z.int().min(1), currency: z.string().regex(/^[A-Z]{3}$/) };
const word = z.string().min(1).max(200);

/** The shop's request. */
export const PageRequest = z.object({
  reference: word,
  orderId: word,
  ...amount,
  description: z.string().max(1_000),
  returnUrl: z.url({ protocol: /^https?$/ }).max(2_000),
});
export const RefundRequest = z.object({ reference: word, paymentId: word, ...amount });

const Page = PageRequest.extend({
  id: z.string(),
  status: z.enum(["open", "paid", "closed"]),
  /** The customer has pressed "decline" on it. */
  declined: z.boolean(),
  expiresAt: z.iso.datetime(),
});
export type Page = z.output<typeof Page>;

const Payment = z.object({ id: z.string(), pageId: z.string(), ...amount, told: z.boolean() });
export type Payment = z.output<typeof Payment>;

const Refund = RefundRequest.extend({ id: z.string(), status: z.literal("succeeded") });

/** An event that the shop has not acknowledged yet. */
const Waiting = z.object({ id: z.string(), at: z.iso.datetime(), body: z.string() });
export type Waiting = z.output<typeof Waiting>;

/** The answer to an `Idempotency-Key`, for repeated requests. */
const Kept = z.object({
  key: z.string(),
  asked: z.string(),
  status: z.int(),
  json: z.unknown(),
  at: z.iso.datetime(),
});

export const Books = z.object({
  key: z.string(),
  webhookSecret: z.string(),
  pages: z.array(Page),
  payments: z.array(Payment),
  refunds: z.array(Refund),
  kept: z.array(Kept),
  waiting: z.array(Waiting),
});
export type Books = z.output<typeof Books>;

const dayMs = 24 * 60 * 60 * 1_000;

const newId = (kind: string): string => `${kind}_${randomBytes(16).toString("hex")}`;

export const newBooks = (): Books => ({
  key: newId("test_key"),
  webhookSecret: newId("test_secret"),
  ...{ pages: [], payments: [], refunds: [], kept: [], waiting: [] },
});

/** A payment page, valid for a day. */
export function openPage(books: Books, asked: z.output<typeof PageRequest>, now: Date): Page {
  const expiresAt = new Date(now.getTime() + dayMs).toISOString();
  const page: Page = { ...asked, id: newId("page"), status: "open", declined: false, expiresAt };
  books.pages.push(page);
  return page;
}

/** The current state of a page; it may have expired. */
export function pageOf(books: Books, id: string, now: Date): Page | undefined {
  const page = books.pages.find((one) => one.id === id);
  if (page?.status === "open" && Date.parse(page.expiresAt) <= now.getTime()) page.status = "closed";
  return page;
}

/** Takes the payment of an open page. The shop is notified, or left waiting until the customer chooses to notify it. */
export function pay(books: Books, page: Page, now: Date, how: { readonly tell: boolean }): void {
  const { id: pageId, amountMinor, currency } = page;
  const payment: Payment = { id: newId("payment"), pageId, amountMinor, currency, told: false };
  page.status = "paid";
  books.payments.push(payment);
  if (how.tell) sendPaymentEvent(books, page, payment, now);
}

export const paymentAt = (books: Books, { id }: Page): Payment | undefined =>
  books.payments.find(({ pageId }) => pageId === id);

/** Notifies the shop of a payment, once. */
export function sendPaymentEvent(books: Books, page: Page, payment: Payment, now: Date): void {
  if (payment.told) return;
  payment.told = true;
  const { id: paymentId, amountMinor, currency } = payment;
  tell(books, "payment.succeeded", { paymentId, ...referencesOf(page), amountMinor, currency }, now);
}

/** The customer's bank declines. The page stays open for another attempt. */
export function decline(books: Books, page: Page, now: Date): void {
  page.declined = true;
  const message = "The customer's bank has declined the payment.";
  tell(books, "payment.failed", { paymentId: newId("payment"), ...referencesOf(page), message }, now);
}

const referencesOf = ({ id, reference, orderId }: Page) => ({ pageId: id, reference, orderId });

export const leftOf = (books: Books, { id, amountMinor }: Payment): number =>
  books.refunds
    .filter(({ paymentId }) => paymentId === id)
    .reduce((left, made) => left - made.amountMinor, amountMinor);

/** Refunds a part of a payment; the caller has checked that so much is left of it. */
export function refund(books: Books, asked: z.output<typeof RefundRequest>, now: Date): z.output<typeof Refund> {
  const made = { ...asked, id: newId("refund"), status: "succeeded" as const };
  books.refunds.push(made);
  const { id: refundId, status: _, ...told } = made;
  tell(books, "refund.succeeded", { refundId, ...told }, now);
  return made;
}

function tell(books: Books, kind: string, told: Readonly<Record<string, unknown>>, now: Date): void {
  const [id, at] = [newId("event"), now.toISOString()];
  books.waiting.push({ id, at, body: JSON.stringify({ id, kind, at, ...told }) });
}

/** Removes what is older than a day: answers to idempotency keys, and unacknowledged events. */
export function removeOld(books: Books, now: Date): void {
  const isKept = ({ at }: { readonly at: string }) => now.getTime() - Date.parse(at) < dayMs;
  books.kept = books.kept.filter(isKept);
  books.waiting = books.waiting.filter(isKept);
}
