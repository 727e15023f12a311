/** Money that goes back other than by a refund from here: in gateways' events, and in their lists. */
import type { Amount } from "./units.ts";

/**
 * `moneyTaken` is false while it is only an inquiry. A dispute may be opened twice, the second time with money taken.
 * `openAt` is when it was open by the gateway's clock: if it was closed before, it is open again. `closed`
 * is how it ended, if it was over when it was reported.
 */
export interface Dispute extends Amount {
  readonly is: "disputeOpened";
  readonly disputeId: string;
  readonly paymentId: string;
  readonly moneyTaken: boolean;
  readonly reason: string;
  readonly openAt?: Date | undefined;
  readonly closed?: DisputeEnd | undefined;
}

/** `won` is null if there was nothing to win, or the gateway does not report it; `closedAt` is by its clock. */
export interface DisputeEnd {
  readonly won: boolean | null;
  readonly closedAt?: Date | undefined;
}

/**
 * Received money was taken back: a bounced debit, a chargeback. With references, it may also never have been received: a
 * pending payment that was undone.
 */
export interface Reversal extends Amount {
  readonly is: "paymentReversed";
  readonly paymentId: string;
  readonly says: string;
}

export interface RefundReference extends Amount {
  readonly refundId: string;
  readonly paymentId?: string | undefined;
  /** What it is for, if one payment can pay for several things; null for something that is no order of ours. */
  readonly orderId?: string | null | undefined;
}

/** Made in the gateway's dashboard. */
export interface RefundMadeElsewhere extends RefundReference {
  readonly is: "refundMadeElsewhere";
  readonly state: "succeeded" | "pending";
}

/** Possibly days after it succeeded: the money is back in the store's balance. `reference` is of one that we requested. */
export interface RefundFailed extends RefundReference {
  readonly is: "refundFailed";
  readonly reference?: string | undefined;
  readonly says: string;
}

/** What has become of a refund, if it is known: what part of its payment it was for is not said. */
export interface RefundStanding {
  readonly is: "refundStanding";
  readonly refundId: string;
  readonly paymentId?: string | undefined;
  readonly state: "succeeded" | "failed";
  readonly says?: string;
}

/** The list does not say which payment it is of. */
export interface ListedDispute {
  readonly is: "disputeListed";
  readonly disputeId: string;
}

/** There are more than fit one look. `from` is where the list goes on, in the gateway's own words. */
export interface ListGoesOn {
  readonly is: "listGoesOn";
  readonly from: string;
}

/** In its present state; `at` is when a payment was undone, by the gateway's clock. */
export type FoundDispute =
  | Dispute
  | ListedDispute
  | ListGoesOn
  | (Reversal & { readonly at?: Date | undefined })
  | RefundMadeElsewhere
  | RefundStanding;

/** Those that were opened, or where the list can tell, those that have changed. `from` is of an earlier `ListGoesOn`. */
export interface DisputesSince {
  readonly opened: Date;
  readonly changed: Date;
  readonly from?: string | undefined;
}
