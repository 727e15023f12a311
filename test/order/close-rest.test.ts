import { describe, expect, it } from "vitest";
import * as discount from "#core/contract/discount";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { anOrder, nothingChanged, sentOrder } from "../support/given/orders.ts";
import { ship } from "../support/given/parcels.ts";
import { aStocklessVariant, aVariantInStock, expectStockToAddUp, stockLevelAt } from "../support/given/stock.ts";

const close = (of: order.Order, input = {}) => call(order.closeRest, { id: of.id, ...input });

describe("order.closeRest", () => {
  it("removes what has not shipped, releases its stock, and says what the customer is owed", async () => {
    const [sent, rest] = [
      await aVariantInStock(5, { priceMinor: 1000 }),
      await aVariantInStock(1, { priceMinor: 300, continueSelling: true }),
    ];
    const made = await anOrder({
      lines: [
        { place: sent, quantity: 3 },
        { place: rest, quantity: 4 },
      ],
      shippingMinor: 500,
      shippedQuantity: 2,
    });
    const [first, second] = made.lines;
    const { status, body } = await close(made, { reason: "The supplier has gone" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      changed: [
        { lineId: first!.id, sku: first!.sku, before: 3, after: 2 },
        { lineId: second!.id, sku: second!.sku, before: 4, after: 0 },
      ],
      totals: { before: { total: { amountMinor: 4700 } }, after: { total: { amountMinor: 2500 } } },
      balance: { direction: "storeOwes", amount: { amountMinor: 2200 } },
      order: {
        status: "shipped",
        paymentStatus: "paid",
        lines: [{ id: first!.id, quantity: 2, shipped: 2, allocations: [], backordered: 0 }],
      },
    });
    expect(body.order.lines).toHaveLength(1);
    expect(body.balance).toEqual(body.order.balance);
    expect(await stockLevelAt(sent)).toEqual({ onHand: 3, reserved: 0, committed: 0 });
    expect(await stockLevelAt(rest)).toEqual({ onHand: 1, reserved: 0, committed: 0 });
    const told = { changed: ["lines"], lineChanges: body.changed, reason: "The supplier has gone" };
    expect((await eventsAbout(made.id)).at(-1)).toMatchObject({
      name: "order.edited",
      data: { ...body.order, ...told },
    });
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({
      action: "order.closeRest",
      before: { status: "partiallyShipped", totalMinor: 4700 },
      after: { status: "shipped", totalMinor: 2500, changed: body.changed, reason: "The supplier has gone" },
    });
  });

  it("gives the released stock to waiting orders", async () => {
    const place = await aVariantInStock(3, { continueSelling: true });
    const made = await anOrder({ lines: [{ place, quantity: 3 }], shippedQuantity: 1 });
    const { id } = await anOrder({ lines: [{ place, quantity: 2 }] });
    await close(made);
    expect((await call(order.read, { id })).body.lines).toMatchObject([
      { backordered: 0, allocations: [{ quantity: 2 }] },
    ]);
  });

  it("marks an order delivered if everything that shipped has arrived", async () => {
    const { made } = await sentOrder(1);
    await call(parcel.deliver, { id: made.id, parcelId: made.parcels[0]!.id });
    expect((await close(made)).body.order.status).toBe("delivered");
    expect((await close(made)).body.error?.code).toBe("order.nothingLeft");
  });

  it("leaves parcels whose shipment can still be undone, after which their goods are allocated again", async () => {
    const { made, place } = await sentOrder(1);
    await close(made);
    const { body } = await call(parcel.unship, { id: made.id, parcelId: made.parcels[0]!.id });
    expect(body).toMatchObject({ status: "confirmed", lines: [{ quantity: 1, shipped: 0 }] });
    expect(await stockLevelAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 1 });
    await expectStockToAddUp();
  });

  // The customer met the code's conditions; they must not pay for what the store cannot send.
  it("keeps the discount even below its minimum, and restores none that was lost before", async () => {
    const code = await aDiscount({ basisPoints: 1000, minimumMinor: 3000 });
    const place = await aVariantInStock(9, { priceMinor: 1000 });
    const made = await anOrder({ lines: [{ place, quantity: 3 }], discountCode: code.code, shippedQuantity: 1 });
    const { body } = await close(made);
    expect(body).toMatchObject({
      totals: {
        after: { subtotal: { amountMinor: 1000 }, discount: { amountMinor: 100 }, total: { amountMinor: 900 } },
      },
      balance: { direction: "storeOwes", amount: { amountMinor: 1800 } },
    });
    expect((await call(discount.read, { id: code.id })).body.used).toBe(1);
    const shrunk = await anOrder({ lines: [{ place, quantity: 3 }], discountCode: code.code });
    await call(order.editLines, { id: shrunk.id, change: [{ lineId: shrunk.lines[0]!.id, quantity: 2 }] });
    await call(order.markPaid, { id: shrunk.id, method: "cash" });
    await ship(shrunk, place.locationId, 1);
    expect((await close(shrunk)).body.totals.after).toMatchObject({ discount: { amountMinor: 0 } });
  });

  it("removes untracked lines too, without a movement", async () => {
    const place = await aVariantInStock(5);
    const untracked = { variantId: await aStocklessVariant({ trackStock: false }), locationId: place.locationId };
    const made = await anOrder({
      lines: [
        { place, quantity: 1 },
        { place: untracked, quantity: 2 },
      ],
      shippedQuantity: 1,
    });
    expect(made.status).toBe("partiallyShipped");
    expect((await close(made)).body.order).toMatchObject({ status: "shipped", lines: [{ quantity: 1 }] });
  });

  it("leaves only the shipped part to be paid in cash on delivery", async () => {
    const place = await aVariantInStock(5, { priceMinor: 1000 });
    const made = await anOrder({ lines: [{ place, quantity: 3 }], payment: "cod", shippedQuantity: 2 });
    const { body } = await close(made);
    expect(body.balance).toEqual({ direction: "customerOwes", amount: { amountMinor: 2000, currency: "INR" } });
  });

  it("closes once if two users close it at the same time, and never closes units that are being shipped", async () => {
    const { made } = await sentOrder(1);
    const both = await Promise.all([close(made), close(made)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);

    const { made: other, place } = await sentOrder(1);
    const [closed, sent] = await Promise.all([close(other), ship(other, place.locationId, 2)]);
    const codes = [closed.body.error?.code, sent.body.error?.code];
    const shipWon = codes[1] === undefined;
    expect(codes).toEqual(shipWon ? ["order.nothingLeft", undefined] : [undefined, "parcel.tooMany"]);
    expect((await call(order.read, { id: other.id })).body).toMatchObject({
      status: "shipped",
      lines: [shipWon ? { quantity: 3, shipped: 3 } : { quantity: 1, shipped: 1 }],
    });
    await expectStockToAddUp();
  });

  it.each([
    ["nothing by that id", async () => `ord_${"0".repeat(26)}` as const, {}, 404, "order.unknown"],
    [
      "an order of which nothing has shipped",
      async () => (await anOrder({ paid: true })).id,
      {},
      409,
      "order.notShipped",
    ],
    ["one of which everything has", async () => (await sentOrder(3)).made.id, {}, 409, "order.nothingLeft"],
    ["a reason without a word", async () => (await sentOrder(1)).made.id, { reason: " " }, 400, "request.invalid"],
    ["a field it does not know", async () => (await sentOrder(1)).made.id, { lines: [] }, 400, "request.invalid"],
  ])("refuses %s and changes nothing", async (_, given, input, status, code) => {
    const id = await given();
    await nothingChanged(async () => {
      expect(await call(order.closeRest, { id, ...input })).toMatchObject({ status, body: { error: { code } } });
    });
  });
});
