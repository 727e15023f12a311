import { endDefault, lockDefault } from "#core/audit/default-row";
import { audit } from "#core/audit/record";
import type * as box from "#core/contract/box";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { boxes, refusedBox } from "./box.table.ts";

/** More would be too many to choose from. */
const boxesMax = 200;

/** The first box becomes the default, as does one that is created as the default. */
export async function createBox(change: Change, input: InputOf<typeof box.create>): Promise<box.Box> {
  const former = await lockDefault(change, boxes);
  const [{ count } = { count: 0 }] = await change.tx.execute<{ count: number }>(
    sql`select count(*)::integer as count from boxes`,
  );
  if (count >= boxesMax) throw new Refusal("box.tooMany");
  const isDefault = input.isDefault || former === undefined;
  if (isDefault && former) await endDefault(change, boxes, "box.create", former);
  const { name, lengthMm, widthMm, heightMm, weightGrams } = input;
  const row = { id: newId("box"), name, lengthMm, widthMm, heightMm, weightGrams, isDefault, createdAt: change.at };
  await orRefuse(change.tx.insert(boxes).values(row), refusedBox);
  audit(change, "box.create", row.id, { after: row });
  return row;
}
