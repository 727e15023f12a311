import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as transfer from "#core/contract/transfer";
import { type Db, db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { idOfCursor, pageFrom, rowsFor } from "#core/db/page";
import { Refusal } from "#core/refusal";

export async function listTransfers(
  _: Actor,
  { locationId, limit, cursor }: InputOf<typeof transfer.list>,
): Promise<OutputOf<typeof transfer.list>> {
  const after = idOfCursor(cursor, "transfer");
  // The location may be either end: two index scans, newest first, make one list.
  const at = (end: SQL) => sql`
    select id from transfers where ${end} = ${locationId} ${after ? sql`and id < ${after}` : sql``}
    order by id desc limit ${rowsFor(limit)}`;
  const here = locationId
    ? sql`t.id in ((${at(sql`from_location_id`)}) union all (${at(sql`to_location_id`)}))`
    : sql`true`;
  const rows = await shown(db(), sql`${here} ${after ? sql`and t.id < ${after}` : sql``}`, rowsFor(limit));
  return pageFrom(rows, limit, (row) => [row.id]);
}

export async function readTransfer(_: Actor, input: InputOf<typeof transfer.read>): Promise<transfer.Transfer> {
  return await shownTransfer(db(), input.id);
}

/** A transfer as the API shows it. */
export async function shownTransfer(tx: Db, id: Id<"transfer">): Promise<transfer.Transfer> {
  const [found] = await shown(tx, sql`t.id = ${id}`, sql.raw("1"));
  if (!found) throw new Refusal("transfer.unknown");
  return found;
}

type Row = Omit<transfer.Transfer, "createdAt"> & { readonly createdAt: string };

async function shown(tx: Db, which: SQL, rows: SQL): Promise<transfer.Transfer[]> {
  const found = await tx.execute<{ transfer: Row }>(sql`
    select json_build_object('id', t.id, 'fromLocationId', t.from_location_id, 'fromLocationName', giving.name,
      'toLocationId', t.to_location_id, 'toLocationName', taking.name, 'reason', t.reason,
      'createdAt', t.created_at, 'createdBy', t.created_by,
      'lines', (
        select json_agg(json_build_object('variantId', v.id, 'sku', v.sku, 'title', p.title, 'quantity', line.quantity)
          order by v.sku)
        from transfer_lines line join variants v on v.id = line.variant_id join products p on p.id = v.product_id
        where line.transfer_id = t.id)) as transfer
    from transfers t
      join locations giving on giving.id = t.from_location_id
      join locations taking on taking.id = t.to_location_id
    where ${which} order by t.id desc limit ${rows}`);
  return found.map(({ transfer }) => ({ ...transfer, createdAt: new Date(transfer.createdAt) }));
}
