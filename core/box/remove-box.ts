import { lockDefault } from "#core/audit/default-row";
import { audit } from "#core/audit/record";
import type * as box from "#core/contract/box";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { boxes } from "./box.table.ts";
import { lockedBox } from "./lock-box.ts";

/** The default can be removed only after another has become the default, or if it is the last one. */
export async function removeBox(change: Change, { id }: InputOf<typeof box.remove>): Promise<Record<string, never>> {
  await lockDefault(change, boxes);
  const before = await lockedBox(change, id);
  const others = await change.tx.execute(sql`select 1 from boxes where id <> ${id} limit 1`);
  if (before.isDefault && others.length > 0) throw new Refusal("box.default");
  await change.tx.delete(boxes).where(eq(boxes.id, id));
  audit(change, "box.remove", id, { before });
  return {};
}
