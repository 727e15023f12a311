import type { CallKind } from "#core/call/call-kind";
import { captureKind } from "./capture-approved.ts";
import { closeRequestKind } from "./close-requests.ts";
import { refundKind } from "./refund-kind.ts";
import { requestPaymentKind } from "./request-payment.ts";

/** Everything that gateways are asked to do. */
export const paymentKinds: readonly CallKind[] = [requestPaymentKind, closeRequestKind, captureKind, refundKind];
