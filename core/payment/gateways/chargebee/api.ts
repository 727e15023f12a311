/** The Chargebee API: settings, requests and refusals. Its amounts are in our minor units. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import type { NotDone } from "#core/provider/outcome";
import { secret, server, text } from "#core/provider/settings";
import type { GatewayNo } from "../gateway-no.ts";

export const settings = z.strictObject({
  site: text("Site", {
    help: "The first part of your Chargebee address: for acme.chargebee.com, enter acme.",
    pattern: [
      /^[a-z0-9][a-z0-9\-]{1,60}$/v,
      "Only the first part of the address: lowercase letters, digits and hyphens.",
    ],
  }),
  apiKey: secret("API key", { help: "Settings › Configure Chargebee › API keys." }),
  webhookUser: text("Webhook user name", {
    help: "Choose a user name and enter the same one in Chargebee's webhook settings.",
  }),
  webhookPassword: secret("Webhook password", {
    help: "Choose a password and enter the same one in Chargebee's webhook settings. Chargebee does not sign its webhooks.",
  }),
  server: server({ chargebee: "Chargebee" }).optional(),
});
export type ChargebeeSettings = z.output<typeof settings>;

interface ApiRequest {
  readonly method: "GET" | "POST";
  /** After `/api/v2`. */
  readonly path: string;
  readonly query?: Fields;
  readonly form?: Fields;
  readonly headers?: Fields;
  readonly secretAnswer?: true;
}

export function send(http: Http, given: ChargebeeSettings, { path, form, ...rest }: ApiRequest): Promise<Answer> {
  const named = given.server === undefined || given.server === "chargebee";
  const origin = named ? `https://${given.site}.chargebee.com` : given.server;
  return http.send({
    ...rest,
    url: `${origin}/api/v2${path}`,
    basic: [given.apiKey, ""],
    ...(form && { body: { form } }),
  });
}

const Failure = z.object({ message: z.string().nullish(), api_error_code: z.string().nullish() });

const codes: Readonly<Record<string, GatewayNo>> = {
  resource_not_found: "unknownPayment",
  site_not_found: "settings",
  api_authentication_failed: "credentials",
  api_authorization_failed: "credentials",
  payment_processing_failed: "declined",
  payment_method_not_present: "declined",
};

/** The outcome for an answer other than 200. */
export function no(answer: Answer): NotDone {
  const { message, api_error_code } = Failure.safeParse(answer.json).data ?? {};
  return noOf(answer, (api_error_code && codes[api_error_code]) || "refused", message ?? "");
}

/** What has become of a transaction. `undone`: it had succeeded before. */
export type Standing = "succeeded" | "pending" | "failed" | "undone";

const standings: ReadonlyMap<string, Standing> = new Map([
  ["success", "succeeded"],
  ["in_progress", "pending"],
  ["needs_attention", "pending"],
  ["failure", "failed"],
  ["timeout", "failed"],
  ["late_failure", "undone"],
  ["voided", "undone"],
] as const);

export const standingOf = (status: string | null | undefined): Standing | undefined => standings.get(status ?? "");

/** Whether it has succeeded; what Chargebee shows without a status has, as its documentation says. */
export const isDone = (status: string | null | undefined): boolean => (status ?? "success") === "success";
