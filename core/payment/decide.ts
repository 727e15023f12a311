import { audit } from "#core/audit/record";
import { decideCall } from "#core/call/decide";
import { eraseCalls } from "#core/call/erase-calls";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as payment from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { refundKind } from "./calls/refund-kind.ts";

/** Staff checked with the gateway whether the refund was made. Settles as if the gateway had answered. */
export async function decidePayment(
  change: Change,
  input: InputOf<typeof payment.decide>,
): Promise<OutputOf<typeof payment.decide>> {
  const { happened, reference = null } = input;
  if (happened && reference !== null) await refuseRecorded(change, input.id, reference);
  const { orderId, subjectId } = await decideCall(
    change,
    { id: input.id, happened, ...(reference !== null && { seen: { reference } }) },
    [refundKind],
    [eraseCalls],
  );
  audit(change, payment.decide.name, orderId ?? subjectId, {
    after: { callId: input.id, subjectId, happened, reference },
  });
  return { orderId };
}

/** A refund's id at the gateway is unique. @throws Refusal `refund.recorded` */
async function refuseRecorded(change: Change, callId: Id<"call">, reference: string): Promise<void> {
  const [other] = await change.tx.execute<{ orderId: Id<"order"> | null }>(sql`
    select refund.order_id as "orderId" from calls join refunds refund on refund.gateway = calls.provider
    where calls.id = ${callId} and refund.gateway_refund_id = ${reference} and refund.id <> calls.subject_id`);
  if (other) throw new Refusal("refund.recorded", { ...other });
}
