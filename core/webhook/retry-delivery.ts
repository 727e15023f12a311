import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as contract from "#core/contract/webhook";
import type { Change } from "#core/db/change";
import { and, eq, sql } from "#core/db/drizzle";
import { events } from "#core/event/event.table";
import { Refusal } from "#core/refusal";
import { isOfAnEndpoint, shownColumns, shownDelivery } from "./shown-delivery.ts";
import { deliveries } from "./webhook.table.ts";

/** Allows all twelve attempts again. The earlier ones stay in the history. */
export async function retryDelivery(
  change: Change,
  { id }: InputOf<typeof contract.retryDelivery>,
): Promise<contract.Delivery> {
  const [row] = await change.tx
    .select(shownColumns)
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(eq(deliveries.id, id), isOfAnEndpoint()))
    .for("update", { of: deliveries });
  if (!row) throw new Refusal("webhook.deliveryUnknown");
  if (row.status !== "dead") throw new Refusal("webhook.notDead", { status: row.status });
  const [after] = await change.tx
    .update(deliveries)
    .set({
      status: "pending",
      attempts: 0,
      again: false,
      nextAttemptAt: sql`date_trunc('milliseconds', now())`,
      hiddenUntil: null,
      claimId: null,
    })
    .where(eq(deliveries.id, id))
    .returning({ status: deliveries.status, attempts: deliveries.attempts, nextAttemptAt: deliveries.nextAttemptAt });
  audit(change, contract.retryDelivery.name, id, {
    before: { status: row.status, attempts: row.attempts },
    after: { status: "pending", attempts: 0 },
  });
  return shownDelivery({ ...row, ...after });
}
