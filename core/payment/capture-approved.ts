import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Settled } from "#core/inbox/inbox-of";

/** The customer agrees: the money is taken now, for at such a gateway nothing is paid until then. */
export async function captureApproved(change: Change, gateway: string, requestId: string): Promise<Settled> {
  const [request] = await change.tx.execute<{ id: Id<"paymentRequest">; order_id: Id<"order">; status: string }>(sql`
    select id, order_id, status from payment_requests where gateway = ${gateway} and gateway_request_id = ${requestId}`);
  if (!request) return { is: "ignored", says: "It is about no page of ours." };
  if (request.status !== "open") return { is: "settled", says: `The page is ${request.status}; nothing was taken.` };
  await ask(change, {
    ...{ provider: gateway, does: "capture", subjectId: request.id, orderId: request.order_id },
    asked: { id: request.id, requestId },
  });
  return { is: "settled", says: null };
}
