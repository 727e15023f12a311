/** Labels from carriers: bought once, never lost, and their units kept allocated until the outcome is known. */

import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import * as stock from "#core/contract/stock";
import * as store from "#core/contract/store";
import * as variant from "#core/contract/variant";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { countStock } from "#core/stock/count-stock";
import type { Trouble } from "../provider/fakes/server.ts";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { eventsAbout } from "../support/events.ts";
import { aBox, aCarrier, anOrderToSend, book, packable, storeAddress } from "../support/given/carriers.ts";
import { aDiscount } from "../support/given/catalogue.ts";
import {
  aGateway,
  dueNow,
  makeCalls,
  onceMade,
  orderNow,
  paymentEvent,
  takeInbox,
  tell,
} from "../support/given/gateways.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { aVariantInStock, receives, stockLevelAt } from "../support/given/stock.ts";
import { aCallMaker } from "../support/processes.ts";
import { settled } from "../support/settled.ts";

/** A stock-take finds this many units. */
const found = ({ variantId: id, locationId }: Awaited<ReturnType<typeof packable>>, quantity: number) =>
  inChange(system("test"), (change) => countStock(change, { id, locationId, quantity, reason: "Counted" }));

describe("a carrier is asked for a label", () => {
  // Sendcloud's codes name the carrier, the product and each of its options.
  it("for a service whose code is as long as a carrier's may be", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(1);
    const service = `carrier:${"option,".repeat(35)}eu`;
    const { status, body } = await book(made, place, 1, { service });
    expect([status, service.length]).toEqual([201, 255]);
    expect(body.parcel).toMatchObject({ service });
  });

  // The link was left out without a word, and another label was bought.
  it("never with the link of an existing label: its number is needed then", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(1);
    await nothingChanged(async () => {
      for (const name of ["labelUrl", "trackingUrl"]) {
        const answer = await book(made, place, 1, { [name]: "https://carrier.test/1" });
        expect(answer).toMatchObject({
          status: 400,
          body: { error: { code: "request.invalid", detail: { issues: [{ path: "trackingNumber" }] } } },
        });
      }
    });
    await makeCalls();
    expect(fake.books.labels).toEqual([]);
    const labelUrl = "https://carrier.test/1";
    const { body } = await book(made, place, 1, { labelUrl, trackingNumber: "T1" });
    expect(body.parcel).toMatchObject({ status: "shipped", labelUrl });
  });

  it("holds the units, and the parcel ships once the carrier accepts, with its label stored here", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(3);
    const { status, body } = await book(made, place, 2, { service: "standard" });
    expect(status).toBe(201);
    expect(body.parcel).toMatchObject({ status: "booking", carrier: "testcarrier", mode: "test", shippedAt: null });
    expect(body.order).toMatchObject({ status: "confirmed", lines: [{ shipped: 0, allocations: [{ quantity: 3 }] }] });
    expect(await stockLevelAt(place)).toEqual({ onHand: 3, reserved: 0, committed: 3 });
    expect(fake.books.labels).toEqual([]);

    await makeCalls();
    const [label] = fake.books.labels;
    const now = await orderNow(made);
    expect(now).toMatchObject({
      status: "partiallyShipped",
      lines: [{ shipped: 2, allocations: [{ quantity: 1 }] }],
      parcels: [
        {
          ...{ status: "shipped", trackingNumber: label!.trackingNumber, courier: "Test van", label: "pdf" },
          cost: { amountMinor: label!.amountMinor, currency: "INR" },
          weightGrams: 800,
        },
      ],
    });
    expect(await stockLevelAt(place)).toEqual({ onHand: 1, reserved: 0, committed: 1 });
    expect((await eventsAbout(made.id)).filter(({ name }) => name === "order.shipped")).toHaveLength(1);
    expect((await entriesAbout(made.id)).at(-1)).toMatchObject({
      ...{ action: "parcel.ship", before: { status: "confirmed", parcelStatus: "booking" } },
      after: { status: "partiallyShipped", parcelStatus: "shipped", trackingNumber: label!.trackingNumber },
    });
    const got = await call(parcel.label, { id: made.id, parcelId: body.parcel.id });
    expect(got.body.format).toBe("pdf");
    const file = await fetch(got.body.url);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect((await file.text()).slice(0, 5)).toBe("%PDF-");
  });

  // Some carriers refuse any other text as an address: imported orders may have any.
  it("with an email address only if the order's is one", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(1);
    await db().execute(sql`update orders set email = 'n/a' where id = ${made.id}`);
    expect((await book(made, place, 1)).status).toBe(201);
    const asked = await db().execute(sql`
      select asked -> 'to' ->> 'name' as name, asked -> 'to' ->> 'email' as email from calls
      where order_id = ${made.id} and does = 'book'`);
    expect(asked).toEqual([{ name: made.contact!.name, email: null }]);
  });

  // The second warehouse was told that its units are not allocated, until the first one's label was there.
  it("holds no units at other locations", async () => {
    await aCarrier();
    const place = await packable(1);
    const { locationId } = await packable(1);
    await receives({ variantId: place.variantId, locationId }, 1);
    const made = await anOrder({ paid: true, lines: [{ place, quantity: 2 }] });
    expect(await book(made, place, 1)).toMatchObject({ status: 201, body: { parcel: { status: "booking" } } });
    expect(await book(made, { locationId }, 1)).toMatchObject({ status: 201 });
  });

  // An order from another store keeps its number. A header cannot contain such characters, and the label did not open.
  it("which can be opened whatever the order's number is", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(1);
    await book(made, place);
    await makeCalls();
    await db().execute(sql`update orders set number = ${'注文 "1"'} where id = ${made.id}`);
    const { parcels } = await orderNow(made);
    const { body } = await call(parcel.label, { id: made.id, parcelId: parcels[0]!.id });
    expect(new URL(body.url).searchParams.get("response-content-disposition")).toBe(
      `inline; filename="label-__ _1_.pdf"; filename*=UTF-8''label-%E6%B3%A8%E6%96%87%20%221%22.pdf`,
    );
  });

  // One of the two has a different date than UTC, whenever this runs.
  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("is sent the current date in %s", async (timeZone) => {
    await aCarrier();
    const { body: before } = await call(store.read, {});
    await call(store.edit, { timeZone });
    const { made, place } = await anOrderToSend(1);
    await book(made, place);
    await call(store.edit, { timeZone: before.timeZone });
    const [asked] = await db().execute<{ at: string; day: string }>(sql`
      select asked->>'at' as at, asked->>'day' as day from calls where order_id = ${made.id}`);
    const there = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(asked!.at));
    expect(asked!.day).toBe(there);
    await makeCalls();
  });

  it("leaves no parcel behind if it refuses, and keeps its message", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(1, {
      address: { line1: "1 Nowhere", city: "Nowhere", postalCode: "000000", country: "SN" },
    });
    expect((await book(made, place)).status).toBe(409);
    const other = await anOrderToSend(1);
    const { body } = await book(other.made, other.place, 1, { service: "rocket" });
    await makeCalls();
    expect(await orderNow(other.made)).toMatchObject({ status: "confirmed", parcels: [] });
    expect((await entriesAbout(other.made.id)).at(-1)).toMatchObject({
      action: "parcel.ship",
      after: { parcelId: body.parcel.id, refused: "noService", says: "There is no such service." },
    });
    // Its units are available for the next parcel.
    await book(other.made, other.place);
    await makeCalls();
    expect(await orderNow(other.made)).toMatchObject({ status: "shipped" });
  });

  it("answers a waiting caller with the carrier's own refusal", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(1);
    const answer = await onceMade(() => book(made, place, 1, { service: "rocket" }, { prefer: "wait=15" }));
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: "parcel.refused", detail: { why: "noService", says: "There is no such service." } } },
    });
  });

  // Whoever lost the first answer to a broken connection was shown a label that was still asked for.
  it("answers a caller who repeats the request and waits, once the first request's label is there", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(1);
    const key = { "idempotency-key": crypto.randomUUID() };
    expect((await book(made, place, 1, {}, key)).body.parcel).toMatchObject({ status: "booking" });
    const repeat = () => book(made, place, 1, {}, { ...key, prefer: "wait=15" });
    const { status, headers, body } = await onceMade(repeat);
    expect([status, headers["idempotent-replayed"], body.parcel.status]).toEqual([201, "true", "shipped"]);
  });

  // The parcel's id is the carrier's idempotency key, so it determines whose label it is.
  it("makes one label from twelve impatient clicks, and from two clerks who ship the same line", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(2);
    const answers = await Promise.all(Array.from({ length: 12 }, () => book(made, place, 2)));
    await Promise.all([makeCalls(), makeCalls()]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(fake.books.labels).toHaveLength(1);
    expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ status: "shipped" }] });

    const other = await anOrderToSend(3);
    const key = { "idempotency-key": "one-click" };
    await Promise.all(Array.from({ length: 12 }, () => book(other.made, other.place, 1, {}, key)));
    await makeCalls();
    expect((await orderNow(other.made)).parcels).toHaveLength(1);
    expect(fake.books.labels).toHaveLength(2);
  });

  it("gives no two parcels the same label", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(2);
    await book(made, place, 1);
    await book(made, place, 1);
    await makeCalls();
    const { parcels } = await orderNow(made);
    const urls = await Promise.all(
      parcels.map(async ({ id }) => new URL((await call(parcel.label, { id: made.id, parcelId: id })).body.url)),
    );
    expect(new Set(urls.map(({ pathname }) => pathname)).size).toBe(2);
    expect(new Set(parcels.map(({ trackingNumber }) => trackingNumber)).size).toBe(2);
  });
});

describe("while it is being booked", () => {
  it("the order cannot be cancelled, edited or marked unpaid", async () => {
    await aCarrier();
    const { made, place } = await anOrderToSend(2);
    const { body } = await book(made, place, 1);
    const lineId = made.lines[0]!.id;
    await nothingChanged(async () => {
      const answers = [
        await call(order.cancel, { id: made.id }),
        await call(order.editLines, { id: made.id, change: [{ lineId, quantity: 1 }] }),
        await call(order.markUnpaid, { id: made.id }),
        await call(parcel.unship, { id: made.id, parcelId: body.parcel.id }),
        await call(parcel.deliver, { id: made.id, parcelId: body.parcel.id }),
        await call(parcel.edit, { id: made.id, parcelId: body.parcel.id, trackingNumber: "X" }),
      ];
      for (const { body: refused } of answers) expect(refused.error?.code).toBe("parcel.underWay");
    });
    // The remaining unit can be shipped differently.
    expect((await book(made, place, 2)).body.error?.code).toBe("parcel.tooMany");
    expect((await book(made, place, 1, { carrier: "manual" })).status).toBe(201);
    expect((await call(order.closeRest, { id: made.id })).body.error?.code).toBe("parcel.underWay");
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ status: "shipped" });
  });

  it("a stock-take that finds goods for one of two parcels has the other's label cancelled", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(2);
    await book(made, place, 1);
    await book(made, place, 1);
    const { variantId: id, locationId } = place;
    await call(stock.count, { id, locationId, quantity: 1 });
    await makeCalls();
    expect(fake.books.labels.map(({ voidedAt }) => voidedAt === null).toSorted()).toEqual([false, true]);
    expect(await orderNow(made)).toMatchObject({
      ...{ status: "partiallyShipped", parcels: [{ status: "shipped" }] },
      lines: [{ shipped: 1, backordered: 1 }],
    });
  });

  it("a stock-take that finds the goods gone has the label cancelled", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(2);
    await book(made, place, 2);
    await call(stock.count, { id: place.variantId, locationId: place.locationId, quantity: 0, reason: "Stolen" });
    await makeCalls();
    expect(fake.books.labels[0]!.voidedAt).not.toBeNull();
    expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [], lines: [{ backordered: 2 }] });
    expect((await eventsAbout(made.id)).some(({ name }) => name === "order.shipped")).toBe(false);
    expect(await entriesAbout(made.id)).toContainEqual(
      expect.objectContaining({ action: "parcel.ship", after: expect.objectContaining({ parcelStatus: "voiding" }) }),
    );
  });

  it("so does one that ends while the label is being recorded, and the carrier is asked no second time", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(2);
    await book(made, place, 2);
    const { variantId: id, locationId } = place;
    const [counted, counting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const takingStock = inChange(system("test"), async (change) => {
      await countStock(change, { id, locationId, quantity: 0, reason: "Stolen" });
      counted.resolve();
      await counting.promise;
    });
    await counted.promise;
    const calling = makeCalls();
    await untilSomebodyWaits();
    counting.resolve();
    await Promise.all([takingStock, calling]);
    await makeCalls();
    expect(fake.books.labels).toEqual([expect.objectContaining({ voidedAt: expect.any(String) })]);
    expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [], lines: [{ backordered: 2 }] });
    const asked = await db().execute(sql`select attempts from calls where order_id = ${made.id} and does = 'book'`);
    expect(asked).toEqual([{ attempts: 1 }]);
  });
});

describe("whose outcome is unknown", () => {
  it.each<Trouble>(["cuts its answer", "faults after", "answers no JSON", "answers 50 MB"])(
    "after the carrier %s, it stays booking, is asked for again, and there is one label",
    { timeout: 60_000 },
    async (trouble) => {
      const fake = await aCarrier();
      const { made, place } = await anOrderToSend(1);
      await book(made, place);
      fake.trouble(trouble);
      await makeCalls();
      const { parcels, status } = await orderNow(made);
      expect([status, parcels[0]!.status, parcels[0]!.says]).toEqual(["confirmed", "booking", expect.any(String)]);
      expect((await book(made, place)).body.error?.code).toBe("parcel.tooMany");
      await dueNow();
      await makeCalls();
      expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ status: "shipped", label: "pdf" }] });
      expect(fake.books.labels).toHaveLength(1);
    },
  );

  // Whoever had the order open was told at each attempt that someone else had changed it.
  it("does not change the order if it is still unknown", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(1);
    await book(made, place);
    const asked = async () => {
      fake.trouble("cuts its answer");
      await dueNow();
      await makeCalls();
      return orderNow(made);
    };
    const first = await asked();
    expect(first.parcels).toMatchObject([{ status: "booking", says: expect.any(String) }]);
    expect(await asked()).toEqual(first);
    await dueNow();
    await makeCalls();
  });

  it("is decided by a person if it cannot be found out, and only then", async () => {
    const fake = await aCarrier();
    const [one, other] = [await anOrderToSend(1), await anOrderToSend(1)];
    for (const { made, place } of [one, other]) {
      await book(made, place);
      fake.trouble("cuts its answer");
      await makeCalls();
    }
    const [first, second] = [await orderNow(one.made), await orderNow(other.made)];
    const ids = (now: typeof first) => ({ id: now.id, parcelId: now.parcels[0]!.id });
    expect((await call(parcel.decide, { ...ids(first), happened: false })).body.error?.code).toBe("call.stillTrying");
    await db().execute(sql`update calls set due_at = null where status = 'unknown'`);
    expect((await call(parcel.decide, { ...ids(first), happened: true })).body.error?.code).toBe("parcel.noNumber");
    expect(await call(parcel.decide, { ...ids(first), happened: false, trackingNumber: "SEEN1" })).toMatchObject({
      status: 400,
      body: { error: { detail: { issues: [{ path: "trackingNumber" }] } } },
    });
    // Some carriers find a label only by an id of their own.
    await call(parcel.decide, { ...ids(first), happened: true, trackingNumber: "SEEN1", bookingId: "label_9" });
    await call(parcel.decide, { ...ids(second), happened: false });
    const [kept] = await db().execute(sql`select booking_id from parcels where id = ${first.parcels[0]!.id}`);
    expect(kept).toEqual({ booking_id: "label_9" });
    expect(await orderNow(one.made)).toMatchObject({ status: "shipped", parcels: [{ trackingNumber: "SEEN1" }] });
    expect(await orderNow(other.made)).toMatchObject({ status: "confirmed", parcels: [] });
    await db().execute(
      sql`update calls set due_at = null, status = 'refused', settled_at = now() where status = 'asked'`,
    );
  });
});

describe("kill -9 of the worker", () => {
  const asked = (fake: Awaited<ReturnType<typeof aCarrier>>) =>
    fake.asked.filter(({ method, path }) => method === "POST" && path.endsWith("/labels"));
  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) await new Promise((later) => setTimeout(later, 5));
  };

  it.each([
    ["before the carrier has begun", "hangs before"],
    ["after the carrier has made it, before its answer", "hangs after"],
  ] as const)("%s leaves one label at the carrier and one parcel here", async (_, trouble) => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(1);
    await book(made, place);
    fake.trouble(trouble);
    const worker = await aCallMaker();
    worker.begin();
    await until(() => asked(fake).length === 1);
    await worker.kill();
    await dueNow();
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ status: "shipped" }] });
    expect(fake.books.labels).toHaveLength(1);
  });

  // Settling the label waits for the order's row until the work is done.
  it("after the carrier's answer, while it is being recorded, leaves one label at the carrier and one parcel here", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(1);
    await book(made, place);
    const worker = await aCallMaker();
    await db().transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${made.id} for update`);
      worker.begin();
      await untilSomebodyWaits();
      expect(fake.books.labels).toHaveLength(1);
      await worker.kill();
    });
    expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "booking" }] });
    await dueNow();
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ status: "shipped", label: "pdf" }] });
    expect(fake.books.labels).toHaveLength(1);
  });
});

describe("goods that were free, on their way abroad", () => {
  const address = { line1: "1 High St", city: "London", postalCode: "SW1A 1AA", country: "GB" };
  const declarable = { hsCode: "6205.20", originCountry: "IN" };
  const declaredFor = async (made: order.Order) => {
    const [asked] = await db().execute<{ items: { priceMinor: number }[]; value: object }>(sql`
      select asked->'items' as items, asked->'value' as value from calls where order_id = ${made.id} and does = 'book'`);
    return { prices: asked!.items.map(({ priceMinor }) => priceMinor), value: asked!.value };
  };
  const free = async (what: object, given: object) => {
    await aCarrier();
    const place = await packable(2);
    await call(variant.edit, { id: place.variantId, ...declarable, ...what });
    const made = await anOrder({ paid: true, lines: [{ place, quantity: 2 }], address, ...given });
    return { place, made };
  };

  it.each([
    ["the price before the discount", { priceMinor: 4_900 }, { basisPoints: 10_000 }, 4_900],
    ["the price before the reduction", { priceMinor: 0, compareAtMinor: 1_500 }, null, 1_500],
  ])("are declared with %s", async (_, what, discount, unit) => {
    const discountCode = discount && (await aDiscount(discount)).code;
    const { place, made } = await free(what, discountCode ? { discountCode } : {});
    expect(made.lines[0]!.total.amountMinor).toBe(0);
    expect((await book(made, place)).status).toBe(201);
    expect(await declaredFor(made)).toEqual({ prices: [unit], value: { amountMinor: 2 * unit, currency: "INR" } });
    await makeCalls();
  });

  it("are refused if they have never had a price", async () => {
    const { place, made } = await free({ priceMinor: 0 }, {});
    await nothingChanged(async () => {
      expect((await book(made, place)).body.error).toMatchObject({
        code: "parcel.customs",
        detail: { lines: [{ lacks: "price" }] },
      });
    });
  });

  it("keep the price of nothing at home", async () => {
    const { place, made } = await free({ priceMinor: 0, compareAtMinor: 1_500 }, { address: storeAddress });
    expect((await book(made, place)).status).toBe(201);
    expect(await declaredFor(made)).toMatchObject({ prices: [0] });
    await makeCalls();
  });
});

describe("what prevents it", () => {
  const sent = async (given: Parameters<typeof anOrder>[0] = {}) => anOrderToSend(2, given);
  it.each([
    [
      "a variant without a weight",
      async () => {
        const place = await packable(1, null);
        return { place, made: await anOrder({ paid: true, lines: [{ place, quantity: 1 }] }), how: {} };
      },
      "parcel.noWeight",
    ],
    [
      "goods that together weigh more than any parcel",
      async () => {
        const place = await packable(30, 100_000_000);
        return { place, made: await anOrder({ paid: true, lines: [{ place, quantity: 30 }] }), how: {} };
      },
      "parcel.tooHeavy",
    ],
    [
      "a customer without a phone",
      async () => ({ ...(await sent({ phone: undefined as never })), how: {} }),
      "parcel.noPhone",
    ],
    [
      "a postal code that is none",
      async () => ({
        ...(await sent({ address: { line1: "1", city: "Pune", postalCode: "ABC", country: "IN" } })),
        how: {},
      }),
      "parcel.postalCode",
    ],
    [
      "goods that cross a border undeclared",
      async () => ({
        ...(await sent({ address: { line1: "1 High St", city: "London", postalCode: "SW1A 1AA", country: "GB" } })),
        how: {},
      }),
      "parcel.customs",
    ],
    [
      "a carrier that is not set up",
      async () => ({ ...(await sent()), how: { carrier: "easypost" as const } }),
      "provider.missing",
    ],
    [
      "a box that there is not",
      async () => ({ ...(await sent()), how: { boxId: `box_${"0".repeat(26)}` as const } }),
      "box.unknown",
    ],
  ])("is refused for %s without a request to the carrier, and nothing changes", async (_, given, code) => {
    const fake = await aCarrier();
    const { made, place, how } = await given();
    await nothingChanged(async () => {
      expect((await book(made, place, undefined, how)).body.error?.code).toBe(code);
    });
    expect(fake.asked).toEqual([]);
  });

  it("is reported for more than is left, even while another label for the rest is being booked", async () => {
    const fake = await aCarrier();
    const { made, place } = await sent();
    await nothingChanged(async () => {
      expect(await book(made, place, 3)).toMatchObject({ status: 409, body: { error: { code: "parcel.tooMany" } } });
    });
    expect((await book(made, place, 2)).status).toBe(201);
    await nothingChanged(async () => expect((await book(made, place, 1)).status).toBe(409));
    await makeCalls();
    expect(fake.books.labels).toHaveLength(1);
  });

  it("names the lines without a weight, and accepts an entered weight", async () => {
    const fake = await aCarrier();
    const place = await packable(1, null);
    const made = await anOrder({ paid: true, lines: [{ place, quantity: 1 }] });
    expect((await book(made, place)).body.error?.detail).toMatchObject({ lines: [{ lineId: made.lines[0]!.id }] });
    const box = await aBox({ isDefault: true });
    await book(made, place, 1, { weightGrams: 1_234 });
    await makeCalls();
    expect(fake.books.labels).toMatchObject([{ weightGrams: 1_234 }]);
    expect((await orderNow(made)).parcels).toMatchObject([{ box: { name: box.name, lengthMm: 300 } }]);
  });

  // Customs refuse contents that weigh more than their parcel, and staff weigh parcels.
  it.each([
    ["the variants weigh more than the parcel", 300, 700, [466, 233]],
    ["a variant has no weight", null, 900, [514, 385]],
    ["the parcel weighs more than its goods", 300, 2_000, [600, 300]],
  ])("describes contents that weigh no more than the parcel, if %s", async (_, second, weightGrams, weights) => {
    await aCarrier();
    const place = await packable(1, 600);
    const other = await aVariantInStock(1, { locationId: place.locationId });
    await call(variant.edit, { id: other.variantId, weightGrams: second });
    const made = await anOrder({
      paid: true,
      lines: [
        { place, quantity: 1 },
        { place: other, quantity: 1 },
      ],
    });
    const { locationId } = place;
    const lines = made.lines.map(({ id: lineId }) => ({ lineId, quantity: 1 }));
    const { body } = await call(parcel.ship, { id: made.id, locationId, lines, carrier: "testcarrier", weightGrams });
    const [asked] = await db().execute<{ items: { weightGrams: number }[] }>(
      sql`select asked->'items' as items from calls where subject_id = ${body.parcel.id}`,
    );
    expect(asked!.items.map((item) => item.weightGrams)).toEqual(weights);
    await makeCalls();
  });

  // Duty is paid on it.
  it("describes goods at what was paid for them, rounded down", async () => {
    await aCarrier();
    const { code } = await aDiscount({ kind: "fixed", amountMinor: 100 });
    const { made, place } = await anOrderToSend(3, { discountCode: code });
    const { body } = await book(made, place);
    const [asked] = await db().execute(
      sql`select asked -> 'items' -> 0 -> 'priceMinor' as price from calls where subject_id = ${body.parcel.id}`,
    );
    expect(asked).toEqual({ price: Math.floor(made.lines[0]!.unitPrice.amountMinor - 100 / 3) });
    await makeCalls();
  });

  // Cash on delivery is owed once: two couriers must not both collect all of it.
  it("collects cash on delivery over an order's parcels, and no more than is due", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(3, { payment: "cod" });
    await book(made, place, 1);
    await book(made, place, 2);
    await makeCalls();
    const collected = fake.books.labels.map(({ collectMinor }) => collectMinor ?? 0);
    expect(collected.every((minor) => minor > 0)).toBe(true);
    expect(collected.reduce((sum, minor) => sum + minor, 0)).toBe(made.totals!.total.amountMinor);
  });

  it("collects no refunded money", async () => {
    const [gateway, fake] = [await aGateway(), await aCarrier()];
    const { made, place } = await anOrderToSend(2, { payment: "cod" });
    await tell(paymentEvent(gateway, { orderId: made.id, ...made.totals!.total }));
    await takeInbox();
    expect((await call(order.refund, { id: made.id, amountMinor: 100 })).status).toBe(201);
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ refunded: { amountMinor: 100 } });
    expect((await book(made, place)).body.parcel).toMatchObject({ collect: null });
    await makeCalls();
    expect(fake.books.labels.map(({ collectMinor }) => collectMinor ?? null)).toEqual([null]);
  });

  describe("while the label of a parcel that did not leave is being cancelled", () => {
    /** The goods were missing when the label was made, and were found before it was cancelled. */
    async function cancelling(given: Parameters<typeof anOrder>[0] = {}) {
      const fake = await aCarrier();
      // Those left by other tests, which would meet the trouble instead, also if they only become due meanwhile.
      await dueNow();
      await makeCalls();
      const { made, place } = await anOrderToSend(1, given);
      await book(made, place);
      await found(place, 0);
      // The booking is answered, but not the cancellation, also if it is repeated at once.
      for (const after of [1, 0, 0]) fake.trouble("cuts its answer", after);
      await makeCalls();
      await found(place, 1);
      expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "voiding", shippedAt: null }] });
      return { made, place };
    }

    it("the next parcel collects what the order costs", async () => {
      const { made, place } = await cancelling({ payment: "cod" });
      const { body } = await book(made, place);
      expect(body.parcel).toMatchObject({ status: "booking", collect: made.totals!.total });
    });

    it("the order is delivered by another parcel, and the doctor finds nothing wrong with it", async () => {
      const { made, place } = await cancelling();
      const lines = [{ lineId: made.lines[0]!.id, quantity: 1 }];
      const { body } = await call(parcel.ship, { id: made.id, locationId: place.locationId, lines });
      await call(parcel.deliver, { id: made.id, parcelId: body.parcel.id });
      expect(await orderNow(made)).toMatchObject({ status: "delivered" });
      expect((await settled()).filter(({ number }) => number === 10)).toEqual([]);
    });
  });

  it("settles calls to a carrier that was removed in the meantime", async () => {
    const fake = await aCarrier();
    const { made, place } = await anOrderToSend(2);
    await book(made, place, 1);
    await call(provider.remove, { code: "testcarrier" });
    expect((await book(made, place, 1)).body.error?.code).toBe("provider.missing");
    await makeCalls();
    expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "shipped" }] });
    expect(fake.books.labels).toHaveLength(1);
  });
});
