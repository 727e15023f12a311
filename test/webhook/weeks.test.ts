/**
 * The table of deliveries is partitioned by week: each partition is created before anything is written to it, and
 * dropped once all of it is past.
 */
import { beforeEach, describe, expect, it } from "vitest";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { makePartitions } from "#core/db/partitions";
import { newId } from "#core/id";
import { within } from "#core/time-left";
import { deliveryLease } from "#core/webhook/delivery-lease";
import { fanOut } from "#core/webhook/fan-out";
import { removeOldDeliveries } from "#core/webhook/remove-old";
import { call } from "../support/call.ts";
import { anEndpoint, rowsOf, send, someEvents } from "../support/given/webhooks.ts";
import { aReceiver } from "../support/receiver.ts";

interface Part {
  readonly part: string;
  readonly since: string | null;
  readonly until: string | null;
}
const parts = () =>
  db().$client<Part[]>`select part::text, since, until from partitions_of('webhook_deliveries') order by until`;
const partOf = async (id: string) =>
  (
    await db().$client<
      { part: string }[]
    >`select tableoid::regclass::text as part from webhook_deliveries where id = ${id}`
  )[0]?.part;

let tables = 0;
/**
 * The partitions of a store that has existed for this many weeks: the first one ends then, and each week since has its
 * own.
 */
async function aTableOf(weeks: number): Promise<void> {
  const sql = db().$client;
  for (const { part, until } of await parts()) if (until) await sql.unsafe(`drop table ${part}`);
  const starts = Array.from(
    { length: weeks },
    (_, ago) => `date_trunc('week', now(), 'UTC') - interval '${7 * (weeks - ago - 1)} days'`,
  );
  const bounds = starts.map((start, each) => (each === 0 ? ["minvalue", start] : [starts[each - 1], start]));
  for (const [each, [since, until]] of bounds.entries()) {
    const from = since === "minvalue" ? "minvalue" : "%1$L";
    await sql
      .unsafe(`do $$ begin
      execute format('create table week_${++tables}_${each} partition of webhook_deliveries (primary key (id)) for values from (${from}) to (%2$L)',
        ${since === "minvalue" ? "null" : `id_from('evt', ${since})`}, id_from('evt', ${until}));
    end $$`)
      .simple();
  }
  await makePartitions();
}

let nth = 0;
/** A row whose event is this old. */
async function aRow(endpointId: string, days: number, status: string, settledDaysAgo = days): Promise<string> {
  const sql = db().$client;
  const tail = String(nth++).padStart(16, "0");
  const [row] = await sql<{ id: string }[]>`
    with event as (
      insert into events (id, name, subject_type, subject_id, change_id, body, time, fanned_out_at)
      select id_from('evt', at) || ${tail}::text, 'order.paid', 'order', 'ord_x', 'chg_x', '{}', at, at
      from (select now() - make_interval(hours => ${days * 24}) as at) as given returning *
    )
    insert into webhook_deliveries (id, endpoint_id, event_id, event_name, status, next_attempt_at, delivered_at, created_at)
    select id_from('whd', time) || ${tail}::text, ${endpointId}, id, name, ${status}::text, case when ${status}::text = 'pending' then now() end,
      case when ${status}::text = 'delivered' then now() - make_interval(hours => ${settledDaysAgo * 24}) end, time
    from event returning id`;
  return row!.id;
}

beforeEach(() => db().$client`truncate webhook_deliveries, events`);

describe("weeks ahead", () => {
  // A store whose schedule has stopped must continue to send: the doctor reports it a week ahead, and nothing is
  // refused.
  it("are created once; earlier rows go to the default, are sent, and move once they are created", async () => {
    const receiver = await aReceiver();
    const { id } = await anEndpoint(receiver.url);
    await aTableOf(1);
    expect(await makePartitions()).toBe(0);
    for (const { part, since } of await parts()) if (since) await db().$client.unsafe(`drop table ${part}`);
    const events = await someEvents(3);
    await fanOut(events);
    const [row] = await rowsOf(id);
    expect(await partOf(row!.id)).toBe("webhook_deliveries_default");
    expect(await send()).toMatchObject({ delivered: 3 });

    const [one, other] = await Promise.all([makePartitions(), makePartitions()]);
    expect(one! + other!).toBe(3);
    expect(await partOf(row!.id)).toMatch(/^webhook_deliveries_\d{8}$/);
    expect(await rowsOf(id)).toHaveLength(3);
    // The pair of an event and an endpoint is still known: nothing is sent twice.
    await fanOut(events);
    expect(await rowsOf(id)).toHaveLength(3);
  });

  it("have no gaps, even after a time in which none were created", async () => {
    await aTableOf(1);
    for (const { part, since } of await parts()) if (since) await db().$client.unsafe(`drop table ${part}`);
    const [first] = (await parts()).filter(({ until }) => until);
    await db()
      .$client.unsafe(`alter table webhook_deliveries detach partition ${first!.part};
        do $$ begin
          execute format('alter table webhook_deliveries attach partition ${first!.part} for values from (minvalue) to (%L)',
            id_from('evt', now() - interval '40 days'));
        end $$`)
      .simple();
    await makePartitions();
    const ranges = (await parts()).filter(({ until }) => until);
    expect(ranges.slice(1).map(({ since }) => since)).toEqual(ranges.slice(0, -1).map(({ until }) => until));
    const { id } = await anEndpoint("http://127.0.0.1:9/");
    expect(await partOf(await aRow(id, 20, "dead"))).not.toBe("webhook_deliveries_default");
  });
});

describe("a claim", () => {
  // Two rows are at the same position, each in its own partition. A claim by position would take the other, too.
  it("takes the due row, and no row at the same position in another week's partition", async () => {
    await aTableOf(6);
    const { id: endpointId } = await anEndpoint("http://127.0.0.1:9/");
    const old = await aRow(endpointId, 20, "dead");
    const done = await aRow(endpointId, 13, "delivered");
    const due = await aRow(endpointId, 27, "pending");
    const claimed = await deliveryLease.claim([{ endpointId, turn: "first", most: 10 }]);
    expect(claimed.map(({ id }) => id)).toEqual([due]);
    const attempts = new Map((await rowsOf(endpointId)).map((row) => [row.id as string, row.attempts]));
    expect(attempts).toEqual(
      new Map([
        [old, 0],
        [done, 0],
        [due, 1],
      ]),
    );
  });
});

describe("past weeks", () => {
  it("are dropped with what was delivered; dead, waiting and recently delivered rows stay, and can be retried", async () => {
    await aTableOf(8);
    const receiver = await aReceiver();
    const { id: endpointId } = await anEndpoint(receiver.url);
    const kept = [
      await aRow(endpointId, 60, "dead"),
      await aRow(endpointId, 44, "pending"),
      await aRow(endpointId, 46, "delivered", 1),
    ];
    const gone = [
      await aRow(endpointId, 60, "delivered"),
      await aRow(endpointId, 50, "delivered"),
      await aRow(endpointId, 40, "delivered"),
    ];
    const recent = [await aRow(endpointId, 20, "delivered"), await aRow(endpointId, 0, "delivered")];
    const before = await parts();

    const both = await Promise.all([removeOldDeliveries(within(60_000)), removeOldDeliveries(within(60_000))]);
    expect(both[0]!.weeks + both[1]!.weeks).toBeGreaterThan(2);
    const after = await parts();
    expect(after.length).toBeLessThan(before.length);
    expect((await rowsOf(endpointId)).map(({ id }) => id as string).toSorted()).toEqual(
      [...kept, ...recent].toSorted(),
    );
    expect(new Set(await Promise.all(kept.map(partOf))).size).toBe(1);
    for (const id of gone) expect(await partOf(id)).toBeUndefined();
    // Bodies are removed with the last delivery of their event.
    expect(await db().$client`select from events`).toHaveLength(kept.length + recent.length);

    expect(await send()).toMatchObject({ delivered: 1 });
    expect(await call(webhook.retryDelivery, { id: kept[0] as webhook.Delivery["id"] })).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ delivered: 1 });
    expect(await removeOldDeliveries(within(60_000))).toMatchObject({ weeks: 0, deliveries: 0 });
  });

  it("leave the first partition, whose rows are removed one by one after the same time", async () => {
    await aTableOf(8);
    const { id: endpointId } = await anEndpoint("http://127.0.0.1:9/");
    const dead = await aRow(endpointId, 60, "dead");
    await removeOldDeliveries(within(60_000));
    await db()
      .$client`update webhook_deliveries set status = 'delivered', delivered_at = now() - interval '31 days' where id = ${dead}`;
    expect(await removeOldDeliveries(within(60_000))).toEqual({ weeks: 0, deliveries: 1, events: 1 });
    expect(await rowsOf(endpointId)).toEqual([]);
  });

  // The foreign keys of moved rows are unchanged.
  it("keep an endpoint's rows connected to it: they are removed with it", async () => {
    await aTableOf(8);
    const { id } = await anEndpoint("http://127.0.0.1:9/");
    await aRow(id, 60, "dead");
    await removeOldDeliveries(within(60_000));
    expect(await rowsOf(id)).toHaveLength(1);
    await call(webhook.removeEndpoint, { id });
    expect(await rowsOf(id)).toEqual([]);
    await expect(aRow(newId("endpoint"), 60, "dead")).rejects.toMatchObject({ code: "23503" });
  });
});

describe("the partition that is read", () => {
  it("is only the one determined by an event's id or time", async () => {
    await aTableOf(6);
    const plan = async (statement: string) =>
      (await db().$client.unsafe(`explain ${statement}`)).map((row) => row["QUERY PLAN"] as string).join("\n");
    const [since] = await db().$client`select id_from('evt', now() - interval '20 days') as id`;
    const one = await plan(
      `select from webhook_deliveries where endpoint_id = 'whe_1' and event_id = '${since!["id"]}1'`,
    );
    expect(one.match(/ on (week|webhook_deliveries)_\w+/g)).toHaveLength(1);
    const joined = await plan(
      `select from events join webhook_deliveries row on row.endpoint_id = 'whe_1' and row.event_id = events.id where events.subject_id = 'ord_1'`,
    );
    expect(joined).not.toContain("Seq Scan on webhook_deliveries");
  });
});
