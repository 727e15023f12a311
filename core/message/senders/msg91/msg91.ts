/**
 * MSG91: SMS in India by the Flow API, with texts registered there. JSON both ways; some refusals come with HTTP 200.
 * It has no idempotency key and no search: if an answer is lost, the outcome stays unknown until a person decides.
 */
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer } from "#core/provider/http";
import { done, later, type NotDone, refused } from "#core/provider/outcome";
import type { Sender, SenderNo, Sent } from "../sender.ts";
import { receives } from "./receipts.ts";
import { type Msg91Settings, settings } from "./settings.ts";

export const msg91 = {
  code: "msg91",
  label: "MSG91",
  settings,
  // It has no test mode.
  mode: () => "live",

  sms: {
    repeats: { how: "never" },
    async ask(http, { authKey, server }, { to, template }) {
      if (!template) return refused("template", "MSG91 sends registered texts only: name the template's id at MSG91.");
      const answer = await http.send({
        method: "POST",
        url: `${server === undefined || server === "msg91" ? "https://control.msg91.com" : server}/api/v5/flow`,
        headers: { authkey: authKey },
        body: {
          json: {
            template_id: template.id,
            short_url: "0",
            recipients: [{ ...template.values, mobiles: to.replace(/^\+/, "") }],
          },
        },
      });
      const { type, message } = Said.safeParse(answer.json).data ?? {};
      if (answer.status !== 200 || type === "error") return no(answer);
      answer.as(Taken);
      return done<Sent>({ sentId: message ?? "" });
    },
  },

  receives,
} satisfies Sender<Msg91Settings>;

/** `type` alone decides: the other fields may be missing, or not text. */
const Said = z.object({
  type: z.string(),
  message: z.string().catch(""),
  code: z.union([z.string(), z.number()]).catch(""),
});
const Taken = z.object({ type: z.literal("success"), message: z.string().min(1) });

/** By its codes if it has any, otherwise by its messages. */
const sentences: readonly (readonly [RegExp, SenderNo])[] = [
  [/^201:|authentication|auth ?key/i, "credentials"],
  [/^418:|\bIP\b/i, "settings"],
  [/balance|credit/i, "balance"],
  [/template|flow/i, "template"],
  // This blocks the address for good: sentences about how many numbers there are, or the account's own, do not match.
  [/(?=.*\b(?:in)?valid\b|.*\b(?:incorrect|wrong)\b)(?=.*\bmobiles?\b|.*\bnumber\b(?! of))/i, "address"],
];
const tooBusy = /too many requests|rate limit/i;

/** Interprets an answer other than a yes. One with `error` was certainly not accepted, even with HTTP 200. */
function no(answer: Answer): NotDone {
  const { type, message, code } = Said.safeParse(answer.json).data ?? { message: "", code: "" };
  const ours = sentences.find(([sentence]) => sentence.test(`${code}: ${message}`))?.[1] ?? "refused";
  if (answer.status !== 200 || type !== "error") return noOf(answer, ours, message);
  return tooBusy.test(message) ? later(message) : refused(ours, message || "It refused without a reason.");
}
