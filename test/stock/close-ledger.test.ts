/**
 * Old months of the ledger: nothing is added to them any more, their sum is carried forward, and no stock level
 * changes.
 */
import postgres from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as stock from "#core/contract/stock";
import * as store from "#core/contract/store";
import { db } from "#core/db/client";
import { examine } from "#core/doctor/examine";
import { repair } from "#core/doctor/repair";
import { closeLedger } from "#core/stock/close-ledger";
import type { Place } from "#core/stock/ledger";
import { within } from "#core/time-left";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aVariantInStock, receives, stockLevelAt } from "../support/given/stock.ts";

const minute = () => within(60_000);
/** The doctor's findings about the ledger. */
const ledger = async (all = false) => (await examine({ all })).checks.find(({ number }) => number === 6)!;
const isTrue = async () =>
  expect([await ledger(), await ledger(true)]).toMatchObject([{ status: "ok" }, { status: "ok" }]);

let nth = 0;
/** A receipt this many months ago, as in a store of that age. */
async function aReceipt(
  { variantId, locationId }: Place,
  monthsAgo: number,
  quantity = 5,
  by: postgres.ISql = db().$client,
) {
  const tail = String(nth++).padStart(16, "0");
  const [row] = await by<{ id: string }[]>`
    with after as (
      update stock_levels set on_hand = on_hand + ${quantity} where variant_id = ${variantId} and location_id = ${locationId} returning *
    )
    insert into movements (id, change_id, at, actor_kind, actor_name, variant_id, location_id, kind,
      on_hand_change, reserved_change, committed_change, on_hand, reserved, committed)
    select id_from('mov', at) || ${tail}::text, id_from('chg', at) || ${tail}::text, at, 'system', 'test', variant_id, location_id, 'receive', ${quantity}, 0, 0,
      on_hand, reserved, committed
    from after, (select date_trunc('month', now(), 'UTC') - make_interval(months => ${monthsAgo}) + interval '3 days' as at) given
    returning id`;
  return row!.id;
}

interface Carried extends Record<string, unknown> {
  readonly onHand: number;
}
const carried = async ({ variantId, locationId }: Place) =>
  (
    await db().$client<Carried[]>`
      select on_hand::int as "onHand" from carried_levels where variant_id = ${variantId} and location_id = ${locationId}`
  )[0]?.onHand;

/** As if done in a database console. */
const byHand = (statement: string) =>
  db()
    .$client.unsafe(
      `alter table movements disable trigger movements_append_only; ${statement}; alter table movements enable trigger movements_append_only`,
    )
    .simple();

let place: Place;

beforeEach(async () => {
  await db().$client`update ledger_closing set closed_until = null, closed_below = '', carried_to = ''`;
  await db().$client`delete from carried_levels`;
  place = await aVariantInStock(7);
});

describe("closing old months of the ledger", () => {
  it("carries forward what is over a year old, keeps the rest, and changes no stock level", async () => {
    await aReceipt(place, 30);
    await aReceipt(place, 13);
    await aReceipt(place, 12);
    const before = await stockLevelAt(place);
    expect(before).toMatchObject({ onHand: 22 });
    await isTrue();
    await closeLedger(minute());
    expect(await carried(place)).toBe(10);
    expect(await stockLevelAt(place)).toEqual(before);
    await isTrue();
    const { body } = await call(stock.movements, { variantId: place.variantId });
    expect(body.items.map(({ change }) => change.onHand)).toEqual([7, 5, 5, 5]);
  });

  it("writes one audit entry with the date", async () => {
    await aReceipt(place, 13);
    const before = (await entriesAbout("store")).length;
    await closeLedger(minute());
    await closeLedger(minute());
    const now = new Date();
    const until = new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth())).toISOString();
    expect((await entriesAbout("store")).slice(before)).toMatchObject([
      {
        action: "stock.closeLedger",
        actorName: "close-ledger",
        before: { closedUntil: null },
        after: { closedUntil: until },
      },
    ]);
  });

  it("closes and records nothing in a store with nothing that old", async () => {
    // Earlier tests of this file have left old movements.
    await call(store.edit, { ledgerOpenMonths: 120 });
    const before = (await entriesAbout("store")).length;
    expect(await closeLedger(minute())).toBe(0);
    expect((await entriesAbout("store")).length).toBe(before);
    await call(store.edit, { ledgerOpenMonths: 12 });
  });

  it("keeps open what the store's settings say, and never reopens a month", async () => {
    await aReceipt(place, 13);
    await aReceipt(place, 3);
    await call(store.edit, { ledgerOpenMonths: 2 });
    await closeLedger(minute());
    expect(await carried(place)).toBe(10);
    await call(store.edit, { ledgerOpenMonths: 12 });
    expect(await closeLedger(minute())).toBe(0);
    expect(await carried(place)).toBe(10);
    await expect(aReceipt(place, 3)).rejects.toThrow("is closed");
    await isTrue();
  });

  it("carries each movement forward once, even when run repeatedly and concurrently", async () => {
    for (let month = 13; month < 33; month++) await aReceipt(place, month, 1);
    await Promise.all([closeLedger(minute(), 3), closeLedger(minute(), 4), closeLedger(minute(), 5)]);
    await closeLedger(minute(), 3);
    expect(await carried(place)).toBe(20);
    await isTrue();
  });

  it("lets a run in progress finish, and carries forward what comes after", async () => {
    await aReceipt(place, 13);
    await closeLedger(() => 0);
    const other = postgres(process.env["DATABASE_URL"]!, { max: 1, onnotice: () => {} });
    let second: Promise<number> | undefined;
    await other.begin(async (tx) => {
      await tx`
        insert into carried_levels select variant_id, location_id, sum(on_hand_change), 0, 0
        from movements, ledger_closing where movements.id < closed_below group by variant_id, location_id`;
      await tx`
        update ledger_closing set carried_to = (select max(movements.id) from movements where movements.id < closed_below)`;
      second = closeLedger(minute());
      await untilSomebodyWaits();
    });
    expect(await second).toBe(0);
    await other.end();
    expect(await carried(place)).toBe(5);
    await isTrue();
  });

  // If the doctor started reading at the end of the closed month, it would find a fault in every store that has just
  // begun to close.
  it("continues next time if its time is up, and the doctor finds nothing meanwhile", async () => {
    for (let month = 13; month < 18; month++) await aReceipt(place, month, 1);
    let batches = 2;
    await closeLedger(() => batches--, 2);
    const [row] = await db().$client<{ left: number }[]>`
      select count(*)::int as left from movements, ledger_closing
      where movements.id > carried_to and movements.id < closed_below`;
    expect(row!.left).toBeGreaterThan(0);
    await isTrue();
    await closeLedger(minute(), 2);
    expect(await carried(place)).toBe(5);
    await isTrue();
  });

  it("refuses new movements in a closed month, by id or by time", async () => {
    await aReceipt(place, 13);
    await closeLedger(minute());
    const before = await stockLevelAt(place);
    await expect(aReceipt(place, 13)).rejects.toMatchObject({ code: "23001" });
    const withA = (id: string, at: string) =>
      db().$client.unsafe(`
      insert into movements (id, change_id, at, actor_kind, actor_name, variant_id, location_id, kind,
        on_hand_change, reserved_change, committed_change, on_hand, reserved, committed)
      values (${id}, 'chg_1', ${at}, 'system', 'test', '${place.variantId}', '${place.locationId}', 'receive', 1, 0, 0, 1, 0, 0)`);
    await expect(withA("id_from('mov', now()) || 'x'", "now() - interval '2 years'")).rejects.toThrow("is closed");
    await expect(withA("id_from('mov', now() - interval '2 years') || 'x'", "now()")).rejects.toThrow("is closed");
    expect(await stockLevelAt(place)).toEqual(before);
    await receives(place, 1);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 13 });
    await isTrue();
  });

  // A host whose clock is years behind: its uncommitted writes are in no sum.
  it("waits for a write in progress, and carries that forward too", async () => {
    await aReceipt(place, 14);
    const other = postgres(process.env["DATABASE_URL"]!, { max: 1, onnotice: () => {} });
    let closing: Promise<number> | undefined;
    await other.begin(async (tx) => {
      await aReceipt(place, 13, 5, tx);
      closing = closeLedger(minute());
      await untilSomebodyWaits();
      expect(await carried(place)).toBeUndefined();
    });
    await closing;
    await other.end();
    expect(await carried(place)).toBe(10);
    await isTrue();
  });

  it("runs alongside other writes", async () => {
    for (let month = 13; month < 23; month++) await aReceipt(place, month, 1);
    await Promise.all([closeLedger(minute(), 2), ...Array.from({ length: 20 }, () => receives(place, 1))]);
    expect(await carried(place)).toBe(10);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 37 });
    await isTrue();
  });
});

describe("the doctor", () => {
  const mend = (all: boolean) => repair(system("doctor"), { all });
  let old: string;
  beforeEach(async () => {
    old = await aReceipt(place, 13);
    await aReceipt(await aVariantInStock(3, { variantId: place.variantId }), 13);
    await closeLedger(minute());
  });

  it.each([
    ["changed", "update carried_levels set on_hand = on_hand + 1"],
    ["gone", "delete from carried_levels"],
  ])("finds a sum carried forward that is %s, and recalculates it", async (_, statement) => {
    await db().$client.unsafe(`${statement} where location_id = '${place.locationId}'`);
    expect(await ledger()).toMatchObject({ status: "fail", count: 1, rows: [{ ...place, onHand: 12 }] });
    await mend(false);
    await isTrue();
    expect(await carried(place)).toBe(5);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 12 });
  });

  it("finds a changed movement in a closed month when it adds up everything", async () => {
    await byHand(`update movements set on_hand_change = 4 where id = '${old}'`);
    expect(await ledger()).toMatchObject({ status: "ok" });
    expect(await ledger(true)).toMatchObject({
      status: "fail",
      count: 1,
      rows: [{ ...place, carriedOnHand: 5, ledgerOnHand: 4, fault: "differs in closed months" }],
    });
    await mend(true);
    expect(await carried(place)).toBe(4);
    expect(await stockLevelAt(place)).toMatchObject({ onHand: 11 });
    await isTrue();
  });

  it("finds a removed one when it adds up everything", async () => {
    await byHand(`delete from movements where id = '${old}'`);
    expect(await ledger()).toMatchObject({ status: "ok" });
    expect(await ledger(true)).toMatchObject({
      status: "fail",
      count: 1,
      rows: [{ ...place, carriedOnHand: 5, ledgerOnHand: null }],
    });
    await mend(true);
    await isTrue();
  });
});
