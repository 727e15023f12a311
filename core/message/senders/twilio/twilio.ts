/**
 * Twilio: SMS by the Messages API. Sends forms, receives JSON. It has no idempotency key, so nothing whose
 * outcome is unknown is resent automatically.
 */

import * as z from "zod";
import { isYes, ofSearch } from "#core/provider/call";
import { idText } from "#core/provider/fields";
import type { Http } from "#core/provider/http";
import { absent, done, type Found, unknown } from "#core/provider/outcome";
import type { Mode, OutgoingSms, Sender, Sent } from "../sender.ts";
import { isMessagingService, isTemporary, no, refusalBy, send, settings, type TwilioSettings } from "./api.ts";
import { receives } from "./receipts.ts";

/** The only sender number that Twilio's test credentials accept; it belongs to no one. */
const testSender = "+15005550006";

const modeOf = ({ sender }: TwilioSettings): Mode => (sender === testSender ? "test" : "live");

export const twilio = {
  code: "twilio",
  label: "Twilio",
  settings,
  mode: modeOf,

  async check(http, given) {
    const answer = await send(http, given, { method: "GET", query: { PageSize: 1 } });
    // Test credentials can only send; this error shows that they are valid.
    const isKnownTest = answer.status === 403 && Refusal.safeParse(answer.json).data?.code === onlyForLive;
    if (isKnownTest) return done({ mode: "test" });
    if (!isYes(answer)) return no(answer);
    answer.as(Page);
    return done({ mode: modeOf(given) });
  },

  sms: {
    repeats: { how: "never" },
    async ask(http, given, { to, text, receiptsAt }) {
      const { sender } = given;
      const from = isMessagingService(sender) ? { MessagingServiceSid: sender } : { From: sender };
      const form = { To: to, Body: text, ...from, ...(receiptsAt !== null && { StatusCallback: receiptsAt }) };
      const answer = await send(http, given, { method: "POST", form });
      return isYes(answer) ? sentOf(answer.as(Message)) : no(answer);
    },
    find,
  },

  receives,
} satisfies Sender<TwilioSettings>;

/** "Resource not accessible with test account credentials". */
const onlyForLive = 20008;
const Refusal = z.object({ code: z.int() });

const Message = z.object({
  sid: idText,
  status: z.string(),
  to: z.string().nullish(),
  body: z.string().nullish(),
  date_created: z.string().nullish(),
  // Of one that was sent they are no reason not to know it.
  error_code: z.coerce.number().nullish().catch(null),
  error_message: z.string().nullish().catch(null),
});
type Message = z.output<typeof Message>;

const Page = z.object({ messages: z.array(Message), next_page_uri: z.string().nullish() });

const isOver = ({ status }: Message) => status === "failed" || status === "undelivered" || status === "canceled";

function sentOf(message: Message) {
  const { sid, error_code, error_message } = message;
  return isOver(message) ? refusalBy(error_code, error_message ?? "") : done<Sent>({ sentId: sid });
}

/** The page size of a search for messages to one number. */
const pageMax = 100;
/** The tolerance for differences between Twilio's clock and ours. */
const clocksDifferMs = 60_000;

/**
 * Searches for the same text to the same number since the first attempt. Of several matches it cannot tell which is
 * ours; a single match may still belong to another message with the same text, so settling refuses an id that is
 * already known.
 */
async function find(http: Http, given: TwilioSettings, { to, text, at }: OutgoingSms): Promise<Found<Sent>> {
  const answer = await send(http, given, { method: "GET", query: { To: to, PageSize: pageMax } });
  if (!isYes(answer)) return ofSearch(no(answer));
  const { messages, next_page_uri } = answer.as(Page);
  const since = at.getTime() - clocksDifferMs;
  const found = messages.filter(
    ({ to: number, body, date_created }) => number === to && body === text && Date.parse(date_created ?? "") >= since,
  );
  // A copy that could not be delivered yet is why another one was sent.
  const others = found.filter((message) => !(isOver(message) && isTemporary(message.error_code ?? 0)));
  if (others.length > 1) return unknown("The same text went to the same number more than once.");
  const ours = others[0] ?? found[0];
  if (ours) return sentOf(ours);
  return next_page_uri ? unknown("There are too many messages to this number to search.") : absent;
}
