/** The words on screen for refunds, payment requests, disputes and unmatched payments. */
import { type UnmatchedReason, unmatchedStatuses } from "#core/contract/payment";
import { providerLabel } from "../providers/labels.ts";
import type { Dispute, PaymentRequest, Refund, Unmatched } from "./types.ts";

type BadgeLook = readonly [label: string, color: string];

export const refundBadges: Readonly<Record<Refund["status"], BadgeLook>> = {
  pending: ["Refund under way", "yellow"],
  unknown: ["Outcome unknown", "orange"],
  succeeded: ["Refunded", "green"],
  failed: ["Refund failed", "red"],
};

export const requestBadges: Readonly<Record<PaymentRequest["status"], BadgeLook>> = {
  asked: ["Creating a payment page", "yellow"],
  open: ["Waiting for the customer", "blue"],
  closing: ["Closing", "yellow"],
  closed: ["Closed", "gray"],
  paid: ["Paid", "green"],
  refused: ["Refused", "red"],
};

export const disputeBadges: Readonly<Record<Dispute["status"], BadgeLook>> = {
  open: ["Dispute open", "red"],
  won: ["Dispute won", "green"],
  lost: ["Dispute lost", "gray"],
  closed: ["Dispute closed", "gray"],
};

/** By its id at the gateway: not everyone may read the requests, and one made in the dashboard has none. */
export const pendingText = ({ gateway, gatewayRefundId }: Pick<Refund, "gateway" | "gatewayRefundId">): string =>
  gatewayRefundId === null
    ? `Waiting for ${providerLabel(gateway)}’s answer.`
    : `${providerLabel(gateway)} accepted it, and will confirm when it is done.`;

/** Gateways report reasons as words such as PRODUCT_NOT_RECEIVED. */
export const disputeReason = (reason: string): string => reason.replaceAll("_", " ").toLowerCase();

export const unmatchedBadges: Readonly<Record<Unmatched["status"], BadgeLook>> = {
  open: ["Open", "red"],
  refunding: ["Refund under way", "yellow"],
  matched: ["Matched", "green"],
  refunded: ["Refunded", "gray"],
};

export const unmatchedOptions = unmatchedStatuses.map((value) => ({ value, label: unmatchedBadges[value][0] }));

export const reasonTexts: Readonly<Record<UnmatchedReason, string>> = {
  unknownOrder: "No order given",
  cancelled: "The order is cancelled",
  alreadyPaid: "Already paid, or collected on delivery",
  otherAmount: "The amount differs",
  otherCurrency: "The currency differs",
};
