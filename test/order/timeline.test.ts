import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder } from "../support/given/orders.ts";
import { roleHas } from "../support/given/people.ts";

describe("order.timeline", () => {
  it("lists everything, oldest first: changes with their actors, events, notes and payments", async () => {
    const { id } = await anOrder({ note: "Gift wrap" });
    await call(order.addNote, { id, text: "Rang the customer" });
    await call(order.markPaid, { id, method: "bankTransfer", reference: "UTR 123" });
    await call(order.cancel, { id, reason: "Out of reach" });

    const { body } = await call(order.timeline, { id });
    expect(body.nextCursor).toBeNull();
    expect(body.items.map((entry) => entry.at)).toEqual(body.items.map((entry) => entry.at).toSorted());
    const told = body.items.map((entry) =>
      entry.type === "change" ? entry.action : entry.type === "event" ? entry.name : entry.type,
    );
    expect(told).toEqual([
      "order.create",
      "order.created",
      "note",
      "note",
      "order.markPaid",
      "order.paid",
      "payment",
      "order.cancel",
      "order.cancelled",
    ]);
    expect(body.items[2]).toMatchObject({ text: "Gift wrap", by: "test" });
    expect(body.items[3]).toMatchObject({ text: "Rang the customer", by: "owner's key" });
    expect(body.items[4]).toMatchObject({ by: { kind: "key", role: "owner", name: "owner's key" } });
    expect(body.items[5]).toMatchObject({ fannedOutAt: null, deliveries: { pending: 0, delivered: 0, dead: 0 } });
    expect(body.items[6]).toMatchObject({ method: "bankTransfer", reference: "UTR 123", kind: "captured" });
  });

  // A customer says that they heard nothing: staff look at what was sent between which steps.
  it("lists the messages about the order, for those who may read messages", async () => {
    const { id } = await anOrder();
    await db().execute(sql`
      insert into messages (id, cause, kind, channel, recipient, status, order_id, subject, body, asked_by, created_at)
      values (${newId("message")}, ${id}, 'order.created', 'email', 'asha@example.com', 'sent', ${id}, 'S', 'B', 'test', now())`);
    await call(order.addNote, { id, text: "Rang the customer" });
    const typesAs = async (as?: string) =>
      (await call(order.timeline, { id }, as === undefined ? {} : { as })).body.items.map(({ type }) => type);
    expect(await typesAs()).toEqual(["change", "event", "message", "note"]);
    expect((await call(order.timeline, { id })).body.items[2]).toMatchObject({
      kind: "order.created",
      channel: "email",
      recipient: "asha@example.com",
      status: "sent",
    });
    await roleHas("staff", ["orders.read"]);
    expect(await typesAs(await aKey({ role: "staff" }))).toEqual(["change", "event", "note"]);
  });

  it("pages", async () => {
    const { id } = await anOrder({ paid: true, note: "One" });
    const whole = (await call(order.timeline, { id })).body.items.map((entry) => entry.id);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const { body }: Awaited<ReturnType<typeof page>> = await page(cursor);
      paged.push(...body.items.map((entry) => entry.id));
      cursor = body.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(whole);
    function page(from: string | undefined) {
      return call(order.timeline, { id, limit: 2, ...(from && { cursor: from }) });
    }
  });

  it("answers 404 for an unknown id", async () => {
    const unknown = await call(order.timeline, { id: `ord_${"0".repeat(26)}` });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "order.unknown" } } });
  });
});
