import { audit } from "#core/audit/record";
import type * as contract from "#core/contract/export";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { foundExport, kindOf, refuseUnseen, shownExport } from "./show-export.ts";

export async function cancelExport(change: Change, input: InputOf<typeof contract.cancel>): Promise<contract.Export> {
  const { id } = input;
  const before = await foundExport(change.tx, id, sql`for update`);
  refuseUnseen(change.by, kindOf(before));
  if (before.status !== "queued" && before.status !== "running") throw new Refusal("export.ended");
  await change.tx.execute(sql`
    update jobs set status = 'cancelled', due_at = null, claim_id = null,
      ended_at = ${change.at.toISOString()}::timestamptz where id = ${id}`);
  audit(change, "export.cancel", id, { before: { status: before.status }, after: { status: "cancelled" } });
  return shownExport(await foundExport(change.tx, id));
}
