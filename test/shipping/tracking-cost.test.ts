/** The cost of asking where parcels are, however many are in transit. */

import { expect, it } from "vitest";
import * as z from "zod";
import * as parcelApi from "#core/contract/parcel";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { carrierOf, offeredCarriers } from "#core/shipping/carriers/index";
import { questionsAbout } from "#core/shipping/read-settled";
import { nextTrackSeconds } from "#core/shipping/tracking/next-look";
import { perMinuteMax, sweepTracking } from "#core/shipping/tracking/sweep-tracking";
import { call } from "../support/call.ts";
import { aCarrier, anOrderToSend, book } from "../support/given/carriers.ts";
import { makeCalls, orderNow } from "../support/given/gateways.ts";
import { planOf } from "../support/plans.ts";

const hour = 3_600;
const day = 24 * hour;

/** A parcel that was booked with the carrier, with copies of it that no one has packed; the doctor must not see them. */
async function aParcelWithCopies(copies: number) {
  const fake = await aCarrier();
  const { made, place } = await anOrderToSend(1);
  await book(made, place);
  await makeCalls();
  const [parcel] = (await orderNow(made)).parcels;
  await db().execute(sql`
    insert into parcels
    select (jsonb_populate_record(p, jsonb_build_object('id', 'par_' || lpad(nth::text, 26, '0')))).*
    from parcels p, generate_series(1, ${copies}) as nth where p.id = ${parcel!.id}`);
  const tracks = sql`order_id = ${made.id} and does = 'track'`;
  const removeCopies = async () => {
    await db().execute(sql`delete from call_attempts where call_id in (select id from calls where ${tracks})`);
    await db().execute(sql`delete from calls where ${tracks}`);
    await db().execute(sql`delete from parcels where order_id = ${made.id} and id <> ${parcel!.id}`);
  };
  return { fake, made, parcel: parcel!, tracks, removeCopies };
}

const dueAt = (seconds: number) => sql`clock_timestamp() - make_interval(secs => ${seconds})`;

// A carrier that is asked too often stops answering, bookings included.
it("is at most five requests a second: parcels that are due but not among them follow in the next minute", async () => {
  const { made, parcel, tracks, removeCopies } = await aParcelWithCopies(349);
  await db().execute(sql`update parcels set track_due_at = ${dueAt(60)} where order_id = ${made.id}`);
  await db().execute(sql`update parcels set track_due_at = ${dueAt(3_600)} where id = ${parcel.id}`);
  const asked = async () =>
    (
      await db().execute<{ subject: string }>(sql`
        select subject_id as subject from calls where ${tracks}`)
    ).map(({ subject }) => subject);
  try {
    expect(perMinuteMax / 60).toBe(5);
    expect(await sweepTracking()).toBe(perMinuteMax);
    expect(await asked()).toContain(parcel.id);
    expect(await sweepTracking()).toBe(50);
    expect(await sweepTracking()).toBe(0);
    expect(new Set(await asked()).size).toBe(350);
  } finally {
    await removeCopies();
  }
});

// After an outage whoever asked for a label waited for half a minute behind three hundred parcels that were polled.
it("keeps no one waiting who asks for a label", async () => {
  const { fake, made, removeCopies } = await aParcelWithCopies(100);
  await db().execute(sql`update parcels set track_due_at = ${dueAt(60)} where order_id = ${made.id}`);
  expect(await sweepTracking()).toBe(101);
  const other = await anOrderToSend(1);
  await book(other.made, other.place);
  const before = fake.asked.length;
  try {
    await makeCalls();
    const asked = fake.asked.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(asked).toHaveLength(102);
    expect(asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
    expect(asked.findIndex((one) => one.startsWith("POST"))).toBeLessThan(50);
  } finally {
    await removeCopies();
  }
});

// A parcel that is polled is asked about in its turn, unless a person wants to know as well.
it("is no longer a poll once a person asks", async () => {
  const { made, parcel, tracks, removeCopies } = await aParcelWithCopies(2);
  await db().execute(sql`update parcels set track_due_at = ${dueAt(60)} where order_id = ${made.id}`);
  await sweepTracking();
  const polled = () => db().execute(sql`select polled from calls where ${tracks} and subject_id = ${parcel.id}`);
  try {
    expect(await polled()).toEqual([{ polled: true }]);
    await call(parcelApi.refresh, { id: made.id, parcelId: parcel.id });
    expect(await polled()).toEqual([{ polled: false }]);
    // They wait for the answer about this parcel, and not for those about all that were polled with it.
    const [changeId, ...others] = await questionsAbout(parcel.id);
    expect(others).toEqual([]);
    const awaited = await db().execute(sql`select subject_id as id from calls where change_id = ${changeId}`);
    expect(awaited).toEqual([{ id: parcel.id }]);
    await makeCalls();
  } finally {
    await removeCopies();
  }
});

// Without the index, each minute would read every parcel that the store has ever sent.
it("reads no more parcels than it asks about, starting with the one that has waited longest", async () => {
  const plan = await planOf(sweepTracking, "with due as", { inOrder: true });
  expect(plan).toContain("Index Scan using parcels_track_due on parcels");
  expect(plan).not.toMatch(/Seq Scan on parcels|Sort Key: p\.track_due_at/);
});

it.each([
  ["that has just left", 0, 2 * hour, 12 * hour],
  ["of a day", day, 3 * hour, 12 * hour],
  ["of four days", 4 * day, 12 * hour, 12 * hour],
  ["of eight days", 8 * day, day, day],
  ["of sixty days", 60 * day, day, day],
  ["that is older", 60 * day + 1, null, null],
] as const)("decreases with time, and ends: a parcel %s", (_, age, asked, tellsByItself) => {
  expect([nextTrackSeconds(age, false), nextTrackSeconds(age, true)]).toEqual([asked, tellsByItself]);
});

// Asked every few hours although they report by themselves, carriers stop answering; asked less without, news is late.
it.each(offeredCarriers())("decreases for %s only with its webhook's secret, if that may be left out", async (code) => {
  const { receives, settings } = await carrierOf(code);
  const secrets = Object.entries(settings.shape).filter(
    ([name, field]) => /^webhook(?:Secret|Token)$/.test(name) && z.safeParse(field, undefined).success,
  );
  if (secrets.length > 0) expect(receives?.isSetUp?.({})).toBe(false);
  for (const [name] of secrets) expect(receives?.isSetUp?.({ [name]: "secret" })).toBe(true);
});
