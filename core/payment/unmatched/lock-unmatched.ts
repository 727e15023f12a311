import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/**
 * An open one, locked until the change ends. Matching locks the order first, as `takePayment` does.
 * @throws Refusal `payment.unmatchedUnknown` and `payment.matched`.
 */
export async function lockedUnmatched(change: Change, id: Id<"unmatched">) {
  const [row] = await change.tx.execute<Locked>(sql`
    select gateway, mode, gateway_payment_id as "paymentId", amount_minor::float8 as "amountMinor", currency, status
    from unmatched_payments where id = ${id} for update`);
  if (!row) throw new Refusal("payment.unmatchedUnknown");
  if (row.status !== "open") throw new Refusal("payment.matched", { status: row.status });
  return row;
}

interface Locked extends Record<string, unknown> {
  readonly gateway: string;
  readonly mode: "live" | "test";
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: string;
}
