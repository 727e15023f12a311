import * as payment from "#core/contract/payment";
import { db } from "#core/db/client";
import { decidePayment } from "#core/payment/decide";
import { dismissRefund as dismiss } from "#core/payment/dismiss-refund";
import { listGateways as gateways } from "#core/payment/list-gateways";
import { thankYouPage } from "#core/payment/thank-you";
import { listUnmatchedPayments } from "#core/payment/unmatched/list-unmatched";
import { matchPayment } from "#core/payment/unmatched/match-payment";
import { refundUnmatchedPayment } from "#core/payment/unmatched/refund-unmatched";
import { readUnmatched } from "#core/payment/unmatched/show-unmatched";
import { asks, reads, writes } from "#functions/admin";

export const listGateways = reads(payment.listGateways, gateways);
export const listUnmatched = reads(payment.listUnmatched, listUnmatchedPayments);
export const match = writes(payment.match, matchPayment);
export const refundUnmatched = asks(payment.refundUnmatched, refundUnmatchedPayment, (_by, { id }) =>
  readUnmatched(db(), id),
);
export const dismissRefund = writes(payment.dismissRefund, dismiss);
export const decide = writes(payment.decide, decidePayment);
export const thankYou = reads(payment.thankYou, thankYouPage);
