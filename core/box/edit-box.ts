import { endDefault, lockDefault } from "#core/audit/default-row";
import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type * as box from "#core/contract/box";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { boxes, refusedBox } from "./box.table.ts";
import { lockedBox } from "./lock-box.ts";

/** Another box can become the default, but the default cannot just be unset. */
export async function editBox(change: Change, input: InputOf<typeof box.edit>): Promise<box.Box> {
  const { id, ...fields } = input;
  const former = await lockDefault(change, boxes);
  const before = await lockedBox(change, id);
  const { after, difference } = editOf(before, fields);
  if (!difference) return before;
  if (before.isDefault && !after.isDefault) throw new Refusal("box.default");
  if (after.isDefault && former && former !== id) await endDefault(change, boxes, "box.edit", former);
  await orRefuse(change.tx.update(boxes).set(after).where(eq(boxes.id, id)), refusedBox);
  audit(change, "box.edit", id, difference);
  return after;
}
