/** A cart becomes an order: once, at the prices that the shopper has seen, for what is in stock. */

import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as cart from "#core/contract/cart";
import * as channel from "#core/contract/channel";
import * as key from "#core/contract/key";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import * as priceList from "#core/contract/priceList";
import * as shippingRate from "#core/contract/shippingRate";
import * as store from "#core/contract/store";
import * as variant from "#core/contract/variant";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { cancelOrder } from "#core/order/cancel";
import { call, ownersKey, storefrontsKey } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { aDiscount, some } from "../support/given/catalogue.ts";
import { aCustomer, aGroup, aPriceList, someEmail } from "../support/given/customers.ts";
import { aGateway, makeCalls, onceMade } from "../support/given/gateways.ts";
import { aVariantInStock, stockLevelAt } from "../support/given/stock.ts";

const checkOut = async (token: string, payment: "manual" | "cod" | "test" = "manual") =>
  call(cart.checkOut, { token, payment }, { as: await storefrontsKey() });
const read = async (token: string) => (await call(cart.read, { token }, { as: await storefrontsKey() })).body;
const code = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;

describe("cart.checkOut", () => {
  it("creates the order that the cart showed, by its key and for its customer", async () => {
    const { token, cart: filled } = await aFilledCart();
    const { status, body } = await checkOut(token);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ status: "pending", total: filled.totals.total, payAt: null });
    const made = (await call(order.read, { id: body.order!.id })).body;
    expect(made.contact).toMatchObject({ email: filled.email, name: filled.name });
    expect(made.totals).toEqual(filled.totals);
    expect(await read(token)).toMatchObject({ order: { number: made.number }, problems: [] });
  });

  // Otherwise a shopper who has just bought the last ones is told that there are none.
  it("reports the last units as ordered, not as out of stock", async () => {
    const { variantId } = await aVariantInStock(2);
    const { token } = await aFilledCart({ lines: [{ variantId, quantity: 2 }] });
    const ordered = (await checkOut(token)).body;
    expect([ordered.lines[0]?.problem, ordered.problems]).toEqual([null, []]);
    expect(await read(token)).toEqual(ordered);
  });

  // The order's own use of the code was counted against it, and the shopper was shown today's prices.
  it("shows what was ordered, whatever becomes of its code and its prices", async () => {
    const { variantId } = await aVariantInStock(5);
    const { code: discountCode } = await aDiscount({ perCustomerLimit: 1 });
    const { token } = await aFilledCart({ lines: [{ variantId, quantity: 2 }], contact: { discountCode } });
    const ordered = (await checkOut(token)).body;
    expect(ordered.totals.discount.amountMinor).toBeGreaterThan(0);
    expect(await read(token)).toEqual(ordered);
    await call(variant.edit, { id: variantId, priceMinor: 77_700 });
    expect(await read(token)).toEqual(ordered);
    expect((await checkOut(token)).body).toEqual(ordered);
    const { order: made, totals, lines } = (await call(cart.inspect, { id: ordered.id })).body;
    expect([totals.total, lines[0]?.total]).toEqual([made?.total, totals.subtotal]);
  });

  // An impatient shopper, a proxy that retries, and a phone that was out of reach for a moment.
  it("creates one order when called fifty times at once", async () => {
    const place = await aVariantInStock(10);
    const { token } = await aFilledCart({ lines: [{ variantId: place.variantId, quantity: 2 }] });
    const answers = await Promise.all(Array.from({ length: 50 }, () => checkOut(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.order?.number)).size).toBe(1);
    expect(await stockLevelAt(place)).toMatchObject({ reserved: 2 });
  });

  it("says if its order was cancelled while another payment page was requested", async () => {
    await aGateway();
    const { token } = await aFilledCart();
    const { id } = (await checkOut(token, "test")).body.order!;
    const again = await inChange(system("test"), async (change) => {
      await cancelOrder(change, { id });
      const asked = checkOut(token, "test");
      await untilSomebodyWaits();
      return [asked];
    });
    expect((await again[0])?.body.error?.code).toBe("order.cancelled");
  });

  it("creates exactly 100 of 300 concurrent orders for 100 units, and the refusals name the short line", async () => {
    const place = await aVariantInStock(100);
    const as = await storefrontsKey();
    const lines = [{ variantId: place.variantId, quantity: 1 }];
    const tokens: string[] = [];
    for (let batch = 0; batch < 30; batch++) {
      const filled = await Promise.all(Array.from({ length: 10 }, () => aFilledCartFrom(batch, as, lines)));
      tokens.push(...filled);
    }
    const answers = await Promise.all(tokens.map((token, nth) => fromAddress(nth, token, as)));
    const made = answers.filter(({ status }) => status === 200);
    const short = answers.filter((answer) => code(answer) === "stock.short");
    expect([made.length, short.length]).toEqual([100, 200]);
    expect(short[0]!.body.error?.detail).toMatchObject({ lines: [{ variantId: place.variantId }] });
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 100, reserved: 100 });
  }, 120_000);

  it("says if a price has changed since the shopper saw it, and continues once they have agreed", async () => {
    const { variantId } = await aVariantInStock(10, { priceMinor: 1000 });
    const list = await aPriceList([{ variantId, amountMinor: 900 }]);
    const lines = [{ variantId, quantity: 2 }];
    const { token, key: as, cart: filled } = await aFilledCart({ lines });
    expect(filled.totals.subtotal.amountMinor).toBe(1800);
    await call(priceList.setRows, { id: list.id, rows: [{ variantId, amountMinor: 950 }] });
    expect(code(await checkOut(token))).toBe("cart.changed");
    expect(await read(token)).toMatchObject({
      problems: ["changed"],
      lines: [{ unitPrice: { amountMinor: 950 }, unitPriceBefore: { amountMinor: 900 } }],
    });
    await call(cart.setLines, { token, lines }, { as });
    expect((await checkOut(token)).body.order?.total.amountMinor).toBe((await read(token)).totals.total.amountMinor);
  });

  it("applies a group's prices to its customer, and the key's channel to the order", async () => {
    const { variantId } = await aVariantInStock(10, { priceMinor: 1000 });
    const group = await aGroup();
    await aPriceList([{ variantId, amountMinor: 700 }], { groupIds: [group.id] });
    const member = await aCustomer({ groupIds: [group.id] });
    const code = some("web");
    await call(channel.create, { code, name: "Web" });
    await aPriceList([{ variantId, minQuantity: 5, amountMinor: 100 }], { channel: code, priority: 1 });
    const made = await call(key.create, { name: "Shop", role: "staff", storefront: true, channel: code });
    expect(made.body).toMatchObject({ storefront: true, channel: code });
    const as = made.body.key;
    const contact = { email: member.email! };
    const few = await aFilledCart({ lines: [{ variantId, quantity: 1 }], contact, as });
    expect(few.cart.lines[0]!.unitPrice.amountMinor).toBe(700);
    const many = await aFilledCart({ lines: [{ variantId, quantity: 5 }], contact, as });
    expect(many.cart.lines[0]!.unitPrice.amountMinor).toBe(100);
    const { body } = await call(cart.checkOut, { token: many.token, payment: "cod" }, { as });
    expect((await call(order.read, { id: body.order!.id })).body).toMatchObject({
      channel: code,
      customerId: member.id,
    });
  });

  // Otherwise a shopper with two tabs buys in one what they have put into the cart in the other.
  it("refuses a cart that was written since the shopper saw it, if it is told what they saw", async () => {
    const { token, key: as, cart: seen } = await aFilledCart();
    const lines = seen.lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
    const again = await Promise.all([1, 2].map(() => call(cart.setLines, { token, lines }, { as })));
    const times = [seen, ...again.map(({ body }) => body)].map(({ updatedAt }) => updatedAt);
    expect(new Set(times).size).toBe(3);
    const order = (expectedUpdatedAt: string) =>
      call(cart.checkOut, { token, payment: "manual", expectedUpdatedAt }, { as });
    const [latest = ""] = times.toSorted().reverse();
    expect(await order(seen.updatedAt)).toMatchObject({
      status: 412,
      body: { error: { code: "version.stale", detail: { updatedAt: latest } } },
    });
    const ordered = await order(latest);
    expect(ordered.status).toBe(200);
    // The answer may have been lost: the cart is ordered once, whatever is said about it.
    expect((await order(latest)).body).toEqual(ordered.body);
    expect((await order(seen.updatedAt)).body).toEqual(ordered.body);
  });

  // Two writes of the same millisecond, or one that began first and waited.
  it("gives each write a later time", async () => {
    const { token, key: as, cart: before } = await aFilledCart();
    await db().execute(sql`update carts set updated_at = now() + interval '1 hour' where id = ${before.id}`);
    const ahead = await read(token);
    const { body } = await call(cart.setLines, { token, lines: [] }, { as });
    expect(body.updatedAt > ahead.updatedAt).toBe(true);
  });

  // It was noticed only at the check-out, which answered as if the channel had never been there.
  it.each(["turned off", "removed"])("says already in the cart that the shop's channel is %s", async (how) => {
    const made = (await call(channel.create, { code: some("web"), name: "Web" })).body;
    const shop = { name: "Shop", role: "staff", storefront: true, channel: made.code } as const;
    const as = (await call(key.create, shop)).body.key;
    const { token, cart: filled } = await aFilledCart({ as });
    expect(filled.problems).toEqual([]);
    if (how === "removed") await call(channel.remove, { id: made.id });
    else await call(channel.edit, { id: made.id, active: false });
    expect((await call(cart.read, { token }, { as })).body.problems).toEqual(["channel"]);
    expect((await call(cart.create, {}, { as })).body.problems).toEqual(["empty", "incomplete", "channel"]);
    expect(await call(cart.checkOut, { token, payment: "manual" }, { as })).toMatchObject({
      status: 409,
      body: { error: { code: "channel.closed", detail: { channel: made.code } } },
    });
    await call(channel.edit, { id: made.id, active: true });
    const { body } = await call(cart.checkOut, { token, payment: "manual" }, { as });
    await call(channel.edit, { id: made.id, active: false });
    expect((await call(cart.read, { token }, { as })).body).toEqual(body);
  });

  it("returns the gateway's page, the same one when called again", async () => {
    await aGateway();
    const { token } = await aFilledCart();
    const first = await checkOut(token, "test");
    expect(first.body.order).toMatchObject({ paymentStatus: "unpaid" });
    await makeCalls();
    const { order: toPay } = await read(token);
    expect(toPay?.payAt).toMatch(/^http/);
    expect((await checkOut(token, "test")).body.order).toEqual(toPay);
    const { body } = await call(order.read, { id: first.body.order!.id });
    expect(body.paymentRequests).toHaveLength(1);
  });

  it.each(["expires_at = now()", "status = 'refused'"])("asks for another page after one with %s", async (set) => {
    await aGateway();
    const { token } = await aFilledCart();
    const { id } = (await checkOut(token, "test")).body.order!;
    await makeCalls();
    await db().execute(sql`update payment_requests set ${sql.raw(set)} where order_id = ${id}`);
    expect((await read(token)).order?.payAt).toBeNull();
    await checkOut(token, "test");
    await makeCalls();
    expect((await read(token)).order?.payAt).toMatch(/^http/);
  });

  it("waits for the page that an earlier press has asked for", async () => {
    await aGateway();
    const { token } = await aFilledCart();
    await checkOut(token, "test");
    const again = () => call(cart.checkOut, { token, payment: "test" }, { headers: { prefer: "wait=15" } });
    const { body } = await onceMade(again);
    expect(body.order?.payAt).toMatch(/^http/);
  });

  // Gateways may give their pages no end: the shopper was never shown where to pay.
  it("returns the gateway's page if that does not expire", async () => {
    await aGateway();
    const { token } = await aFilledCart();
    const { id } = (await checkOut(token, "test")).body.order!;
    await makeCalls();
    await db().execute(sql`update payment_requests set expires_at = null where order_id = ${id}`);
    expect((await read(token)).order?.payAt).toMatch(/^http/);
  });

  // Anyone can read the shop's key from its page, and would order without paying in a store that sells by card only.
  it("accepts only the ways to pay that the store offers", async () => {
    const { token } = await aFilledCart();
    await call(store.edit, { checkOutPayments: ["manual", "stripe"] });
    const refused = await checkOut(token, "cod");
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: "payment.notOffered", detail: { offered: ["manual", "stripe"] } },
    ]);
    expect((await read(token)).order).toBeNull();
    expect((await checkOut(token)).status).toBe(200);
    expect(await call(store.edit, { checkOutPayments: [] })).toMatchObject({ status: 400 });
    expect((await call(store.edit, { checkOutPayments: null })).body.checkOutPayments).toBeNull();
    expect((await checkOut((await aFilledCart()).token, "cod")).status).toBe(200);
  });

  // Anyone can read the shop's key from its page, and type any number: each message would cost the store money.
  it("sends the link to pay by email only", async () => {
    await aGateway();
    const { token } = await aFilledCart({ contact: { phone: "+919876543210" } });
    const { id } = (await checkOut(token, "test")).body.order!;
    await makeCalls();
    const sent = (await call(message.list, { orderId: id })).body.items;
    expect(sent.filter(({ kind }) => kind === "payment.requested").map(({ channel }) => channel)).toEqual(["email"]);
  });

  it("counts a code's uses per customer, even with two check-outs at once", async () => {
    const discount = await aDiscount({ perCustomerLimit: 1 });
    const contact = { email: someEmail(), discountCode: discount.code };
    const [one, two] = [await aFilledCart({ contact }), await aFilledCart({ contact })];
    const answers = await Promise.all([checkOut(one.token), checkOut(two.token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.map(code)).toContain("discount.usedByCustomer");
    const other = await aFilledCart({ contact: { ...contact, email: someEmail() } });
    expect((await checkOut(other.token)).status).toBe(200);
    const { token, cart: again } = await aFilledCart({ contact });
    expect(again).toMatchObject({ discountProblem: "discount.usedByCustomer", problems: ["discount"] });
    // An order that was cancelled is no use of the code.
    const placed = answers.find(({ status }) => status === 200)!.body.order!;
    await call(order.cancel, { id: placed.id });
    expect(await read(token)).toMatchObject({ discountProblem: null });
    await call(cart.setContact, { token, name: "Asha" }, { as: await storefrontsKey() });
    expect((await checkOut(token)).status).toBe(200);
  });

  it("accepts a code within its time and limits, although its customer has used up another", async () => {
    const contact = { email: someEmail() };
    const usedUp = await aFilledCart({
      contact: { ...contact, discountCode: (await aDiscount({ perCustomerLimit: 1 })).code },
    });
    expect((await checkOut(usedUp.token)).status).toBe(200);
    const [startsAt, endsAt] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const { code: valid } = await aDiscount({
      perCustomerLimit: 1,
      usageLimit: 1,
      startsAt: startsAt!,
      endsAt: endsAt!,
    });
    const { token, cart: made } = await aFilledCart({ contact: { ...contact, discountCode: valid } });
    expect(made).toMatchObject({ discountProblem: null, problems: [] });
    expect((await checkOut(token)).status).toBe(200);
  });

  it("charges the shipping rate for the country and the value of the goods", async () => {
    const make = (countries: "IN"[] | null, minimumMinor: number, amountMinor: number) =>
      call(shippingRate.create, { name: "Rate", countries, minimumMinor, amountMinor });
    // Of two with the same minimum the cheaper one counts, in whichever order they were made.
    const rates = [
      ...[await make(["IN"], 0, 600), await make(["IN"], 0, 500), await make(["IN"], 3000, 0)],
      ...[await make(["IN"], 3000, 100), await make(null, 0, 2500)],
    ];
    const { variantId } = await aVariantInStock(100, { priceMinor: 1000 });
    const shippingOf = async (quantity: number, country: "IN" | "DE") => {
      const address = { line1: "1", city: "A", postalCode: "1", country } as const;
      const filled = await aFilledCart({ lines: [{ variantId, quantity }], contact: { address } });
      const { body } = await checkOut(filled.token);
      const placed = (await call(order.read, { id: body.order!.id })).body;
      expect(placed.totals).toEqual(filled.cart.totals);
      return placed.totals!.shipping.amountMinor;
    };
    expect([await shippingOf(2, "IN"), await shippingOf(3, "IN"), await shippingOf(2, "DE")]).toEqual([500, 0, 2500]);
    await call(shippingRate.remove, { id: rates.at(-1)!.body.id });
    const address = { line1: "1", city: "A", postalCode: "1", country: "DE" } as const;
    const { token, cart: nowhere } = await aFilledCart({ contact: { address } });
    expect(nowhere.problems).toEqual(["shipping"]);
    expect(code(await checkOut(token))).toBe("cart.notReady");
    for (const { body } of rates.slice(0, -1)) await call(shippingRate.remove, { id: body.id });
  });

  it.each([
    ["nothing in it", { lines: [] }, "cart.notReady"],
    ["a code that does not exist", { contact: { discountCode: "NONE" } }, "discount.unknown"],
  ] as const)("refuses one with %s", async (_, given, refused) => {
    const { token } = await aFilledCart({ ...given, lines: "lines" in given ? [] : undefined! });
    expect(code(await checkOut(token))).toBe(refused);
  });

  it("refuses one without contact or address, and names what is missing", async () => {
    const as = await storefrontsKey();
    const { variantId } = await aVariantInStock(1);
    const { body } = await call(cart.create, { lines: [{ variantId, quantity: 1 }] }, { as });
    expect(body.problems).toEqual(["incomplete"]);
    expect((await checkOut(body.token)).body.error?.detail).toMatchObject({ missing: ["email", "name", "address"] });
  });

  it("leaves nothing behind if it is refused", async () => {
    const { token } = await aFilledCart({ lines: [{ variantId: (await aVariantInStock(1)).variantId, quantity: 2 }] });
    const count = async () =>
      (await db().execute(sql`select (select count(*) from orders) as o, (select count(*) from events) as e`))[0];
    const before = await count();
    expect(code(await checkOut(token))).toBe("stock.short");
    expect(await count()).toEqual(before);
  });
});

const from = (nth: number) => ({
  altered: (event: Parameters<NonNullable<NonNullable<Parameters<typeof call>[2]>["altered"]>>[0]) => ({
    ...event,
    requestContext: {
      ...event.requestContext,
      http: { ...event.requestContext.http, sourceIp: `198.51.100.${nth % 250}` },
    },
  }),
});

async function aFilledCartFrom(nth: number, as: string, lines: { variantId: `var_${string}`; quantity: number }[]) {
  await ownersKey();
  const how = { as, ...from(nth) };
  const { token } = (await call(cart.create, { lines }, how)).body;
  const address = { line1: "1", city: "A", postalCode: "1", country: "IN" } as const;
  await call(cart.setContact, { token, email: someEmail(), name: "Asha", address }, how);
  return token;
}

const fromAddress = (nth: number, token: string, as: string) =>
  call(cart.checkOut, { token, payment: "manual" }, { as, ...from(nth) });
