/** The Sendcloud API: settings, requests and refusals. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import type { NotDone } from "#core/provider/outcome";
import { choice, secret, server, text } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readable, readableList, readableText } from "../readable.ts";

export const settings = z.strictObject({
  publicKey: text("Public key", { help: "Settings › Integrations › your integration." }),
  secretKey: secret("Secret key", { help: "Shown next to the public key. Also used to sign webhooks." }),
  webhookKey: secret("Webhook signature key", {
    help: "Only if your integration has a separate key for signing webhooks.",
  }).optional(),
  labelFormat: choice("Label format", { pdf: "PDF", png: "PNG", zpl: "ZPL, for label printers" }),
  server: server({ sendcloud: "Sendcloud" }).optional(),
});
export type SendcloudSettings = z.output<typeof settings>;

export const mimeOf = { pdf: "application/pdf", png: "image/png", zpl: "application/zpl" } as const;

/** A printer's 203 for images; a PDF has no pixels. */
export const dpiOf = { pdf: 72, png: 203, zpl: 203 } as const;

interface Asking {
  readonly method: "GET" | "POST";
  /** After `/api/v3`. */
  readonly path: string;
  readonly query?: Fields;
  readonly json?: unknown;
  readonly accept?: string;
}

export const send = (
  http: Http,
  given: SendcloudSettings,
  { method, path, query, json, accept }: Asking,
): Promise<Answer> =>
  http.send({
    method,
    url: `${given.server === undefined || given.server === "sendcloud" ? "https://panel.sendcloud.sc" : given.server}/api/v3${path}`,
    basic: [given.publicKey, given.secretKey],
    headers: { accept },
    ...(query && { query }),
    ...(json !== undefined && { body: { json } }),
  });

const Fault = z.object({
  code: readableText,
  title: readableText,
  detail: readableText,
  source: readable(z.object({ pointer: readableText })),
});
export const Faults = readableList(Fault);
/** A bare list, or one under `errors`. */
const Failure = z.union([Faults, z.object({ errors: Faults }).transform(({ errors }) => errors)]);

export const wordsOf = (faults: z.output<typeof Faults>): string =>
  faults
    .map(({ detail, title, code, source }) =>
      [source?.pointer, detail ?? title ?? code].filter((part) => part).join(" "),
    )
    .join(" ");

export const saidIn = (answer: Answer): string => wordsOf(Failure.safeParse(answer.json).data ?? []);

const sentences: readonly (readonly [RegExp, CarrierNo])[] = [
  [/shipping_option|shipping method|not available for/i, "noService"],
  [/postal_code|address|house_number|city/i, "address"],
  [/weight/i, "weight"],
  [/customs|hs_code|origin_country/i, "customs"],
  [/balance|direct debit|payment/i, "balance"],
];
export const codeOf = (says: string): CarrierNo =>
  sentences.find(([sentence]) => sentence.test(says))?.[1] ?? "refused";

/** The outcome for an answer other than 200 or 201. */
export function no(answer: Answer): NotDone {
  const says = saidIn(answer);
  const byStatus = answer.status === 403 ? "credentials" : answer.status === 404 ? "unknownParcel" : undefined;
  return noOf(answer, byStatus ?? codeOf(says), says);
}
