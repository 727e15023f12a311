/** The lists for a working day: what to pack, who still has to pay, who is owed money, what came back. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Asked } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as returns from "#core/contract/returns";
import { call } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { aCarrier, anOrderToSend, book } from "../support/given/carriers.ts";
import { pagesOf } from "../support/given/catalogue.ts";
import { makeCalls } from "../support/given/gateways.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, shipped } from "../support/given/orders.ts";
import { back } from "../support/given/parcels.ts";
import { aVendor } from "../support/given/people.ts";
import { aVariantInStock, receives } from "../support/given/stock.ts";
import { planOf } from "../support/plans.ts";

type Filter = Omit<Asked<typeof order.list>, "cursor" | "limit">;

/** Each order once, by what is special about it, in the order in which they were placed. */
const made = new Map<string, order.Order["id"]>();
const nameOf = (id: string) => [...made].find(([, one]) => one === id)?.[0];
const listed = async (filter: Filter) => (await call(order.list, filter)).body.items.map(({ id }) => nameOf(id));

beforeAll(async () => {
  const waiting = await aVariantInStock(0, { continueSelling: true, priceMinor: 1000 });
  const add = async (name: string, making: Promise<{ id: order.Order["id"] }>) => made.set(name, (await making).id);
  const raised = async (of: order.Order, quantity: number) => {
    await call(order.editLines, { id: of.id, change: [{ lineId: of.lines[0]!.id, quantity }] });
    return of;
  };
  const cameBack = async (sent: number, quantity: number) => {
    const of = await anOrder({ shippedQuantity: sent });
    await back(of, quantity);
    return of;
  };
  const cancelled = async (of: order.Order) => (await call(order.cancel, { id: of.id })).body;
  await add("pending", anOrder());
  await add("paid", anOrder({ paid: true }));
  await add(
    "paid and owing",
    anOrder({ paid: true }).then((of) => raised(of, 3)),
  );
  await add(
    "overpaid",
    anOrder({ paid: true }).then((of) => raised(of, 1)),
  );
  await add("at the door", anOrder({ payment: "cod" }));
  await add(
    "at the door, sent",
    anOrder({ payment: "cod" }).then(async (of) => (await shipped(of, 2)).order),
  );
  await add("waiting", anOrder({ lines: [{ place: waiting, quantity: 2 }], paid: true }));
  await add("part sent", anOrder({ shippedQuantity: 1 }));
  await add("part sent, rest waiting", partSentRestWaiting());
  await add("some back", cameBack(2, 1));
  await add("all back", cameBack(2, 2));
  await add("all back of what was sent", cameBack(1, 1));
  await add("cancelled", anOrder().then(cancelled));
  await add("cancelled and paid", anOrder({ paid: true }).then(cancelled));
  for (const name of ["paid", "cancelled", "some back"]) {
    await call(order.tag, { id: made.get(name)!, tags: ["VIP", name] });
  }
});

async function partSentRestWaiting() {
  const place = await aVariantInStock(1, { continueSelling: true });
  return anOrder({ lines: [{ place, quantity: 3 }], shippedQuantity: 1 });
}

const newestFirst = (...names: string[]) => names.toReversed();

describe("order.list filters", () => {
  it.each<[string, Filter, string[]]>([
    ["several statuses", { status: ["pending", "cancelled"] }, ["pending", "cancelled", "cancelled and paid"]],
    ["one status", { status: ["shipped"] }, ["at the door, sent", "some back", "all back"]],
    [
      "several payment statuses",
      { paymentStatus: ["unpaid", "failed"] },
      ["pending", "at the door", "at the door, sent", "cancelled"],
    ],
    [
      "both at once",
      { status: ["pending", "shipped"], paymentStatus: ["unpaid", "refunded"] },
      ["pending", "at the door, sent"],
    ],
    [
      "who owes the store",
      { balance: "customerOwes" },
      ["pending", "paid and owing", "at the door", "at the door, sent"],
    ],
    ["paid orders that owe", { balance: "customerOwes", paymentStatus: ["paid"] }, ["paid and owing"]],
    [
      "what has left and is not paid",
      { balance: "customerOwes", status: ["shipped", "delivered"] },
      ["at the door, sent"],
    ],
    ["whom the store owes", { balance: "storeOwes" }, ["overpaid", "cancelled and paid"]],
    ["what has come back in part", { returned: "some" }, ["some back"]],
    ["what has come back whole", { returned: "all" }, ["all back", "all back of what was sent"]],
    [
      "what can be shipped now",
      { fulfillable: true },
      ["paid", "paid and owing", "overpaid", "at the door", "part sent", "all back of what was sent"],
    ],
    [
      "what can be shipped now, among some",
      { fulfillable: true, status: ["partiallyShipped", "shipped"] },
      ["part sent", "all back of what was sent"],
    ],
    ["nothing that cannot be", { fulfillable: true, status: ["pending"] }, []],
    ["what waits for stock", { backordered: true }, ["waiting", "part sent, rest waiting"]],
    ["a tag, in whatever letters", { tag: "vip" }, ["paid", "some back", "cancelled"]],
    ["a tag with other filters", { tag: "VIP", status: ["confirmed", "shipped"], returned: "none" }, ["paid"]],
    ["a tag that is a beginning of another", { tag: "V" }, []],
    ["with a search", { q: "asha", balance: "storeOwes", status: ["cancelled"] }, ["cancelled and paid"]],
    ["with a search by tag", { q: "asha", tag: "some back" }, ["some back"]],
  ])("%s", async (_, filter, names) => {
    expect(await listed(filter)).toEqual(newestFirst(...names));
    expect(await listed({ ...filter, sort: "oldest" })).toEqual(names);
    expect((await listed({ ...filter, sort: "total" })).toSorted()).toEqual(names.toSorted());
  });

  // An order in neither list is missed by someone who works through both.
  it.each<[string, Filter[]]>([
    ["balance", [{ balance: "customerOwes" }, { balance: "storeOwes" }, { balance: "even" }]],
    ["returned", [{ returned: "none" }, { returned: "some" }, { returned: "all" }]],
    ["fulfillable", [{ fulfillable: true }, { fulfillable: false }]],
    ["backordered", [{ backordered: true }, { backordered: false }]],
  ])("by %s put each order in exactly one list", async (_, filters) => {
    const each = await Promise.all(filters.map(listed));
    expect(each.flat().toSorted()).toEqual([...made.keys()].toSorted());
  });

  it("by balance match what each order shows", async () => {
    const { items } = (await call(order.list, {})).body;
    for (const direction of order.balances) {
      const named = items.filter(({ balance }) => balance!.direction === direction).map(({ id }) => nameOf(id));
      expect(await listed({ balance: direction })).toEqual(named);
    }
  });

  it.each<Filter>([
    { status: ["pending", "confirmed", "shipped"] },
    { balance: "customerOwes", sort: "oldest" },
    { fulfillable: true },
    { tag: "vip" },
    { status: ["pending", "confirmed"], sort: "total" },
  ])("page through %o without losing or repeating an order", async (filter) => {
    const paged = await pagesOf((cursor) => call(order.list, { ...filter, limit: 1, ...(cursor && { cursor }) }));
    expect(paged.map(({ id }) => nameOf(id))).toEqual(await listed(filter));
  });

  it("are separated by commas in the URL", async () => {
    const { body } = await call(order.list, {}, { rawQuery: "status=pending,cancelled&paymentStatus=unpaid" });
    expect(body.items.map(({ id }) => nameOf(id))).toEqual(["cancelled", "pending"]);
  });

  it("shows in each row what came back and its tags", async () => {
    const { items } = (await call(order.list, { tag: "some back" })).body;
    expect(items).toMatchObject([{ returned: "some", tags: ["VIP", "some back"] }]);
  });

  it.each([
    { status: ["open"] },
    { balance: "owed" },
    { returned: true },
    { fulfillable: "perhaps" },
    { tag: "" },
    { tag: "x".repeat(51) },
  ])("refuse %o", async (input) => {
    expect(await call(order.list, input as never)).toMatchObject({ status: 400 });
  });
});

it("follows an undone shipment, a withdrawn return, and arriving goods", async () => {
  const sent = await anOrder({ shippedQuantity: 2 });
  const { body } = await back(sent, 1);
  const returnedOf = async (which: order.Returned) =>
    (await call(order.list, { returned: which, q: sent.number })).body.items.length;
  expect([await returnedOf("some"), await returnedOf("none")]).toEqual([1, 0]);
  await call(returns.withdraw, { id: sent.id, returnId: body.return.id });
  expect([await returnedOf("some"), await returnedOf("none")]).toEqual([0, 1]);
  await call(parcel.unship, { id: sent.id, parcelId: sent.parcels[0]!.id });
  expect([await returnedOf("some"), await returnedOf("none")]).toEqual([0, 1]);

  const place = await aVariantInStock(0, { continueSelling: true });
  const waiting = await anOrder({ lines: [{ place, quantity: 1 }], paid: true });
  const canShip = async () => (await call(order.list, { fulfillable: true, q: waiting.number })).body.items.length;
  expect(await canShip()).toBe(0);
  await receives(place, 1);
  expect(await canShip()).toBe(1);
});

// Someone who books labels for all orders that can ship would get an error for each of these, as nothing is left to
// ship.
it("an order whose rest is being booked cannot ship more, and can again once the carrier refuses", async () => {
  await aCarrier();
  const { made, place } = await anOrderToSend(3);
  const canShip = async () => (await call(order.list, { fulfillable: true, q: made.number })).body.items.length;
  await book(made, place, 2);
  expect(await canShip()).toBe(1);
  await book(made, place, 1, { service: "rocket" });
  expect(await canShip()).toBe(0);
  await makeCalls();
  expect(await canShip()).toBe(1);
});

describe("for a vendor login", () => {
  // Another vendor's goods came back: that is no concern of this one.
  it("what came back and what waits are only its own", async () => {
    const vendorId = await aVendor();
    const as = await aKey({ role: "vendor", vendorId });
    const [others, own] = [await aVariantInStock(5), await aVariantInStock(5, { vendorId })];
    const late = await aVariantInStock(0, { continueSelling: true });
    const of = await anOrder({
      lines: [
        { place: others, quantity: 1 },
        { place: own, quantity: 1 },
        { place: late, quantity: 1 },
      ],
      shippedQuantity: 1,
    });
    await back(of, 1);
    const found = async (filter: Filter) => (await call(order.list, filter, { as })).body.items;
    const part = { returned: "none", units: 1, backordered: 0, paymentMethod: null };
    expect(await found({ returned: "none" })).toMatchObject([{ id: of.id, ...part }]);
    expect(await found({ returned: "all" })).toEqual([]);
    expect(await found({ fulfillable: true })).toMatchObject([{ id: of.id }]);
    expect(await call(order.list, { returned: "all", q: of.number })).toMatchObject({
      body: { items: [{ id: of.id, units: 3, backordered: 1, paymentMethod: expect.any(String) }] },
    });
  });

  it("no balance is revealed, not even by a filter", async () => {
    const as = await aKey({ role: "vendor", vendorId: await aVendor() });
    for (const filter of [{ balance: "customerOwes" }, { moneyTrouble: "refundFailed" }] as const) {
      expect(await call(order.list, filter, { as })).toMatchObject({
        status: 403,
        body: { error: { code: "order.moneyHidden" } },
      });
    }
  });

  // Otherwise a seller could learn which of its orders are of one person, and what the staff think of them.
  it("neither a customer nor a tag finds any", async () => {
    const vendorId = await aVendor();
    const as = await aKey({ role: "vendor", vendorId });
    const place = await aVariantInStock(5, { vendorId });
    const { id, customerId } = await anOrder({ lines: [{ place, quantity: 1 }] });
    await call(order.tag, { id, tags: ["vip"] });
    const listed = async (filter: Filter, how: object = { as }) => (await call(order.list, filter, how)).body.items;
    const found = async (...asked: Parameters<typeof listed>) => (await listed(...asked)).map((one) => one.id);
    for (const filter of [{ customerId: customerId! }, { tag: "vip" }]) {
      expect(await found(filter, {})).toContain(id);
      expect(await found(filter)).toEqual([]);
    }
    expect(await listed({ q: (await listed({}))[0]!.number }, {})).toMatchObject([{ id, tags: ["vip"] }]);
    expect(await listed({})).toMatchObject([{ id, tags: [] }]);
  });
});

// The printed sheet is of the list that is on screen.
it("choose the same orders for the picking sheet", async () => {
  const picked = async (filter: Filter) => {
    const { locations } = (await call(order.pickingSheet, filter)).body;
    const ids = locations.flatMap(({ rows }) => rows.flatMap(({ orders }) => orders.map(({ id }) => id)));
    return new Set(ids);
  };
  const all = await picked({});
  for (const filter of [
    { paymentStatus: ["unpaid"] },
    { balance: "customerOwes" },
    { backordered: true },
    { returned: "all" },
    { fulfillable: true },
    { tag: "VIP" },
    { moneyTrouble: "disputed" },
    { channel: "none" },
    { to: "2020-01-01T00:00:00Z" },
  ] satisfies Filter[]) {
    const shown = (await call(order.list, { ...filter, limit: 200 })).body.items.map(({ id }) => id);
    const expected = new Set(shown.filter((id) => all.has(id)));
    expect(expected.size).toBeLessThan(all.size);
    expect(await picked(filter)).toEqual(expected);
  }
});

// Among a million orders, a filter without an index in the list's order reads them all, or sorts all matches.
describe("among very many orders, a page is read along an index, for", () => {
  const planned = (filter: Filter) => planOf(() => call(order.list, filter), "of_state", { inOrder: true });

  it.each<[Filter, RegExp]>([
    [{ status: ["pending", "confirmed"] }, /using orders_status .*\n.*Index Cond: .*\(status = /],
    [{ paymentStatus: ["unpaid", "failed"] }, /using orders_payment_status .*\n.*Index Cond: .*\(payment_status = /],
    [
      { status: ["shipped", "delivered"], paymentStatus: ["unpaid"], sort: "oldest" },
      /Backward using orders_payment_and_status .*\n.*Index Cond: .*payment_status = .*status = /,
    ],
    [{ balance: "customerOwes" }, /using orders_customer_owes .*\n.*Index Cond: .*payment_status = .*status = /],
    [{ balance: "storeOwes", sort: "oldest" }, /Backward using orders_store_owes .*\n.*Index Cond: /],
    [{ balance: "customerOwes", paymentStatus: ["paid"] }, /using orders_customer_owes /],
    [{ fulfillable: true, sort: "oldest" }, /using orders_status .*\n.*Index Cond: .*status = /],
  ])("%o", async (filter, index) => {
    const plan = await planned(filter);
    expect(plan).toMatch(index);
    // The inner pages are as long as the list's; only these are sorted.
    expect(plan.slice(plan.indexOf("Nested Loop")).split("Limit")[1]).not.toMatch(/Sort/);
  });

  // PostgreSQL assumes that either matches one order in 200: it walked through all of them, and any search took a
  // second and more.
  it("a tracking number, and a payment's reference", async () => {
    const plan = await planOf(() => call(order.list, { q: "teapot" }), "tracking_number");
    expect(plan).toMatch(/(using|on) parcels_tracking_number/);
    expect(plan).toMatch(/(using|on) payments_reference/);
    // Their ids first, and then only these orders.
    expect(plan.match(/Index Cond: \(id = ANY \(+InitPlan/g)).toHaveLength(2);
  });

  // A popular SKU is on thousands of lines: all of them were read and sorted for one page.
  it("a complete SKU, in the order of time", async () => {
    const plan = await planOf(() => call(order.list, { q: "teapot" }), "tracking_number", { inOrder: true });
    expect(plan).toMatch(
      /Unique .*\n.*using order_lines_sku on order_lines l .*\n.*Index Cond: .*upper\(sku\).* = upper/,
    );
  });

  // A complete address is only looked up, so its plan is prepared once, and not for each search.
  it("an email address, with the same statement for everyone", async () => {
    const searched = () => call(order.list, { q: "maya@example.com" });
    const plan = await planOf(searched, "tracking_number", { inOrder: true });
    expect(plan).toMatch(/using orders_email/);
    expect((await statementsOf(searched)).some(({ text }) => /plan_cache_mode/.test(text))).toBe(false);
  });

  it("a tag, and what came back", async () => {
    const tagged = await planOf(() => call(order.list, { tag: "vip" }), "order_tags", { inOrder: true });
    expect(tagged).toMatch(/Unique .*\n.*using order_tags_tag on order_tags t .*\n.*Index Cond: /);
    const returnedSome = await planOf(() => call(order.list, { returned: "some" }), "orders.returned =", {
      inOrder: true,
    });
    expect(returnedSome).toMatch(/using orders_returned .*\n.*Index Cond: .*returned = 'some'/);
  });
});
