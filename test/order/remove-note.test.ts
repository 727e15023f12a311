import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";

const notesOf = async (id: order.Order["id"]) =>
  (await call(order.timeline, { id })).body.items.filter(({ type }) => type === "note");

describe("order.removeNote", () => {
  // A note about the wrong customer's illness must not stay on the order for good.
  it("removes the note from the timeline, emits no event, and keeps its text in the audit", async () => {
    const { id } = await anOrder();
    const { note, order: noted } = (await call(order.addNote, { id, text: "Wrong order" })).body;
    const { status, body } = await call(order.removeNote, { id, noteId: note.id });
    expect({ status, version: body.version }).toEqual({ status: 200, version: noted.version + 1 });
    expect(await notesOf(id)).toEqual([]);
    expect(await eventsAbout(id)).toHaveLength(1);
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "order.removeNote",
      before: { noteId: note.id, text: "Wrong order" },
    });
  });

  it("refuses a colleague's note, and one of another order, and changes nothing", async () => {
    const [one, other, colleague] = [await anOrder(), await anOrder(), await aKey({ role: "staff" })];
    const { note } = (await call(order.addNote, { id: one.id, text: "Ring twice" })).body;
    await nothingChanged(async () => {
      expect(await call(order.removeNote, { id: one.id, noteId: note.id }, { as: colleague })).toMatchObject({
        status: 403,
        body: { error: { code: "note.notYours" } },
      });
      expect(await call(order.removeNote, { id: other.id, noteId: note.id })).toMatchObject({
        status: 404,
        body: { error: { code: "note.unknown" } },
      });
    });
    expect(await notesOf(one.id)).toHaveLength(1);
  });

  it("removes it once when it is asked for twice at once", async () => {
    const { id } = await anOrder();
    const { note } = (await call(order.addNote, { id, text: "Twice" })).body;
    const answers = await Promise.all([1, 2].map(() => call(order.removeNote, { id, noteId: note.id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});
