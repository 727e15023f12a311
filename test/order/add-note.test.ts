import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { anOrder } from "../support/given/orders.ts";

describe("order.addNote", () => {
  it("adds the note to the timeline, raises the version, and emits no event", async () => {
    const { id, version } = await anOrder();
    const { status, body } = await call(order.addNote, { id, text: "Leave with the neighbour" });
    expect(status).toBe(201);
    expect(body.note).toMatchObject({ text: "Leave with the neighbour", by: "owner's key" });
    expect(body.order.version).toBe(version + 1);
    expect(await eventsAbout(id)).toHaveLength(1);
    expect(JSON.stringify(body.order)).not.toContain("neighbour");
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ action: "order.addNote" });
  });

  it.each(["", "   ", "x".repeat(5001), "a\0b"])("refuses a note that is empty or cannot be kept", async (text) => {
    const { id } = await anOrder();
    expect((await call(order.addNote, { id, text })).status).toBe(400);
  });
});
