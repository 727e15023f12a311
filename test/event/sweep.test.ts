import { beforeEach, describe, expect, it } from "vitest";
import * as doctor from "#core/contract/doctor";
import type { Id } from "#core/contract/kit/fields";
import { db } from "#core/db/client";
import { allDue } from "#core/event/claim";
import type { NotTaken, Outcome, Outgoing, Put } from "#core/event/outgoing";
import { sweepOutbox } from "#core/event/sweep";
import { fanOut } from "#core/webhook/fan-out";
import { call } from "../support/call.ts";
import { someEvents } from "../support/given/webhooks.ts";
import { linesLogged } from "../support/logged.ts";
import { rowsReadOf } from "../support/plans.ts";

const soon = () => 20_000;
const tookAll: Outcome = { refused: [], failed: [] };

/** A bus that records what it accepted. */
function aBus() {
  const taken: Outgoing[] = [];
  const put: Put = async (events) => {
    taken.push(...events);
    return tookAll;
  };
  return { taken, put };
}

const saying =
  (code: string) =>
  (id: string): NotTaken => ({ id, code, message: "It is so." });

/** A bus that refuses these events individually, and records what it accepted. */
function aBusWithout(ids: readonly string[], code = "MalformedDetail") {
  const { taken, put: take } = aBus();
  const put: Put = async (events, withinMs) => {
    await take(
      events.filter(({ id }) => !ids.includes(id)),
      withinMs,
    );
    const refused = events.map(({ id }) => id).filter((id) => ids.includes(id));
    return { refused: refused.map(saying(code)), failed: [] };
  };
  return { taken, put };
}

/** As if all waits had passed. */
const timePasses = () => db().$client`update events set next_put_at = now() - interval '1 second'`;
const someLate = async (count: number, data: Record<string, unknown> = {}) => {
  const ids = await someEvents(count, "product.created", data);
  await timePasses();
  return ids;
};
const rows = () =>
  db().$client<{ id: Id<"event">; attempts: number; code: string | null; wait: number }[]>`
    select id, put_attempts as attempts, refused_code as code, round(extract(epoch from next_put_at - now()))::int as wait
    from events order by id`;

beforeEach(async () => {
  await db().$client`delete from events`;
});

describe("the sweep of the outbox", () => {
  it("leaves a new event to the process that made the change, for half a minute", async () => {
    await someEvents(1);
    const { put } = aBus();
    expect(await sweepOutbox(put, soon)).toBe(0);
    const [row] = await rows();
    expect(row!.wait).toBeGreaterThan(20);
    expect(row!.wait).toBeLessThanOrEqual(30);
  });

  it("sends each event that has not arrived once, oldest first", async () => {
    const ids = await someLate(450);
    const { taken, put } = aBus();
    expect(await sweepOutbox(put, soon)).toBe(450);
    expect(taken.map(({ id }) => id)).toEqual(ids);
    expect(await sweepOutbox(put, soon)).toBe(0);
  });

  it("continues while the subscriber keeps up, within a limit of how far it may run ahead", async () => {
    await someLate(700);
    const { taken, put } = aBus();
    const ahead = 300;
    let looks = 0;
    await sweepOutbox(put, () => (taken.length < ahead ? 1 : 5 - looks++), ahead);
    expect(taken.length).toBeGreaterThanOrEqual(ahead);
    expect(taken.length).toBeLessThan(ahead + 200);

    const keepsUp: Put = async (events) => {
      taken.push(...events);
      await db().$client`update events set fanned_out_at = now() where id = any(${taken.map(({ id }) => id)}::text[])`;
      return tookAll;
    };
    await keepsUp([], 0);
    await sweepOutbox(keepsUp, soon, ahead);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(700);
    expect(taken).toHaveLength(700);
  });

  it("sends again what was sent a moment ago if the queues are known to be empty", async () => {
    const ids = await someEvents(3);
    const { taken, put } = aBus();
    expect(await sweepOutbox(put, soon)).toBe(0);
    await allDue();
    await sweepOutbox(put, soon);
    expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it("sends the whole body as the receiver will see it", async () => {
    const [id] = await someLate(1, { title: "Täsch \u2028", priceMinor: 5 });
    const { taken, put } = aBus();
    await sweepOutbox(put, soon);
    expect(JSON.parse(taken[0]!.body)).toEqual({
      id,
      name: "product.created",
      version: 1,
      time: taken[0]!.time,
      subject: { type: "product", id: expect.stringMatching(/^ord_/) },
      data: { title: "Täsch \u2028", priceMinor: 5 },
    });
  });

  it("ignores what has been fanned out", async () => {
    const ids = await someLate(2);
    await fanOut(ids.slice(0, 1));
    const { taken, put } = aBus();
    await sweepOutbox(put, soon);
    expect(taken.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  // Lambda may run a schedule twice, and a host a third one: claims must not overlap.
  it("shares the work among eight concurrent runs", async () => {
    await someLate(1000);
    const { taken, put } = aBus();
    await Promise.all(Array.from({ length: 8 }, () => sweepOutbox(put, soon)));
    expect(taken).toHaveLength(1000);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1000);
  });

  // An event whose sweep died must not be lost; one that a queue loses again and again must not fill the queue.
  it("resends an event that was claimed and has not arrived, after waits that grow to a quarter of an hour", async () => {
    await someLate(1);
    const { taken, put } = aBus();
    const waits: number[] = [];
    for (let time = 1; time <= 7; time++) {
      expect(await sweepOutbox(put, soon)).toBe(1);
      expect(await sweepOutbox(put, soon)).toBe(0);
      const [row] = await rows();
      expect(row!.attempts).toBe(time);
      waits.push(row!.wait);
      await timePasses();
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
    expect(taken).toHaveLength(7);
  });

  it("treats what the bus did not refuse as accepted, and retries the rest later", async () => {
    const ids = await someLate(10);
    const half = ids.filter((_, nth) => nth % 2 === 0);
    expect(await sweepOutbox(aBusWithout(half).put, soon)).toBe(5);
    expect((await rows()).map(({ code }) => code)).toEqual(
      ids.map((_, nth) => (nth % 2 === 0 ? "MalformedDetail" : null)),
    );
    await fanOut(ids.filter((id) => !half.includes(id)));
    await timePasses();
    const { taken, put } = aBus();
    expect(await sweepOutbox(put, soon)).toBe(5);
    expect(taken.map(({ id }) => id)).toEqual(half);
    // It has been sent now, so the earlier refusal no longer applies.
    expect((await rows()).map(({ code }) => code)).toEqual(Array(10).fill(null));
  });

  // Two hundred of them used to fill every claim, and no webhooks were sent any more.
  it("sends the one good event after five hundred refused ones, in the same run and in every later one", async () => {
    const refused = await someLate(500);
    await timePasses();
    const [good] = await someEvents(1);
    await db().$client`update events set next_put_at = now() where id = ${good!}`;
    const { taken, put } = aBusWithout(refused);
    expect(await sweepOutbox(put, soon)).toBe(1);
    expect(taken.map(({ id }) => id)).toEqual([good]);

    await fanOut([good!]);
    await timePasses();
    const [next] = await someEvents(1);
    await db().$client`update events set next_put_at = now() where id = ${next!}`;
    const first: string[] = [];
    await sweepOutbox(async (events, withinMs) => {
      if (first.length === 0) first.push(...events.map(({ id }) => id));
      return put(events, withinMs);
    }, soon);
    // Half of a claim is for first tries: it is in the first claim, however long others have waited.
    expect(first).toContain(next);
  });

  it("does not keep calling a dead bus, loses nothing, and counts no attempt against the events", async () => {
    const ids = await someLate(600);
    let calls = 0;
    const dead: Put = async (events) => {
      calls++;
      return { refused: [], failed: events.map(({ id }) => saying("ECONNREFUSED")(id)) };
    };
    expect(await sweepOutbox(dead, soon)).toBe(0);
    expect(calls).toBe(1);
    expect((await rows()).filter(({ code }) => code === "ECONNREFUSED")).toMatchObject(
      Array.from({ length: 100 }, () => ({ attempts: 0, wait: 30 })),
    );
    await timePasses();
    const { taken, put } = aBus();
    expect(await sweepOutbox(put, soon)).toBe(600);
    expect(new Set(taken.map(({ id }) => id))).toEqual(new Set(ids));
  });

  it("logs why the bus refuses an event once, and again only if the reason changes", async () => {
    const ids = await someLate(30);
    const lines = linesLogged();
    const run = async (code: string) => {
      await sweepOutbox(aBusWithout(ids, code).put, soon);
      await timePasses();
    };
    await run("MalformedDetail");
    await run("MalformedDetail");
    expect(lines).toMatchObject([
      { level: "WARN", code: "MalformedDetail", reason: "It is so.", count: 30, eventIds: ids.slice(0, 20) },
    ]);
    await run("InternalFailure");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ code: "InternalFailure", count: 30 });
  });

  it("is reported by the doctor with the bus's own code, and recovers without intervention", async () => {
    const ids = await someLate(3);
    await db().$client`update events set time = now() - interval '2 minutes'`;
    await sweepOutbox(aBusWithout(ids.slice(0, 2)).put, soon);
    await timePasses();
    await sweepOutbox(aBusWithout(ids.slice(0, 2)).put, soon);
    await fanOut(ids.slice(2));
    const checkFour = async () => (await call(doctor.examine, {})).body.checks.find(({ number }) => number === 4)!;
    const found = await checkFour();
    expect(found).toMatchObject({
      status: "fail",
      sentence: "2 events have not arrived in time. The bus refuses: MalformedDetail (2).",
      count: 2,
      rows: expect.arrayContaining(
        ids
          .slice(0, 2)
          .map((id) => ({ id, code: "MalformedDetail", attempts: 2, nextPutAt: expect.anything() }))
          .map((row) => expect.objectContaining(row)),
      ),
      remedy: expect.stringContaining("nextPutAt"),
    });
    // The bus accepts them from now on; without any intervention each is sent when its row is due.
    await timePasses();
    const { taken, put } = aBus();
    await sweepOutbox(put, soon);
    await fanOut(taken.map(({ id }) => id as Id<"event">));
    expect(await checkFour()).toMatchObject({ status: "ok" });
  });

  // A tenth of the table is far above what the index reads, and far below the table.
  it("finds what is due by its index, whatever else is in the outbox", async () => {
    const sql = db().$client;
    // Deleted rows stay in the indexes, and are read, as long as any transaction may still see them.
    await sql`truncate events`;
    await sql`
      insert into events (id, name, subject_type, subject_id, change_id, body, time, fanned_out_at, put_attempts, next_put_at)
      select 'evt_' || lpad(n::text, 26, '0'), 'order.paid', 'order', 'ord_x', 'chg_x', '{}', now(),
        case when n % 2 = 0 then now() end, n % 3, now() + interval '1 minute' * case when n % 2 = 0 then -1 else 1 end
      from generate_series(1, 20000) n`;
    await sql`analyze events`;
    const [late] = await someEvents(1);
    await sql`update events set next_put_at = now() - interval '1 minute' where id = ${late!}`;
    const { put } = aBus();
    expect(await rowsReadOf("events", async () => expect(await sweepOutbox(put, soon)).toBe(1))).toBeLessThan(2_000);
  });
});
