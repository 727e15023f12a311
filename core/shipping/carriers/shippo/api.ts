/** The Shippo API: settings, requests and refusals. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import type { NotDone } from "#core/provider/outcome";
import { choice, secret, server } from "#core/provider/settings";

export const settings = z.strictObject({
  token: secret("API token", {
    help: "Settings › API. With a test token (shippo_test_…) no labels are bought.",
    pattern: [/^shippo_(?:live|test)_\w+$/v, "It must begin with shippo_live_ or shippo_test_."],
  }),
  webhookToken: secret("Webhook token", {
    help: "Choose a token and add it to the end of the webhook's URL, as ?token=…",
  }).optional(),
  webhookSecret: secret("Webhook secret", {
    help: "Only if Shippo signs your webhooks, which it sets up on request. The token is then ignored.",
  }).optional(),
  labelFormat: choice("Label format", {
    PDF_4x6: "PDF, 4 × 6 inches",
    PDF_A6: "PDF, A6",
    PNG: "PNG",
    ZPLII: "ZPL, for label printers",
  }),
  server: server({ shippo: "Shippo" }).optional(),
});
export type ShippoSettings = z.output<typeof settings>;

interface Asking {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Fields;
  readonly json?: unknown;
}

export const send = (http: Http, given: ShippoSettings, { method, path, query, json }: Asking): Promise<Answer> =>
  http.send({
    method,
    url: `${given.server === undefined || given.server === "shippo" ? "https://api.goshippo.com" : given.server}${path}`,
    headers: { authorization: `ShippoToken ${given.token}`, "shippo-api-version": "2018-02-08" },
    ...(query && { query }),
    ...(json !== undefined && { body: { json } }),
  });

/** All texts in an error, whose format varies by field. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const texts = textsIn(inner);
    return field === "detail" || field === "text" ? texts : texts.map((text) => `${field}: ${text}`);
  });
}

/** The outcome for an answer other than 200 or 201. */
export function no(answer: Answer): NotDone {
  const says = textsIn(answer.json).join(" ");
  if (answer.status === 403) return noOf(answer, "credentials", says);
  return noOf(answer, answer.status === 404 ? "unknownParcel" : codeOf(says), says);
}

export function codeOf(says: string) {
  if (/address|zip|postal/i.test(says)) return "address";
  if (/balance|billing|payment|fund/i.test(says)) return "balance";
  return /weight/i.test(says) ? "weight" : "refused";
}
