/**
 * What a sender of messages is. Each is one value in a file of its own, and pure: settings and HTTP come in, an outcome goes
 * out; no database, no clock, no environment.
 */
import type * as z from "zod";
import type { Call } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import type { Receives } from "#core/provider/inbound";
import type { Outcome } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";

export interface Sender<Given extends Settings = Settings> {
  readonly code: string;
  readonly label: string;
  readonly settings: z.ZodObject & z.ZodType<Given>;
  /** Whether these settings reach real people. */
  mode(settings: Given): Mode;
  /** One harmless call that shows whether the settings work. Without it the sender asks nobody. */
  check?(http: Http, settings: Given): Promise<Outcome<{ readonly mode: Mode }>>;
  readonly email?: Call<Given, EmailAsked, Sent>;
  /** No sender of SMS takes a key: a repetition is a second message, and is paid for twice. */
  readonly sms?: Call<Given, SmsAsked, Sent>;
  readonly receives?: Receives<Given, Receipts>;
}

export type Mode = "live" | "test";

export interface EmailAsked {
  /** Ours: it makes the Message-ID, which is the same at each attempt. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** When it was written, so that each attempt is the same message. */
  readonly at: Date;
  readonly attachment: Attachment | null;
}

/** A table as a file. */
export interface Attachment {
  readonly name: string;
  readonly text: string;
}

export interface SmsAsked {
  /** In the form +919876543210. */
  readonly to: string;
  readonly text: string;
  /** The text as it is registered with the sender; null where the sender takes any text. */
  readonly template: RegisteredText | null;
  /** Where the sender is to tell what became of it. Null where nobody from outside can reach this store. */
  readonly receiptsAt: string | null;
  /** When it was first asked for: a search finds nothing older. */
  readonly at: Date;
}

/** A text that was registered before it may be sent, and what stands in its gaps. */
interface RegisteredText {
  /** The sender's own id of it. */
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The sender has taken it on. Nothing says yet that it has arrived. */
export interface Sent {
  /** The sender's id, by which its receipts know the message. */
  readonly sentId: string;
}

/** What senders refuse, in our words; their own stand beside it. */
export type SenderNo =
  | "credentials"
  | "settings"
  /** Nothing can be sent to this address or number. */
  | "address"
  /** The recipient has asked for no more. */
  | "optedOut"
  /** There is no registered text, or not this one. */
  | "template"
  | "tooLong"
  | "balance"
  | "refused";

/** What became of a message. Receipts may come in any order, and before our own record of the sending is kept. */
export interface Receipt {
  readonly sentId: string;
  /** `sent`: handed to the recipient's network. The others are final; who has complained has got it. */
  readonly status: "sent" | "delivered" | "failed" | "bounced" | "complained";
  /** The sender's words; empty when it has none. */
  readonly says: string;
  /** Nothing sent to this address or number will arrive, today or later: it does not exist, or its owner wants no more. */
  readonly lasting: boolean;
}

/** One callback. Empty where it says nothing of interest. */
export interface Receipts {
  readonly at: Date;
  readonly receipts: readonly Receipt[];
}
