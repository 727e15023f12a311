/**
 * What was imported from another store is in the reports once, however often and in whatever order its files are
 * imported.
 */
import { beforeAll, expect, it } from "vitest";
import * as report from "#core/contract/report";
import { keepFigures } from "#core/report/keep-figures";
import { within } from "#core/time-left";
import { call } from "../support/call.ts";
import { csv, imported } from "../support/given/imports.ts";
import { shopifyLine, shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom, aVariantInStock } from "../support/given/stock.ts";

const days = { from: "2024-03-01", to: "2024-04-30" } as const;
const inr = (amountMinor: number) => ({ amountMinor, currency: "INR" });

beforeAll(async () => {
  await aStockroom();
  await aVariantInStock(1, { sku: "POT" });
});

/** An order of two lines that was paid, one that was refunded in part, and one that was cancelled. */
const file = () =>
  shopifyOrders([
    shopifyRow({ Name: "#1", Subtotal: "150.00", Total: "150.00", "Lineitem sku": "POT" }),
    shopifyLine({ Name: "#1", "Lineitem name": "Cup", "Lineitem price": "50.00", "Lineitem sku": "POT" }),
    shopifyRow({ Name: "#2", "Financial Status": "partially_refunded", "Refunded Amount": "30.00" }),
    shopifyRow({
      Name: "#3",
      "Financial Status": "voided",
      "Fulfillment Status": "unfulfilled",
      "Lineitem fulfillment status": "pending",
      "Cancelled at": "2024-04-02 10:00:00 +0200",
    }),
  ]);

async function figures() {
  const [sales, payments, products, taxes] = [
    (await call(report.sales, { ...days, by: "month" })).body,
    (await call(report.payments, days)).body,
    (await call(report.products, { ...days, by: "variant" })).body,
    (await call(report.taxes, days)).body,
  ];
  return { sales: sales.total, payments: payments.total, products: products.total, items: products.items, taxes };
}

// A clerk who is not sure sends the file again; figures of its days were stored in between, and are stored again.
it("counts an imported order once, even if its days were stored before and the file is imported again", async () => {
  await imported("orders", shopifyOrders([shopifyRow({ Name: "#0", "Created at": "2024-03-02 12:00:00 +0000" })]));
  await keepFigures(within(60_000));
  const before = await figures();
  expect(before.sales).toMatchObject({ orders: 1, gross: inr(10_000), collected: inr(10_000) });

  expect((await imported("orders", file())).counts).toMatchObject({ created: 3 });
  const fresh = await figures();
  expect(fresh.sales).toMatchObject({
    ...{ orders: 3, units: 4, gross: inr(35_000) },
    ...{ collected: inr(35_000), refunded: inr(3_000), net: inr(32_000) },
  });
  expect(fresh.products).toEqual({ units: 4, revenue: inr(35_000) });
  expect(fresh.items.find(({ sku }) => sku === "POT")).toMatchObject({ units: 2, revenue: inr(15_000) });

  await keepFigures(within(60_000));
  expect(await figures()).toEqual(fresh);
  expect((await imported("orders", file())).counts).toMatchObject({ created: 0, same: 3 });
  await keepFigures(within(60_000));
  expect(await figures()).toEqual(fresh);
});

// A file may contain any time: a return counts on its own day, even if it is the first thing that happened.
it("counts a refund that a file dates before all orders and payments", async () => {
  const row = {
    ...{
      number: "OLD-1",
      "placed at": "2023-06-05T10:00:00Z",
      status: "confirmed",
      "payment status": "partiallyRefunded",
    },
    ...{ currency: "INR", subtotal: "100.00", total: "100.00", paid: "100.00", refunded: "30.00" },
    ...{
      "refunded at": "2023-06-01T10:00:00Z",
      item: "Cup",
      quantity: 1,
      "unit price": "100.00",
      "line total": "100.00",
    },
  };
  const { counts } = await imported("orders", csv(Object.keys(row), Object.values(row)));
  expect(counts).toMatchObject({ created: 1 });
  const june = { from: "2023-06-01", to: "2023-06-02" } as const;
  const refunded = async () => (await call(report.sales, june)).body.total.refunded;
  expect(await refunded()).toEqual(inr(3_000));
  await keepFigures(within(60_000));
  expect(await refunded()).toEqual(inr(3_000));
});

// A transaction of a month of days would take longer than a statement may where each has ten thousand orders.
it("keeps one day first, and more in a transaction while they are quick", async () => {
  await keepFigures(within(60_000));
  await imported("orders", shopifyOrders([shopifyRow({ Name: "#9", "Created at": "2020-01-01 12:00:00 +0000" })]));
  let transactions = 1;
  expect(await keepFigures(() => transactions--)).toMatchObject({ days: 1 });
  transactions = 2;
  expect((await keepFigures(() => transactions--)).days).toBeGreaterThan(1);
});
