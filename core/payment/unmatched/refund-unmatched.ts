import { audit } from "#core/audit/record";
import { usableProvider } from "#core/call/ask";
import type { InputOf } from "#core/contract/kit/operation";
import * as payment from "#core/contract/payment";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { askForRefund } from "../ask-for-refund.ts";
import { gateways } from "../gateway-family.ts";
import { inOtherMode } from "../remaining.ts";
import { lockedUnmatched } from "./lock-unmatched.ts";
import { readUnmatched } from "./show-unmatched.ts";

/** Refunds what is left of the payment, through the gateway that took it. */
export async function refundUnmatchedPayment(
  change: Change,
  { id }: InputOf<typeof payment.refundUnmatched>,
): Promise<payment.Unmatched> {
  const { gateway, mode, paymentId, amountMinor, currency } = await lockedUnmatched(change, id);
  const adapter = await gateways.load(gateway);
  if (!adapter?.refund) throw new Refusal("refund.impossible", { why: adapter?.cannotRefund ?? "" });
  const modeNow = await usableProvider(change, gateway);
  if (modeNow !== mode) throw new Refusal("refund.impossible", { why: inOtherMode(adapter, mode) });
  const refundId = newId("refund");
  await change.tx.execute(sql`
    insert into refunds (id, unmatched_id, gateway, mode, amount_minor, currency, status, actor_id, actor_name, at)
    values (${refundId}, ${id}, ${gateway}, ${mode}, ${amountMinor}, ${currency}, 'pending', ${change.by.id}, ${change.by.name},
      ${change.at.toISOString()}::timestamptz)`);
  await change.tx.execute(sql`update unmatched_payments set status = 'refunding' where id = ${id}`);
  await askForRefund(change, { id: refundId, orderId: null, gateway, paymentId, amountMinor, currency });
  audit(change, payment.refundUnmatched.name, id, { after: { refundId, gateway, amountMinor, currency } });
  return await readUnmatched(change.tx, id);
}
