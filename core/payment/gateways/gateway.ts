/**
 * The interface of a payment gateway. Each is one value in its own file, and pure: it takes settings and HTTP and
 * returns an outcome, without database, clock or environment.
 */
import type * as z from "zod";
import type { Call } from "#core/provider/call";
import type { Http } from "#core/provider/http";
import type { Receives } from "#core/provider/inbound";
import type { Outcome } from "#core/provider/outcome";
import type { Settings } from "#core/provider/settings";
import type {
  Dispute,
  DisputeEnd,
  DisputesSince,
  FoundDispute,
  ListedDispute,
  RefundFailed,
  RefundMadeElsewhere,
  RefundReference,
  RefundStanding,
  Reversal,
} from "./disputes.ts";
import type { Amount } from "./units.ts";

export interface Gateway<Given extends Settings = Settings> {
  readonly code: string;
  readonly label: string;
  readonly settings: z.ZodObject & z.ZodType<Given>;
  /** Whether these settings move real money. */
  mode(settings: Given): Mode;
  /** One harmless call that shows whether the settings work. Undefined if the gateway has no API. */
  check?(http: Http, settings: Given): Promise<Outcome<{ readonly mode: Mode }>>;
  /** A page at the gateway where the customer pays. */
  readonly requestPayment?: Call<Given, PaymentPageRequest, PaymentPage>;
  /** Closes such a page. Undefined if pages only expire. */
  readonly closeRequest?: Call<Given, PageRef, Closed>;
  /** Captures an approved payment; undefined if approving already pays. */
  readonly capture?: Call<Given, CaptureRequest, Captured>;
  /** Reads whether a page has been paid. Refused as `declined` if that has failed, `notApproved` if it is not certain. */
  readonly findPayment?: Call<Given, PageRef, Captured>;
  readonly refund?: Call<Given, RefundRequest, Refunded>;
  /** Why its API cannot refund, for staff. */
  readonly cannotRefund?: string;
  /** Of any payments there. Undefined without a list of them. */
  findDisputes?(http: Http, settings: Given, since: DisputesSince): Promise<Outcome<readonly FoundDispute[]>>;
  /** Reads one that is only listed. */
  readonly readDispute?: Call<Given, Pick<ListedDispute, "disputeId">, Dispute>;
  readonly receives?: Receives<Given, Received>;
}

export type Mode = "live" | "test";

export interface PaymentPageRequest extends Amount {
  /** Our payment request's id, which is the idempotency key and the reference. */
  readonly id: string;
  readonly orderId: string;
  /** For the customer: the store and the order number. */
  readonly description: string;
  /** Where the customer is sent afterwards, paid or not. */
  readonly returnUrl: string;
  readonly email?: string | undefined;
  /** When it was requested. The request depends on this rather than the clock, so that a repetition is identical. */
  readonly at: Date;
}

export interface PaymentPage extends PageRef {
  readonly url: string;
  readonly expiresAt: Date | null;
}

export interface PageRef {
  /** The gateway's id for the request. */
  readonly requestId: string;
}

/** Closed, now or earlier: it can no longer be paid. */
export type Closed = PageRef;

export interface CaptureRequest extends PageRef {
  readonly id: PaymentPageRequest["id"];
  /** How often the gateway has declined it before, and the customer has approved it again. */
  readonly declined: number;
}

export interface Captured extends Amount {
  readonly paymentId: string;
  /** By the gateway's clock. */
  readonly at?: Date | undefined;
  readonly state: "succeeded" | "pending";
  /** If it is pending for another reason than that the gateway is checking it: what staff are told of it. */
  readonly says?: string | undefined;
  /** Of a part of it, made at the gateway since. */
  readonly refunds?: readonly (Amount & { readonly refundId: string; readonly state: Refunded["state"] | "failed" })[];
}

export interface RefundRequest extends Amount {
  /** Our refund's id, which is the idempotency key and the reference. */
  readonly id: string;
  readonly orderId: string;
  /** The gateway's id for the payment. */
  readonly paymentId: string;
  /** The gateway's id for the refund, if it has been made: it is only looked up then. */
  readonly refundId?: string | undefined;
}

export interface Refunded {
  readonly refundId: string;
  /** Pending: the gateway has accepted it, and its webhook reports the outcome. */
  readonly state: "succeeded" | "pending";
}

/** Our references as returned by the gateway, not verified yet. */
export interface References {
  readonly orderId?: string | undefined;
  readonly paymentRequestId?: string | undefined;
  /** The gateway's id for the page. */
  readonly requestId?: string | undefined;
}

/**
 * The content of a gateway's event. Several events may report the same payment, and not all contain our references:
 * payments are identified by the gateway's id, and a later event may add what an earlier one lacked.
 */
export type Happened =
  | ({ readonly is: "paymentSucceeded"; readonly paymentId: string } & Amount & References)
  /**
   * The customer has paid, and the gateway is still processing it: a bank debit takes days, and may still fail. Or, if
   * `says` tells so, the customer has yet to pay, outside of the page, a voucher in a shop; or the store to accept it.
   */
  | ({ readonly is: "paymentPending"; readonly paymentId: string; readonly says?: string | undefined } & References)
  /** A failed attempt; the customer may try again. */
  | ({ readonly is: "paymentFailed"; readonly paymentId?: string | undefined; readonly says: string } & References)
  /** Cancelled at the gateway: a failure only if it was pending, because otherwise nobody had paid. */
  | ({ readonly is: "paymentCancelled"; readonly paymentId?: string | undefined; readonly says: string } & References)
  /** The customer has approved; nothing is paid until it is captured. */
  | ({ readonly is: "approved"; readonly requestId: string } & References)
  /** A page was closed there, or has expired: it can no longer be paid. */
  | { readonly is: "pageClosed"; readonly requestId: string; readonly paymentRequestId?: string | undefined }
  | (Reversal & References)
  /** A refund that we requested: `reference` is ours. */
  | ({ readonly is: "refundSucceeded"; readonly reference: string } & RefundReference)
  | RefundFailed
  | RefundMadeElsewhere
  | RefundStanding
  | Dispute
  | ({ readonly is: "disputeClosed"; readonly disputeId: string } & DisputeEnd)
  | { readonly is: "ignored"; readonly kind: string };

export interface Received {
  readonly eventId: string;
  /** By the gateway's clock. */
  readonly at: Date;
  readonly happened: Happened;
}
