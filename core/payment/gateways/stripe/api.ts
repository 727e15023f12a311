/** The Stripe API: settings, amounts, requests, lists and refusals. */
import * as z from "zod";
import { decimalsOf } from "#core/contract/values/currency";
import { noOf, ofSearch } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import { absent, done, type Found, type NotDone, unknown } from "#core/provider/outcome";
import { secret, server } from "#core/provider/settings";
import type { Mode } from "../gateway.ts";
import type { GatewayNo } from "../gateway-no.ts";
import { type Amount, fromUnits } from "../units.ts";

export const settings = z.strictObject({
  secretKey: secret("Secret key", {
    help: "Developers › API keys. A restricted key needs write access to Checkout Sessions and refunds, and read access to PaymentIntents and disputes.",
    pattern: [/^(?:sk|rk)_(?:test|live)_\w+$/v, "It must begin with sk_live_, sk_test_, rk_live_ or rk_test_."],
  }),
  webhookSecret: secret("Signing secret", {
    help: "Developers › Webhooks › your endpoint.",
    pattern: [/^whsec_\S+$/v, "It must begin with whsec_."],
  }),
  server: server({ stripe: "Stripe" }).optional(),
});
export type StripeSettings = z.output<typeof settings>;

export const modeOf = ({ secretKey }: StripeSettings): Mode => (secretKey.includes("_live_") ? "live" : "test");

const zero = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));

/** At Stripe, ISK and UGX have two decimals instead of none; MGA has none instead of two. */
export function decimals(currency: string): number {
  if (zero.has(currency)) return 0;
  return currency === "ISK" || currency === "UGX" ? 2 : decimalsOf(currency);
}

/** In our minor units. @throws if it is no whole number of them */
export function amountOf(units: number, currency: string): Amount {
  const code = currency.toUpperCase();
  return { amountMinor: fromUnits(units, code, decimals), currency: code };
}

/** The API version that this file is written for; the account's default may differ. */
const version = "2026-10-28.endive";

interface ApiRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Fields;
  readonly form?: Fields;
  readonly key?: string;
  readonly secretAnswer?: true;
}

export const send = (http: Http, given: StripeSettings, { path, form, key, ...rest }: ApiRequest): Promise<Answer> =>
  http.send({
    ...rest,
    url: `${given.server === undefined || given.server === "stripe" ? "https://api.stripe.com" : given.server}${path}`,
    bearer: given.secretKey,
    headers: { "stripe-version": version, "idempotency-key": key },
    ...(form && { body: { form } }),
  });

const pageMax = 100;
const pagesMax = 10;

/** Searches a list, newest first; gives up when the result would not be certain. */
export async function search<Item extends { readonly id: string }>(
  http: Http,
  given: StripeSettings,
  path: string,
  filter: Fields,
  item: z.ZodType<Item>,
  fits: (one: Item) => boolean,
): Promise<Found<Item>> {
  const list = z.object({ data: z.array(item), has_more: z.boolean() });
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const query = { ...filter, limit: pageMax, starting_after: after };
    const answer = await send(http, given, { method: "GET", path, query });
    if (answer.status !== 200) return ofSearch(no(answer));
    const { data, has_more } = answer.as(list);
    const found = data.find(fits);
    if (found) return done(found);
    if (!has_more) return absent;
    after = data.at(-1)?.id;
  }
  return unknown("There are too many to search.");
}

const Failure = z.object({
  error: z.object({
    type: z.string().nullish(),
    code: z.string().nullish(),
    message: z.string().nullish(),
    param: z.string().nullish(),
  }),
});

const codes: Readonly<Record<string, GatewayNo>> = {
  charge_already_refunded: "alreadyRefunded",
  charge_disputed: "disputed",
  refund_disputed_payment: "disputed",
  charge_not_refundable: "notAllowed",
  resource_missing: "unknownPayment",
  insufficient_funds: "balance",
  balance_insufficient: "balance",
  amount_too_small: "amount",
  amount_too_large: "amount",
};

/** The outcome for an answer other than 200. */
export function no(answer: Answer): NotDone {
  const { type, code, message, param } = Failure.safeParse(answer.json).data?.error ?? {};
  const says = message ?? "";
  // The key was used with another body, and that request was processed.
  if (type === "idempotency_error") return unknown(says);
  if (answer.status === 403) return noOf(answer, "credentials", says);
  const tooMuch = param === "amount" && says.includes("greater than");
  return noOf(answer, tooMuch ? "aboveRemaining" : ((code && codes[code]) ?? "refused"), says);
}
