/** Payments and the audit, for accounting. */

import { listAudit } from "#core/audit/list";
import { exported } from "#core/contract/export";
import { decimalsOf } from "#core/contract/values/currency";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { type DeclaredExport, pageRows } from "#core/job/export-kind";
import { amountOf } from "#core/order-import/own-rows";

interface PaymentFound extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly at: string;
  readonly number: string;
  readonly kind: string;
  readonly method: string | null;
  readonly amount: string;
  readonly refunded: string;
  readonly currency: string;
  readonly reference: string | null;
  readonly actor: string;
  readonly reversed: string | null;
  readonly mode: "live" | "test";
}

/** Every payment, successful or failed, in the order of recording. With `mode` test, no money has moved. */
export const paymentsExport: DeclaredExport = {
  kind: "payments",
  header: [
    "id",
    "at",
    "order",
    "kind",
    "method",
    "amount",
    "refunded",
    "currency",
    "reference",
    "by",
    "taken back at",
    "mode",
  ],
  page: async (_by, filters, cursor) => {
    const { from, to } = exported.payments.filters.parse(filters);
    const after = cursor === null ? undefined : idOfCursor(cursor, "payment");
    const found = await db().execute<PaymentFound>(sql`
      select p.id, to_json(p.at)#>>'{}' as at, o.number, p.kind, p.method, p.amount_minor as amount, o.currency, p.reference, p.mode,
        p.actor_name as actor, to_json(p.reversed_at)#>>'{}' as reversed,
        (select coalesce(sum(amount_minor), 0) from refunds
          where refunds.payment_id = p.id and refunds.status = 'succeeded') as refunded
      from payments p join orders o on o.id = p.order_id
      where p.id > ${after ?? ""}
        ${from ? sql`and p.at >= ${from.toISOString()}::timestamptz` : sql``}
        ${to ? sql`and p.at < ${to.toISOString()}::timestamptz` : sql``}
      order by p.id limit ${rowsFor(pageRows)}`);
    const { items, nextCursor } = pageFrom(found, pageRows, ({ id }) => [id]);
    const iso = (at: string | null) => at && new Date(at).toISOString();
    const rows = items.map(({ currency, ...one }) => {
      const amount = (minor: string) => amountOf(minor, decimalsOf(currency));
      return [
        ...[one.id, iso(one.at), one.number, one.kind, one.method, amount(one.amount), amount(one.refunded), currency],
        ...[one.reference, one.actor, iso(one.reversed), one.mode],
      ];
    });
    return { rows, next: nextCursor };
  },
};

/** Who did what, newest first. */
export const auditExport: DeclaredExport = {
  kind: "audit",
  header: ["id", "at", "by", "role", "action", "subject type", "subject", "before", "after", "change"],
  page: async (by, filters, cursor) => {
    const parsed = exported.audit.filters.parse(filters);
    const at = cursor === null ? {} : { cursor };
    const { items, nextCursor } = await listAudit(by, { ...parsed, ...at, limit: pageRows });
    const rows = items.map(({ actor, subject, ...one }) => [
      ...[one.id, one.at.toISOString(), actor.name, actor.role, one.action, subject.type, subject.id],
      ...[one.before && JSON.stringify(one.before), one.after && JSON.stringify(one.after), one.changeId],
    ]);
    return { rows, next: nextCursor };
  },
};
