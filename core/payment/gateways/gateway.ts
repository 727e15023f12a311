/**
 * What a payment gateway is. Each is one value in a file of its own, and pure: settings and HTTP come in, an outcome goes
 * out; no database, no clock, no environment.
 */
import type * as z from "zod";
import { prefixes } from "#core/contract/fields";
import type { Call } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import type { Receives } from "#core/provider/inbound";
import type { Outcome } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";

export interface Gateway<Given extends Settings = Settings> {
  readonly code: string;
  readonly label: string;
  readonly settings: z.ZodObject & z.ZodType<Given>;
  /** Whether these settings move real money. */
  mode(settings: Given): Mode;
  /** One harmless call that shows whether the settings work. Without it the gateway asks nobody. */
  check?(http: Http, settings: Given): Promise<Outcome<Checked>>;
  /** A page at the gateway where the customer pays. */
  readonly requestPayment?: Call<Given, PaymentAsked, PaymentPage>;
  /** Closes such a page. Absent where pages only expire. */
  readonly closeRequest?: Call<Given, CloseAsked, Closed>;
  /** Takes what the customer has approved; absent where paying and approving are one. */
  readonly capture?: Call<Given, CaptureAsked, Captured>;
  readonly refund?: Call<Given, RefundAsked, Refunded>;
  /** Why there is no refund through it, for people. */
  readonly cannotRefund?: string;
  readonly receives?: Receives<Given, Received>;
}

export type Mode = "live" | "test";

/** In our minor units, those of ISO 4217. */
export interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
}

export interface Checked {
  readonly mode: Mode;
}

export interface PaymentAsked extends Amount {
  /** Our payment request: its id is the key and the reference. */
  readonly id: string;
  readonly orderId: string;
  /** What the customer reads: the store and the order's number. */
  readonly description: string;
  /** Where the customer goes afterwards, paid or not. */
  readonly returnUrl: string;
  readonly email?: string | undefined;
  /** When it was asked for. What is sent depends on this and on no clock, so that a repetition is the same request. */
  readonly at: Date;
}

export interface PaymentPage {
  /** The gateway's id of the request. */
  readonly requestId: string;
  readonly url: string;
  readonly expiresAt: Date | null;
}

export interface CloseAsked {
  readonly requestId: string;
}

/** Closed, by us or before: nobody can pay there any more. */
export interface Closed {
  readonly requestId: string;
}

export interface CaptureAsked {
  /** Our payment request's id. */
  readonly id: string;
  readonly requestId: string;
  /** How often the gateway has declined it before, and the customer has agreed again. */
  readonly declined: number;
}

export interface Captured extends Amount {
  readonly paymentId: string;
  readonly state: "succeeded" | "pending";
}

export interface RefundAsked extends Amount {
  /** Our refund: its id is the key and the reference. */
  readonly id: string;
  readonly orderId: string;
  /** The gateway's id of the payment. */
  readonly paymentId: string;
}

export interface Refunded {
  /** The gateway's id. */
  readonly refundId: string;
  /** Pending: the gateway has taken it on, and its webhook says what becomes of it. */
  readonly state: "succeeded" | "pending";
}

/** What gateways refuse, in our words; their own stand beside it. */
export type GatewayNo =
  | "credentials"
  | "settings"
  | "alreadyRefunded"
  | "aboveRemaining"
  | "unknownPayment"
  | "disputed"
  /** The store's balance at the gateway does not cover it. */
  | "balance"
  | "notCaptured"
  | "tooLate"
  | "notAllowed"
  /** The gateway cannot write this amount in this currency, or finds it too small or too large. */
  | "amount"
  | "declined"
  | "notApproved"
  /** The request cannot be closed: it has been paid. */
  | "paid"
  /** The gateway took the refund on and then could not make it. */
  | "failed"
  | "refused";

/** What we attached, as it came back; nobody has looked yet whether there is such a thing. */
export interface References {
  readonly orderId?: string | undefined;
  readonly paymentRequestId?: string | undefined;
}

/**
 * What a gateway tells. The same payment may be told several times, and not every telling names what we attached: whoever
 * settles goes by the gateway's id of the payment, and a later telling may say what an earlier one left out.
 */
export type Happened =
  | ({ readonly is: "paymentSucceeded"; readonly paymentId: string; readonly requestId?: string | undefined } & Amount &
      References)
  /** One attempt; the customer may try again. */
  | ({ readonly is: "paymentFailed"; readonly paymentId?: string | undefined; readonly says: string } & References)
  /** The customer agrees; nothing is paid until it has been captured. */
  | ({ readonly is: "approved"; readonly requestId: string } & References)
  /** Money that had come is gone again, other than by a refund: a bounced debit, a chargeback. */
  | ({ readonly is: "paymentReversed"; readonly paymentId: string; readonly says: string } & Amount)
  /** One that we asked for: `reference` is ours. */
  | ({ readonly is: "refundSucceeded"; readonly reference: string } & RefundTold)
  /** Also days after it had succeeded: the money is back in the store's balance. */
  | ({ readonly is: "refundFailed"; readonly reference?: string | undefined; readonly says: string } & RefundTold)
  /** By somebody in the gateway's dashboard. */
  | ({ readonly is: "refundMadeElsewhere"; readonly state: "succeeded" | "pending" } & RefundTold)
  /** `moneyTaken` is false while it is only a question of the bank's. The same dispute may be opened twice, the second time with money taken. */
  | ({
      readonly is: "disputeOpened";
      readonly disputeId: string;
      readonly paymentId: string;
      readonly moneyTaken: boolean;
      readonly reason: string;
    } & Amount)
  /** `won` is null where there was nothing to win, or the gateway does not say. */
  | {
      readonly is: "disputeClosed";
      readonly disputeId: string;
      readonly paymentId: string;
      readonly won: boolean | null;
    }
  | { readonly is: "ignored"; readonly kind: string };

interface RefundTold extends Amount {
  readonly refundId: string;
  readonly paymentId?: string | undefined;
}

export interface Received {
  readonly eventId: string;
  /** The gateway's own time of it. */
  readonly at: Date;
  readonly happened: Happened;
}

const refundId = new RegExp(`^${prefixes.refund}_[0-9a-z]{26}$`);

const requestId = new RegExp(`^${prefixes.paymentRequest}_[0-9a-z]{26}$`);

/** The id of a payment request of ours, if that is what a text is. */
export const ourRequest = (text: string | null | undefined): string | undefined =>
  text && requestId.test(text) ? text : undefined;

/** The id of a refund of ours, if that is what a text is: dashboards put other texts into the same place. */
export const ourRefund = (text: string | null | undefined): string | undefined =>
  text && refundId.test(text) ? text : undefined;
