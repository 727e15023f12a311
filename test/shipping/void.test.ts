/** Cancelled labels: cancelled at the carrier before their goods are in stock again. */

import { expect, it } from "vitest";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import * as parcel from "#core/contract/parcel";
import * as payment from "#core/contract/payment";
import * as returns from "#core/contract/returns";
import * as variant from "#core/contract/variant";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import type { Happened } from "#core/shipping/carriers/tracking-events";
import { findLockedParcel } from "#core/shipping/locked-parcel";
import { takeEvent } from "#core/shipping/tracking/carrier-inbox";
import { takeTracking } from "#core/shipping/tracking/take-tracking";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aCarrier, anOrderToSend, book, tells } from "../support/given/carriers.ts";
import { dueNow, makeCalls, orderNow, takeInbox } from "../support/given/gateways.ts";
import { back } from "../support/given/parcels.ts";
import { closes, stockLevelAt } from "../support/given/stock.ts";

/** An order whose two units have shipped with a label. */
async function sent() {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend(2);
  await book(made, place);
  await makeCalls();
  const { parcels } = await orderNow(made);
  return { fake, made, place, ids: { id: made.id, parcelId: parcels[0]!.id }, label: fake.books.labels.at(-1)! };
}

it("goes back into stock once the carrier has cancelled the label, and gets a new label next time", async () => {
  const { fake, made, place, ids, label } = await sent();
  expect((await call(parcel.unship, ids)).body).toMatchObject({ status: "shipped", parcels: [{ status: "voiding" }] });
  expect(await stockLevelAt(place)).toMatchObject({ onHand: 0 });
  for (const asked of [parcel.unship, parcel.deliver]) {
    expect((await call(asked, ids)).body.error?.code).toBe("parcel.underWay");
  }
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [], lines: [{ shipped: 0 }] });
  expect(await stockLevelAt(place)).toEqual({ onHand: 2, reserved: 0, committed: 2 });
  expect(label.voidedAt).not.toBeNull();
  expect((await entriesAbout(made.id)).at(-1)).toMatchObject({ action: "parcel.unship", after: { labelVoided: true } });
  await book(made, place);
  await makeCalls();
  expect(fake.books.labels).toHaveLength(2);
  expect((await orderNow(made)).parcels).toMatchObject([{ trackingNumber: fake.books.labels[1]!.trackingNumber }]);
});

it("stays shipped if the carrier refuses, with its message, and can be undone without cancelling the label", async () => {
  const { fake, made, ids, label } = await sent();
  fake.arrive(label.trackingNumber);
  const waiting = call(parcel.unship, ids, { headers: { prefer: "wait=15" } });
  const asked = async () =>
    (await db().execute(sql`select 1 from calls where subject_id = ${ids.parcelId} and does = 'void'`)).length > 0;
  while (!(await asked())) await new Promise((later) => setTimeout(later, 10));
  const { version } = await orderNow(made);
  await makeCalls();
  expect((await waiting).body.error).toMatchObject({
    code: "parcel.notVoided",
    detail: { why: "tooLate", says: "It has been picked up." },
  });
  expect(await orderNow(made)).toMatchObject({
    ...{ status: "shipped", version: version + 1 },
    parcels: [{ status: "shipped", says: "It has been picked up." }],
  });
  expect((await call(parcel.unship, { ...ids, keepLabel: true })).body).toMatchObject({
    status: "confirmed",
    parcels: [],
  });
});

it("waits while it is unknown whether it was cancelled, and can be undone without waiting", async () => {
  const { fake, made, ids } = await sent();
  await call(parcel.unship, ids);
  fake.trouble("cuts its answer");
  await makeCalls();
  const unknown = await orderNow(made);
  expect(unknown.parcels).toMatchObject([{ status: "voiding", says: expect.any(String) }]);
  fake.trouble("cuts its answer");
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toEqual(unknown);
  expect((await call(parcel.unship, { ...ids, keepLabel: true })).body.parcels).toEqual([]);
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ status: "confirmed", parcels: [], lines: [{ shipped: 0 }] });
});

// The label would be gone, and the parcel still there.
it.each<[string, (of: Awaited<ReturnType<typeof sent>>) => Promise<unknown>]>([
  ["parcel.returned", ({ made }) => back(made, 1)],
  ["location.closed", ({ place }) => closes(place.locationId)],
  ["stock.untracked", ({ place }) => call(variant.edit, { id: place.variantId, trackStock: false })],
])("is refused with %s before the carrier is asked to cancel the label", async (code, happens) => {
  const parcelSent = await sent();
  await happens(parcelSent);
  const before = await orderNow(parcelSent.made);
  expect(await call(parcel.unship, parcelSent.ids)).toMatchObject({ status: 409, body: { error: { code } } });
  await makeCalls();
  expect(parcelSent.label.voidedAt).toBeNull();
  expect(await orderNow(parcelSent.made)).toEqual(before);
});

// The customer returned something between the click and the carrier's success.
it("stays shipped, without its label, if goods in it were returned meanwhile", async () => {
  const { made, ids } = await sent();
  await call(parcel.unship, ids);
  const lines = [{ lineId: made.lines[0]!.id, quantity: 1, restock: false }];
  expect((await call(returns.record, { id: made.id, lines })).status).toBe(201);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({
    status: "shipped",
    parcels: [{ status: "shipped", label: null, says: expect.stringContaining("returned") }],
  });
});

/** The same, and its label's cancellation has an outcome that only a person can find out. */
async function stuck() {
  const { fake, ...others } = await sent();
  await call(parcel.unship, others.ids);
  fake.trouble("cuts its answer");
  await makeCalls();
  await db().execute(sql`update calls set due_at = null where status = 'unknown'`);
  return { fake, ...others };
}

it("is decided by a person if the outcome could not be found out", async () => {
  const { made, ids } = await stuck();
  expect(await call(parcel.decide, { ...ids, happened: true, bookingId: "label_9" })).toMatchObject({
    status: 400,
    body: { error: { detail: { issues: [{ path: "bookingId" }] } } },
  });
  // Whoever may decide refunds does not thereby decide labels.
  const [asked] = await db().execute<{ id: Id<"call"> }>(sql`
    select id from calls where subject_id = ${ids.parcelId} and does = 'void'`);
  expect((await call(payment.decide, { id: asked!.id, happened: true })).body.error?.code).toBe("call.unknown");
  expect((await call(parcel.decide, { ...ids, happened: true })).body).toMatchObject({ parcels: [] });
  expect(await orderNow(made)).toMatchObject({ status: "confirmed" });
});

/** Its carrier reports something about the label's cancellation. */
const reports = (happened: Pick<Extract<Happened, { is: "voidRefused" }>, "is" | "says"> | { is: "voided" }) => {
  return ({ ids }: Awaited<ReturnType<typeof sent>>) =>
    inChange(system("test"), (change) =>
      takeEvent(change, "testcarrier", {
        ...{ eventId: ids.parcelId, at: new Date() },
        happened: { ...happened, parcel: { id: ids.parcelId } },
      }),
    );
};
const openOf = async (parcelId: string) =>
  await db().execute(sql`
    select status from calls where subject_id = ${parcelId} and does = 'void' and settled_at is null`);

// Home would list the request for ever: it is decided on its parcel.
it.each<[string, (of: Awaited<ReturnType<typeof stuck>>) => Promise<unknown>]>([
  ["by staff", ({ ids }) => call(parcel.unship, { ...ids, keepLabel: true })],
  [
    "because its tracking says so",
    async ({ fake, label }) => {
      await tells(fake, label.trackingNumber, [{ at: new Date().toISOString(), place: null, words: "cancelled" }]);
      await takeInbox();
    },
  ],
  ["because the carrier reports it", reports({ is: "voided" })],
])("leaves nothing to decide if the parcel is removed while the outcome is unknown: %s", async (by, happens) => {
  const unknown = await stuck();
  await happens(unknown);
  expect((await orderNow(unknown.made)).parcels).toEqual([]);
  expect(await openOf(unknown.ids.parcelId)).toEqual([]);
  expect((await entriesAbout(unknown.made.id)).at(-1)).toMatchObject({ after: { labelVoided: by !== "by staff" } });
});

// Asked again, the carrier might have cancelled it after all, and the parcel would have left with a label that is void.
it.each<[string, (of: Awaited<ReturnType<typeof sent>>) => Promise<unknown>]>([
  ["the carrier reports that it has refused", reports({ is: "voidRefused", says: "It is on its way." })],
  [
    "its tracking says so",
    ({ ids }) =>
      inChange(system("test"), async (change) => {
        const held = await findLockedParcel(change, ids.parcelId);
        await takeTracking(change, held!, { events: [], voidRefused: "It is on its way." });
      }),
  ],
])("is shipped again, and not asked about any more, if %s while the outcome is unknown", async (_, happens) => {
  const unknown = await stuck();
  await happens(unknown);
  expect((await orderNow(unknown.made)).parcels).toMatchObject([{ status: "shipped", says: "It is on its way." }]);
  expect(await openOf(unknown.ids.parcelId)).toEqual([]);
});

/** The carrier tells that its label was cancelled. */
const toldVoided = (id: Id<"parcel">, eventId: string = id) =>
  inChange(system("test"), (change) =>
    takeEvent(change, "testcarrier", { eventId, at: new Date(), happened: { is: "voided", parcel: { id } } }),
  );

// Someone has cancelled it in the carrier's dashboard; whoever is about to print it must see why it is gone.
it("stays shipped and says once that its label was cancelled there, if nobody here had asked for that", async () => {
  const { made, ids } = await sent();
  const before = await orderNow(made);
  expect(before.parcels).toMatchObject([{ label: "pdf", says: null }]);
  for (const eventId of ["1", "2"]) {
    await toldVoided(ids.parcelId, eventId);
    expect(await orderNow(made)).toMatchObject({
      version: before.version + 1,
      parcels: [{ status: "shipped", label: null, says: "This label was cancelled at the carrier. Do not use it." }],
    });
  }
  // The carrier is not asked any more where it is.
  const due = sql`select from parcels where id = ${ids.parcelId} and track_due_at is not null`;
  expect(await db().execute(due)).toEqual([]);
});

it("loses its label there, and keeps its words, once it has arrived", async () => {
  const { made, ids } = await sent();
  await call(parcel.deliver, ids);
  const before = await orderNow(made);
  await toldVoided(ids.parcelId);
  expect(await orderNow(made)).toMatchObject({
    version: before.version + 1,
    parcels: [{ status: "delivered", label: null, says: null }],
  });
});

// Most carriers report that as a parcel's status.
it("says so too, once, if the parcel's tracking reports it", async () => {
  const { fake, made, label } = await sent();
  const cancelled = { at: new Date().toISOString(), place: null, words: "cancelled" };
  for (const _ of ["told", "told again"]) {
    await tells(fake, label.trackingNumber, [cancelled]);
    await takeInbox();
    expect((await orderNow(made)).parcels).toMatchObject([
      {
        status: "shipped",
        label: null,
        says: "This label was cancelled at the carrier. Do not use it.",
        trackStatus: "voided",
      },
    ]);
  }
});

// Its label was still being fetched: shown again, it would be printed, and the carrier would not take the parcel.
it.each([
  ["arrives", null],
  ["cannot be had", Buffer.from("<html>").toString("base64")],
])("shows no label, and keeps its words, if its label %s after the cancellation there", async (_, file) => {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend();
  fake.labelled(Buffer.from("no label").toString("base64"));
  const parcelId = (await book(made, place)).body.parcel.id;
  await makeCalls();
  await makeCalls();
  expect((await call(parcel.refresh, { id: made.id, parcelId })).status).toBe(200);
  await toldVoided(parcelId);
  const cancelled = { label: null, says: "This label was cancelled at the carrier. Do not use it." };
  expect((await orderNow(made)).parcels).toMatchObject([cancelled]);
  fake.labelled(file);
  await makeCalls();
  expect((await orderNow(made)).parcels).toMatchObject([cancelled]);
});
