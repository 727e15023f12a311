import { audit } from "#core/audit/record";
import { decideCall } from "#core/call/decide";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as payment from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { refundKind } from "./calls/refund-kind.ts";

/** A person has looked at the gateway: the refund was made, or it was not. Everything follows as if the gateway had said so. */
export async function decidePayment(
  change: Change,
  input: InputOf<typeof payment.decide>,
): Promise<OutputOf<typeof payment.decide>> {
  const { orderId, subjectId } = await decideCall(change, input, [refundKind]);
  const { happened, reference = null } = input;
  await audit(change, payment.decide.name, orderId ?? subjectId, {
    after: { callId: input.id, subjectId, happened, reference },
  });
  return { orderId };
}
