/** Processes gateways' events, each once, in any order. */

import { settleOpenCall } from "#core/call/settle-open";
import { type Id, id as idField } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { inboxOf, type Settled } from "#core/inbox/inbox-of";
import { captureApproved } from "./capture-approved.ts";
import { gateways } from "./gateway-family.ts";
import type { Happened, Received } from "./gateways/gateway.ts";
import type { Amount } from "./gateways/units.ts";
import { recordFailure } from "./record-failure.ts";
import { refundMadeElsewhere, settleKnown } from "./refund-made-elsewhere.ts";
import { takePageClosed } from "./requests/take-page-closed.ts";
import { reversePayment } from "./reverse-payment.ts";
import { settleRefund } from "./settle-refund.ts";
import { closeDispute, openDispute } from "./take-dispute.ts";
import { takePayment } from "./take-payment.ts";
import { takePayments } from "./take-payments.ts";
import { takePending } from "./take-pending.ts";

export const gatewayInbox = inboxOf<Received>({
  family: gateways,
  settle: async (change, { provider, received: { happened, at } }) =>
    naming(happened, await takeHappened(change, provider, happened, at)),
  together: {
    takes: ({ happened }) => happened.is === "paymentSucceeded",
    settle: async (change, all) => {
      const taken = all.flatMap(({ provider, received: { happened, at } }) =>
        happened.is === "paymentSucceeded" ? [{ gateway: provider, at, ...happened }] : [],
      );
      const counted = await takePayments(change, taken);
      return counted.map((isCounted) => (isCounted ? { is: "settled", says: null } : undefined));
    },
  },
});

/** Staff see only what it says, and are to look that up at the gateway. */
export function naming(happened: Happened, { is, says }: Settled): Settled {
  if (is !== "stuck" && is !== "later") return { is, says };
  const { paymentId, refundId, disputeId, orderId }: Ids = happened;
  const ids = [
    ["Payment", paymentId],
    ["Refund", refundId],
    ["Dispute", disputeId],
    ["Order", orderId],
  ];
  return { is, says: [says, ...ids.flatMap(([name, id]) => (id ? `${name}: ${id}.` : []))].join(" ") };
}

interface Ids extends Pick<Happened, "is"> {
  readonly paymentId?: string | undefined;
  readonly refundId?: string | undefined;
  readonly disputeId?: string | undefined;
  readonly orderId?: string | null | undefined;
}

/** @param at by the gateway's clock. */
export async function takeHappened(change: Change, gateway: string, happened: Happened, at?: Date): Promise<Settled> {
  if (movesNothing(happened)) return { is: "ignored", says: "It is of no money." };
  switch (happened.is) {
    case "paymentSucceeded":
      return await takePayment(change, { gateway, at, ...happened });
    case "paymentPending":
      return await takePending(change, { gateway, at, ...happened });
    case "paymentFailed":
    case "paymentCancelled":
      return await recordFailure(change, gateway, happened, at);
    case "approved":
      return await captureApproved(change, gateway, happened.requestId, true);
    case "pageClosed":
      return await takePageClosed(change, gateway, happened);
    case "paymentReversed":
      return await reversePayment(change, gateway, happened, at);
    case "refundSucceeded":
      return await refundTold(change, gateway, happened, "succeeded");
    case "refundFailed":
      return await refundTold(change, gateway, happened, "failed");
    case "refundMadeElsewhere":
      return await refundMadeElsewhere(change, gateway, happened);
    case "refundStanding":
      return (await settleKnown(change, gateway, happened)) ?? { is: "ignored", says: "No such refund is known." };
    case "disputeOpened":
      return await openDispute(change, gateway, happened);
    case "disputeClosed":
      return await closeDispute(change, gateway, happened);
    case "ignored":
      return { is: "ignored", says: happened.kind };
  }
}

/** Payments and refunds of nothing cannot be stored, and there is nothing in them to count. */
const movesNothing = (happened: Happened): boolean => "amountMinor" in happened && happened.amountMinor === 0;

type RefundTold = Extract<Happened, { is: "refundSucceeded" | "refundFailed" }>;

/** By our own id if it was returned, otherwise by the gateway's. An unknown refund was made elsewhere. */
async function refundTold(
  change: Change,
  gateway: string,
  refund: RefundTold,
  status: "succeeded" | "failed",
): Promise<Settled> {
  const named = await refundNamed(change, gateway, refund);
  if (!named) return await refundMadeElsewhere(change, gateway, { ...refund, state: status });
  if (named.amountMinor !== refund.amountMinor || named.currency !== refund.currency)
    return { is: "stuck", says: "It is about another amount than this store's refund: check the gateway." };
  const says = refund.is === "refundFailed" ? refund.says : null;
  const settled = await settleRefund(change, { refundId: named.id, status, gatewayRefundId: refund.refundId, says });
  if (settled.is === "settled") {
    await settleOpenCall(
      change,
      { subjectId: named.id, does: "refund" },
      says === null ? { is: "done" } : { is: "refused", says },
    );
  }
  return settled;
}

async function refundNamed(change: Change, gateway: string, { reference, refundId }: RefundTold) {
  const named = idField("refund").safeParse(reference);
  const [row] = await change.tx.execute<Named>(sql`
    select id, amount_minor::float8 as "amountMinor", currency from refunds where gateway = ${gateway}
      and (id = ${named.success ? named.data : null} or gateway_refund_id = ${refundId}) limit 1`);
  return row;
}

interface Named extends Record<string, unknown>, Amount {
  readonly id: Id<"refund">;
}
