/** The FedEx API: settings, tokens valid for an hour, requests and refusals. */
import * as z from "zod";
import { isYes, noOf } from "#core/provider/call";
import { lifetime } from "#core/provider/fields";
import type { Answer, Http } from "#core/provider/http";
import { withToken } from "#core/provider/lent-token";
import { Ended, type NotDone } from "#core/provider/outcome";
import { choice, secret, server, text } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readableList, readableText } from "../readable.ts";

export const settings = z.strictObject({
  clientId: text("API key", { help: "developer.fedex.com › My Projects › your Ship project." }),
  clientSecret: secret("Secret key", { help: "Shown next to the API key." }),
  accountNumber: text("Account number", {
    help: "The FedEx account to charge.",
    pattern: [/^\d{9}$/v, "Enter its nine digits."],
  }),
  trackClientId: text("Tracking API key", {
    help: "The key of your Track project. FedEx usually needs separate projects for shipping and tracking. Without this key, tracking works only if your Ship project also includes it.",
  }).optional(),
  trackClientSecret: secret("Tracking secret key").optional(),
  webhookToken: secret("Webhook security token", {
    help: "The token of your Advanced Integrated Visibility project. Without it, webhooks are rejected and the store polls FedEx for tracking.",
  }).optional(),
  pickup: choice("How parcels reach FedEx", {
    USE_SCHEDULED_PICKUP: "A driver comes regularly",
    DROPOFF_AT_FEDEX_LOCATION: "You bring them",
    CONTACT_FEDEX_TO_SCHEDULE: "You call FedEx",
  }),
  labelFormat: choice("Label format", { PDF: "PDF", PNG: "PNG", ZPLII: "ZPL, for label printers" }),
  server: server({ live: "Live", sandbox: "Sandbox" }),
});
export type FedExSettings = z.output<typeof settings>;

const servers: Readonly<Record<string, string>> = {
  live: "https://apis.fedex.com",
  sandbox: "https://apis-sandbox.fedex.com",
};
const originOf = ({ server: named }: FedExSettings): string => servers[named] ?? named;

interface Project {
  readonly id: string;
  readonly secret: string;
}

const shipping = ({ clientId, clientSecret }: FedExSettings): Project => ({ id: clientId, secret: clientSecret });

const tracking = ({ trackClientId, trackClientSecret, ...given }: FedExSettings): Project =>
  trackClientId && trackClientSecret ? { id: trackClientId, secret: trackClientSecret } : shipping(given);

interface Asking {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly json: unknown;
  /** Returned in the answer; not an idempotency key. */
  readonly id?: string;
}

export const send = (http: Http, given: FedExSettings, { method, path, json, id }: Asking): Promise<Answer> => {
  const project = path.startsWith("/track/") ? tracking(given) : shipping(given);
  return withToken(http, {
    name: `token of ${project.id} at ${originOf(given)}`,
    make: () => newToken(http, given, project),
    send: (bearer) =>
      http.send({
        method,
        url: `${originOf(given)}${path}`,
        bearer,
        headers: { "x-locale": "en_US", "x-customer-transaction-id": id },
        body: { json },
      }),
  });
};

const Token = z.object({ access_token: z.string().min(1), expires_in: lifetime });

async function newToken(http: Http, given: FedExSettings, { id, secret: key }: Project) {
  const answer = await http.send({
    method: "POST",
    url: `${originOf(given)}/oauth/token`,
    body: { form: { grant_type: "client_credentials", client_id: id, client_secret: key } },
    secretAnswer: true,
  });
  if (!isYes(answer)) throw new Ended(no(answer));
  const { access_token, expires_in } = answer.as(Token);
  return { text: access_token, forSeconds: expires_in };
}

const Failure = z.object({ errors: readableList(z.object({ code: readableText, message: readableText })) });

/** The subjects of FedEx's error codes, which end in what is wrong with them. */
const codes: readonly (readonly [RegExp, CarrierNo])[] = [
  [/^(?:NOT\.AUTHORIZED|FORBIDDEN)/, "credentials"],
  [/ACCOUNT/, "settings"],
  [/SERVICE|PACKAGINGTYPE/, "noService"],
  [/POSTAL|ADDRESS|STATEORPROVINCE|COUNTRY|STREETLINE|CITY/, "address"],
  [/WEIGHT|DIMENSION/, "weight"],
  [/CUSTOMS|COMMODIT/, "customs"],
  [/TRACKINGNUMBER/, "unknownParcel"],
];

/** The outcome for an answer other than 200. */
export function no(answer: Answer): NotDone {
  const errors = Failure.safeParse(answer.json).data?.errors ?? [];
  const says = errors.map(({ message, code }) => message || code || "").join(" ");
  const [known] = errors.flatMap(({ code }) => codes.find(([pattern]) => pattern.test(code ?? ""))?.[1] ?? []);
  return noOf(answer, answer.status === 403 ? "credentials" : (known ?? "refused"), says);
}
