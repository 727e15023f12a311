/** The effect of price lists on orders: when a line's price is determined, and when it stays. */
import { describe, expect, it } from "vitest";
import * as channel from "#core/contract/channel";
import * as customer from "#core/contract/customer";
import * as order from "#core/contract/order";
import * as price from "#core/contract/price";
import * as priceList from "#core/contract/priceList";
import * as variant from "#core/contract/variant";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { some } from "../support/given/catalogue.ts";
import { aCustomer, aGroup, aPriceList, someEmail } from "../support/given/customers.ts";
import { aKey } from "../support/given/given.ts";
import { anOrder, somebody } from "../support/given/orders.ts";
import { roleHas } from "../support/given/people.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const pricesIn = ({ lines }: { lines: readonly { unitPrice: { amountMinor: number } }[] }) =>
  lines.map(({ unitPrice }) => unitPrice.amountMinor);

const editLines = async (input: Parameters<typeof call<typeof order.editLines>>[1]) => {
  const { status, body } = await call(order.editLines, input);
  expect(status).toBe(200);
  return body.order;
};

describe("order.create uses the price of a list", () => {
  it("for the customer's group, by the quantity of the variant in the whole order, and names the list", async () => {
    const place = await aVariantInStock(50, { priceMinor: 1000 });
    const group = await aGroup();
    const rows = [1, 10].map((minQuantity) => ({ ...place, minQuantity, amountMinor: minQuantity === 1 ? 900 : 700 }));
    const list = await aPriceList(
      rows.map(({ locationId: _, ...row }) => row),
      { groupIds: [group.id] },
    );
    const member = await aCustomer({ groupIds: [group.id] });
    const placed = (email: string, ...quantities: number[]) =>
      anOrder({ email, lines: quantities.map((quantity) => ({ place, quantity })) });
    expect(pricesIn(await placed(someEmail(), 10))).toEqual([1000]);
    const small = await placed(member.email!, 9);
    expect(pricesIn(small)).toEqual([900]);
    expect(small.lines[0]!.priceListId).toBe(list.id);
    expect(pricesIn(await placed(member.email!, 4, 6))).toEqual([700, 700]);
  });

  it("for its channel only", async () => {
    const place = await aVariantInStock(50, { priceMinor: 1000 });
    const code = some("stall");
    await call(channel.create, { code, name: "Stall" });
    await aPriceList([{ variantId: place.variantId, amountMinor: 500 }], { channel: code });
    const lines = [{ place, quantity: 1 }];
    expect(pricesIn(await anOrder({ lines }))).toEqual([1000]);
    expect(pricesIn(await anOrder({ lines, channel: code }))).toEqual([500]);
  });

  it("not from a removed list, but again once it is reactivated", async () => {
    const place = await aVariantInStock(50, { priceMinor: 1000 });
    const { id } = await aPriceList([{ variantId: place.variantId, amountMinor: 500 }]);
    const lines = [{ place, quantity: 1 }];
    expect((await call(priceList.remove, { id })).body.archivedAt).not.toBeNull();
    expect(pricesIn(await anOrder({ lines }))).toEqual([1000]);
    const { body } = await call(priceList.edit, { id, active: true });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ action: "priceList.edit", at: new Date(body.updatedAt) });
    expect(pricesIn(await anOrder({ lines }))).toEqual([500]);
  });
});

describe("order.editLines", () => {
  it("keeps the price of existing lines, whatever the lists and the variant say now", async () => {
    const place = await aVariantInStock(50, { priceMinor: 1000 });
    const { id: listId } = await aPriceList([{ variantId: place.variantId, amountMinor: 900 }]);
    const placed = await anOrder({ lines: [{ place, quantity: 5 }] });
    await call(priceList.setRows, { id: listId, rows: [{ variantId: place.variantId, amountMinor: 100 }] });
    await call(variant.edit, { id: place.variantId, priceMinor: 50 });
    const [line] = placed.lines;
    for (const quantity of [6, 3, 5]) {
      expect(pricesIn(await editLines({ id: placed.id, change: [{ lineId: line!.id, quantity }] }))).toEqual([900]);
    }
    const added = await editLines({ id: placed.id, add: [{ variantId: place.variantId, quantity: 1 }] });
    expect(pricesIn(added)).toEqual([900, 100]);
  });

  it("applies a quantity break to the line that grows past it, but not to other lines", async () => {
    const place = await aVariantInStock(100, { priceMinor: 1000 });
    const list = await aPriceList([
      { variantId: place.variantId, minQuantity: 10, amountMinor: 800 },
      { variantId: place.variantId, minQuantity: 20, amountMinor: 600 },
    ]);
    const placed = await anOrder({ lines: [3, 4].map((quantity) => ({ place, quantity })) });
    const [first, second] = placed.lines.map((line) => line.id);
    const to = (lineId: typeof first, quantity: number) =>
      editLines({ id: placed.id, change: [{ lineId: lineId!, quantity }] }).then(pricesIn);
    expect(await to(first, 5)).toEqual([1000, 1000]);
    expect(await to(first, 6)).toEqual([800, 1000]);
    // The break had been reached before: no price is determined again.
    expect(await to(second, 5)).toEqual([800, 1000]);
    expect(await to(first, 2)).toEqual([800, 1000]);
    expect(await to(second, 18)).toEqual([800, 600]);
    const { lines } = (await call(order.read, { id: placed.id })).body;
    expect(lines.map(({ priceListId }) => priceListId)).toEqual([list.id, list.id]);
  });

  it("counts added and existing units together towards a break", async () => {
    const place = await aVariantInStock(100, { priceMinor: 1000 });
    await aPriceList([{ variantId: place.variantId, minQuantity: 10, amountMinor: 800 }]);
    const placed = await anOrder({ lines: [{ place, quantity: 6 }] });
    const edited = await editLines({ id: placed.id, add: [{ variantId: place.variantId, quantity: 4 }] });
    expect(pricesIn(edited)).toEqual([1000, 800]);
  });

  it("previews it without saving", async () => {
    const place = await aVariantInStock(100, { priceMinor: 1000 });
    await aPriceList([{ variantId: place.variantId, minQuantity: 10, amountMinor: 800 }]);
    const placed = await anOrder({ lines: [{ place, quantity: 6 }] });
    const change = [{ lineId: placed.lines[0]!.id, quantity: 12 }];
    const tried = await call(order.editLines, { id: placed.id, change, dryRun: true });
    expect(pricesIn(tried.body.order)).toEqual([800]);
    expect(pricesIn((await call(order.read, { id: placed.id })).body)).toEqual([1000]);
  });
});

describe("price.explain", () => {
  it("says which list gave the price and why the others did not", async () => {
    const { variantId } = await aVariantInStock(1, { priceMinor: 1000 });
    const group = await aGroup();
    const made: Record<string, string> = {};
    const list = async (verdict: string, rows: object, said: object = {}) => {
      made[verdict] = (await aPriceList([{ variantId, amountMinor: 500, ...rows }], said)).id;
    };
    await list("given", { minQuantity: 5, amountMinor: 500 }, { priority: 2 });
    await list("smallerBreak", { minQuantity: 1, amountMinor: 1 }, { priority: 2 });
    await list("dearer", { minQuantity: 5, amountMinor: 501 }, { priority: 2 });
    await list("later", { minQuantity: 5, amountMinor: 500 }, { priority: 2 });
    await list("lowerPriority", { minQuantity: 5, amountMinor: 1 }, { priority: 1 });
    await list("quantityTooSmall", { minQuantity: 6, amountMinor: 1 }, { priority: 3 });
    await list("otherGroup", {}, { priority: 3, groupIds: [group.id] });
    await list("inactive", {}, { priority: 3, active: false });
    await list("notYet", {}, { priority: 3, startsAt: "2999-01-01T00:00:00Z" });
    await list("over", {}, { priority: 3, endsAt: "2001-01-01T00:00:00Z" });
    await list("archived", {}, { priority: 3 });
    await call(priceList.remove, { id: made["archived"]! as priceList.PriceList["id"] });
    const { status, body } = await call(price.explain, { variantId, quantity: 5 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ price: { amountMinor: 500 }, variantPrice: { amountMinor: 1000 } });
    expect(body.priceListId).toBe(made["given"]);
    expect(Object.fromEntries(body.lists.map(({ id, verdict }) => [verdict, id]))).toEqual(made);
  });

  // A store keeps the offers of years; otherwise staff would be told another price than the cart's.
  it("finds the list that gives the price behind hundreds that do not apply", async () => {
    const { variantId } = await aVariantInStock(1, { priceMinor: 1000 });
    const row = { variantId, minQuantity: 1, amountMinor: 1 };
    const { id: over } = await aPriceList([row], { priority: 9, endsAt: "2001-01-01T00:00:00Z" });
    await db().execute(sql`
      with past as (
        insert into price_lists (id, name, for_everyone, ends_at, priority, created_at, updated_at)
        select left(id, -3) || to_char(nth, 'FM000'), name, for_everyone, ends_at, priority, created_at, updated_at
        from price_lists, generate_series(1, 250) nth where id = ${over} returning id)
      insert into price_list_rows (variant_id, price_list_id, min_quantity, amount_minor)
      select ${variantId}, id, 1, 1 from past`);
    const { id } = await aPriceList([{ ...row, amountMinor: 700 }]);
    const { body } = await call(price.explain, { variantId, quantity: 1 });
    expect(body).toMatchObject({ price: { amountMinor: 700 }, priceListId: id });
    expect(body.lists).toHaveLength(200);
    expect(body.lists[0]).toMatchObject({ id, verdict: "given" });
  });

  it.each([
    ["a variant", { variantId: "var_00000000000000000000000000" }, "variant.unknown"],
    ["a customer", { customerId: "cus_00000000000000000000000000" }, "customer.unknown"],
    ["a channel", { channel: "nowhere" }, "channel.unknown"],
  ] as const)("refuses an unknown %s", async (_, said, code) => {
    const { variantId } = await aVariantInStock(1);
    expect(await call(price.explain, { variantId, ...said })).toMatchObject({ status: 404, body: { error: { code } } });
  });

  it("reveals what a customer pays, and that they exist, only to users who may see customers", async () => {
    const { variantId } = await aVariantInStock(1);
    await roleHas("manager", ["pricing.read"]);
    const as = await aKey({ role: "manager" });
    expect(await call(price.explain, { variantId }, { as })).toMatchObject({ status: 200 });
    for (const customerId of [(await aCustomer()).id, "cus_00000000000000000000000000"] as const) {
      expect(await call(price.explain, { variantId, customerId }, { as })).toMatchObject({
        status: 403,
        body: { error: { code: "right.missing", detail: { right: "customers.read" } } },
      });
    }
  });

  it("uses the groups of the remaining customer for a merged one", async () => {
    const { variantId } = await aVariantInStock(1, { priceMinor: 1000 });
    const group = await aGroup();
    await aPriceList([{ variantId, amountMinor: 5 }], { groupIds: [group.id] });
    const [kept, gone] = [await aCustomer({ groupIds: [group.id] }), await aCustomer()];
    await call(customer.merge, { id: kept.id, otherId: gone.id });
    expect((await call(price.explain, { variantId, customerId: gone.id })).body.price.amountMinor).toBe(5);
    expect(
      (await call(order.create, { ...somebody, email: gone.email!, lines: [{ variantId, quantity: 1 }] })).body,
    ).toMatchObject({ lines: [{ unitPrice: { amountMinor: 5 } }] });
  });
});
