/**
 * The lease on two small tables of this file: errands, divided by shop and tried three times; and letters, like the
 * outbox: tried for ever, by turn, until someone else marks them as arrived.
 */
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { type TimeLeft, within } from "#core/time-left";
import { workInBatches } from "#core/work/batches";
import type { Claim, Group } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";
import { workThrough } from "#core/work/loop";
import { evenSlots } from "#core/work/slots";
import { doubling } from "#core/work/waits";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { linesLogged } from "../support/logged.ts";
import { planOf } from "../support/plans.ts";

interface Errand extends Claim, Group {
  readonly note: string | null;
}
interface Outcome {
  readonly of: Pick<Claim, "id" | "claimId" | "attempts">;
  readonly went: "well" | "badly";
  readonly afterSeconds?: number;
  readonly note?: string;
}
const attemptsMax = 3;
const hideSeconds = 60;

const errands = leaseOf<Errand, Outcome>({
  table: "errands",
  key: "id",
  dueAt: "due_at",
  pending: "row.status = 'open'",
  group: "shop",
  hideSeconds,
  limit: { attempts: attemptsMax, interrupted: { status: "'given up'", note: "'interrupted'" } },
  waitSeconds: doubling(2, 900),
  reads: "row.note",
  again: ({ went, afterSeconds }) => went === "badly" && (afterSeconds ?? true),
  given: { note: ["text", ({ note }) => note] },
  sets: { status: "case given.came when 'again' then 'open' else given.came end", note: "given.note" },
});

interface Turn {
  readonly turn: "first" | "again";
}

const letters = leaseOf<Claim & Turn, Outcome, Turn>({
  table: "letters",
  attempts: "tries",
  key: "id",
  dueAt: "next_try",
  pending: "row.arrived_at is null",
  queues: {
    names: { turn: "text" },
    all: "select turn from (values ('first'), ('again')) as turns (turn)",
    rows: "least(row.tries, 1) = case queue.turn when 'first' then 0 else 1 end",
  },
  reads: "case when row.tries > 1 then 'again' else 'first' end as turn",
  hideSeconds,
  waitSeconds: doubling(30, 3_600),
  again: () => true,
  given: { code: ["text", ({ note }) => note ?? null] },
  sets: { refused_code: "given.code" },
});

/** One of the letters, whichever turn it is in. */
const aLetter = async () =>
  await letters.claim([
    { turn: "first", most: 1 },
    { turn: "again", most: 1 },
  ]);

beforeAll(async () => {
  await db()
    .$client.unsafe(`
    create table errands (
      id text collate "C" primary key, shop text not null, status text not null default 'open', note text check (note <> 'no'),
      due_at timestamptz(3) default now(), attempts integer not null default 0, claim_id uuid,
      check ((status = 'open') = (due_at is not null)));
    create index errands_due on errands (shop, due_at, id) where status = 'open';
    create table letters (
      id text collate "C" primary key, next_try timestamptz(3) not null default now(), arrived_at timestamptz(3),
      tries integer not null default 0, claim_id uuid, refused_code text);
    create index letters_due on letters (least(tries, 1), next_try, id) where arrived_at is null`)
    .simple();
});
afterAll(() => db().$client.unsafe("drop table errands, letters").simple());
beforeEach(() => db().$client.unsafe("truncate errands, letters").simple());
// The last test may have changed this process's clock.
beforeEach(() => void vi.useRealTimers());

/** Each has been due for as many seconds as its number, so that the last one of a shop has been due longest. */
const someErrands = (count: number, shop = "baker") =>
  db().$client`
    insert into errands (id, shop, due_at)
    select ${shop}::text || n, ${shop}::text, now() - make_interval(secs => n) from generate_series(1, ${count}::int) n`;
const someLetters = (count: number) =>
  db().$client`insert into letters (id) select 'letter' || n from generate_series(1, ${count}::int) n`;

const errandsNow = () =>
  db().$client<
    {
      id: string;
      status: string;
      note: string | null;
      attempts: number;
      claimId: string | null;
      dueAt: number | null;
    }[]
  >`
    select id, status, note, attempts, claim_id as "claimId", extract(epoch from due_at)::float as "dueAt"
    from errands order by id`;
const lettersNow = () =>
  db().$client<{ id: string; tries: number; code: string | null; dueAt: number }[]>`
    select id, tries, refused_code as code, extract(epoch from next_try)::float as "dueAt" from letters order by id`;

/** In seconds, like `dueAt`. */
const databaseNow = async () => {
  const [clock] = await db().$client<{ now: number }[]>`select extract(epoch from clock_timestamp())::float as now`;
  return clock!.now;
};

/** Expects rows to be due this many seconds after some work, by the database's clock, however slow this machine is. */
async function isWaitedFor(
  seconds: number,
  rows: () => Promise<readonly { readonly dueAt: number | null }[]>,
  work: () => Promise<unknown>,
) {
  const before = await databaseNow();
  await work();
  const after = await databaseNow();
  const waiting = await rows();
  expect(waiting.length).toBeGreaterThan(0);
  for (const { dueAt } of waiting) {
    // The column stores milliseconds.
    expect(dueAt).toBeGreaterThanOrEqual(before + seconds - 0.001);
    expect(dueAt).toBeLessThanOrEqual(after + seconds + 0.001);
  }
}

/** As if every wait and every hiding time were over. */
const timePasses = async () => {
  await db().$client`update errands set due_at = now() - interval '1 second' where status = 'open'`;
  await db().$client`update letters set next_try = now() - interval '1 second'`;
};
const claimErrands = (most = 100, group = "baker") => errands.claim([{ group, most }]);
const went =
  (how: "well" | "badly", rest: Partial<Outcome> = {}) =>
  (of: Claim): Outcome => ({ of, went: how, ...rest });

describe("a claim", () => {
  // Of a hundred rows written as due now, some are rounded up to a moment that is still in the future when they are
  // claimed.
  it("takes a row that was written as due now, although the column rounds the time", async () => {
    for (let round = 0; round < 100; round++) {
      await db().$client`truncate errands`;
      await someErrands(1);
      await db().$client`update errands set due_at = date_trunc('milliseconds', clock_timestamp()) + interval '0.5 ms'`;
      expect(await claimErrands()).toHaveLength(1);
    }
  });

  it("gives no row to two workers, however many claim at once", async () => {
    await someErrands(200);
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimErrands(10)));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(200);
    expect(new Set(ids).size).toBe(200);
    expect(new Set(claims.flat().map(({ claimId }) => claimId)).size).toBe(20);
  });

  // A worker that waited for another's row would be idle meanwhile.
  it("skips a locked row without waiting, and takes the others", async () => {
    await someErrands(3);
    const other = postgres(process.env["DATABASE_URL"]!, { max: 1 });
    onTestFinished(() => other.end());
    const ids = await other.begin(async (tx) => {
      await tx`select 1 from errands where id = 'baker2' for update`;
      return (await claimErrands()).map(({ id }) => id);
    });
    expect(ids.toSorted()).toEqual(["baker1", "baker3"]);
    expect((await claimErrands()).map(({ id }) => id)).toEqual(["baker2"]);
  });

  it("takes from each queue what has been due longest, up to the number requested, and nothing that is not due", async () => {
    await someErrands(5);
    await someErrands(2, "smith");
    await db().$client`update errands set due_at = now() + interval '1 minute' where id = 'smith1'`;
    const rows = await errands.claim([
      { group: "baker", most: 2 },
      { group: "smith", most: 5 },
    ]);
    expect(rows.map(({ id, group, attempts }) => [id, group, attempts]).toSorted()).toEqual([
      ["baker4", "baker", 1],
      ["baker5", "baker", 1],
      ["smith2", "smith", 1],
    ]);
  });

  it("hides its rows, and they return to the next claim with one more attempt", async () => {
    await someErrands(2);
    await isWaitedFor(hideSeconds, errandsNow, () => claimErrands());
    expect(await claimErrands()).toEqual([]);
    expect(await errands.due()).toEqual([]);
    await timePasses();
    expect((await claimErrands()).map(({ attempts }) => attempts)).toEqual([2, 2]);
  });

  // Its worker may have died after doing the work each time: the fourth time would be one too many.
  it("gives up a row whose last attempt ended without an outcome", async () => {
    await someErrands(1);
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      expect(await claimErrands()).toMatchObject([{ attempts: attempt }]);
      await timePasses();
    }
    expect(await claimErrands()).toEqual([]);
    expect(await errandsNow()).toMatchObject([
      { status: "given up", note: "interrupted", attempts: attemptsMax, dueAt: null },
    ]);
  });

  // Half a claim would count attempts that no one makes, of hidden rows that no one has.
  it("that fails half-way has claimed nothing, and counted nothing", async () => {
    await someErrands(20);
    await whenClaimed("if new.id = 'baker7' then raise exception 'no'; end if;");
    await expect(claimErrands()).rejects.toThrow();
    for (const row of await errandsNow()) expect(row).toMatchObject({ attempts: 0, claimId: null });
    expect(await errands.due()).toEqual([{ group: "baker" }]);
  });

  it("reads the heads of the queues, and no complete table", async () => {
    await someErrands(10);
    const claim = await planOf(() => claimErrands(1), "claimed as");
    expect(claim).toContain("Index Scan using errands_due");
    expect(claim).not.toMatch(/Seq Scan|Sort/);
    const due = await planOf(() => errands.due(), "as head");
    expect(due).toMatch(/Index (Only )?Scan using errands_due/);
    expect(due).not.toContain("Seq Scan");
    expect(await planOf(aLetter, "claimed as")).toContain("Index Scan using letters_due");
  });
});

/** Does this to each errand that is claimed, until the test is over. */
async function whenClaimed(does: string): Promise<void> {
  const sql = db().$client;
  await sql
    .unsafe(`
    create sequence claims;
    create function claimed() returns trigger language plpgsql as $$ begin ${does} return new; end $$;
    create trigger claimed before update of attempts on errands for each row execute function claimed()`)
    .simple();
  // Awaited, or the next test's sequence would have the name of one that is still there.
  onTestFinished(async () => {
    await sql.unsafe("drop function claimed cascade; drop sequence claims").simple();
  });
}

describe("an outcome", () => {
  it("is recorded, with its details", async () => {
    await someErrands(2);
    const outcomes = (await claimErrands()).map(went("well", { note: "fresh" }));
    expect(await errands.record(outcomes)).toEqual(outcomes);
    expect(await errandsNow()).toMatchObject([
      { status: "done", note: "fresh", attempts: 1, claimId: null, dueAt: null },
      { status: "done", note: "fresh" },
    ]);
  });

  it("of a claim that another has taken over changes nothing, and the other's is recorded", async () => {
    await someErrands(1);
    const first = await claimErrands();
    await timePasses();
    const second = await claimErrands();
    const before = await errandsNow();
    expect(await errands.record(first.map(went("well")))).toEqual([]);
    expect(await errands.record(first.map(went("badly", { note: "late" })))).toEqual([]);
    await errands.giveBack(first);
    expect(await errands.keep(first)).toBe(false);
    expect(await errandsNow()).toMatchObject(before.map(({ dueAt: _, ...row }) => row));
    expect(await errands.record(second.map(went("well")))).toHaveLength(1);
    expect(await errands.record(second.map(went("badly")))).toEqual([]);
    expect(await errandsNow()).toMatchObject([{ status: "done", attempts: 2, note: null }]);
  });

  it("makes a row wait longer after each failure, until it is given up", async () => {
    await someErrands(1);
    for (const seconds of [2, 4]) {
      const outcomes = (await claimErrands()).map(went("badly"));
      await isWaitedFor(seconds, errandsNow, () => errands.record(outcomes));
      await timePasses();
    }
    await errands.record((await claimErrands()).map(went("badly", { note: "closed" })));
    expect(await errandsNow()).toMatchObject([{ status: "given up", attempts: 3, note: "closed", dueAt: null }]);
    expect([1, 2, 3].map(errands.waitSecondsAfter)).toEqual([2, 4, null]);
  });

  it("without a limit makes it wait ever longer, and never gives it up", async () => {
    await someLetters(1);
    for (const seconds of [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]) {
      const outcomes = (await aLetter()).map(went("well"));
      await isWaitedFor(seconds, lettersNow, () => letters.record(outcomes));
      await timePasses();
    }
    await db().$client`update letters set tries = 100000`;
    const outcomes = (await aLetter()).map(went("well"));
    await isWaitedFor(3_600, lettersNow, () => letters.record(outcomes));
  });

  // A provider that answers "try again in five minutes" means it; it counts as an attempt all the same.
  it("may set the wait itself, but not the number of attempts", async () => {
    await someErrands(1);
    for (const _ of [1, 2]) {
      const outcomes = (await claimErrands()).map(went("badly", { afterSeconds: 300 }));
      await isWaitedFor(300, errandsNow, () => errands.record(outcomes));
      await timePasses();
    }
    await errands.record((await claimErrands()).map(went("badly", { afterSeconds: 300 })));
    expect(await errandsNow()).toMatchObject([{ status: "given up" }]);
  });

  it.each([-3_600_000, 3_600_000])(
    "is scheduled by the database's clock, even if the host's is %i ms off",
    async (off) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + off });
      await someErrands(1);
      const claimed: Errand[] = [];
      await isWaitedFor(hideSeconds, errandsNow, async () => claimed.push(...(await claimErrands())));
      expect(Math.abs(Date.parse(claimed[0]!.at) / 1_000 - (await databaseNow()))).toBeLessThan(60);
      await isWaitedFor(2, errandsNow, () => errands.record(claimed.map(went("badly"))));
    },
  );

  // Otherwise a call that was sent would be considered unsent because a clerk wrote a note on it.
  it("is recorded in a row that someone else is writing to, and rows are locked in the order of their keys", async () => {
    await someErrands(3);
    const claimed = await claimErrands();
    const outcomes = claimed.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map(went("well"));
    const other = postgres(process.env["DATABASE_URL"]!, { max: 1 });
    onTestFinished(() => other.end());
    const { recording } = await other.begin(async (tx) => {
      await tx`update errands set shop = 'somewhere else' where id = 'baker2'`;
      const recording = errands.record(outcomes);
      await untilSomebodyWaits();
      // Held already, it would be a deadlock for whoever has the second and wants the third.
      await tx`select from errands where id = 'baker3' for update nowait`;
      return { recording };
    });
    expect(await recording).toHaveLength(3);
    expect((await errandsNow()).map(({ status }) => status)).toEqual(["done", "done", "done"]);
  });

  // These texts contain what a foreign server answered.
  it("is accepted even with a NUL and an incomplete character", async () => {
    await someErrands(1);
    const note = "a\0b\ud83dc \\u0000 \\ud83d \u{1f69a}";
    expect(await errands.record((await claimErrands()).map(went("well", { note })))).toHaveLength(1);
    expect(await errandsNow()).toMatchObject([{ note: "ab\ufffdc \\u0000 \\ud83d \u{1f69a}" }]);
  });

  // A refund's row and its call: one without the other would be requested again, or never.
  it("recorded within a change commits with it, or not at all", async () => {
    await someErrands(1);
    const outcomes = (await claimErrands()).map(went("well"));
    const record = (fails: boolean) =>
      inChange(system("test"), async ({ tx }) => {
        expect(await errands.record(outcomes, tx)).toHaveLength(1);
        if (fails) throw new Error("afterwards");
      });
    await expect(record(true)).rejects.toThrow("afterwards");
    expect(await errandsNow()).toMatchObject([{ status: "open" }]);
    await record(false);
    expect(await errandsNow()).toMatchObject([{ status: "done" }]);
  });
});

describe("rows that are given back", () => {
  it("are due at once, and their attempt is not counted", async () => {
    await someErrands(3);
    const rows = await claimErrands();
    await errands.giveBack(rows.slice(0, 2));
    const back = await claimErrands();
    expect(back.map(({ id, attempts }) => [id, attempts]).toSorted()).toEqual(
      rows
        .slice(0, 2)
        .map(({ id }) => [id, 1])
        .toSorted(),
    );
  });
});

describe("an extended claim", () => {
  // A job of an hour is done in steps: a worker that took over meanwhile would do a step twice.
  it("stays hidden for the same time again, in a step that commits", async () => {
    await someErrands(1);
    const rows = await claimErrands();
    await db().$client`update errands set due_at = now() + interval '1 second'`;
    await isWaitedFor(hideSeconds, errandsNow, async () =>
      expect(await inChange(system("test"), ({ tx }) => errands.keep(rows, tx))).toBe(true),
    );
    expect(await errands.record(rows.map(went("well")))).toHaveLength(1);
  });
});

describe("the queues", () => {
  it("are those that have something due, the longest overdue first", async () => {
    await someErrands(1, "tailor");
    await someErrands(9, "baker");
    await someErrands(5, "smith");
    await someErrands(20, "miller");
    await db().$client`update errands set due_at = now() + interval '1 minute' where shop = 'miller'`;
    expect(await errands.due()).toEqual([{ group: "baker" }, { group: "smith" }, { group: "tailor" }]);
    expect(await errands.due(4)).toEqual([{ group: "baker" }, { group: "smith" }]);
    expect(await errands.due(0, 1)).toEqual([{ group: "baker" }]);
    expect(await letters.due()).toEqual([]);
    await someLetters(2);
    await db().$client`update letters set tries = 2 where id = 'letter1'`;
    expect((await letters.due()).map(({ turn }) => turn).toSorted()).toEqual(["again", "first"]);
  });

  it("are a single one if rows are not grouped", async () => {
    const all = leaseOf<Claim & Group, Outcome>({
      table: "errands",
      key: "id",
      dueAt: "due_at",
      pending: "row.status = 'open'",
      hideSeconds,
      waitSeconds: () => 5,
      again: () => true,
    });
    expect(await all.due()).toEqual([]);
    await someErrands(2, "baker");
    await someErrands(2, "smith");
    expect(await all.due()).toEqual([{ group: "all" }]);
    const rows = await all.claim([{ group: "all", most: 3 }]);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ group: "all", attempts: 1 });
    expect(await all.record(rows.map(went("badly")))).toHaveLength(3);
  });
});

/** The loop's arguments, except for the work. */
const worker = (total = 20, perGroup = 5) => ({
  lease: errands,
  slots: evenSlots(total, perGroup),
  timeLeft: within(20_000),
  withinMs: 10_000,
});

describe("the loop", () => {
  it("does everything that is due once, and reports what it recorded", async () => {
    await someErrands(150, "baker");
    await someErrands(20, "smith");
    const done: string[] = [];
    const recorded: string[] = [];
    const { unfinished } = await workThrough({
      ...worker(),
      work: async (row) => {
        done.push(row.id);
        return went("well")(row);
      },
      recorded: async (outcomes) => void recorded.push(...outcomes.map(({ of }) => of.id)),
    });
    expect(unfinished).toBe(false);
    expect(done).toHaveLength(170);
    expect(new Set(done).size).toBe(170);
    expect(recorded.toSorted()).toEqual(done.toSorted());
    for (const row of await errandsNow()) expect(row).toMatchObject({ status: "done", attempts: 1 });
  });

  // A provider that hangs slows only itself.
  it("lets a hanging group use only its own share, and works on all others", async () => {
    await someErrands(40, "baker");
    await someErrands(40, "smith");
    const others = Promise.withResolvers<void>();
    const hanging = Promise.withResolvers<void>();
    let begun = 0;
    let finished = 0;
    const working = workThrough({
      ...worker(20, 5),
      work: async (row) => {
        if (row.group === "smith") {
          if (++finished === 40) others.resolve();
          return went("well")(row);
        }
        begun++;
        await hanging.promise;
        return went("well")(row);
      },
    });
    await others.promise;
    expect(begun).toBe(5);
    hanging.resolve();
    await working;
    expect(begun).toBe(40);
  });

  it("paused until another has done its work, records and reports nothing", async () => {
    await someErrands(1);
    const began = Promise.withResolvers<void>();
    let timeLeftMs = 20_000;
    const paused = Promise.withResolvers<void>();
    const recorded: Outcome[] = [];
    const first = workThrough({
      ...worker(),
      // Otherwise it would take the row itself, as soon as it is due again.
      timeLeft: () => timeLeftMs,
      work: async (row) => {
        timeLeftMs = 0;
        began.resolve();
        await paused.promise;
        return went("badly", { note: "late" })(row);
      },
      recorded: async (outcomes) => void recorded.push(...outcomes),
    });
    await began.promise;
    await timePasses();
    await workThrough({ ...worker(), work: async (row) => went("well", { note: "mine" })(row) });
    paused.resolve();
    await first;
    expect(recorded).toEqual([]);
    expect(await errandsNow()).toMatchObject([{ status: "done", note: "mine", attempts: 2 }]);
  });

  it("ends with the error of a claim that keeps failing, once what it began is recorded", async () => {
    await someErrands(5, "baker");
    await someErrands(5, "smith");
    await whenClaimed("if new.shop = 'baker' then raise exception 'no'; end if;");
    const loop = workThrough({ ...worker(5, 5), work: async (row) => went("well")(row) });
    await expect(loop).rejects.toThrow();
    for (const { id, status, attempts } of await errandsNow())
      if (id.startsWith("baker")) expect([id, status, attempts]).toEqual([id, "open", 0]);
      else expect([id, status, attempts]).toEqual([id, ...(status === "done" ? ["done", 1] : ["open", 0])]);
  });

  it("continues if a claim's connection is closed, and each row is done once", async () => {
    await someErrands(30);
    // Once: a sequence is not rolled back with its transaction.
    await whenClaimed("if nextval('claims') = 7 then perform pg_terminate_backend(pg_backend_pid()); end if;");
    const done: string[] = [];
    await workThrough({
      ...worker(20, 20),
      work: async (row) => {
        done.push(row.id);
        return went("well")(row);
      },
    });
    expect(done).toHaveLength(30);
    expect(new Set(done).size).toBe(30);
    for (const row of await errandsNow()) expect(row).toMatchObject({ status: "done", attempts: 1 });
  });

  // A failover of some seconds, during long work that does not need the database.
  it("continues if it cannot look while work is in progress", async () => {
    await someErrands(1);
    const failedOnce = Promise.withResolvers<void>();
    let looks = 0;
    let failed = 0;
    const { unfinished } = await workThrough({
      ...worker(),
      due: async () => {
        // The first look finds the errand; the second and its retry find no database.
        if (++looks !== 2 && looks !== 3) return errands.due();
        if (++failed === 2) failedOnce.resolve();
        throw new Error("the database is away");
      },
      work: async (row) => {
        await failedOnce.promise;
        return went("well")(row);
      },
    });
    expect(unfinished).toBe(false);
    expect(await errandsNow()).toMatchObject([{ status: "done", attempts: 1 }]);
  });

  it("ends with the error if it cannot look and nothing is in progress", async () => {
    const away = () => Promise.reject(new Error("the database is away"));
    await expect(workThrough({ ...worker(), due: away, work: async (row) => went("well")(row) })).rejects.toThrow(
      "away",
    );
  });

  // Otherwise one bad row would have all others' work done again, for ever.
  it("records the others' outcomes if the database refuses one, or the work on one throws", async () => {
    const lines = linesLogged();
    await someErrands(10);
    await workThrough({
      ...worker(10, 10),
      work: async (row) => {
        if (row.id === "baker4") throw new Error("a fault of ours");
        return went("well", { note: row.id === "baker7" ? "no" : "yes" })(row);
      },
    });
    for (const { id, ...row } of await errandsNow()) {
      const open = id === "baker4" || id === "baker7";
      expect([id, row]).toMatchObject([id, { status: open ? "open" : "done", attempts: 1 }]);
    }
    const errors = lines.filter(({ level }) => level === "ERROR");
    expect(errors.toSorted((a, b) => (a.message < b.message ? -1 : 1))).toMatchObject([
      { message: "outcome refused by the database" },
      { message: "work failed without an outcome", id: "baker4", error: { message: "a fault of ours" } },
    ]);
  });

  // It would be done twice: by this worker, and by the one that claims the row again.
  it("does not begin work that could outlast the hiding of its row, which is left to its next claim", async () => {
    await someErrands(2);
    const begun: string[] = [];
    const work = async (row: Errand) => {
      begun.push(row.id);
      return went("well")(row);
    };
    await workThrough({ ...worker(), withinMs: (hideSeconds - 5) * 1_000, work });
    expect(begun).toEqual([]);
    for (const row of await errandsNow()) expect(row).toMatchObject({ status: "open", attempts: 1 });
    expect(await errands.due()).toEqual([]);
  });

  it("ends as usual if rows claimed ahead cannot be given back: they come back when their hiding ends", async () => {
    const lines = linesLogged();
    await someErrands(60);
    let done = 0;
    await workThrough({
      ...worker(1, 1),
      lease: { ...errands, giveBack: () => Promise.reject(new Error("the database is away")) },
      slots: evenSlots(1, 1, 20),
      prefetchMax: 20,
      timeLeft: () => (done < 20 ? 20_000 : 0),
      work: async (row) => {
        done++;
        return went("well")(row);
      },
    });
    expect(lines).toContainEqual(expect.objectContaining({ message: "rows not released" }));
    expect((await errandsNow()).filter(({ status }) => status === "done")).toHaveLength(done);
  });

  it("does not record what the work records itself", async () => {
    await someErrands(3);
    await workThrough({
      ...worker(),
      work: async (row) => {
        await inChange(system("test"), ({ tx }) => errands.record([went("well", { note: "by itself" })(row)], tx));
        return undefined;
      },
      recorded: () => Promise.reject(new Error("nothing was left to record")),
    });
    for (const row of await errandsNow()) expect(row).toMatchObject({ status: "done", note: "by itself" });
  });

  it("claims nothing once its time is up, and reports that something is left", async () => {
    await someErrands(3);
    const work = async (row: Errand) => went("well")(row);
    expect(await workThrough({ ...worker(), timeLeft: () => 0, work })).toEqual({ unfinished: true });
    for (const row of await errandsNow()) expect(row).toMatchObject({ status: "open", attempts: 0 });
    expect(await workThrough({ ...worker(), work })).toEqual({ unfinished: false });
  });
});

describe("work in batches", () => {
  const batches = (
    work: (rows: readonly Claim[]) => Promise<Outcome[]>,
    restSeconds = 0,
    timeLeft: TimeLeft = within(20_000),
  ) => workInBatches({ lease: letters, most: 4, timeLeft, work, restSeconds });

  it("claims what is due batch by batch, each row once, until the time is up", async () => {
    await someLetters(10);
    const sizes: number[] = [];
    const work = async (rows: readonly Claim[]) => {
      sizes.push(rows.length);
      return rows.map(went("well"));
    };
    expect(await batches(work)).toBe(10);
    expect(sizes).toEqual([4, 4, 2]);
    for (const { tries } of await lettersNow()) expect(tries).toBe(1);
    expect(await letters.due()).toEqual([]);

    await timePasses();
    expect(await batches(work, 0, () => (sizes.length > 3 ? 0 : 1))).toBe(4);
  });

  it("gives back what was not started, and ends when nothing was", async () => {
    await someLetters(6);
    let batch = 0;
    expect(await batches(async (rows) => (++batch > 2 ? [] : rows.slice(0, 1).map(went("well"))))).toBe(2);
    expect(batch).toBe(3);
    expect((await lettersNow()).map(({ tries }) => tries).toSorted()).toEqual([0, 0, 0, 0, 1, 1]);
    expect(await letters.claim([{ turn: "first", most: 10 }])).toHaveLength(4);
  });

  it("continues if a claim's connection is closed, and records the others' outcomes if the database refuses one", async () => {
    await someErrands(6);
    await whenClaimed("if nextval('claims') = 2 then perform pg_terminate_backend(pg_backend_pid()); end if;");
    const work = async (rows: readonly Errand[]) =>
      rows.map((row) => went("well", { note: row.id === "baker4" ? "no" : "yes" })(row));
    expect(await workInBatches({ lease: errands, most: 3, timeLeft: within(20_000), work })).toBe(5);
    for (const { id, ...row } of await errandsNow())
      expect([id, row]).toMatchObject([id, { status: id === "baker4" ? "open" : "done", attempts: 1 }]);
  });

  // The bus is unavailable: no event is at fault, and they must not be retried in a tight loop.
  it("lets rows that were not sent wait, and records an individual refusal", async () => {
    await someLetters(4);
    const putOne = async (rows: readonly Claim[]) => rows.slice(0, 1).map(went("badly", { note: "too large" }));
    await isWaitedFor(30, lettersNow, async () => expect(await batches(putOne, 30)).toBe(1));
    const rows = await lettersNow();
    expect(rows.map(({ tries, code }) => [tries, code]).toSorted()).toEqual([
      [0, null],
      [0, null],
      [0, null],
      [1, "too large"],
    ]);
    expect(await letters.due()).toEqual([]);
  });

  // It arrived while the sweep was sending it again: it must not be sent a third time.
  it("records nothing for rows that someone else has settled", async () => {
    await someLetters(1);
    const work = async (rows: readonly Claim[]) => {
      await db().$client`update letters set arrived_at = now()`;
      return rows.map(went("badly", { note: "late" }));
    };
    expect(await batches(work)).toBe(0);
    expect(await lettersNow()).toMatchObject([{ tries: 1, code: null }]);
    await timePasses();
    expect(await letters.due()).toEqual([]);
  });

  it("divides a batch among the groups, and keeps rows hidden whose work failed", async () => {
    await someErrands(10, "baker");
    await someErrands(2, "smith");
    const shops: string[][] = [];
    const worked = workInBatches({
      lease: errands,
      most: 6,
      timeLeft: within(20_000),
      work: async (rows) => {
        shops.push(rows.map(({ group }) => group).toSorted());
        if (shops.length === 2) throw new Error("a fault of ours");
        return rows.map(went("well"));
      },
    });
    await expect(worked).rejects.toThrow("a fault of ours");
    expect(shops).toEqual([
      ["baker", "baker", "baker", "smith", "smith"],
      ["baker", "baker", "baker", "baker", "baker", "baker"],
    ]);
    const rows = await errandsNow();
    expect(rows.filter(({ status }) => status === "done")).toHaveLength(5);
    expect(rows.filter(({ status, claimId }) => status === "open" && claimId)).toHaveLength(6);
    expect(await errands.due()).toEqual([{ group: "baker" }]);
  });
});
