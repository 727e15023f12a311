/**
 * The interface of a message sender. Each sender is one value in its own file, and pure: settings and HTTP in, an
 * outcome out; no database, no clock, no environment.
 */
import type * as z from "zod";
import type { Suppression } from "#core/contract/message";
import type { Call } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import type { Receives } from "#core/provider/inbound";
import type { Outcome } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";

export interface Sender<Given extends Settings = Settings> {
  readonly code: string;
  readonly label: string;
  readonly settings: z.ZodObject & z.ZodType<Given>;
  /** Whether these settings send to real people. */
  mode(settings: Given): Mode;
  /** One harmless call that shows whether the settings work. Undefined if the sender has none. */
  check?(http: Http, settings: Given): Promise<Outcome<{ readonly mode: Mode }>>;
  readonly email?: Call<Given, OutgoingEmail, Sent>;
  /** No SMS sender supports idempotency keys: a repetition is a second message, and is charged twice. */
  readonly sms?: Call<Given, OutgoingSms, Sent>;
  readonly receives?: Receives<Given, Receipts>;
}

export type Mode = "live" | "test";

export interface OutgoingEmail {
  /** Our id, from which the Message-ID is made, so that it is the same at each attempt. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** When it was written: the Date header, the same at each attempt. */
  readonly at: Date;
  readonly attachment: Attachment | null;
  /** Where a mailbox's own button declines more of them (RFC 8058); null if it is no marketing. */
  readonly unsubscribeUrl: string | null;
}

/** An attached table. */
export interface Attachment {
  readonly name: string;
  readonly text: string;
}

export interface OutgoingSms {
  /** In E.164: +919876543210. */
  readonly to: string;
  readonly text: string;
  /** The text registered with the sender; null if the sender accepts any text. */
  readonly template: RegisteredText | null;
  /** The URL for receipts. Null if this store cannot be reached from outside. */
  readonly receiptsAt: string | null;
  /** When it was first attempted: a search goes back no further. */
  readonly at: Date;
}

/** A text that had to be registered, and the values of its variables. */
interface RegisteredText {
  /** The sender's own id for it. */
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The sender has accepted it. It may not have arrived yet. */
export interface Sent {
  /** The sender's id for the message, which its receipts contain. */
  readonly sentId: string;
}

/** Why senders refuse, in our codes; their own message is kept as well. */
export type SenderNo =
  | "credentials"
  | "settings"
  /** Nothing can be sent to this address or number. */
  | "address"
  /** The recipient has asked for no more. */
  | "optedOut"
  /** The text is not registered. */
  | "template"
  | "tooLong"
  | "balance"
  | "refused";

/** A message's new status. Receipts may come in any order, and before we have recorded the sending. */
export interface Receipt {
  readonly sentId: string;
  /** Our own id, if the sender returns it: for a message whose sending had no answer. */
  readonly messageId?: string | undefined;
  /** `sent`: passed to the recipient's network. The others are final; a complaint implies delivery. */
  readonly status: "sent" | "delivered" | "failed" | "bounced" | "complained";
  /** The sender's message; empty if there is none. */
  readonly says: string;
  /** Why nothing more must be sent to this address or number; null if a later message may arrive. */
  readonly blocks: Suppression["why"] | null;
  /** It certainly did not arrive, and may if it is sent again later. Only of those that failed. */
  readonly isTemporary?: true;
}

/** The receipts in one callback. Empty if there are none of interest. */
export interface Receipts {
  readonly at: Date;
  readonly receipts: readonly Receipt[];
}
