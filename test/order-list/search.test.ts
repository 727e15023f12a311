/** What staff have in hand when they look for an order: a parcel's label, a line of the bank statement, an item. */
import { beforeAll, describe, expect, it } from "vitest";
import * as audit from "#core/contract/audit";
import * as collection from "#core/contract/collection";
import * as customer from "#core/contract/customer";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as product from "#core/contract/product";
import * as stock from "#core/contract/stock";
import * as storefront from "#core/contract/storefront";
import * as variant from "#core/contract/variant";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";
import { imported } from "../support/given/imports.ts";
import { anOrder } from "../support/given/orders.ts";
import { aVendor } from "../support/given/people.ts";
import { shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const found = async (q: string, as?: string) =>
  (await call(order.list, { q }, as === undefined ? {} : { as })).body.items.map(({ id }) => id);

describe("order.list finds by", () => {
  const made: Record<"sent" | "spaced" | "paid" | "trivet" | "shirt", order.Order> = Object.create(null);
  let vendorsKey = "";

  beforeAll(async () => {
    const trackedBy = async (trackingNumber: string) => {
      const { id, lines } = await anOrder({ paid: true, phone: "+919000000001" });
      const { locationId } = lines[0]!.allocations[0]!;
      const input = { id, locationId, lines: [{ lineId: lines[0]!.id, quantity: 1 }], trackingNumber };
      return (await call(parcel.ship, input)).body.order;
    };
    const sent = await trackedBy("1Z999-AA1");
    const spaced = await trackedBy("1Z 999-AA1");
    const { id } = await anOrder();
    const { body: paid } = await call(order.markPaid, { id, method: "bankTransfer", reference: "UTR 42/x" });
    const vendorId = await aVendor();
    vendorsKey = await aKey({ role: "vendor", vendorId });
    const ofTitle = async (title: string, more = {}) =>
      anOrder({ lines: [{ place: await aVariantInStock(5, { title, ...more }), quantity: 1 }], name: "Steelman" });
    const trivet = await ofTitle('Cork-bottomed "trivet" (steel)', { sku: "TRV-01-STEEL", vendorId });
    const shirt = await ofTitle("Linen shirt, 100%_pure", { sku: "LIN_01%" });
    Object.assign(made, { sent, spaced, paid, trivet, shirt });
  });

  it.each<[string, string, (keyof typeof made)[]]>([
    ["a tracking number", "1z999-aa1", ["sent"]],
    ["a tracking number, typed without the spaces that it was stored with", "1Z999-AA1", ["sent"]],
    ["a tracking number with its spaces", "1z 999-aa1", ["spaced", "sent"]],
    ["not by part of a tracking number", "999-AA", []],
    ["a payment's reference", "utr 42/X", ["paid"]],
    ["not by part of a payment's reference", "42/x", []],
    ["a SKU", "trv-01-steel", ["trivet"]],
    ["the beginning of a SKU", "TRV-0", ["trivet"]],
    ["a SKU copied with its marks of direction", "\u2068TRV-01-STEEL\u2069", ["trivet"]],
    ["not by what is within a SKU", "01-STEEL", []],
    ["a SKU with what would be wildcards, as they stand", "LIN_01%", ["shirt"]],
    ["words of a title in any order", "shirt linen", ["shirt"]],
    ["how the words of a title begin", "shi lin", ["shirt"]],
    ["a word of a title behind a hyphen", "bottomed", ["trivet"]],
    ["a title as it is written", 'Cork-bottomed "trivet"', ["trivet"]],
    ["not by what is within a word of a title", "ottom", []],
    ["a sign in a title, as it stands", "100%_pure", ["shirt"]],
    ["words of a title and of a name alike", "steel", ["shirt", "trivet"]],
  ])("%s", async (_, q, which) => {
    expect(await found(q)).toEqual(which.map((one) => made[one].id));
  });

  // A letter with a diacritic is one character from one keyboard, and two from another.
  it.each(["NFC", "NFD"])("a name and an item that were stored as %s, typed in either form", async (stored) => {
    const title = `Crème ${stored}`.normalize(stored);
    const place = await aVariantInStock(5, { title });
    const contact = { name: `Thị ${stored}`.normalize(stored), email: `${stored}@forms.example` };
    const { id } = await anOrder({ lines: [{ place, quantity: 1 }], ...contact });
    for (const typed of ["NFC", "NFD"])
      for (const q of [`crème ${stored}`, `thị ${stored}`]) expect(await found(q.normalize(typed))).toEqual([id]);
    for (const typed of ["NFC", "NFD"]) {
      const q = title.normalize(typed);
      const lists = [
        (await call(customer.list, { q: `thị ${stored}`.normalize(typed) })).body.items,
        (await call(product.list, { q })).body.items,
        (await call(variant.list, { q })).body.items,
        (await call(stock.list, { q })).body.items,
        (await call(storefront.listProducts, { q })).body.items,
      ];
      expect(lists.map((items) => items.length)).toEqual([1, 1, 1, 1, 1]);
    }
  });

  // The database's lower case knows none of these, and its collation of SKUs only A to Z.
  it.each([
    ["Große Weißwurst-0", "GROSSE WEISSWURST-0"],
    ["GROSSE WEISSWURST-1", "große weißwurst-1"],
    ["Grosse Weißwurst-2", "große weisswurst-2"],
    ["Ρένος Μάρκος-3", "ΡΈΝΟΣ ΜΆΡΚΟΣ-3"],
    ["ΡΈΝΟΣ ΜΆΡΚΟΣ-4", "Ρένος Μάρκος-4"],
    ["Чай-ЁЖ-5", "чай-ёж-5"],
    ["чай-ёж-6", "ЧАЙ-ЁЖ-6"],
  ])("%s, typed as %s: a name, an item and a SKU", async (stored, q) => {
    const place = await aVariantInStock(5, { title: stored, sku: stored });
    await anOrder({ lines: [{ place, quantity: 1 }] });
    await anOrder({ name: stored, email: `letters-${stored.at(-1)}@forms.example` });
    expect(await found(q)).toHaveLength(2);
    const lists = [
      (await call(customer.list, { q })).body.items,
      (await call(product.list, { q })).body.items,
      (await call(variant.list, { q })).body.items,
      (await call(variant.list, { code: q })).body.items,
      (await call(stock.list, { q })).body.items,
      (await call(storefront.listProducts, { q })).body.items,
    ];
    expect(lists.map((items) => items.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  // Few people type the marks of a name that is not in their own language, and phones write their own apostrophes.
  it.each([
    ["José Nguyễn 7", "jose nguyen 7"],
    ["Jose Nguyen 8", "JOSÉ NGUYỄN 8"],
    ["Łukasz Ørsted-Åberg 9", "lukasz orsted-aberg 9"],
    ["IŞIK Çelik İpek 10", "isik celik ipek 10"],
    ["Crème brûlée œuf 11", "creme brulee oeuf 11"],
    ["Ξένια Μαΐου 12", "ξενια μαιου 12"],
    ["O’Neil‑Byrne 13", "o'neil-byrne 13"],
    ["Ｔシャツ ﬁt 14", "Tシャツ fit 14"],
  ])("%s, typed as %s: a name and an item", async (stored, q) => {
    const place = await aVariantInStock(5, { title: stored });
    await anOrder({ lines: [{ place, quantity: 1 }] });
    await anOrder({ name: stored, email: `marks-${stored.split(" ").at(-1)}@forms.example` });
    expect(await found(q)).toHaveLength(2);
    const { body: made } = await call(collection.create, { title: stored });
    const lists = [
      (await call(customer.list, { q })).body.items,
      (await call(product.list, { q })).body.items,
      (await call(variant.list, { q })).body.items,
      (await call(stock.list, { q })).body.items,
      (await call(storefront.listProducts, { q })).body.items,
      (await call(collection.list, { q })).body.items.filter(({ id }) => id === made.id),
    ];
    expect(lists.map((items) => items.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  // Customers of a store that has moved here quote the numbers that their orders had there.
  it("the number of an order from another store, in the list and in the audit log", async () => {
    for (const Name of ["#1001", "2002", "EU3003-b"]) await imported("orders", shopifyOrders([shopifyRow({ Name })]));
    const idOf = async (number: string) =>
      (await db().execute<{ id: string }>(sql`select id from orders where number = ${number}`))[0]?.id;
    for (const [number, typed] of [
      ["#1001", ["#1001", "# 1001", "1001"]],
      ["2002", ["2002", "#2002"]],
      ["EU3003-b", ["EU3003-b"]],
    ] as const) {
      const id = await idOf(number);
      for (const q of typed) {
        expect(await found(q), q).toEqual([id]);
        await call(order.addNote, { id: id as order.Order["id"], text: "Asked where it is." });
        expect((await call(audit.list, { q, subjectType: "order" })).body.items[0]?.subject.id, q).toBe(id);
      }
    }
    expect(await found("QM-1001")).toEqual([]);
  });

  it("its items for a vendor login, by SKU and by title, and nothing else", async () => {
    for (const q of ["TRV-0", "trivet", made.trivet.number, `#${made.trivet.number}`]) {
      expect(await found(q, vendorsKey), q).toEqual([made.trivet.id]);
    }
    for (const q of ["Steelman", "LIN_0", "shirt", "1Z999-AA1", "asha@example.com", "9876543210", made.shirt.number]) {
      expect(await found(q, vendorsKey), q).toEqual([]);
    }
  });
});
