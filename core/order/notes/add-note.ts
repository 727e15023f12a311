import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
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
  const shown = await shownAfter(change, row.id, insertNote(change, note), touchOrder(change, row.id));
  audit(change, order.addNote.name, row.id, { after: { noteId: note.id } });
  return { note: { id: note.id, text: note.text, by: note.actorName, at: note.at }, order: shown };
}

/** Shared with placing an order, which may include a note. */
export const writeNote = (change: Change, orderId: Id<"order">, text: string) =>
  insertNote(change, newNote(change, orderId, text));

const newNote = ({ by, at }: Change, orderId: Id<"order">, text: string) => ({
  ...{ id: newId("note"), orderId, text, actorId: by.id, actorName: by.name, at },
});

const insertNote = ({ tx }: Change, note: ReturnType<typeof newNote>) => tx.insert(orderNotes).values(note);
