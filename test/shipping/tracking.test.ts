/** Where parcels are: reported by carriers and asked for, in whatever order and however often. */

import { expect, it } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { takeEvent } from "#core/shipping/tracking/carrier-inbox";
import { handler as sweepWork } from "#functions/schedule/sweep-work";
import { delhiveryFake, delhiveryToken } from "../carrier/fakes/delhivery.ts";
import { shipstationFake, shipstationKey } from "../carrier/fakes/shipstation.ts";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aBox, aCarrier, anOrderToSend, book, tells } from "../support/given/carriers.ts";
import { someFiles } from "../support/given/files.ts";
import { dueNow, makeCalls, onceMade, orderNow, takeInbox } from "../support/given/gateways.ts";
import { aKey } from "../support/given/given.ts";
import { aVendor } from "../support/given/people.ts";
import { invocation } from "../support/invocation.ts";

async function sent() {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend(1);
  await book(made, place);
  await makeCalls();
  const { parcels } = await orderNow(made);
  const number = fake.books.labels.at(-1)!.trackingNumber;
  return { fake, made, number, ids: { id: made.id, parcelId: parcels[0]!.id } };
}

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString();
const event = (minutes: number, words: string) => ({ at: at(minutes), place: "Pune", words });
const deliveries = async (id: string) =>
  (await eventsAbout(id)).filter(({ name }) => name === "order.delivered").length;

it("is marked delivered once, even if that is reported twice and an older event comes last", async () => {
  const { fake, made, number } = await sent();
  const [picked, van, over] = [event(1, "Picked up"), event(5, "On the van"), event(9, "Handed over")];
  expect((await tells(fake, number, [picked, over])).status).toBe(200);
  await tells(fake, number, [picked, over]);
  await takeInbox();
  await tells(fake, number, [van]);
  await takeInbox();
  const now = await orderNow(made);
  expect(now).toMatchObject({ status: "delivered", parcels: [{ status: "delivered", trackStatus: "delivered" }] });
  expect(now.parcels[0]!.tracking.map(({ words }) => words)).toEqual(["Picked up", "On the van", "Handed over"]);
  expect(await deliveries(made.id)).toBe(1);
});

it("stays as a person has set it, if the same event is reported again", async () => {
  const { fake, made, number, ids } = await sent();
  await tells(fake, number, [event(9, "Handed over")]);
  await takeInbox();
  await call(parcel.undeliver, ids);
  await tells(fake, number, [event(9, "Handed over")]);
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ status: "shipped" }] });
});

it("stays as a person has set it, if the same event comes with a place and a minute later, unless it has been out for delivery since", async () => {
  const { fake, made, number, ids } = await sent();
  await tells(fake, number, [{ ...event(9, "Handed over"), place: null }]);
  await takeInbox();
  await call(parcel.undeliver, ids);
  const again = [event(1, "Picked up"), event(9, "Handed over"), event(10, "Handed over")];
  await tells(fake, number, again);
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ status: "shipped" }] });
  await tells(fake, number, [...again, event(20, "On the van"), event(30, "Handed over")]);
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "delivered" });
});

// A carrier's page of apologies would be in every event of the order, until that is too large for its receivers.
it("keeps the beginning of long words, and each event once", async () => {
  const { fake, made, number } = await sent();
  for (let again = 0; again < 2; again++) {
    await tells(fake, number, [{ at: at(1), place: "🚚".repeat(300), words: "é".repeat(100_000) }]);
    await tells(fake, number, [event(again + 2, "Picked up")]);
    await takeInbox();
  }
  const [first, ...others] = (await orderNow(made)).parcels[0]!.tracking;
  expect(first).toMatchObject({ place: "🚚".repeat(200), words: "é".repeat(500) });
  expect(others.map(({ words }) => words)).toEqual(["Picked up", "Picked up"]);
});

it("is delivered if it was out for delivery in the same minute, whichever is reported first", async () => {
  const { fake, made, number } = await sent();
  await tells(fake, number, [event(9, "Handed over"), event(9, "On the van"), event(1, "Picked up")]);
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "delivered", parcels: [{ trackStatus: "delivered" }] });
});

// A scanner with a wrong clock: until that day, nothing that happened to the parcel was newer.
it("is delivered whether a scan dated months ahead is reported before that or with it, and shows it once", async () => {
  const ahead = { ...event(1, "Picked up"), at: new Date(Date.now() + 100 * 86_400_000).toISOString() };
  for (const isFirst of [true, false]) {
    const { fake, made, number } = await sent();
    if (isFirst) await tells(fake, number, [ahead]);
    await takeInbox();
    await tells(fake, number, [ahead, { ...event(9, "Handed over"), at: new Date().toISOString() }]);
    await takeInbox();
    const { status, parcels } = await orderNow(made);
    expect(status).toBe("delivered");
    expect(parcels[0]!.tracking.map(({ words }) => words)).toEqual(["Picked up", "Handed over"]);
  }
});

// For a parcel that has not been scanned, the carrier's answer has no time: then the time of asking counts.
it("is delivered even if its carrier, asked later, still reported it as booked", async () => {
  const { fake, made, number } = await sent();
  await tells(fake, number, [event(30, "Label made")]);
  await takeInbox();
  await tells(fake, number, [event(10, "Picked up"), event(20, "Handed over")]);
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "delivered", parcels: [{ trackStatus: "delivered" }] });
});

it("shows a status without a time once, dated when it was first reported, however often it is polled", async () => {
  await someFiles();
  await aBox();
  const fake = await shipstationFake();
  const settings = { apiKey: shipstationKey, labelFormat: "pdf", server: fake.origin };
  expect((await call(provider.configure, { code: "shipstation", settings })).status).toBe(200);
  const { made, place } = await anOrderToSend(1);
  await book(made, place, 1, { carrier: "shipstation", service: "se-1/usps_priority_mail" });
  await makeCalls();
  const tracked = async () => {
    const [{ id: parcelId }] = (await orderNow(made)).parcels as [{ id: Id<"parcel"> }, ...unknown[]];
    await call(parcel.refresh, { id: made.id, parcelId });
    await makeCalls();
    return (await orderNow(made)).parcels[0]!.tracking;
  };
  const first = await tracked();
  expect(first).toMatchObject([{ status: "booked" }]);
  expect(await tracked()).toEqual(first);
});

it("is delivered, and its label not cancelled, if it arrives while that is being requested", async () => {
  const { fake, made, number, ids } = await sent();
  fake.trouble("cuts its answer");
  expect((await call(parcel.unship, ids)).status).toBe(200);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ parcels: [{ status: "voiding" }] });
  await tells(fake, number, [event(9, "Handed over")]);
  await takeInbox();
  const arrived = {
    status: "delivered",
    lines: [{ shipped: 1 }],
    parcels: [{ status: "delivered", says: "It has arrived." }],
  };
  expect(await orderNow(made)).toMatchObject(arrived);
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject(arrived);
  // The carrier had accepted the cancellation, but the answer was lost: there is no label any more.
  const [kept] = await db().execute(sql`select booking_id as booking from parcels where id = ${ids.parcelId}`);
  expect(kept).toEqual({ booking: null });
  expect(await deliveries(made.id)).toBe(1);
});

it("keeps and shows unknown statuses, and only shows that a parcel is being returned", async () => {
  const { fake, made, number } = await sent();
  await tells(fake, number, [event(1, "Picked up"), event(2, "Eaten by a goat"), event(3, "Back at the sender")]);
  await takeInbox();
  const { parcels, lines } = await orderNow(made);
  expect(parcels).toMatchObject([{ status: "shipped", trackStatus: "returned" }]);
  const listed = async () =>
    (await call(parcel.listReturned, {})).body.items.filter(({ orderId }) => orderId === made.id);
  expect(await listed()).toMatchObject([
    { number: made.number, trackingNumber: number, words: "Back at the sender", returnedAt: at(3) },
  ]);
  const ids = { id: made.id, parcelId: parcels[0]!.id };
  expect(await call(parcel.seeReturned, ids)).toMatchObject({ status: 200 });
  expect(await listed()).toEqual([]);
  expect(await call(parcel.seeReturned, ids)).toMatchObject({ status: 200 });
  const seen = (await entriesAbout(made.id)).filter(({ action }) => action === parcel.seeReturned.name);
  expect(seen).toHaveLength(1);
  const other = await sent();
  expect((await call(parcel.seeReturned, other.ids)).body.error?.code).toBe("parcel.notReturned");
  expect(parcels[0]!.tracking[1]).toMatchObject({ words: "Eaten by a goat", status: null });
  expect(lines).toMatchObject([{ shipped: 1, returned: 0 }]);
});

it("is listed with the others that have come back, newest first, page by page", async () => {
  const back: string[] = [];
  for (const _ of ["first", "second"]) {
    const { fake, number, ids } = await sent();
    await tells(fake, number, [event(3, "Back at the sender")]);
    await takeInbox();
    back.unshift(ids.parcelId);
  }
  const first = (await call(parcel.listReturned, { limit: 1 })).body;
  const second = (await call(parcel.listReturned, { limit: 1, cursor: first.nextCursor! })).body;
  expect([first, second].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(back);
});

// The carrier's event arrives before its success is recorded here.
it("is kept until the label is on record, if it is reported before that", async () => {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend(1);
  await book(made, place);
  fake.trouble("cuts its answer");
  await makeCalls();
  const number = fake.books.labels[0]!.trackingNumber;
  await tells(fake, number, [event(9, "Handed over")]);
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [{ status: "booking" }] });
  await dueNow();
  await makeCalls();
  await dueNow();
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "delivered" });
});

it("accepts nothing unsigned, and ignores events about unknown parcels", async () => {
  const { fake, made, number } = await sent();
  const forged = fake.notice(number, [event(9, "Handed over")]);
  const carrier = await import("#core/contract/carrier");
  const headers = { "test-carrier-signature": "t=1,v1=00" };
  expect((await call(carrier.receive, { code: "testcarrier" }, { as: null, ...forged, headers })).status).toBe(401);
  expect((await call(carrier.receive, { code: "nobody" }, { as: null, ...forged })).status).toBe(404);
  fake.books.labels.push({ ...fake.books.labels[0]!, reference: "par_other", trackingNumber: "TCOTHER" });
  expect((await tells(fake, "TCOTHER", [event(9, "Handed over")])).status).toBe(200);
  await takeInbox();
  expect(
    await db().execute(sql`select status from inbox where provider = 'testcarrier' order by id desc limit 1`),
  ).toEqual([{ status: "ignored" }]);
  expect(await orderNow(made)).toMatchObject({ status: "shipped" });
});

// Carriers use numbers again: the older parcel's news counted as the newer one's, which had not arrived.
it("is the one that was booked, of two with the same number", async () => {
  const [older, newer] = [await sent(), await sent()];
  const [bookingId, trackingNumber] = ["se-older", "TC-USED-AGAIN"];
  for (const { ids } of [older, newer])
    await db().execute(sql`
      update parcels set tracking_number = ${trackingNumber}, booking_id = ${ids === older.ids ? bookingId : "se-newer"}
      where id = ${ids.parcelId}`);
  const events = [{ at: new Date(at(9)), place: null, words: "Handed over", status: "delivered" }] as const;
  for (const parcel of [{ bookingId }, {}]) {
    const happened = { is: "tracked", parcel: { ...parcel, trackingNumber }, events } as const;
    await inChange(system("take-inbox"), (change) =>
      takeEvent(change, "testcarrier", { eventId: "1", at: change.at, happened }),
    );
    expect(await orderNow(older.made)).toMatchObject({ status: "delivered" });
    expect(await orderNow(newer.made)).toMatchObject({ status: "bookingId" in parcel ? "shipped" : "delivered" });
  }
});

// A time that no answer can show made the order unreadable for ever.
it("takes no event from a year that does not exist", async () => {
  const { fake, made, number } = await sent();
  await tells(fake, number, [{ ...event(1, "Picked up"), at: "0000-01-01T00:00:00Z" }]);
  await takeInbox();
  expect(await orderNow(made)).toMatchObject({ status: "shipped", parcels: [{ tracking: [] }] });
});

it("is requested when it is due, less and less often, and no more once the parcel has arrived", async () => {
  const { fake, made, number, ids } = await sent();
  const due = async () =>
    (
      await db().execute<{ seconds: number | null }>(sql`
        select extract(epoch from track_due_at - clock_timestamp())::float8 as seconds from parcels where id = ${ids.parcelId}`)
    )[0]!.seconds;
  const becomesDue = () => db().execute(sql`update parcels set track_due_at = now() where id = ${ids.parcelId}`);
  expect(await due()).toBeGreaterThan(3_600);
  const before = fake.asked.length;
  await sweepWork({}, invocation);
  await makeCalls();
  expect(fake.asked).toHaveLength(before);
  // Nothing has happened to it yet.
  fake.books.labels.at(-1)!.madeAt = new Date(Date.now() + 3_600_000).toISOString();
  await becomesDue();
  await Promise.all([sweepWork({}, invocation), sweepWork({}, invocation)]);
  await makeCalls();
  expect(fake.asked).toHaveLength(before + 1);
  expect(await due()).toBeGreaterThan(11 * 3_600);
  fake.arrive(number);
  await becomesDue();
  await sweepWork({}, invocation);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ status: "delivered" });
  expect(await due()).toBeNull();
});

// Without its secret a carrier's webhooks are rejected: the parcel was asked about twice a day all the same.
it.each([
  ["twice a day from a carrier that sends webhooks", "delhivery-webhook", 11, 12],
  ["every two hours from one whose webhooks are not set up", null, 1, 2],
])("is requested %s", async (_, webhookToken, least, most) => {
  const { ids } = await sent();
  const { origin } = await delhiveryFake();
  const settings = { token: delhiveryToken, server: origin, webhookToken };
  expect((await call(provider.configure, { code: "delhivery", settings })).status).toBe(200);
  await db().execute(sql`update parcels set carrier = 'delhivery' where id = ${ids.parcelId}`);
  await call(parcel.refresh, ids);
  await makeCalls();
  const [due] = await db().execute<{ hours: number }>(sql`
    select extract(epoch from track_due_at - now())::float8 / 3600 as hours from parcels where id = ${ids.parcelId}`);
  await call(provider.remove, { code: "delhivery" });
  expect(due!.hours).toBeGreaterThan(least);
  expect(due!.hours).toBeLessThanOrEqual(most);
});

it("can be requested by a person, even from a carrier that was removed", async () => {
  const { fake, made, number, ids } = await sent();
  await call(provider.remove, { code: "testcarrier" });
  fake.arrive(number);
  expect((await call(parcel.refresh, ids)).status).toBe(200);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ status: "delivered" });
});

// Pressed again, or asked by the sweep a moment before: the clerk was told at once that nothing is new.
it("is awaited by a person whose question was already asked", async () => {
  const { fake, number, ids } = await sent();
  fake.arrive(number);
  await call(parcel.refresh, ids);
  const key = { "idempotency-key": crypto.randomUUID() };
  expect((await call(parcel.refresh, ids, { headers: key })).body.status).toBe("shipped");
  const repeat = () => call(parcel.refresh, ids, { headers: { ...key, prefer: "wait=15" } });
  const { status, headers, body } = await onceMade(repeat);
  expect([status, headers["idempotent-replayed"], body.status]).toEqual([200, "true", "delivered"]);
});

it("shows a vendor neither labels nor where the customer lives", async () => {
  const { made, number, fake } = await sent();
  await tells(fake, number, [event(1, "Picked up")]);
  await takeInbox();
  const vendorId = await aVendor();
  await db().execute(sql`update order_lines set vendor_id = ${vendorId} where order_id = ${made.id}`);
  await db().execute(sql`
    update parcels set says = 'Nobody at 12 Lake Road', collect_minor = 500, label_url = 'https://label.test/',
      tracking_url = 'https://tracking.test/' where order_id = ${made.id}`);
  const as = await aKey({ role: "vendor", vendorId });
  const [whole] = (await call(order.read, { id: made.id })).body.parcels;
  const [seen] = (await call(order.read, { id: made.id }, { as })).body.parcels;
  const hidden = ["label", "labelUrl", "trackingUrl", "tracking", "cost", "collect", "says"] as const;
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  expect(hidden.filter((field) => isEmpty(whole![field]))).toEqual([]);
  expect(hidden.filter((field) => !isEmpty(seen![field]))).toEqual([]);
  const denied = await call(
    parcel.label,
    { id: made.id, parcelId: made.id.replace("ord", "par") as `par_${string}` },
    { as },
  );
  expect(denied.status).toBe(403);
});
