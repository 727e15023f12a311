import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { lockedOrder, touchOrder } from "../lock.ts";
import { orderNotes } from "../order.table.ts";
import { shownOrder } from "../show.ts";

export async function addOrderNote(
  change: Change,
  input: InputOf<typeof order.addNote>,
): Promise<OutputOf<typeof order.addNote>> {
  const row = await lockedOrder(change, input);
  const note = await writeNote(change, row.id, input.text);
  await touchOrder(change, row.id);
  await audit(change, order.addNote.name, row.id, { after: { noteId: note.id } });
  return { note, order: await shownOrder(change, row.id) };
}

/** Shared with the create, whose note comes along with the order. */
export async function writeNote(change: Change, orderId: Id<"order">, text: string) {
  const note = { id: newId("note"), orderId, text, actorId: change.by.id, actorName: change.by.name, at: change.at };
  await change.tx.insert(orderNotes).values(note);
  return { id: note.id, text, by: note.actorName, at: note.at };
}
