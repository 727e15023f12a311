import type { Answer } from "#core/contract/kit/operation";
import type * as paymentApi from "#core/contract/payment";
import type { Order } from "../orders/types.ts";

export type Refund = Order["refunds"][number];
export type PaymentRequest = Order["paymentRequests"][number];
export type Dispute = Order["disputes"][number];
export type Unmatched = Answer<typeof paymentApi.listUnmatched>["items"][number];
