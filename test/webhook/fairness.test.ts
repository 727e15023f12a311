import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#core/db/client";
import { type Due, deliveryLease } from "#core/webhook/delivery-lease";
import { fanOut } from "#core/webhook/fan-out";
import { attemptSlots, claimMax, perEndpointMax } from "#core/webhook/slots";
import { withoutDoubles } from "#core/webhook/wake";
import {
  anEndpoint,
  manyDue,
  rowsOf,
  send,
  someDeliveries,
  someEvents,
  timePasses,
} from "../support/given/webhooks.ts";
import fc from "../support/harness/properties.ts";
import { askedOf, flawsIn, planOf, rowsReadOf } from "../support/plans.ts";
import { answer, aReceiver } from "../support/receiver.ts";

beforeEach(async () => {
  await db().$client`truncate webhook_deliveries`;
  await db().$client`delete from webhook_endpoints`;
});

describe("slots", () => {
  const due = fc.array(
    fc.record({
      endpointId: fc.constantFrom("a", "b", "c", "d", "e", "f"),
      turn: fc.constantFrom("first" as const, "again" as const),
    }),
    { maxLength: 12 },
  );
  const distinct = (queues: { endpointId: string; turn: Due["turn"] }[]) => [
    ...new Map(
      queues.map((queue) => [`${queue.endpointId} ${queue.turn}`, { ...queue, lane: "fast" } as Due]),
    ).values(),
  ];

  it("never give an endpoint more than ten, a claim more than twenty, later attempts more than their share, or more than there are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(due, { maxLength: 20 }), (total, rounds) => {
        const slots = attemptSlots(total);
        const taken = new Map<string, number>();
        let again = 0;
        for (const round of rounds) {
          const takes = slots.take(distinct(round));
          expect(takes.reduce((sum, { most }) => sum + most, 0)).toBeLessThanOrEqual(claimMax);
          for (const { endpointId, turn, most } of takes) {
            taken.set(endpointId, (taken.get(endpointId) ?? 0) + most);
            if (turn === "again") again += most;
          }
          for (const count of taken.values()) expect(count).toBeLessThanOrEqual(perEndpointMax);
          expect(again).toBeLessThanOrEqual(Math.ceil(total * 0.7));
          expect(slots.taken("all")).toBeLessThanOrEqual(total);
        }
      }),
    );
  });

  // The specification's figure, which every receiver and operator may count on.
  it("fill a claim of twenty deliveries, if that many are due", () => {
    const endpoints = ["a", "b", "c"].map((endpointId) => ({ endpointId, turn: "first", lane: "fast" }) as Due);
    const takes = attemptSlots(200).take(endpoints);
    expect(takes.map(({ most }) => most)).toEqual([10, 10]);
  });
});

describe("the loop is fair", () => {
  // The receiver counts; nothing here depends on how fast the machine is.
  it("an endpoint that does not answer takes ten slots, while all other endpoints' rows are sent", async () => {
    const answers: (() => unknown)[] = [];
    const stuck = await aReceiver((...given) => answers.push(() => answer(200)(...given)));
    const good = await aReceiver();
    const bad = await anEndpoint(stuck.url);
    for (let nth = 0; nth < 19; nth++) await anEndpoint(`${good.url}/${nth}`);
    await someDeliveries(30);
    let timeLeftMs = 60_000;
    const sending = send({ slots: 50, timeoutMs: 20_000, timeLeft: () => timeLeftMs });
    await good.has(19 * 30);
    expect(stuck.received.length).toBeLessThanOrEqual(perEndpointMax);
    timeLeftMs = 0;
    for (const late of answers) late();
    await sending;
    expect((await rowsOf(bad.id)).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(perEndpointMax);
  });

  it("a slow or failing endpoint moves to the slow lane, and back once it is healthy", async () => {
    const receiver = await aReceiver(
      (socket, request, nth) => void setTimeout(() => answer(200)(socket, request, nth), 2_100),
    );
    const failing = await aReceiver(answer(500));
    const [slow, broken] = [await anEndpoint(receiver.url), await anEndpoint(failing.url)];
    await someDeliveries(5);
    const { wakeUps } = await send();
    const lanes = async () =>
      Object.fromEntries(
        (await db().$client`select id, lane from webhook_endpoints`).map(({ id, lane }) => [id, lane]),
      );
    expect(await lanes()).toEqual({ [slow.id]: "slow", [broken.id]: "slow" });
    expect(wakeUps).toContainEqual({ lane: "slow" });
    await someDeliveries(40);
    expect(await send()).toMatchObject({ delivered: 0, failed: 0 });
    receiver.behave = answer(200);
    failing.behave = answer(200);
    await timePasses();
    expect(await send({ lane: "slow" })).toMatchObject({ failed: 0 });
    expect(await lanes()).toEqual({ [slow.id]: "fast", [broken.id]: "fast" });
  });

  it("with 300,000 rows due at one endpoint, another's new event is in the very first claims", async () => {
    const [flood, quiet] = [await aReceiver(), await aReceiver()];
    const busy = await anEndpoint(flood.url);
    await anEndpoint(quiet.url);
    await manyDue([busy.id]);
    // Each row refers to an event: a claim reads the body of each.
    await db().$client`
      insert into events (id, name, subject_type, subject_id, change_id, body, time, fanned_out_at)
      select distinct event_id, 'order.paid', 'order', 'ord_x', 'chg_x', '{}', now(), now()
      from (select event_id from webhook_deliveries order by next_attempt_at, id limit 20000) head on conflict do nothing`;
    const [event] = await someEvents(1);
    await db().$client`update webhook_endpoints set events = '{cart.*}' where id = ${busy.id}`;
    await fanOut([event!]);
    let timeLeftMs = 60_000;
    const sending = send({ slots: 50, timeLeft: () => timeLeftMs });
    await quiet.has(1);
    expect(flood.received.length).toBeLessThan(2_000);
    // And one that arrives while the loop is busy with them.
    const [later] = await someEvents(1);
    await fanOut([later!]);
    await quiet.has(2);
    timeLeftMs = 0;
    await sending;
  }, 120_000);

  // A test cannot wait for a million rows: what needs no full scan and no sort takes no longer with them. A table of a
  // few hundred is rightly scanned; PostgreSQL plans again once it has analysed a larger one.
  it.each([1_000, 300_000])(
    "with %i rows, the loop reads only the heads of the queues, by its plan and in fact",
    async (rows) => {
      const [busy, quiet] = [await anEndpoint("http://127.0.0.1:9/"), await anEndpoint("http://127.0.0.1:9/")];
      await manyDue([busy.id], rows);
      const takes = [busy, quiet].flatMap(({ id }) =>
        (["first", "again"] as const).map((turn) => ({ endpointId: id, turn, most: 5 })),
      );
      const { plans, rowsRead, wholeScans } = await askedOf(async () => {
        await deliveryLease.due();
        await deliveryLease.claim(takes);
      });
      expect(plans).toHaveLength(2);
      expect(plans.flatMap((plan) => flawsIn(plan))).toEqual([]);
      expect(wholeScans).toBe(0);
      // Two heads, and two times the five that are taken.
      expect(rowsRead).toBe(2 + 10);
    },
    120_000,
  );

  it("with 20,000 due rows and 5,000 waiting events, a new event is fanned out by its own key", async () => {
    const busy = await anEndpoint("http://127.0.0.1:9/", { events: ["product.*"] });
    await manyDue([busy.id], 20_000);
    await db().$client`
      insert into events (id, name, subject_type, subject_id, change_id, body, time, next_put_at)
      select 'evt_z' || lpad(n::text, 25, '0'), 'order.paid', 'order', 'ord_x', 'chg_x', '{}', now(), now() + make_interval(secs => n)
      from generate_series(1, 5000) n`;
    const [event, again] = await someEvents(2, "product.created");
    await fanOut([again!]);
    const ids = [event!, again!];
    expect(await rowsReadOf("webhook_deliveries", () => fanOut(ids))).toBeLessThan(20);
    expect(await planOf(() => fanOut(ids), "update events")).not.toMatch(/events_due|_heads|_again_/);
    await db().$client`delete from events`;
  });

  it("first attempts are sent despite a backlog of later ones, at the same endpoint and at others", async () => {
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(`${receiver.url}/old`);
    await someDeliveries(400);
    await db()
      .$client`update webhook_deliveries set attempts = 3, again = true, next_attempt_at = now() - interval '1 hour'`;
    const other = await anEndpoint(`${receiver.url}/new`);
    const [fresh] = await someDeliveries(1);
    await send({ slots: 20 });
    const order = receiver.received.map(({ body }) => JSON.parse(body.toString()).id === fresh);
    expect(order.indexOf(true)).toBeLessThan(100);
    expect(order.lastIndexOf(true)).toBeLessThan(100);
    expect((await rowsOf(other.id))[0]).toMatchObject({ status: "delivered" });
    expect((await rowsOf(endpoint.id)).every(({ status }) => status === "delivered")).toBe(true);
  });

  // A wake-up for each failed row would be a storm of messages and invocations just when everything is down.
  it("with all endpoints dead, a burst of failures makes a few wake-ups, and nothing is sent before it is due", async () => {
    const endpoints = await Promise.all([1, 2, 3].map((nth) => anEndpoint(`http://127.0.0.1:${nth}/`)));
    await someDeliveries(100);
    const { failed, wakeUps } = await send();
    expect(failed).toBe(300);
    // On a slow machine, sending all of them takes longer than the first wait.
    await db().$client`update webhook_deliveries set next_attempt_at = next_attempt_at + interval '1 minute'`;
    expect(await send()).toMatchObject({ failed: 0 });
    expect(await send({ lane: "slow" })).toMatchObject({ failed: 0 });
    expect(withoutDoubles(wakeUps).length).toBeLessThanOrEqual(4);
    for (const { id } of endpoints) {
      expect((await rowsOf(id)).every(({ attempts, status }) => attempts === 1 && status === "pending")).toBe(true);
    }
  });
});
