import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as product from "#core/contract/product";
import * as returns from "#core/contract/returns";
import { call } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import { aPriceList } from "../support/given/customers.ts";
import { aGateway, anEvent, makeCalls, orderNow, paymentEvent, takeInbox, tell } from "../support/given/gateways.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, shipped, somebody } from "../support/given/orders.ts";
import { aVendor } from "../support/given/people.ts";
import { aVariantInStock, receives } from "../support/given/stock.ts";

async function aSeller() {
  const id = await aVendor();
  return { id, key: await aKey({ role: "vendor", vendorId: id }) };
}

describe("order.read", () => {
  it("returns the version as ETag, with each line's position, and 404 for an unknown id", async () => {
    const made = await anOrder();
    const { headers, body } = await call(order.read, { id: made.id });
    expect(headers["etag"]).toBe('"1"');
    expect(body.lines[0]!.allocations).toHaveLength(1);
    const unknown = await call(order.read, { id: `ord_${"0".repeat(26)}` });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "order.unknown" } } });
  });

  // Packers tell two similar names apart by the picture; an outdated one shows the wrong goods.
  it("shows each line with its product's current first picture, or with none", async () => {
    const made = await anOrder();
    const [line] = made.lines;
    const pictures = async () => (await call(order.read, { id: made.id })).body.lines.map(({ imageUrl }) => imageUrl);
    expect(await pictures()).toEqual([null]);
    const [first, second] = ["https://cdn.test/front.png", "https://cdn.test/back.png"];
    await call(product.edit, { id: line!.productId, images: [{ url: first }, { url: second }] });
    expect(await pictures()).toEqual([first]);
    await call(product.edit, { id: line!.productId, images: [{ url: second }] });
    expect(await pictures()).toEqual([second]);
  });

  // A vendor must not see the customer or another vendor's prices.
  it("shows a vendor login only its own lines of an order", async () => {
    const [mine, theirs] = [await aSeller(), await aSeller()];
    const here = await aVariantInStock(5, { vendorId: mine.id });
    const there = await aVariantInStock(5, { vendorId: theirs.id });
    const made = await anOrder({
      paid: true,
      lines: [
        { place: here, quantity: 1 },
        { place: there, quantity: 2 },
      ],
    });
    const { parcel: sent } = await shipped(made, 1);
    // A label shows the customer's name, address and phone number.
    const labelUrl = "https://labels.test/SECRET-4";
    // A carrier's page shows where the parcel goes, and who accepted it.
    const trackingUrl = "https://carrier.test/SECRET-5";
    await call(parcel.edit, { id: made.id, parcelId: sent.id, labelUrl, trackingUrl });
    expect((await call(order.read, { id: made.id })).body.parcels[0]).toMatchObject({ labelUrl, trackingUrl });
    const other = made.lines[1]!;
    const input = { id: made.id, locationId: there.locationId, lines: [{ lineId: other.id, quantity: 2 }] };
    await call(parcel.ship, { ...input, trackingNumber: "SECRET-1" });
    const back = (line: order.Order["lines"][number]) => ({ lineId: line.id, quantity: 1, restock: false });
    await call(returns.record, { id: made.id, lines: [back(other)], reason: "SECRET-2" });
    await call(returns.record, { id: made.id, lines: [back(made.lines[0]!), back(other)], reason: "SECRET-3" });

    const { status, body } = await call(order.read, { id: made.id }, { as: mine.key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      number: made.number,
      contact: null,
      address: null,
      totals: null,
      paid: null,
      refunded: null,
      balance: null,
      paymentMethod: null,
      payments: [],
      parcels: [{ labelUrl: null, trackingUrl: null }],
      lines: [{ variantId: here.variantId, quantity: 1, shipped: 1, returned: 1 }],
      returns: [{ reason: null, worth: null, lines: [{ lineId: made.lines[0]!.id, quantity: 1 }] }],
    });
    expect(body.returns).toHaveLength(1);
    expect(body.lines).toHaveLength(1);
    expect(body.parcels).toHaveLength(1);
    const wire = JSON.stringify(body);
    for (const hidden of [
      somebody.email,
      somebody.name,
      somebody.phone,
      "Lake Road",
      other.id,
      other.sku,
      "SECRET-1",
      "SECRET-2",
      "SECRET-3",
      "SECRET-4",
    ]) {
      expect(wire).not.toContain(hidden);
    }
    expect((await call(order.timeline, { id: made.id }, { as: mine.key })).status).toBe(403);
  });

  // Field by field: one that is added later is shown to sellers only once somebody has decided so.
  it("shows a vendor login nothing about the customer, the store's money or the staff's words", async () => {
    const [mine, fake] = [await aSeller(), await aGateway()];
    const place = await aVariantInStock(5, { vendorId: mine.id, priceMinor: 1_000 });
    await aPriceList([{ variantId: place.variantId, minQuantity: 1, amountMinor: 900 }]);
    const { code: discountCode } = await aDiscount();
    const made = await anOrder({ lines: [{ place, quantity: 2 }], discountCode, payment: "test" });
    await call(order.tag, { id: made.id, tags: ["vip"] });
    await call(order.requestPayment, { id: made.id, gateway: "test" });
    await makeCalls();
    await tell(paymentEvent(fake, { orderId: made.id, ...made.totals!.total }));
    await takeInbox();
    await call(order.refund, { id: made.id, amountMinor: 100 });
    await makeCalls();
    const [payment] = (await orderNow(made)).payments;
    const dispute = { disputeId: "dispute_1", paymentId: payment!.reference, ...payment!.amount, reason: "fraudulent" };
    await tell(anEvent("dispute.opened", dispute));
    await takeInbox();
    await call(order.cancel, { id: made.id, reason: "Suspected fraud" });

    const whole: Record<string, unknown> = await orderNow(made);
    const seen: Record<string, unknown> = (await call(order.read, { id: made.id }, { as: mine.key })).body;
    const hidden = [
      ...["customerId", "contact", "address", "paymentMethod", "discountCode", "tags", "totals", "paid", "refunded"],
      ...["balance", "payments", "refunds", "refundable", "paymentRequests", "disputes", "cancelReason"],
    ];
    const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
    expect(hidden.filter((field) => isEmpty(whole[field]))).toEqual([]);
    expect(hidden.filter((field) => !isEmpty(seen[field]))).toEqual([]);
    expect(whole["lines"]).toMatchObject([{ priceListId: expect.stringMatching(/^prl_/) }]);
    expect(seen["lines"]).toMatchObject([{ priceListId: null }]);
    expect(Object.keys(seen).filter((field) => !hidden.includes(field))).toEqual([
      ...["id", "number", "status", "paymentStatus", "channel", "currency", "taxesInclusive", "lines"],
      ...["parcels", "returns", "unpaidSince", "cancelledAt", "createdAt", "updatedAt", "version"],
    ]);
  });

  it("answers 404 to a vendor login for an order without a line of its own, and lists only its own", async () => {
    const [mine, theirs] = [await aSeller(), await aSeller()];
    const place = await aVariantInStock(50, { vendorId: theirs.id });
    const own = await aVariantInStock(50, { vendorId: mine.id });
    const foreign = await anOrder({ lines: [{ place, quantity: 1 }] });
    const shared = await anOrder({
      lines: [
        { place, quantity: 3 },
        { place: own, quantity: 2 },
        { place: own, quantity: 1 },
      ],
    });
    const as = mine.key;
    expect(await call(order.read, { id: foreign.id }, { as })).toMatchObject({ status: 404 });
    const { body } = await call(order.list, {}, { as });
    expect(body.items).toMatchObject([{ id: shared.id, units: 3, contact: null, total: null, balance: null }]);
    expect(body.nextCursor).toBeNull();
    for (const q of [somebody.email, somebody.phone, "Asha", foreign.number, foreign.lines[0]!.sku]) {
      expect((await call(order.list, { q }, { as })).body.items).toEqual([]);
    }
    for (const q of [shared.number, shared.lines[1]!.sku]) {
      expect((await call(order.list, { q }, { as })).body.items).toMatchObject([{ id: shared.id }]);
    }
    expect(await call(order.list, { sort: "total" }, { as })).toMatchObject({ status: 403 });
  });

  it("says which units wait, and at which location they are once they arrive", async () => {
    const place = await aVariantInStock(1, { continueSelling: true });
    const made = await anOrder({ lines: [{ place, quantity: 3 }] });
    expect((await call(order.list, { backordered: true, q: made.number })).body.items).toMatchObject([
      { backordered: 2 },
    ]);
    await receives(place, 5);
    const { body } = await call(order.read, { id: made.id });
    expect(body.lines[0]).toMatchObject({
      backordered: 0,
      allocations: [{ locationId: place.locationId, quantity: 3 }],
    });
    expect((await call(order.list, { backordered: true, q: made.number })).body.items).toEqual([]);
    expect((await call(order.list, { backordered: false, q: made.number })).body.items).toHaveLength(1);
  });

  it("queries the database twice for a list or an order, authentication included", async () => {
    const made = await anOrder();
    const as = await aKey();
    await call(order.list, {}, { as });
    for (const ask of [() => call(order.list, {}, { as }), () => call(order.read, { id: made.id }, { as })]) {
      expect(await statementsOf(ask)).toHaveLength(2);
    }
  });
});
