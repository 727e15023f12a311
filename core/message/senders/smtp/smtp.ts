/**
 * Any mail server, by SMTP. After a lost answer it sends again with the same Message-ID, by which mailboxes recognise
 * it.
 */
import type { NotDone } from "#core/provider/outcome";
import { done, later, notYet, refused, unknown } from "#core/provider/outcome";
import { messageIdOf, mimeOf } from "../mime.ts";
import type { Sender, SenderNo, Sent } from "../sender.ts";
import { handOver, tried } from "./connection.ts";
import { SmtpFailure } from "./failure.ts";
import { type SmtpSettings, settings } from "./settings.ts";

export const smtp = {
  code: "smtp",
  label: "Mail server (SMTP)",
  settings,
  mode: () => "live",

  async check(_http, given) {
    try {
      await tried(given);
      return done({ mode: "live" });
    } catch (error) {
      return no(error);
    }
  },

  email: {
    repeats: { how: "freely" },
    async ask(_http, given, email) {
      try {
        await handOver(given, { from: given.fromAddress, to: email.to }, await mimeOf(email, given));
        return done<Sent>({ sentId: messageIdOf(email.id, given) });
      } catch (error) {
        return no(error);
      }
    },
  },
} satisfies Sender<SmtpSettings>;

/** Greylisting: servers accept an unknown sender's message when it comes again, after this time at the earliest. */
const greylistSeconds = 300;

/** Congestion by RFC 3463: Gmail says so when the account's limit for a day is used up. */
const usedUp = "5.4.5";
const usedUpSeconds = 300;

/** Interprets an error. @throws errors that are not the server's */
function no(error: unknown): NotDone {
  if (!(error instanceof SmtpFailure)) throw error;
  const { status, at, code, message, maybeSent } = error;
  if (code === "ETLS") return refused("settings", `No secure connection could be made: ${message}`);
  if (status === null || status === 421) {
    if (code === "EAUTH") return refused("credentials", message);
    // The recipient's: the settings allow no such address.
    if (code === "EENVELOPE" && status === null) return refused("address", message);
    return maybeSent && status === null ? unknown(message) : later(message);
  }
  if (statusCodeIn(message) === usedUp) return later(message, usedUpSeconds);
  if (status < 500) {
    const isOfRecipient = at === "RCPT TO" || at === "DATA";
    return isOfRecipient ? notYet(message, greylistSeconds) : later(message);
  }
  return refused(codeOf(at, message), message);
}

/** Status codes of an address that does not exist or is invalid. */
const noAddress = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"];

/** The server's status code (RFC 3463), which is at the start. */
const statusCodeIn = (message: string): string | undefined => /^5\d\d[ -]#?(5\.\d{1,3}\.\d{1,3})\b/.exec(message)?.[1];

/** By the refused command, and the server's status code. */
function codeOf(at: string, message: string): SenderNo {
  if (at.startsWith("AUTH") || /^53[045]/.test(message)) return "credentials";
  if (at === "MAIL FROM" || at === "EHLO" || at === "HELO" || at === "STARTTLS" || at === "CONN") return "settings";
  // Many servers judge the sender's address only once they know the recipient's.
  const code = statusCodeIn(message);
  if (code === "5.1.7" || code === "5.1.8" || /sender address rejected/i.test(message)) return "settings";
  // It passes on messages from those it knows: the password is missing, or it has to allow this host.
  if (at === "RCPT TO" && /\brelay(?:ing)?\b/i.test(message)) return "settings";
  return code !== undefined && noAddress.includes(code) ? "address" : "refused";
}
