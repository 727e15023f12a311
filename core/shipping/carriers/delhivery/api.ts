/** The Delhivery API: settings, requests, and refusals, most of which come with HTTP 200. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Ask, Fields, Http } from "#core/provider/http";
import type { NotDone } from "#core/provider/outcome";
import { secret, server } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readable, readableText } from "../readable.ts";

export const settings = z.strictObject({
  token: secret("API token", {
    help: "Delhivery One › Settings › API setup. Creating a new token invalidates the previous one.",
  }),
  webhookToken: secret("Webhook token", {
    help: "Choose a token and give it to Delhivery, to be sent in the X-Webhook-Token header. Without it, webhooks are rejected and the store polls Delhivery for tracking.",
  }).optional(),
  server: server({ live: "Live", staging: "Staging" }),
});
export type DelhiverySettings = z.output<typeof settings>;

const servers: Readonly<Record<string, string>> = {
  live: "https://track.delhivery.com",
  staging: "https://staging-express.delhivery.com",
};

interface Asking {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly query?: Fields;
  readonly body?: NonNullable<Ask["body"]>;
}

export const send = (http: Http, given: DelhiverySettings, { path, ...asking }: Asking): Promise<Answer> =>
  http.send({
    ...asking,
    url: `${servers[given.server] ?? given.server}${path}`,
    // Without `accept` it answers in XML.
    headers: { accept: "application/json", authorization: `Token ${given.token}` },
  });

/** Delhivery's messages and our codes. */
const sentences: readonly (readonly [RegExp, CarrierNo])[] = [
  [/ClientWarehouse|pickup.?location/i, "pickupPlace"],
  [/balance|wallet|recharge/i, "balance"],
  [/not serviceable|non.?serviceable|no service/i, "noService"],
  [/pin ?code|address/i, "address"],
  [/weight/i, "weight"],
  [/cannot be cancel|current status/i, "tooLate"],
  [/no such|not found|invalid waybill/i, "unknownParcel"],
];

export const codeOf = (says: string): CarrierNo =>
  sentences.find(([sentence]) => sentence.test(says))?.[1] ?? "refused";

const Failure = z.object({
  rmk: readableText,
  remark: readableText,
  detail: readableText,
  error: readable(z.union([z.string(), z.object({ message: readableText }), z.boolean()])),
});

export function saidIn(answer: Answer): string {
  const { rmk, remark, detail, error } = Failure.safeParse(answer.json).data ?? {};
  const message = typeof error === "object" ? error?.message : error;
  return (typeof message === "string" && message) || rmk || remark || detail || "";
}

/** The outcome for an answer that is not a success. */
export function no(answer: Answer): NotDone {
  const says = saidIn(answer);
  return noOf(answer, answer.status === 403 ? "credentials" : codeOf(says), says);
}
