import { beforeAll, describe, expect, it } from "vitest";
import type { Asked } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { noSuchCursor } from "../support/cursor.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import fc from "../support/harness/properties.ts";

const made: order.Order[] = [];
let sku = "";
const names: Readonly<Record<number, string>> = {
  5: "Customer Zephyrine O'Hara_50%",
  6: "Ng Wei",
  8: "李明",
  9: "İbrahim Ağa",
};
/** JavaScript upper-cases its "ß" to "SS", PostgreSQL does not. */
const odd = { sku: "GROß-1", priceMinor: 100 };

const ids = async (input: Asked<typeof order.list>) => (await call(order.list, input)).body.items.map(({ id }) => id);
const idsOf = (...places: number[]) => places.map((place) => made[place]!.id);

describe("order.list", () => {
  beforeAll(async () => {
    const [place, other] = [await aVariantInStock(500, { priceMinor: 100 }), await aVariantInStock(500)];
    const strange = await aVariantInStock(5, odd);
    await db().execute(sql`insert into channels (id, code, name, created_at)
      values (${`chn_${"1".repeat(26)}`}, 'app', 'The app', now())`);
    for (let one = 0; one < 12; one++) {
      const lines = [
        { place, quantity: (one * 5) % 12 || 12 },
        { place, quantity: 1 },
      ];
      made.push(
        await anOrder({
          lines:
            one === 3
              ? [{ place: other, quantity: 4 }]
              : one === 10
                ? [...lines, { place: strange, quantity: 1 }]
                : lines,
          name: names[one] ?? `Customer ${one}`,
          email: `c${one}@example.com`,
          phone: `+9198765432${String(one).padStart(2, "0")}`,
          paid: one % 4 === 0,
          ...(one === 7 && { channel: "app" }),
        }),
      );
    }
    sku = made[0]!.lines[0]!.sku;
  });

  it("shows the newest first, with what a list needs", async () => {
    const { body } = await call(order.list, {});
    expect(body.items.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed());
    expect(body.nextCursor).toBeNull();
    expect(body.items.at(-1)).toMatchObject({
      number: made[0]!.number,
      status: "confirmed",
      paymentStatus: "paid",
      contact: { name: "Customer 0", email: "c0@example.com" },
      units: 13,
      backordered: 0,
      balance: { direction: "even" },
    });
  });

  // A page that repeats or skips a row makes someone ship twice, or never.
  it.each([{ sort: "newest" }, { sort: "oldest" }, { sort: "total" }, { q: "example.com" }, { q: "SKU" }] as const)(
    "pages through %o without losing or repeating an order",
    async (input) => {
      const asked = "q" in input && input.q === "SKU" ? { q: sku.toLowerCase() } : input;
      const whole = await ids(asked);
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const { body }: Awaited<ReturnType<typeof page>> = await page(asked, cursor);
        paged.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe("q" in asked && asked.q === sku.toLowerCase() ? 11 : 12);
    },
  );
  const page = (input: Asked<typeof order.list>, cursor: string | null) =>
    call(order.list, { ...input, limit: 5, ...(cursor && { cursor }) });

  it("sorts by total, the largest first", async () => {
    const totals = (await call(order.list, { sort: "total" })).body.items.map(({ total }) => total!.amountMinor);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  });

  it.each([
    ["a number", () => made[4]!.number, [4]],
    ["a number in lower case", () => made[4]!.number.toLowerCase(), [4]],
    ["a number's digits", () => made[4]!.number.slice(3), [4]],
    ["an email", () => "C2@example.com", [2]],
    ["a phone number", () => "+91 98765-43209", [9]],
    ["a phone number without its country's code", () => "98765 43209", [9]],
    ["a phone number as one dials it within the country", () => "(0)98765/43209", [9]],
    ["a phone number with the 0 that one leaves out abroad", () => "+91 (0)98765 43209", [9]],
    ["a phone number with the hyphens of a word processor", () => "+91 98765\u201143209", [9]],
    ["the end of a phone number", () => "6543209", [9]],
    ["another country's number with the same end", () => "+49 98765 43209", []],
    ["part of a name", () => "zephyr", [5]],
    ["a name with an apostrophe", () => "O'Hara", [5]],
    ["what would be a wildcard, as it stands", () => "_50%", [5]],
    ["a SKU", () => made[3]!.lines[0]!.sku.toLowerCase(), [3]],
    ["nothing that exists", () => "%%%", []],
    ["two letters within a word", () => "ep", []],
    ["two letters that begin one", () => "ze", [5]],
    ["the words of a name in any order", () => "o'hara customer", [5]],
    ["the words of a name, where one has two letters", () => "wei ng", [6]],
    ["more words than are looked for one by one", () => "cu 6 @example .com c6@ example.com", []],
    ["a number with a sign before it", () => `#${made[4]!.number.slice(3)}`, [4]],
    ["a number with its prefix and a sign", () => `# ${made[4]!.number}`, [4]],
    ["a number with a space for the hyphen", () => made[4]!.number.replace("-", " "), [4]],
    ["any four digits of a phone number", () => "3206", [6]],
    ["the beginning of a phone number with its country's code", () => "+91 9876 543207", [7]],
    ["three digits of a phone number", () => "206", []],
    ["the beginning of a SKU", () => odd.sku.slice(0, 4), [10]],
    ["what is not its beginning", () => odd.sku.slice(1), []],
    ["a name of two letters", () => "Ng", [6]],
    ["a name of two signs", () => "李明", [8]],
    ["a name whose capital is two letters when small", () => "İbrahim", [9]],
    ["a SKU whose small letter is two when capital", () => odd.sku, [10]],
  ])("finds by %s", async (_, q, places) => {
    expect(await ids({ q: q() })).toEqual(idsOf(...places));
  });

  it("filters by status, payment, channel and time, combined with a search", async () => {
    expect(await ids({ status: ["confirmed"] })).toEqual(idsOf(8, 4, 0));
    expect(await ids({ paymentStatus: ["paid"], sort: "oldest" })).toEqual(idsOf(0, 4, 8));
    expect(await ids({ channel: "app" })).toEqual(idsOf(7));
    expect(await ids({ channel: "nowhere" })).toEqual([]);
    const [from, to] = [made[2]!, made[5]!].map(({ createdAt }) => createdAt.toISOString());
    expect(await ids({ from: from!, to: to! })).toEqual(idsOf(4, 3, 2));
    expect(await ids({ status: ["pending"], q: sku, to: to! })).toEqual(idsOf(2, 1));
  });

  it.each([{ cursor: "!!!" }, { limit: 0 }, { limit: 201 }, { status: "open" }, { from: "today" }])(
    "refuses %o",
    async (input) => {
      expect(await call(order.list, input as never)).toMatchObject({ status: 400 });
    },
  );

  it("finds what waits for stock, page by page, and what does not", async () => {
    const place = await aVariantInStock(3, { continueSelling: true });
    const lines = [{ place, quantity: 2 }];
    const [whole, inPart, notAtAll] = [await anOrder({ lines }), await anOrder({ lines }), await anOrder({ lines })];
    expect(whole.lines[0]!.backordered).toBe(0);
    const first = await call(order.list, { backordered: true, limit: 1 });
    expect(first.body.items).toMatchObject([{ id: notAtAll.id, units: 2, backordered: 2 }]);
    const second = await call(order.list, { backordered: true, limit: 1, cursor: first.body.nextCursor! });
    expect(second.body).toMatchObject({ items: [{ id: inPart.id, backordered: 1 }], nextCursor: null });
    expect(await ids({ backordered: true, sort: "oldest" })).toEqual([inPart.id, notAtAll.id]);
    expect(await ids({ backordered: false, limit: 2 })).toEqual([whole.id, ...idsOf(11)]);
    for (const { id } of [whole, inPart, notAtAll]) await call(order.cancel, { id });
    expect(await ids({ backordered: true })).toEqual([]);
  });

  it("refuses a cursor of another sort order, and a forged one", async () => {
    const { body } = await call(order.list, { limit: 2 });
    expect(await call(order.list, { sort: "total", cursor: body.nextCursor! })).toMatchObject(noSuchCursor);
    for (const cursor of ["nonsense", "WzFd"]) expect(await call(order.list, { cursor })).toMatchObject(noSuchCursor);
  });

  // Any input is a search or a mistake, never a fault.
  it("answers any text at all, as a search, a cursor or a time, with a page, a 400 or a 404", async () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
      fc.constantFrom("\\", "%", "'; drop table orders --", "+", "+91", "@", "0", "9".repeat(60), "İ", "\u{1f600}"),
    );
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom("q", "cursor", "from", "to", "channel"), async (text, field) => {
        expect([200, 400, 404]).toContain((await call(order.list, { [field]: text })).status);
      }),
      { numRuns: 150 },
    );
    const year0 = "0000-01-01T00:00:00Z";
    for (const at of [year0, "9999-12-31T23:59:59Z", "2026-02-30T00:00:00Z", "0001-01-01T00:00:00Z"]) {
      const cursor = Buffer.from(JSON.stringify([at, "ord_"])).toString("base64url");
      for (const input of [{ from: at }, { to: at }, { cursor }]) {
        expect([200, 400, 404]).toContain((await call(order.list, input)).status);
      }
    }
    for (const key of [
      [2 ** 53 - 1, "x"],
      [-1, "\0"],
      [1, "\ud800"],
      [1e300, "x"],
    ]) {
      const cursor = Buffer.from(JSON.stringify(key)).toString("base64url");
      expect([200, 404]).toContain((await call(order.list, { sort: "total", cursor })).status);
    }
  });
});
