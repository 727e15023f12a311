import type { CallKind } from "#core/call/call-kind";
import { captureKind } from "./capture-kind.ts";
import { closeRequestKind } from "./close-request-kind.ts";
import { findDisputesKind, readDisputeKind } from "./find-disputes-kind.ts";
import { findPaymentKind } from "./find-payment-kind.ts";
import { followRefundKind } from "./follow-refund-kind.ts";
import { refundKind } from "./refund-kind.ts";
import { requestPaymentKind } from "./request-payment-kind.ts";

/** All kinds of calls to gateways. */
export const paymentKinds: readonly CallKind[] = [
  requestPaymentKind,
  closeRequestKind,
  captureKind,
  findPaymentKind,
  refundKind,
  followRefundKind,
  findDisputesKind,
  readDisputeKind,
];
