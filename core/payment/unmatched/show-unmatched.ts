/** Payments that did not settle an order automatically, as the API shows them. */

import * as z from "zod";
import type { Id } from "#core/contract/kit/fields";
import * as payment from "#core/contract/payment";
import type { Db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { wireMoney, wireTime } from "#core/db/wire";
import { disputesShown } from "#core/order/wire/payments";
import { Refusal } from "#core/refusal";

/** A payment that named no order is matched to one that it settles exactly. */
const due = "coalesce(u.due_minor, u.amount_minor)";

export async function unmatchedShown(tx: Db, which: SQL, most: SQL = sql`1`): Promise<payment.Unmatched[]> {
  const rows = await tx.execute<{ wire: z.input<typeof payment.Unmatched> }>(sql`
    select json_build_object('id', u.id, 'gateway', u.gateway, 'gatewayPaymentId', u.gateway_payment_id, 'mode', u.mode,
      'amount', ${wireMoney("u.amount_minor", "u.currency")}, 'reason', u.reason,
      'order', case when o.id is not null then json_build_object('id', o.id, 'number', o.number,
        'due', ${wireMoney(due, "o.currency")}) end,
      'status', u.status,
      'says', (select says from refunds where unmatched_id = u.id order by id desc limit 1),
      'disputes', ${disputesShown(sql`d.gateway = u.gateway and d.gateway_payment_id = u.gateway_payment_id`)},
      'receivedAt', ${wireTime("u.received_at")}) as wire
    from unmatched_payments u left join orders o on o.id = u.order_id
    where ${which} order by u.id desc limit ${most}`);
  return rows.map(({ wire }) => z.decode(payment.Unmatched, wire));
}

/** The current state of one of them. */
export async function readUnmatched(tx: Db, id: Id<"unmatched">): Promise<payment.Unmatched> {
  const [shown] = await unmatchedShown(tx, sql`u.id = ${id}`);
  if (!shown) throw new Refusal("payment.unmatchedUnknown");
  return shown;
}
