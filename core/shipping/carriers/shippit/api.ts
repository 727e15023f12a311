/** The Shippit API: settings, requests and refusals. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Http } from "#core/provider/http";
import { type NotDone, refused } from "#core/provider/outcome";
import { secret, server } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readable } from "../readable.ts";

export const settings = z.strictObject({
  apiSecret: secret("API secret", { help: "Settings › Integrations › API key." }),
  webhookSecret: secret("Webhook secret", {
    help: "Choose a secret and enter it in Shippit under Settings › Notifications › Webhooks, to be sent in the X-Webhook-Secret header. Without it, webhooks are rejected.",
  }).optional(),
  server: server({ live: "Live", staging: "Staging" }),
});
export type ShippitSettings = z.output<typeof settings>;

const servers: Readonly<Record<string, string>> = {
  live: "https://app.shippit.com",
  staging: "https://app.staging.shippit.com",
};

interface Asking {
  readonly method: "GET" | "POST" | "DELETE";
  /** After `/api/3`. */
  readonly path: string;
  readonly json?: unknown;
}

export const send = (http: Http, given: ShippitSettings, { method, path, json }: Asking): Promise<Answer> =>
  http.send({
    method,
    url: `${servers[given.server] ?? given.server}/api/3${path}`,
    bearer: given.apiSecret,
    ...(json !== undefined && { body: { json } }),
  });

/** Of an unknown number, the error is a list for each field. */
const text = readable(z.string());
export const Failure = z.object({ error: text, error_description: text, order_state: text });

export const failureIn = (answer: Answer) => Failure.safeParse(answer.json).data ?? {};

const codes: Readonly<Record<string, CarrierNo>> = {
  invalid_merchant_account: "credentials",
  order_cannot_be_cancelled: "tooLate",
  no_courier_available: "noService",
  label_failed_rules_engine: "noService",
  label_failed_invalid_quote: "noService",
  label_failed_courier_deprecated: "noService",
};

const codeOf = (error: string | null | undefined, says: string): CarrierNo =>
  codes[error ?? ""] ?? (/postcode|suburb|address/i.test(says) ? "address" : "refused");

/** A refusal within a success. */
export function refusalOf({ error, error_description }: z.output<typeof Failure>): NotDone {
  const says = error_description || error || "It does not say why.";
  return refused(codeOf(error, says), says);
}

/** The outcome for an answer other than 200. */
export function no(answer: Answer): NotDone {
  // Its refusals may have a blank body, which is not JSON.
  if (answer.status === 400 && answer.bytes.toString().trim() === "")
    return refused("refused", "It answered 400 and does not say why.");
  const { error, error_description } = failureIn(answer);
  const says = error_description || error || "";
  const byStatus = answer.status === 403 ? "credentials" : answer.status === 404 ? "unknownParcel" : undefined;
  return noOf(answer, codes[error ?? ""] ?? byStatus ?? codeOf(error, says), says);
}
