/** The EasyPost API: settings, requests and refusals. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import { type NotDone, unknown } from "#core/provider/outcome";
import { choice, secret, server, text } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readable, readableText } from "../readable.ts";

export const settings = z.strictObject({
  apiKey: secret("API key", {
    help: "Account settings › API keys. With a test key (EZTK…) no labels are bought.",
    pattern: [/^EZ[AT]K\w+$/v, "It must begin with EZAK or EZTK."],
  }),
  webhookSecret: secret("Webhook secret", {
    help: "The secret you entered when you added the webhook. Without it, webhooks are rejected and the store polls EasyPost for tracking.",
  }).optional(),
  labelFormat: choice("Label format", { PDF: "PDF", PNG: "PNG", ZPL: "ZPL, for label printers" }),
  accounts: text("Carrier accounts", {
    help: "To use only some of your accounts, enter their IDs (ca_…), separated by commas.",
    pattern: [/^ca_\w+(?: *, *ca_\w+)*$/v, "Enter IDs that begin with ca_, separated by commas."],
  }).optional(),
  server: server({ easypost: "EasyPost" }).optional(),
});
export type EasyPostSettings = z.output<typeof settings>;

interface Asking {
  readonly method: "GET" | "POST";
  /** After `/v2`. */
  readonly path: string;
  readonly query?: Fields;
  readonly json?: unknown;
}

export const send = (http: Http, given: EasyPostSettings, { method, path, query, json }: Asking): Promise<Answer> =>
  http.send({
    method,
    url: `${given.server === undefined || given.server === "easypost" ? "https://api.easypost.com" : given.server}/v2${path}`,
    basic: [given.apiKey, ""],
    ...(query && { query }),
    ...(json !== undefined && { body: { json } }),
  });

const Failure = z.object({
  error: z.object({
    code: readableText,
    message: z.unknown().optional(),
    errors: readable(z.array(z.unknown())),
  }),
});
const Field = z.object({ field: z.string().nullish(), message: z.string().nullish() });

const codes: Readonly<Record<string, CarrierNo>> = {
  "APIKEY.INACTIVE": "credentials",
  PAYMENT_REQUIRED: "balance",
  INSUFFICIENT_FUNDS: "balance",
  "BILLING.INSUFFICIENT_FUNDS": "balance",
  NOT_FOUND: "unknownParcel",
  "ADDRESS.VERIFY.FAILURE": "address",
  "ADDRESS.VERIFICATION.INVALID": "address",
  "SHIPMENT.POSTAGE.FAILURE": "refused",
};

/** A purchase has been started by this request or another, and its outcome is not known. */
const undecided = new Set([
  "SHIPMENT.POSTAGE.EXISTS",
  "SHIPMENT.PURCHASE.IN_PROGRESS",
  "SHIPMENT.POSTAGE.TIMED_OUT",
  "SHIPMENT.POSTAGE.NO_RESPONSE",
]);

/** The outcome for an answer other than 200 or 201. */
export function no(answer: Answer): NotDone {
  const { code, message, errors } = Failure.safeParse(answer.json).data?.error ?? {};
  const details = (errors ?? []).flatMap((error) => {
    if (typeof error === "string") return error;
    const { field, message: reason } = Field.safeParse(error).data ?? {};
    return [field, reason].filter((part) => part).join(" ") || [];
  });
  const says = [typeof message === "string" ? message : "", ...details].filter((part) => part !== "").join(" ");
  if (undecided.has(code ?? "")) return unknown(says);
  const known = answer.status === 402 ? "balance" : answer.status === 404 ? "unknownParcel" : undefined;
  return noOf(answer, codes[code ?? ""] ?? known ?? (answer.status === 403 ? "credentials" : "refused"), says);
}
