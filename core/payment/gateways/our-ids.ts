/** Our ids in what gateways return, whose fields may have other texts. */
import { prefixes } from "#core/contract/kit/fields";

const refundId = new RegExp(`^${prefixes.refund}_[0-9a-z]{26}$`);
const requestId = new RegExp(`^${prefixes.paymentRequest}_[0-9a-z]{26}$`);

/** The text if it is the id of one of our payment requests. */
export const ourRequest = (text: string | null | undefined): string | undefined =>
  text && requestId.test(text) ? text : undefined;

/** The text if it is the id of one of our refunds: dashboards put other texts into the same field. */
export const ourRefund = (text: string | null | undefined): string | undefined =>
  text && refundId.test(text) ? text : undefined;
