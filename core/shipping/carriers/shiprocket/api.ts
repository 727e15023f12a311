/** The Shiprocket API: settings, tokens, requests and refusals. */
import * as z from "zod";
import { isYes, noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import { withToken } from "#core/provider/lent-token";
import { Ended, type NotDone, refused, unknown } from "#core/provider/outcome";
import { secret, server, text } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readable, readableText } from "../readable.ts";

export const settings = z.strictObject({
  email: text("Email of the API user", { help: "Settings › API › Configure. This is not the email you log in with." }),
  password: secret("Password of the API user"),
  webhookToken: secret("Webhook token", {
    help: "The token you entered with the webhook's URL. Without it, webhooks are rejected and the store polls Shiprocket for tracking.",
  }).optional(),
  server: server({ shiprocket: "Shiprocket" }).optional(),
});
export type ShiprocketSettings = z.output<typeof settings>;

interface Asking {
  readonly method: "GET" | "POST";
  /** After `/v1/external`. */
  readonly path: string;
  readonly query?: Fields;
  readonly json?: unknown;
}

export const send = (http: Http, given: ShiprocketSettings, asking: Asking): Promise<Answer> =>
  withToken(http, {
    name: `token of ${given.email} at ${originOf(given)}`,
    make: () => newToken(http, given),
    send: (bearer) => http.send({ ...requestOf(given, asking), bearer }),
  });

const requestOf = (given: ShiprocketSettings, { method, path, query, json }: Asking) => ({
  method,
  url: `${originOf(given)}/v1/external${path}`,
  ...(query && { query }),
  ...(json !== undefined && { body: { json } }),
});

const originOf = ({ server: named }: ShiprocketSettings): string =>
  named === undefined || named === "shiprocket" ? "https://apiv2.shiprocket.in" : named;

const Token = z.object({ token: z.string().min(1) });
/** A token is valid for ten days. */
const tokenSeconds = 9 * 24 * 3_600;

async function newToken(http: Http, given: ShiprocketSettings) {
  const json = { email: given.email, password: given.password };
  const answer = await http.send({
    ...requestOf(given, { method: "POST", path: "/auth/login", json }),
    secretAnswer: true,
  });
  if (answer.status === 400 || answer.status === 403) throw new Ended(refused("credentials", saidIn(answer)));
  if (!isYes(answer)) throw new Ended(no(answer));
  return { text: answer.as(Token).token, forSeconds: tokenSeconds };
}

const Failure = z.object({
  message: readableText,
  errors: readable(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
});

export function saidIn(answer: Answer): string {
  const { message, errors } = Failure.safeParse(answer.json).data ?? {};
  const fields = Object.values(errors ?? {})
    .flat()
    .filter((field) => typeof field === "string");
  return [message ?? "", ...fields].filter((part) => part !== "").join(" ");
}

/** Shiprocket's messages and our codes; its own codes are HTTP's. */
const sentences: readonly (readonly [RegExp, CarrierNo])[] = [
  [/recharge|wallet|balance/i, "balance"],
  [/pickup[ _]location|pickup address/i, "pickupPlace"],
  [/pincode|postcode|address/i, "address"],
  [/not serviceable|no couriers?|courier.*not available|serviceab/i, "noService"],
  [/weight/i, "weight"],
  [/already (?:picked|shipped|out for)|cannot (?:be )?cancel|can ?not cancel/i, "tooLate"],
];

export const codeOf = (says: string): CarrierNo =>
  sentences.find(([sentence]) => sentence.test(says))?.[1] ?? "refused";

/** Whether a refusal says that a value, such as our reference, was used before, and not that it does not exist. */
export const isRepeated = (says: string): boolean => /already|(?<!\bnot |n['’]t )exist|taken/i.test(says);

/** The outcome for an answer that is not a success. */
export function no(answer: Answer): NotDone {
  const says = saidIn(answer);
  if (answer.status === 403) return noOf(answer, "credentials", says);
  if (answer.status === 404) return noOf(answer, "unknownParcel", says);
  // The outcome of the earlier request is not known here.
  if (answer.status === 422 && isRepeated(says)) return unknown(says);
  return noOf(answer, codeOf(says), says);
}
