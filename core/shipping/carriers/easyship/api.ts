/** The Easyship API: settings, requests and refusals. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import type { NotDone } from "#core/provider/outcome";
import { choice, secret, server, text } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readable, readableText } from "../readable.ts";

export const settings = z.strictObject({
  token: secret("Access token", {
    help: "Connect › New integration › Custom integration. It needs write access to shipments and labels. With a sandbox token (sand_…) no labels are bought.",
    pattern: [/^(?:prod|sand)_\S+$/v, "It must begin with prod_ or sand_."],
  }),
  webhookSecret: secret("Webhook secret", {
    help: "Shown next to the webhook; starts with webh_. Without it, webhooks are rejected and the store polls Easyship for tracking.",
  }).optional(),
  itemCategory: text("Item category", {
    help: "Easyship needs one of its categories for items without an HS code, such as fashion or accessory_no_battery.",
    pattern: [/^[a-z_]+$/v, "Only lowercase letters and underscores."],
  }),
  labelFormat: choice("Label format", { pdf: "PDF", png: "PNG", zpl: "ZPL, for label printers" }),
  server: server({ easyship: "Easyship" }).optional(),
});
export type EasyshipSettings = z.output<typeof settings>;

export const modeOf = ({ token }: EasyshipSettings) => (token.startsWith("prod_") ? "live" : "test");

function originOf(given: EasyshipSettings): string {
  if (given.server !== undefined && given.server !== "easyship") return given.server;
  return `https://public-api${modeOf(given) === "live" ? "" : "-sandbox"}.easyship.com`;
}

interface Asking {
  readonly method: "GET" | "POST";
  /** After the version. */
  readonly path: string;
  readonly query?: Fields;
  readonly json?: unknown;
}

export const send = (http: Http, given: EasyshipSettings, { method, path, query, json }: Asking): Promise<Answer> =>
  http.send({
    method,
    url: `${originOf(given)}/2024-09${path}`,
    bearer: given.token,
    ...(query && { query }),
    ...(json !== undefined && { body: { json } }),
  });

const Failure = z.object({
  error: z.object({
    code: readableText,
    message: readableText,
    details: readable(z.array(z.unknown())),
  }),
});

const codes: Readonly<Record<string, CarrierNo>> = {
  invalid_token: "credentials",
  forbidden: "credentials",
  resource_not_found: "unknownParcel",
};
const sentences: readonly (readonly [RegExp, CarrierNo])[] = [
  [/no shipping solutions|not available/i, "noService"],
  [/balance|credit|payment/i, "balance"],
  [/address|postal|city|state|line_1/i, "address"],
  [/weight|dimension/i, "weight"],
  [/hs_code|category|customs/i, "customs"],
];
export const codeOf = (says: string): CarrierNo =>
  sentences.find(([sentence]) => sentence.test(says))?.[1] ?? "refused";

/** The outcome for an answer that is not a success. */
export function no(answer: Answer): NotDone {
  const { code, message, details } = Failure.safeParse(answer.json).data?.error ?? {};
  const says = [message, ...(details ?? []).filter((detail) => typeof detail === "string")]
    .filter((part) => part)
    .join(" ");
  return noOf(answer, codes[code ?? ""] ?? codeOf(says), says);
}
