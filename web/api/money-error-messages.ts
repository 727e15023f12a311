/** The messages for refused payments and refunds. */
import { type Money, money } from "#core/contract/kit/fields";
import type { RefusalCode } from "#core/contract/kit/refusals";
import { moneyText } from "../ui/format/money.ts";
import type { ApiError } from "./api-client.ts";

type Detail = ApiError["detail"];

const isMoney = (value: unknown): value is Money => money.safeParse(value).success;

export const moneyErrorMessages = {
  "payment.unknown": ["There is no such payment", "Someone may have changed the order. Reload it."],
  "payment.notCaptured": [
    "This payment does not count",
    "It failed, or someone has already undone it. Reload the order.",
  ],
  "payment.nothingDue": ["The customer owes nothing", "There is nothing to request."],
  "payment.collectedOnDelivery": [
    "The carrier collects the money on delivery",
    "The customer would be asked to pay twice. Undo the shipment first.",
  ],
  "payment.pending": [
    "A payment is in progress",
    "The gateway has not reported its outcome yet. If it has failed, record that, and the customer can be asked again.",
  ],
  "payment.unmatchedUnknown": ["There is no such payment", "Someone may have handled it already. Reload the page."],
  "payment.matched": [
    "This payment has already been handled",
    "It was matched to an order, or refunded. Reload the page.",
  ],
  "payment.testMode": [
    "This payment was made in test mode",
    "No money was moved. It pays no order now that the store takes real payments.",
  ],
  "payment.notExact": [
    "The payment does not match what the order owes",
    ({ due, payment }) =>
      `${isMoney(due) && isMoney(payment) ? `The order owes ${moneyText(due)}, and the payment is ${moneyText(payment)}. ` : ""}Choose another order, or refund the payment.`,
  ],
  "refund.notFailed": ["This refund has not failed", "Only the notice of a failed refund can be dismissed."],
  "refund.recorded": [
    "This reference belongs to another refund",
    "Look up this refund's reference at the gateway, or leave it out.",
  ],
  "refund.nothingLeft": ["Nothing is left to refund", "Everything has been refunded, or is being refunded."],
  "refund.aboveRemaining": [
    "That is more than can be refunded",
    ({ remaining }) =>
      `${isMoney(remaining) ? `At most ${moneyText(remaining)} can be refunded.` : "Enter a smaller amount."} Pending refunds count too.`,
  ],
  "refund.abovePaid": ["That is more than can be refunded", "Check the gateway: another refund may have failed."],
  "refund.impossible": [
    "This payment cannot be refunded here",
    ({ why }) => (typeof why === "string" && why !== "" ? why : "Return the money the same way it was paid."),
  ],
  "call.settled": ["The outcome is already known", "There is nothing to decide. Reload the page."],
  "call.stillTrying": [
    "The store is still checking what happened",
    "Wait a little. You can decide if it cannot find out.",
  ],
} satisfies Partial<Record<RefusalCode, readonly [string, string | ((detail: Detail) => string)]>>;
