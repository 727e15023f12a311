/** The PayPal API: settings, access tokens, amounts, requests and refusals. */
import * as z from "zod";
import { currency } from "#core/contract/kit/fields";
import { isYes, noOf } from "#core/provider/call";
import { lifetime, plausible } from "#core/provider/fields";
import type { Answer, Ask, Fields, Http } from "#core/provider/http";
import { withToken } from "#core/provider/lent-token";
import { Ended, type NotDone } from "#core/provider/outcome";
import { secret, server, text } from "#core/provider/settings";
import type { GatewayNo } from "../gateway-no.ts";
import { type Amount, fromDecimal, toDecimal } from "../units.ts";

export const settings = z.strictObject({
  clientId: text("Client ID", { help: "Apps & Credentials › your app." }),
  clientSecret: secret("Secret", { help: "Apps & Credentials › your app." }),
  webhookId: text("Webhook ID", {
    help: "Shown next to the webhook after you add it to the app.",
    // PayPal signs its simulator's events, which anyone can trigger, with the webhook id WEBHOOK_ID.
    pattern: [/^(?!WEBHOOK_ID$)[A-Za-z0-9]{8,50}$/v, "Enter the ID that PayPal shows: 8 to 50 letters and digits."],
  }),
  server: server({ live: "Live", sandbox: "Sandbox" }),
});
export type PayPalSettings = z.output<typeof settings>;

const servers: Readonly<Record<string, string>> = {
  live: "https://api-m.paypal.com",
  sandbox: "https://api-m.sandbox.paypal.com",
};

/**
 * PayPal takes no decimals in three currencies, two of which have them in ISO 4217; it has no three-decimal currencies.
 */
const decimals = (code: string): number => (["HUF", "JPY", "TWD"].includes(code) ? 0 : 2);

/** Null if PayPal cannot represent it. */
export function moneyOf({ amountMinor, currency: code }: Amount) {
  const value = toDecimal(amountMinor, code, decimals);
  return value === null ? null : { currency_code: code, value };
}

export const Money = z.object({ currency_code: currency, value: z.string() });

export const amountOf = ({ currency_code, value }: z.output<typeof Money>): Amount => ({
  amountMinor: fromDecimal(value, currency_code),
  currency: currency_code,
});

/** Some of PayPal's times have an offset, and some are missing. */
export const timeOf = (text: string | null | undefined): Date | null => plausible(new Date(text ?? ""));

interface ApiRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Fields;
  readonly body?: NonNullable<Ask["body"]>;
  /** The idempotency key. */
  readonly key?: string;
  readonly headers?: Fields;
  readonly secretAnswer?: true;
}

/** Sends with an access token. */
export const send = (http: Http, given: PayPalSettings, { path, key, headers, ...rest }: ApiRequest): Promise<Answer> =>
  withToken(http, {
    name: `token of ${given.clientId} at ${originOf(given)}`,
    make: () => newToken(http, given),
    send: (bearer) =>
      http.send({
        ...rest,
        url: `${originOf(given)}${path}`,
        bearer,
        // Without `prefer`, an answer contains little more than the id.
        headers: { ...headers, "paypal-request-id": key, prefer: key && "return=representation" },
      }),
  });

const originOf = ({ server: named }: PayPalSettings): string => servers[named] ?? named;

const Token = z.object({ access_token: z.string().min(1), expires_in: lifetime });

async function newToken(http: Http, given: PayPalSettings) {
  const answer = await http.send({
    method: "POST",
    url: `${originOf(given)}/v1/oauth2/token`,
    basic: [given.clientId, given.clientSecret],
    body: { form: { grant_type: "client_credentials" } },
    secretAnswer: true,
  });
  if (!isYes(answer)) throw new Ended(no(answer));
  const { access_token, expires_in } = answer.as(Token);
  return { text: access_token, forSeconds: expires_in };
}

const Webhooks = z.object({ webhooks: z.array(z.object({ id: z.string(), url: z.string() })) });

/** The app's webhooks. @throws Ended without them */
export async function listWebhooks(http: Http, given: PayPalSettings) {
  const answer = await send(http, given, { method: "GET", path: "/v1/notifications/webhooks" });
  if (!isYes(answer)) throw new Ended(no(answer));
  return answer.as(Webhooks).webhooks;
}

export const leadsHere = ({ url }: { readonly url: string }): boolean => url.endsWith("/api/gateways/paypal/webhook");

const Failure = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  error_description: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional(), description: z.string().optional() })).optional(),
});

const issues: Readonly<Record<string, GatewayNo>> = {
  CAPTURE_FULLY_REFUNDED: "alreadyRefunded",
  REFUND_AMOUNT_EXCEEDED: "aboveRemaining",
  REFUND_AMOUNT_TOO_LOW: "amount",
  REFUND_CAPTURE_CURRENCY_MISMATCH: "amount",
  CURRENCY_MISMATCH: "amount",
  CURRENCY_NOT_SUPPORTED: "amount",
  DECIMAL_PRECISION: "amount",
  DECIMALS_NOT_SUPPORTED: "amount",
  REFUND_FAILED_INSUFFICIENT_FUNDS: "balance",
  REFUND_NOT_ALLOWED: "notAllowed",
  REFUND_IS_RESTRICTED: "notAllowed",
  PARTIAL_REFUND_NOT_ALLOWED: "notAllowed",
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: "notAllowed",
  REFUND_TIME_LIMIT_EXCEEDED: "tooLate",
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: "disputed",
  TRANSACTION_DISPUTED: "disputed",
  INVALID_RESOURCE_ID: "unknownPayment",
  RESOURCE_NOT_FOUND: "unknownPayment",
  PENDING_CAPTURE: "notCaptured",
  ORDER_NOT_APPROVED: "notApproved",
  PAYER_ACTION_REQUIRED: "notApproved",
  INSTRUMENT_DECLINED: "declined",
  TRANSACTION_REFUSED: "declined",
};

/** The first detail's issue, or the error's name. */
export function issueOf(answer: Answer): string {
  const { name, details } = Failure.safeParse(answer.json).data ?? {};
  return details?.[0]?.issue ?? name ?? "";
}

/** The outcome for an answer other than 200 or 201. */
export function no(answer: Answer): NotDone {
  const { message, error_description, details } = Failure.safeParse(answer.json).data ?? {};
  const says = details?.[0]?.description ?? message ?? error_description ?? "";
  const code = issues[issueOf(answer)] ?? (answer.status === 403 ? "credentials" : "refused");
  return noOf(answer, code, says);
}
