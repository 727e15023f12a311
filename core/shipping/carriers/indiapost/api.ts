/**
 * India Post's API for contract customers. Its documentation comes with the contract; this was derived from other
 * programs, so hosts and paths are settings.
 */
import * as z from "zod";
import { isYes, noOf } from "#core/provider/call";
import { lifetime } from "#core/provider/fields";
import type { Answer, Http } from "#core/provider/http";
import { withToken } from "#core/provider/lent-token";
import { Ended, later, type NotDone, refused } from "#core/provider/outcome";
import { choice, secret, server, text } from "#core/provider/settings";
import type { CarrierNo } from "../carrier.ts";
import { readable, readableText, yesOrNo } from "../readable.ts";

export const settings = z.strictObject({
  customerId: text("Customer ID", {
    help: "Ten digits. You can find it in your contract.",
    pattern: [/^\d{10}$/v, "Enter its ten digits."],
  }),
  password: secret("Password", { help: "The API password, not the portal password." }),
  contractId: text("Contract ID", {
    help: "Eight digits. Each product has its own.",
    pattern: [/^\d{8}$/v, "Enter its eight digits."],
  }),
  articleType: text("Article type", {
    help: "SP for Speed Post, BP for Business Parcel.",
    pattern: [/^[A-Z]{2,4}$/v, "Two to four capital letters."],
  }),
  seriesLetters: text("Series", {
    help: "The two letters of the article numbers assigned to you.",
    pattern: [/^[A-Z]{2}$/v, "Enter two capital letters."],
  }),
  seriesFirst: text("First number", {
    help: "Eight digits, without the check digit.",
    pattern: [/^\d{8}$/v, "Enter its eight digits."],
  }),
  seriesLast: text("Last number", {
    help: "Eight digits, without the check digit.",
    pattern: [/^\d{8}$/v, "Enter its eight digits."],
  }),
  handover: choice("How parcels reach India Post", { DROPOFF: "You bring them", PICKUP: "They are collected" }),
  officeId: text("Office ID", {
    help: "The post office where you drop parcels off, or that collects them.",
    pattern: [/^\d{4,12}$/v, "Four to twelve digits."],
  }).optional(),
  webhookToken: secret("Webhook token", {
    help: "Choose a token and add it to the end of the webhook's URL, as ?token=… Without it, webhooks are rejected.",
  }).optional(),
  bookingPath: text("Path for bookings", {
    help: "As given in your API documentation, without the customer ID, which is appended. Without it, /process-articles and /beextcustomer/process-articles are tried.",
    pattern: [/^(?:\/[\w\-]+)+$/v, "Enter a path that begins with a slash, without one at the end."],
  }).optional(),
  server: server({ live: "Live", uat: "Test (UAT)" }),
});
export type IndiaPostSettings = z.output<typeof settings>;

const servers: Readonly<Record<string, string>> = {
  live: "https://app.indiapost.gov.in",
  uat: "https://test.cept.gov.in",
};
const originOf = ({ server: named }: IndiaPostSettings): string => servers[named] ?? named;

export const prefix = "/beextcustomer/v1";

interface Asking {
  /** After the host. */
  readonly path: string;
  readonly json: unknown;
}

const Login = z.object({
  success: yesOrNo,
  message: readableText,
  // It may be empty if there is no token.
  data: readable(z.object({ access_token: z.string().min(1), expires_in: lifetime })),
});

export const send = (http: Http, given: IndiaPostSettings, { path, json }: Asking): Promise<Answer> =>
  withToken(http, {
    name: `token of ${given.customerId} at ${originOf(given)}`,
    make: () => newToken(http, given),
    send: (bearer) => http.send({ method: "POST", url: `${originOf(given)}${path}`, bearer, body: { json } }),
  });

/** Of the two paths that programs use, the one that this account has: a path that does not exist books nothing. */
export async function sendBooking(http: Http, given: IndiaPostSettings, json: unknown): Promise<Answer> {
  const sendTo = (path: string) => send(http, given, { path: `${path}/${given.customerId}`, json });
  if (given.bookingPath) return sendTo(given.bookingPath);
  const answer = await sendTo("/process-articles");
  return answer.status === 404 ? await sendTo("/beextcustomer/process-articles") : answer;
}

/** Tokens live for a few minutes. Logging in again is simpler than refreshing them, which needs stored state. */
async function newToken(http: Http, given: IndiaPostSettings) {
  const answer = await http.send({
    method: "POST",
    url: `${originOf(given)}${prefix}/access/login`,
    body: { json: { username: given.customerId, password: given.password } },
    secretAnswer: true,
  });
  if (!isYes(answer)) throw new Ended(no(answer));
  const { success, message, data } = answer.as(Login);
  // Refusals come with HTTP 200.
  if (!success) throw new Ended(refused("credentials", message || "It does not accept these credentials."));
  if (!data) throw new Ended(later("It gave no access token."));
  return { text: data.access_token, forSeconds: data.expires_in };
}

const Failure = z.object({ message: readableText, error: readableText });

export const codeOf = (says: string): CarrierNo => {
  if (/pin ?code|address|city|state/i.test(says)) return "address";
  if (/weight/i.test(says)) return "weight";
  return /balance|advance deposit/i.test(says) ? "balance" : "refused";
};

/** The outcome for an answer other than 200. @param reason what it says of the article */
export function no(answer: Answer, reason = ""): NotDone {
  const { message, error } = Failure.safeParse(answer.json).data ?? {};
  const says = reason || message || error || "";
  return noOf(answer, answer.status === 403 ? "credentials" : codeOf(says), says);
}
