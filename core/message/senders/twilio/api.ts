/** Twilio's API: settings, requests and refusals. */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Fields, Http } from "#core/provider/http";
import { later, type NotDone, refused } from "#core/provider/outcome";
import { secret, server, text } from "#core/provider/settings";
import type { Receipt, SenderNo } from "../sender.ts";

export const settings = z.strictObject({
  accountSid: text("Account SID", {
    help: "Console › Account Info.",
    pattern: [/^AC[0-9a-fA-F]{32}$/v, "It must be AC followed by 32 characters, each a digit or a letter from a to f."],
  }),
  authToken: secret("Auth token", {
    help: "The primary auth token, shown next to the Account SID. Twilio signs delivery receipts with it, so an API key will not work.",
  }),
  sender: text("Sender", {
    help: "Your Twilio number, such as +15551234567; a short code; a Messaging Service, MG…; or a registered sender name.",
    pattern: [
      /^(?:\+[1-9]\d{6,14}|\d{3,6}|MG[0-9a-fA-F]{32}|(?=.*[A-Za-z])[A-Za-z0-9 +\-_\&]{1,11})$/v,
      "Enter a phone number with + and the country code, a short code, an ID that begins with MG, or a name of at most 11 letters and digits.",
    ],
  }),
  server: server({ twilio: "Twilio" }).optional(),
});
/** A sender name may begin with MG too. */
export const isMessagingService = (sender: string): boolean => /^MG[0-9a-fA-F]{32}$/.test(sender);
export type TwilioSettings = z.output<typeof settings>;

interface Asking {
  readonly method: "GET" | "POST";
  readonly query?: Fields;
  readonly form?: Fields;
}

/** A request about the account's messages. */
export const send = (http: Http, given: TwilioSettings, { form, ...asking }: Asking): Promise<Answer> =>
  http.send({
    ...asking,
    url: `${given.server === undefined || given.server === "twilio" ? "https://api.twilio.com" : given.server}/2010-04-01/Accounts/${given.accountSid}/Messages.json`,
    basic: [given.accountSid, given.authToken],
    ...(form && { body: { form } }),
  });

/** Refusals and receipts use the same codes. */
const codes: Readonly<Record<number, SenderNo>> = {
  20003: "credentials",
  20404: "settings",
  21211: "address",
  21212: "settings",
  21408: "settings",
  21606: "settings",
  21608: "settings",
  21610: "optedOut",
  21612: "settings",
  21614: "address",
  21617: "tooLong",
  21659: "settings",
  30005: "address",
  30006: "address",
  30032: "settings",
  30034: "settings",
};

/** A queue is full at the moment: nothing was accepted. */
const full = new Set([21611, 30001]);

/** Why nothing more must be sent to the number, by error code. */
export function blockedBy(code: number): Receipt["blocks"] {
  const why = codes[code];
  return why === "address" || why === "optedOut" ? why : null;
}

/** The phone was off, or the network had a fault or a full queue. */
const temporary = new Set([30001, 30003, 30008]);

/** Whether a message that was not delivered may be if it is sent again, by error code. */
export const isTemporary = (code: number): boolean => temporary.has(code);

/** Interprets a message that Twilio has given up. */
export function refusalBy(code: number | null | undefined, words: string): NotDone {
  const says = words || (code ? `Error ${code}.` : "It was not sent.");
  return full.has(code ?? 0) ? later(says) : refused(codes[code ?? 0] ?? "refused", says);
}

const Failure = z.object({ code: z.coerce.number().nullish().catch(null), message: z.string().nullish().catch(null) });

/** Interprets an answer other than a yes. */
export function no(answer: Answer): NotDone {
  const { code, message } = Failure.safeParse(answer.json).data ?? {};
  const outcome = noOf(answer, "refused", message ?? "");
  return outcome.is === "refused" && outcome.code === "refused" ? refusalBy(code, outcome.says) : outcome;
}
