import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aKey } from "../support/given/given.ts";
import { aCancelledOrder, anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVendor } from "../support/given/people.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const tagged = (id: order.Order["id"], tags: string[]) => call(order.tag, { id, tags });

describe("order.tag", () => {
  it("sets all tags of an order, and records it", async () => {
    const { id, version } = await anOrder();
    const { status, body } = await tagged(id, ["VIP", "call first"]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ tags: ["VIP", "call first"], version: version + 1 });
    expect((await tagged(id, ["gift", "VIP"])).body.tags).toEqual(["VIP", "gift"]);
    expect((await call(order.read, { id })).body.tags).toEqual(["VIP", "gift"]);
    expect((await eventsAbout(id)).at(-1)).toMatchObject({
      name: "order.edited",
      data: { tags: ["VIP", "gift"], changed: ["tags"] },
    });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "order.tag",
      before: { tags: ["VIP", "call first"] },
      after: { tags: ["VIP", "gift"] },
    });
    expect((await tagged(id, [])).body.tags).toEqual([]);
  });

  it("keeps each tag once, whatever its case", async () => {
    const { id } = await anOrder();
    expect((await tagged(id, ["Gift", "gift", "GIFT", " wrapped "])).body.tags).toEqual(["Gift", "wrapped"]);
  });

  // Some keyboards and files have the letter and its mark as two characters: the tag looks the same, and was another.
  it("treats a letter with a mark as one letter, however it was typed", async () => {
    const { id } = await anOrder();
    const [typed, composed] = ["Spätbucher", "Spätbucher"].map((tag, nth) => tag.normalize(nth ? "NFC" : "NFD"));
    expect((await tagged(id, [typed!, composed!])).body.tags).toEqual([composed]);
    const found = async () =>
      (await Promise.all([typed, composed].map((tag) => call(order.list, { tag: tag! })))).map(({ body }) =>
        body.items.map((row) => row.id),
      );
    expect(await found()).toEqual([[id], [id]]);
    await db().execute(sql`update order_tags set tag = ${typed} where order_id = ${id}`);
    expect(await found()).toEqual([[id], [id]]);
  });

  it("changes nothing if they are the same, and works for a cancelled order too", async () => {
    const { id } = await aCancelledOrder();
    await tagged(id, ["fraud?", "checked"]);
    await nothingChanged(async () => {
      expect(await tagged(id, ["checked", "fraud?"])).toMatchObject({ status: 200, body: { status: "cancelled" } });
    });
  });

  it.each([[["two\nlines"]], [[" "]], [["x".repeat(51)]], [Array.from({ length: 51 }, (_, n) => `tag ${n}`)], [null]])(
    "refuses %j and changes nothing",
    async (tags) => {
      const { id } = await anOrder();
      await nothingChanged(async () => {
        expect(await tagged(id, tags as string[])).toMatchObject({
          status: 400,
          body: { error: { code: "request.invalid" } },
        });
      });
    },
  );

  // They are notes between colleagues: "difficult customer" is not meant for the vendor of one of the items.
  it("hides them from vendor logins, also in searches", async () => {
    const vendorId = await aVendor();
    const as = await aKey({ role: "vendor", vendorId });
    const place = await aVariantInStock(5, { vendorId });
    const { id } = await anOrder({ lines: [{ place, quantity: 1 }] });
    await tagged(id, ["difficult"]);
    expect((await call(order.read, { id }, { as })).body.tags).toEqual([]);
    expect((await call(order.list, {}, { as })).body.items).toMatchObject([{ id, tags: [] }]);
    expect((await call(order.list, { tag: "difficult" }, { as })).body.items).toEqual([]);
  });
});
