import { auditPersonal } from "#core/audit/personal";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { and, eq } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { lockedOrder, touchOrder } from "../lock.ts";
import { orderNotes } from "../order.table.ts";
import { shownOrder } from "../show.ts";

/** Only the caller's own notes: what a colleague wrote for the team stays. */
export async function removeOrderNote(change: Change, input: InputOf<typeof order.removeNote>): Promise<order.Order> {
  const row = await lockedOrder(change, input);
  const isThisNote = and(eq(orderNotes.id, input.noteId), eq(orderNotes.orderId, row.id));
  const [note] = await change.tx.select().from(orderNotes).where(isThisNote);
  if (!note) throw new Refusal("note.unknown");
  if (note.actorId === null || note.actorId !== change.by.id) throw new Refusal("note.notYours");
  await change.tx.delete(orderNotes).where(isThisNote);
  await touchOrder(change, row.id);
  auditPersonal(change, order.removeNote.name, row.id, { before: { noteId: note.id, text: note.text } });
  return shownOrder(change, row.id);
}
