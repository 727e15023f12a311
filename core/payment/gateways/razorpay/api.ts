/** The Razorpay API: settings, amounts, requests and refusals. */
import * as z from "zod";
import { decimalsOf } from "#core/contract/values/currency";
import { noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import { type NotDone, unknown } from "#core/provider/outcome";
import { secret, server, text } from "#core/provider/settings";
import type { GatewayNo } from "../gateway-no.ts";
import { type Amount, fromUnits } from "../units.ts";

export const settings = z.strictObject({
  keyId: text("Key ID", {
    help: "Account & Settings › API keys.",
    pattern: [/^rzp_(?:test|live)_\w+$/v, "It must begin with rzp_live_ or rzp_test_."],
  }),
  keySecret: secret("Key secret", { help: "Shown only once, when you create the key." }),
  webhookSecret: secret("Webhook secret", {
    help: "The secret you entered when you added the webhook. This is not the key secret. Use different ones for test and live mode.",
  }),
  previousWebhookSecret: secret("Previous webhook secret", {
    help: "Needed for one day after you change the secret: retried webhooks are still signed with the old one.",
  }).optional(),
  server: server({ razorpay: "Razorpay" }).optional(),
});
export type RazorpaySettings = z.output<typeof settings>;

/** As in ISO 4217, for all currencies that Razorpay lists. */
export const decimals = decimalsOf;
/** Amounts with three decimals must end in 0. */
export const stepOf = (currency: string): number => (decimals(currency) === 3 ? 10 : 1);

/** In our minor units. @throws if it is no whole number of them */
export const amountOf = (units: number, currency: string): Amount => ({
  amountMinor: fromUnits(units, currency, decimals),
  currency,
});

interface ApiRequest {
  readonly method: "GET" | "POST";
  /** After `/v1`. */
  readonly path: string;
  readonly query?: Fields;
  readonly json?: unknown;
  readonly headers?: Fields;
  readonly secretAnswer?: true;
}

export const send = (http: Http, given: RazorpaySettings, { path, json, ...rest }: ApiRequest): Promise<Answer> =>
  http.send({
    ...rest,
    url: `${given.server === undefined || given.server === "razorpay" ? "https://api.razorpay.com" : given.server}/v1${path}`,
    basic: [given.keyId, given.keySecret],
    ...(json !== undefined && { body: { json } }),
  });

const Failure = z.object({ error: z.object({ code: z.string().nullish(), description: z.string().nullish() }) });

/** Razorpay's messages and our codes; all have the same code at Razorpay. */
const sentences: readonly (readonly [RegExp, GatewayNo])[] = [
  [/greater than the refund payment amount/i, "aboveRemaining"],
  [/fully refunded already/i, "alreadyRefunded"],
  [/status should be captured/i, "notCaptured"],
  [/enough balance/i, "balance"],
  [/more than 6 months old/i, "tooLate"],
  [/id provided does not exist/i, "unknownPayment"],
  [/not supported/i, "notAllowed"],
  [/dispute/i, "disputed"],
];

export const saidIn = (answer: Answer): string => Failure.safeParse(answer.json).data?.error.description ?? "";

/** The outcome for an answer other than 200. */
export function no(answer: Answer): NotDone {
  const says = saidIn(answer);
  // The key was used with another body, and that request was processed.
  if (/same idempotency key has already been processed/i.test(says)) return unknown(says);
  return noOf(answer, sentences.find(([sentence]) => sentence.test(says))?.[1] ?? "refused", says);
}
