/** Orders from another store: imported as they were, without moving stock or sending messages, and never twice. */

import { beforeAll, describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { ownColumns } from "#core/order-import/own-columns";
import { ownRowsOf } from "#core/order-import/own-rows";
import { call } from "../support/call.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { anUploadedImport, imported, rowsOf, startedImport } from "../support/given/imports.ts";
import {
  columns71,
  columns75,
  newestColumns,
  olderColumns,
  shopifyLine,
  shopifyOrders,
  shopifyRow,
} from "../support/given/shopify-orders.ts";
import { aStockroom, aVariantInStock, stockLevelAt } from "../support/given/stock.ts";
import { processorMsOf } from "../support/processor-time.ts";

const orderBy = async (number: string) => {
  const [row] = await db().execute<{ id: `ord_${string}` }>(sql`select id from orders where number = ${number}`);
  return (await call(order.read, { id: row!.id })).body;
};
// Parcels are said to have left the default location.
beforeAll(() => aStockroom());

const inr = (amountMinor: number) => ({ amountMinor, currency: "INR" });
let numbers = 1000;
const aNumber = () => `#${++numbers}`;

describe("Shopify's order export", () => {
  it("is imported with its lines, discount, taxes, payment and parcel, under its own number", async () => {
    const place = await aVariantInStock(5, { sku: "TP-1", priceMinor: 4000 });
    const Name = aNumber();
    const file = shopifyOrders([
      shopifyRow({
        Name,
        ...{ Subtotal: "190.00", Shipping: "50.00", Taxes: "36.00", Total: "240.00", "Discount Amount": "10.00" },
        ...{ "Discount Code": "SPRING", "Lineitem quantity": 2, "Lineitem price": "50.00", "Lineitem sku": "TP-1" },
        ...{ "Tax 1 Name": "CGST 9%", "Tax 1 Value": "18.00", "Tax 2 Name": "SGST 9%", "Tax 2 Value": "18.00" },
        ...{ "Lineitem discount": "10.00", Tags: "gift, wholesale", Notes: "Ring twice,\nplease" },
      }),
      shopifyLine({ Name, "Lineitem name": "Cup + saucer", "Lineitem price": "100.00", "Lineitem sku": "GONE-1" }),
    ]);
    const done = await imported("orders", file);
    expect(done).toMatchObject({ status: "done", layout: "shopify", rows: 2, counts: { created: 1, refused: 0 } });
    const shown = await orderBy(Name);
    expect(shown).toMatchObject({
      number: Name,
      status: "shipped",
      paymentStatus: "paid",
      contact: { email: "asha@example.com", name: "Asha Rao", phone: "+919876543210" },
      address: { line1: "1 MG Road", city: "Pune", postalCode: "411001", country: "IN" },
      taxesInclusive: true,
      discountCode: "SPRING",
      totals: {
        subtotal: inr(20_000),
        discount: inr(1_000),
        shipping: inr(5_000),
        tax: inr(3_600),
        total: inr(24_000),
      },
      paid: inr(24_000),
      tags: ["gift", "wholesale"],
      createdAt: "2024-03-31T00:00:00.000Z",
      payments: [{ method: "imported", reference: "c1.2 + c1.3", amount: inr(24_000), refundable: null }],
      parcels: [{ shippedAt: "2024-04-01T08:00:00.000Z" }],
    });
    expect(shown.lines).toMatchObject([
      {
        sku: "TP-1",
        variantId: place.variantId,
        discount: inr(1_000),
        taxBasisPoints: 1800,
        shipped: 2,
        tracked: false,
      },
      { sku: "GONE-1", title: "Cup + saucer", discount: inr(0), shipped: 1 },
    ]);
    expect(shown.lines.reduce((sum, line) => sum + line.tax.amountMinor, 0)).toBe(3_600);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 5, reserved: 0, committed: 0 });
  });

  it("is read in its older layout too", async () => {
    const Name = aNumber();
    expect(await imported("orders", shopifyOrders([shopifyRow({ Name })], olderColumns))).toMatchObject({
      counts: { created: 1 },
    });
    expect(await orderBy(Name)).toMatchObject({ paymentStatus: "paid", paid: inr(10_000) });
  });

  it.each([
    ["71 columns", columns71, 71],
    ["75 columns", columns75, 75],
  ])("is read with its %s", async (_, columns, count) => {
    expect(columns).toHaveLength(count);
    const Name = aNumber();
    const said = {
      ...{ Name, Taxes: "18.00", Subtotal: "200.00", Total: "218.00", "Outstanding Balance": "0.00" },
      ...{ "Payment Reference": "c9.1", "Tax 1 Name": "CGST 4.5%", "Tax 1 Value": "9.00" },
      ...{ "Tax 2 Name": "SGST 4.5%", "Tax 2 Value": "9.00" },
    };
    const file = shopifyOrders([shopifyRow(said), shopifyLine({ Name, "Lineitem price": "100.00" })], columns);
    expect(await imported("orders", file)).toMatchObject({ layout: "shopify", counts: { created: 1, refused: 0 } });
    expect(await orderBy(Name)).toMatchObject({
      ...{ status: "shipped", paymentStatus: "paid", paid: inr(21_800), taxesInclusive: false },
      payments: [{ reference: "c9.1" }],
      lines: [{ taxBasisPoints: 900 }, { taxBasisPoints: 900 }],
      contact: { phone: "+919876543210" },
    });
  });

  // A cell may have a megabyte: all of it used to be read again for each digit, for minutes.
  it("is read quickly even if a tax's name is a very long number", async () => {
    const file = shopifyOrders([shopifyRow({ Name: aNumber(), "Tax 1 Name": "1".repeat(250_000) })]);
    const ms = await processorMsOf(async () => {
      expect(await imported("orders", file)).toMatchObject({ counts: { created: 1 } });
    });
    expect(ms).toBeLessThan(20_000);
  });

  // The widest file, and what a spreadsheet saves after reading a file as a single column.
  it("is read with its 79 columns, and re-saved with each line as one cell", async () => {
    expect(newestColumns).toHaveLength(79);
    const [plain, wrapped] = [aNumber(), aNumber()];
    const rowOf = (Name: string) =>
      shopifyRow({
        Name,
        Notes: 'Ring "twice",\nplease',
        "Payment References": "a.1 + a.2",
        "Payment Terms Name": "Net 30",
      });
    expect(await imported("orders", shopifyOrders([rowOf(plain)], newestColumns))).toMatchObject({
      counts: { created: 1 },
    });
    const lines = shopifyOrders([rowOf(wrapped)], newestColumns)
      .trimEnd()
      .split("\n");
    const resaved = lines.map((line) => `"${line.replaceAll('"', '""')}";\r\n`).join("");
    expect(await imported("orders", resaved)).toMatchObject({ counts: { created: 1, refused: 0 } });
    for (const number of [plain, wrapped]) {
      const notes = await db().execute(sql`
        select text from order_notes where order_id = ${(await orderBy(number)).id}`);
      expect([...notes]).toEqual([{ text: 'Ring "twice",\nplease' }]);
    }
  });

  // Notes had any length, and a page of a timeline holds many.
  it("divides a long note into notes that could be written here, which the export joins again", async () => {
    const Name = aNumber();
    const parts = ["🙂".repeat(4_000), "b".repeat(900), "c".repeat(4_999), `d${"e".repeat(5_000)}`];
    const Notes = parts.join("\n\n");
    await imported("orders", shopifyOrders([shopifyRow({ Name, Notes })]));
    const notes = await db().execute<{ text: string }>(sql`
      select text from order_notes where order_id = ${(await orderBy(Name)).id} order by id`);
    const [first, second, third, ...last] = parts;
    expect(notes.map(({ text }) => text)).toEqual([`${first}\n\n${second}`, third, last.join("").slice(0, 5_000), "e"]);
    const [same] = await ownRowsOf(db(), sql`number = ${Name}`);
    const [row] = same!.rows;
    expect(row![ownColumns.indexOf("notes")]).toBe(`${Notes.slice(0, -1)}\n\ne`);
  });

  it("adds five taxes up to one rate, and allocates their sum exactly", async () => {
    const Name = aNumber();
    const taxes = Object.fromEntries([1, 2, 3, 4, 5].map((nth) => [`Tax ${nth} Name`, `Part ${nth} 1.5%`]));
    const said = { Name, Taxes: "7.01", Subtotal: "200.00", Total: "200.00", ...taxes };
    const file = shopifyOrders([shopifyRow(said), shopifyLine({ Name, "Lineitem price": "100.00" })], newestColumns);
    expect(await imported("orders", file)).toMatchObject({ counts: { created: 1 } });
    const { lines } = await orderBy(Name);
    expect(lines.map(({ taxBasisPoints }) => taxBasisPoints)).toEqual([750, 750]);
    expect(lines.reduce((sum, { tax }) => sum + tax.amountMinor, 0)).toBe(701);
  });

  it.each([
    ["authorized", { "Financial Status": "authorized", "Fulfillment Status": "" }, { paymentStatus: "unpaid" }],
    [
      "paid in part",
      { "Financial Status": "partially_paid", "Outstanding Balance": "60.00" },
      { paymentStatus: "paid", paid: inr(4_000), balance: { direction: "customerOwes", amount: inr(6_000) } },
    ],
    ["tax on top", { Taxes: "18.00", Total: "118.00" }, { taxesInclusive: false, paid: inr(11_800) }],
    [
      "a refund of a part",
      { "Financial Status": "partially_refunded", "Refunded Amount": "30.00" },
      {
        paymentStatus: "partiallyRefunded",
        refunded: inr(3_000),
        refunds: [{ madeElsewhere: true, status: "succeeded" }],
      },
    ],
    ["a refund of all", { "Financial Status": "refunded", "Refunded Amount": "100.00" }, { paymentStatus: "refunded" }],
    [
      "paid with something outstanding",
      { "Outstanding Balance": "20.00" },
      { paymentStatus: "paid", paid: inr(8_000), balance: { direction: "customerOwes", amount: inr(2_000) } },
    ],
    ["paid too much", { "Outstanding Balance": "-5.00" }, { paid: inr(10_500), balance: { direction: "storeOwes" } }],
    [
      "not paid yet",
      { "Financial Status": "pending", "Fulfillment Status": "unfulfilled", "Paid at": "" },
      { status: "confirmed", paymentStatus: "unpaid", payments: [] },
    ],
    ["expired", { "Financial Status": "expired", "Fulfillment Status": "unfulfilled" }, { paymentStatus: "unpaid" }],
    [
      "cancelled",
      {
        "Financial Status": "voided",
        "Fulfillment Status": "unfulfilled",
        "Cancelled at": "2024-04-02 10:00:00 +0200",
      },
      { status: "cancelled", cancelledAt: "2024-04-02T08:00:00.000Z" },
    ],
    [
      "restocked",
      { "Financial Status": "refunded", "Refunded Amount": "100.00", "Fulfillment Status": "restocked" },
      { status: "cancelled" },
    ],
    ["free", { Subtotal: "0.00", Total: "0.00", "Lineitem price": "0.00" }, { paymentStatus: "paid", paid: inr(0) }],
    ["cash on delivery", { "Payment Method": "Cash on Delivery (COD)" }, { paymentMethod: "cod" }],
    [
      "no address, as of a till",
      { "Shipping Address1": "", "Shipping City": "", "Shipping Zip": "-", "Billing Name": "" },
      { address: { line1: "-", city: "-" } },
    ],
  ])("knows %s", async (_, said, expected) => {
    const Name = aNumber();
    const done = await imported("orders", shopifyOrders([shopifyRow({ Name, ...said } as never)]));
    expect(await rowsOf(done.id, "refused")).toEqual([]);
    expect(await orderBy(Name)).toMatchObject(expected);
  });

  // 206 of 3,885 orders of one store had one: counted in the total and in no subtotal.
  it("counts a tip in the total, and gives it no share of a discount or tax", async () => {
    const Name = aNumber();
    const tip = {
      "Lineitem name": "Tip",
      "Lineitem price": "7.00",
      "Lineitem requires shipping": "false",
      "Lineitem taxable": "false",
    };
    const file = shopifyOrders([
      shopifyRow({ Name, Subtotal: "90.00", "Discount Amount": "10.00", Total: "97.00", Taxes: "9.00" }),
      shopifyLine({ Name, ...tip, "Lineitem fulfillment status": "not_eligible" }),
    ]);
    expect(await imported("orders", file)).toMatchObject({ counts: { created: 1 } });
    expect((await orderBy(Name)).lines).toMatchObject([
      { discount: inr(1_000), tax: inr(900) },
      { title: "Tip", discount: inr(0), tax: inr(0), total: inr(700) },
    ]);
  });

  // A spreadsheet in another language translates true and false when it saves the file.
  it.each([
    ["VERDADERO", "FALSO"],
    ["WAHR", "FALSCH"],
    ["DOĞRU", "YANLIŞ"],
    ["Vrai", "Faux"],
    ["yes", "no"],
  ])("knows what is shipped and taxed by %s and %s", async (yes, no) => {
    const Name = aNumber();
    const file = shopifyOrders([
      shopifyRow({ Name, Total: "152.00", Taxes: "12.00", "Lineitem taxable": yes }),
      // Not what a customer gave the staff: it has to be shipped.
      shopifyLine({ Name, "Lineitem name": "Tip", "Lineitem price": "20.00", "Lineitem requires shipping": yes }),
      shopifyLine({ Name, "Lineitem name": "Book", "Lineitem price": "20.00", "Lineitem taxable": no }),
    ]);
    expect(await imported("orders", file)).toMatchObject({ counts: { created: 1, refused: 0 } });
    const { lines } = await orderBy(Name);
    expect(lines.map(({ tax }) => tax.amountMinor)).toEqual([1_000, 200, 0]);
  });

  // It made a line's total negative, which the database refuses: the job failed ten times.
  it("takes a discount above the lines off the shipping, and refuses one above both", async () => {
    const [shippingToo, tipToo] = [aNumber(), aNumber()];
    const done = await imported(
      "orders",
      shopifyOrders([
        shopifyRow({ Name: shippingToo, "Discount Amount": "120.00", Shipping: "50.00", Total: "30.00" }),
        shopifyRow({ Name: tipToo, "Discount Amount": "105.00", Total: "2.00" }),
        shopifyLine({
          ...{ Name: tipToo, "Lineitem name": "Tip", "Lineitem price": "7.00" },
          "Lineitem requires shipping": "false",
        }),
      ]),
    );
    expect(done).toMatchObject({ status: "done", counts: { created: 1, refused: 1 } });
    expect(await orderBy(shippingToo)).toMatchObject({
      totals: { discount: inr(12_000), shipping: inr(5_000), total: inr(3_000) },
      lines: [{ discount: inr(10_000), total: inr(0) }],
    });
    expect(await rowsOf(done.id, "refused")).toMatchObject([
      { about: tipToo, problems: [{ column: "Discount Amount", text: "105.00" }] },
    ]);
  });

  // All of it came off the lines as soon as somebody edited the order, as far as they were worth it.
  it("deducts from lines and shipping what it did when the order is edited", async () => {
    const Name = aNumber();
    const said = {
      "Fulfillment Status": "unfulfilled",
      "Discount Amount": "120.00",
      Shipping: "50.00",
      Total: "30.00",
    };
    await imported("orders", shopifyOrders([shopifyRow({ Name, ...said })]));
    const { id } = await orderBy(Name);
    const edited = async (asked: { shippingMinor?: number; discountCode?: string }) =>
      (await call(order.editLines, { id, dryRun: true, ...asked })).body.totals.after;
    expect(await edited({ shippingMinor: 6_000 })).toMatchObject({ discount: inr(12_000), total: inr(4_000) });
    expect(await edited({ shippingMinor: 1_000 })).toMatchObject({ discount: inr(11_000), total: inr(0) });
    const { code } = await aDiscount({ kind: "percentage", basisPoints: 1_000 });
    expect(await edited({ discountCode: code })).toMatchObject({ discount: inr(1_000), total: inr(14_000) });
    const change = [{ lineId: (await orderBy(Name)).lines[0]!.id, quantity: 2 }];
    const { body } = await call(order.editLines, { id, change });
    expect(body).toMatchObject({
      totals: { after: { discount: inr(12_000), total: inr(13_000) } },
      order: { lines: [{ discount: inr(10_000) }] },
    });
  });

  it("dates a refund no earlier than its payment", async () => {
    const Name = aNumber();
    const said = {
      "Financial Status": "refunded",
      "Refunded Amount": "100.00",
      "Paid at": "2024-05-02 10:00:00 +0200",
    };
    await imported("orders", shopifyOrders([shopifyRow({ Name, ...said })]));
    const refundTimes = await db().execute(sql`
      select at = '2024-05-02T08:00:00Z' as right from refunds where order_id = ${(await orderBy(Name)).id}`);
    expect([...refundTimes]).toEqual([{ right: true }]);
  });

  it("records as shipped what was fulfilled of a partly fulfilled order", async () => {
    const Name = aNumber();
    const file = shopifyOrders([
      shopifyRow({ Name, "Fulfillment Status": "partial", Subtotal: "200.00", Total: "200.00" }),
      shopifyLine({
        Name,
        "Lineitem name": "Cup",
        "Lineitem price": "100.00",
        "Lineitem fulfillment status": "pending",
      }),
    ]);
    await imported("orders", file);
    expect(await orderBy(Name)).toMatchObject({ status: "partiallyShipped", lines: [{ shipped: 1 }, { shipped: 0 }] });
  });

  it("refuses what does not add up or is missing, with row, column, text and reason, and never imports half of it", async () => {
    const [wrong, odd, dollars, many] = [aNumber(), aNumber(), aNumber(), aNumber()];
    const done = await imported(
      "orders",
      shopifyOrders([
        shopifyRow({ Name: wrong, Total: "120.00" }),
        shopifyLine({ Name: wrong, "Lineitem name": "Cup", "Lineitem price": "10.00" }),
        shopifyRow({ Name: odd, "Created at": "03/04/2024", "Lineitem price": "1,00", "Financial Status": "sort of" }),
        shopifyRow({ Name: dollars, Currency: "USD" }),
        shopifyRow({ Name: aNumber() }),
        shopifyRow({ Name: many, "Lineitem quantity": 1_000_001, "Lineitem price": "0.00" }),
      ]),
    );
    expect(done.counts).toMatchObject({ created: 1, refused: 4 });
    expect(await rowsOf(done.id, "refused")).toMatchObject([
      { row: 2, about: wrong, problems: [{ column: "Total", text: "120.00" }] },
      {
        row: 4,
        problems: expect.arrayContaining([expect.objectContaining({ column: "Created at", text: "03/04/2024" })]),
      },
      { row: 5, problems: [{ column: "Currency", text: "USD" }] },
      {
        row: 7,
        problems: [{ column: "Lineitem quantity", text: "1000001", why: "A number of at most 1,000,000 is needed." }],
      },
    ]);
    const kept = await (await fetch(done.refusedRows!.url)).text();
    expect(kept.match(/^\d.*,#/gm)).toHaveLength(5);
  });
});

// A rollback does not restore the counter, so a dry run must not touch it.
it("never reuses an imported number, and does not advance the counter in a dry run", async () => {
  const counter = async () => (await db().execute(sql`select last_value as at from order_numbers`))[0];
  const before = await counter();
  const header = "number,placed at,status,payment status,currency,total,item,quantity,unit price,line total\n";
  const id = await anUploadedImport(
    "orders",
    `${header}QM-700000,2024-01-01T00:00:00Z,confirmed,unpaid,INR,9.00,Tea,1,9.00,9.00\n`,
  );
  expect(await startedImport(id, { dryRun: true })).toMatchObject({ counts: { created: 1 } });
  expect(await counter()).toEqual(before);
  expect(await startedImport(id)).toMatchObject({ counts: { created: 1 } });
  expect(await counter()).toEqual({ at: "700000" });
});

it("changes nothing the second time, and never creates a second order with the same number", async () => {
  const Name = aNumber();
  const id = await anUploadedImport("orders", shopifyOrders([shopifyRow({ Name })]));
  const tried = await startedImport(id, { dryRun: true });
  expect(tried.counts).toEqual({ created: 1, changed: 0, same: 0, refused: 0 });
  expect(await db().execute(sql`select from orders where number = ${Name}`)).toHaveLength(0);
  expect((await startedImport(id)).counts).toEqual(tried.counts);
  expect((await startedImport(id)).counts).toMatchObject({ created: 0, same: 1 });
  const other = await imported(
    "orders",
    shopifyOrders([shopifyRow({ Name, Total: "90.00", "Discount Amount": "10.00" })]),
  );
  expect(other.counts).toMatchObject({ created: 0, refused: 1 });
  const twice = aNumber();
  const [first, second] = [aNumber(), shopifyRow({ Name: twice })];
  const both = await imported("orders", shopifyOrders([second, shopifyRow({ Name: first }), second]));
  expect(both.counts).toMatchObject({ created: 2, refused: 1 });
  expect(await rowsOf(both.id, "refused")).toMatchObject([
    { row: 4, problems: [{ why: "Row 2 of this file is about the same." }] },
  ]);
});

it("sends no event for an imported order unless asked to", async () => {
  const emitted = async (Name: string) =>
    (await db().execute(sql`select name from events where body::text like ${`%"${Name}"%`}`)).map(({ name }) => name);
  const [silent, loud] = [aNumber(), aNumber()];
  await imported("orders", shopifyOrders([shopifyRow({ Name: silent })]));
  expect(await emitted(silent)).toEqual([]);
  await imported("orders", shopifyOrders([shopifyRow({ Name: loud })]), { options: { emit: true } });
  expect(await emitted(loud)).toEqual(["order.created"]);
  // By this the customer is not written to: test/message/write-messages.test.ts.
  const [event] = await db().execute<{ data: { imported?: boolean } }>(sql`
    select body::jsonb -> 'data' as data from events where body::text like ${`%"${loud}"%`}`);
  expect(event?.data.imported).toBe(true);
});
