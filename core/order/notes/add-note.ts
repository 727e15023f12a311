import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { insertOf } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { lockedOrder, touchOrder } from "../lock.ts";
import { orderNotes } from "../order.table.ts";
import { shownAfter } from "../show.ts";

export async function addOrderNote(
  change: Change,
  input: InputOf<typeof order.addNote>,
): Promise<OutputOf<typeof order.addNote>> {
  const row = await lockedOrder(change, input);
  const note = newNote(change, row.id, input.text);
  audit(change, order.addNote.name, row.id, { after: { noteId: note.id } });
  const shown = await shownAfter(change, row.id, {
    noted: insertOf(orderNotes, [note]),
    touched: touchOrder(change, row.id),
  });
  return { note: { id: note.id, text: note.text, by: note.actorName, at: note.at }, order: shown };
}

/** Shared with placing an order, which may include a note. */
export const newNote = ({ by, at }: Change, orderId: Id<"order">, text: string) => ({
  ...{ id: newId("note"), orderId, text, actorId: by.id, actorName: by.name, at },
});
