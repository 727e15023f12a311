/** The NimbusPost API, which has two generations of accounts: one logs in, the other has keys. */
import * as z from "zod";
import { isYes, noOf } from "#core/provider/call";
import type { Answer, Http } from "#core/provider/http";
import { withToken } from "#core/provider/lent-token";
import { Ended, type NotDone, refused, unknown } from "#core/provider/outcome";
import { choice, secret, server, text } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readable, readableText, yesOrNo } from "../readable.ts";

export const settings = z.strictObject({
  generation: choice(
    "Generation",
    { v1: "Email and password (older accounts)", v2: "API key and secret (newer accounts)" },
    "Settings › API shows which of them your account has.",
  ),
  email: text("Email", { help: "Older accounts: the email of the API user." }).optional(),
  password: secret("Password", { help: "Older accounts: the password of the API user." }).optional(),
  apiKey: secret("API key", { help: "Newer accounts: Settings › API." }).optional(),
  apiSecret: secret("API secret", { help: "Newer accounts: shown next to the API key." }).optional(),
  webhookToken: secret("Webhook token", {
    help: "Choose a token and add it to the end of the webhook's URL, as ?token=… Without it, webhooks are rejected.",
  }).optional(),
  server: server({ nimbuspost: "NimbusPost" }).optional(),
});
export type NimbusPostSettings = z.output<typeof settings>;

const origins = { v1: "https://api.nimbuspost.com", v2: "https://api-v2.nimbuspost.com" } as const;

const originOf = ({ generation, server: named }: NimbusPostSettings): string =>
  named === undefined || named === "nimbuspost" ? origins[generation] : named;

interface Asking {
  readonly method: "GET" | "POST";
  /** After the generation. */
  readonly path: string;
  readonly json?: unknown;
}

export const send = (http: Http, given: NimbusPostSettings, asking: Asking): Promise<Answer> =>
  given.generation === "v1" ? sendWithToken(http, given, asking) : sendWithKeys(http, given, asking);

const requestOf = (given: NimbusPostSettings, { method, path, json }: Asking) => ({
  method,
  url: `${originOf(given)}/${given.generation}${path}`,
  ...(json !== undefined && { body: { json } }),
});

function sendWithKeys(http: Http, given: NimbusPostSettings, asking: Asking): Promise<Answer> {
  if (!given.apiKey || !given.apiSecret) throw new Ended(refused("settings", "The API key and secret are missing."));
  // The key is refused as a bearer token.
  return http.send({
    ...requestOf(given, asking),
    headers: { "x-api-key": given.apiKey, "x-api-secret": given.apiSecret },
  });
}

const sendWithToken = (http: Http, given: NimbusPostSettings, asking: Asking): Promise<Answer> =>
  withToken(http, {
    name: `token of ${given.email} at ${originOf(given)}`,
    make: () => newToken(http, given),
    send: async (bearer) => {
      const answer = await http.send({ ...requestOf(given, asking), bearer });
      return isAboutToken(answer) ? { ...answer, status: 401 } : answer;
    },
  });

/** Refusals come with HTTP 200, perhaps also that of an expired token. */
const isAboutToken = (answer: Answer): boolean =>
  /\btoken\b|unauthori[sz]ed|unauthenticated/i.test(saidIn(answer)) &&
  z.object({ status: yesOrNo }).safeParse(answer.json).data?.status === false;

/** The lifetime of a token is not documented; a refused one is replaced at once. */
const tokenSeconds = 3 * 3_600;

async function newToken(http: Http, given: NimbusPostSettings) {
  const { email, password } = given;
  if (!email || !password) throw new Ended(refused("settings", "The email and password are missing."));
  const ask = requestOf(given, { method: "POST", path: "/users/login", json: { email, password } });
  const answer = await http.send({ ...ask, secretAnswer: true });
  if (!isYes(answer)) throw new Ended(no(answer));
  const { status, data } = answer.as(z.object({ status: yesOrNo, data: z.string().nullish() }));
  // Refusals come with HTTP 200.
  if (!status || !data)
    throw new Ended(refused("credentials", saidIn(answer) || "It does not accept these credentials."));
  return { text: data, forSeconds: tokenSeconds };
}

const Failure = z.object({
  message: readable(z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(" "))])),
  error: readable(
    z.union([
      z.object({ title: readableText, detail: readableText }),
      z.string().transform((detail) => ({ title: null, detail })),
    ]),
  ),
});

export function saidIn(answer: Answer): string {
  const { message, error } = Failure.safeParse(answer.json).data ?? {};
  return message || [error?.title, error?.detail].filter((part) => part).join(": ");
}

const sentences: readonly (readonly [RegExp, CarrierNo])[] = [
  [/balance|wallet|recharge/i, "balance"],
  [/serviceab|no courier/i, "noService"],
  [/warehouse/i, "pickupPlace"],
  [/pin ?code|address/i, "address"],
  [/weight|32 kg/i, "weight"],
  [/invalid awb|not found|no such/i, "unknownParcel"],
  [/cannot (?:be )?cancel|picked up/i, "tooLate"],
];
export const codeOf = (says: string): CarrierNo =>
  sentences.find(([sentence]) => sentence.test(says))?.[1] ?? "refused";

/** The outcome for an answer that is not a success. */
export function no(answer: Answer): NotDone {
  const says = saidIn(answer);
  return noOf(answer, answer.status === 403 ? "credentials" : codeOf(says), says);
}

/** Refusals come with HTTP 200, in one generation with `status: false`, in the other with `success: false`. */
export function refusalIn(answer: Answer): NotDone | null {
  if (!isYes(answer)) return no(answer);
  const { status, success } = answer.as(z.object({ status: yesOrNo.optional(), success: yesOrNo.optional() }));
  const isDone = status ?? success;
  if (isDone) return null;
  const says = saidIn(answer);
  if (isDone === undefined) return unknown(says || "Its answer is neither yes nor no.");
  return refused(codeOf(says), says || "It refused.");
}
