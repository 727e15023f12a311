/** ShipStation's API v2, which is also ShipEngine's: settings, requests and refusals. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import type { NotDone } from "#core/provider/outcome";
import { choice, secret, server, text } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readableList, readableText } from "../readable.ts";

export const settings = z.strictObject({
  apiKey: secret("API key", {
    help: "Settings › Account › API settings, version 2. With a key that starts with TEST_ no labels are bought.",
  }),
  carriers: text("Carriers", {
    help: "To use only some of your carriers, enter their IDs (se-123456), separated by commas.",
    pattern: [/^se-[\w\-]+(?: *, *se-[\w\-]+)*$/v, "Enter IDs that begin with se-, separated by commas."],
  }).optional(),
  labelFormat: choice("Label format", { pdf: "PDF", png: "PNG", zpl: "ZPL, for label printers" }),
  server: server({ shipstation: "ShipStation", shipengine: "ShipEngine" }),
});
export type ShipStationSettings = z.output<typeof settings>;

/** The same resources under two hosts. */
const servers: Readonly<Record<string, string>> = {
  shipstation: "https://api.shipstation.com/v2",
  shipengine: "https://api.shipengine.com/v1",
};

interface Asking {
  readonly method: "GET" | "POST" | "PUT";
  /** After the version. */
  readonly path: string;
  readonly query?: Fields;
  readonly json?: unknown;
}

export const send = (http: Http, given: ShipStationSettings, { method, path, query, json }: Asking): Promise<Answer> =>
  http.send({
    method,
    url: `${servers[given.server] ?? `${given.server}/v2`}${path}`,
    headers: { "api-key": given.apiKey },
    ...(query && { query }),
    ...(json !== undefined && { body: { json } }),
  });

/** The URL of the public keys for webhooks: ShipEngine's for either kind of account. */
export const keysAt = ({ server: named }: ShipStationSettings): string =>
  `${named in servers ? "https://api.shipengine.com" : named}/jwks`;

const Failure = z.object({
  errors: readableList(z.object({ error_code: readableText, message: readableText, field_name: readableText })),
});

const codes: Readonly<Record<string, CarrierNo>> = {
  unauthorized: "credentials",
  forbidden: "credentials",
  insufficient_funds: "balance",
  invalid_address: "address",
  customs_items_required: "customs",
  carrier_not_connected: "settings",
  carrier_disconnected: "settings",
};

export const errorsIn = (answer: Answer) => Failure.safeParse(answer.json).data?.errors ?? [];

/** The outcome for an answer other than 200. */
export function no(answer: Answer): NotDone {
  const errors = errorsIn(answer);
  const says = errors.map(({ message }) => message ?? "").join(" ");
  const [known] = errors.flatMap(({ error_code }) => codes[error_code ?? ""] ?? []);
  const byStatus = answer.status === 403 ? "credentials" : answer.status === 404 ? "unknownParcel" : "refused";
  return noOf(answer, known ?? byStatus, says);
}
