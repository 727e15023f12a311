import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as provider from "#core/contract/provider";
import * as session from "#core/contract/session";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeOldAnswers } from "#core/idempotency/remove-old";
import { removeOldJobs } from "#core/job/remove-old";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { removeOldPeopleRows } from "#core/staff/remove-old";
import { sessions, signInAttempts, signInNetworks } from "#core/staff/staff.table";
import { within } from "#core/time-left";
import { handler as removeOld } from "#functions/schedule/remove-old";
import { call } from "../support/call.ts";
import { aGateway } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";
import { aSignedIn } from "../support/given/people.ts";
import { invocation } from "../support/invocation.ts";
import { rowsReadOfEach } from "../support/plans.ts";

describe("expired rows", () => {
  it("are removed, and nothing else, even if two sweeps run at once", async () => {
    const [old, current] = [await aSignedIn(), await aSignedIn()];
    await db().execute(sql`update sessions set expires_at = now() - interval '1 second' where staff_id = ${old.id}`);
    await call(session.signIn, { email: old.email, password: "a guess" }, { as: null });
    await db().execute(sql`update sign_in_attempts set at = now() - interval '16 minutes'`);
    await call(session.signIn, { email: old.email, password: "a guess" }, { as: null });

    await db().execute(
      sql`update sign_in_networks set seen_at = now() - interval '91 days' where staff_id = ${old.id}`,
    );

    const both = await Promise.all([removeOldPeopleRows(within(60_000)), removeOldPeopleRows(within(60_000))]);
    const total = (what: "sessions" | "attempts" | "networks") => both.reduce((sum, removed) => sum + removed[what], 0);
    expect([total("sessions"), total("attempts"), total("networks")]).toEqual([1, 1, 1]);
    expect(await db().select().from(sessions)).toMatchObject([{ staffId: current.id }]);
    expect(await db().select().from(signInAttempts)).toHaveLength(1);
    expect(await db().select().from(signInNetworks)).toMatchObject([{ staffId: current.id }]);
  });

  it("that somebody holds are left for the next time, and hold up none of the others", async () => {
    const [held] = [await aSignedIn(), await aSignedIn()];
    await db().execute(sql`update sessions set expires_at = now() - interval '1 second'`);
    const expired = () => db().select({ staffId: sessions.staffId }).from(sessions);
    await inChange(system("test"), async ({ tx }) => {
      await tx.execute(sql`select from sessions where staff_id = ${held.id} for update`);
      await removeOldPeopleRows(within(60_000));
      expect(await expired()).toEqual([{ staffId: held.id }]);
    });
    await removeOldPeopleRows(within(60_000));
    expect(await expired()).toEqual([]);
  });

  // Every hour all rows were read that are not old yet: a month of requests to providers, a day of answers. PostgreSQL
  // uses no index for a comparison with a clock that moves within the statement.
  it("are found without reading those that are kept for longer", async () => {
    await aGateway();
    const many = sql`generate_series(1, 5_000) as nth`;
    await db().execute(sql`
      insert into inbox (id, provider, event_id, headers, body, status, received_at)
      select 'inb_kept' || nth, 'test', 'kept' || nth, '{}', '', 'settled', now() - interval '9 days' from ${many}`);
    await db().execute(sql`
      insert into idempotency (actor, key, fingerprint, created_at) select 'test', nth, '', now() - interval '23 hours' from ${many}`);
    await db().execute(sql`
      insert into sign_in_attempts (id, email, address, at) select nth, nth, nth, now() - interval '1 minute' from ${many}`);
    const tables = ["inbox", "idempotency", "sign_in_attempts"];
    const read = await rowsReadOfEach(tables, async () => {
      await removeOldProviderRows(within(60_000));
      await removeOldAnswers(within(60_000));
      await removeOldPeopleRows(within(60_000));
    });
    for (const table of tables) expect(read[table], table).toBeLessThan(500);
  });

  // Only staff can decide about what is stuck, and what is open may still be paid or refunded.
  it("of providers are questions and what is settled, each after its time; whatever is open or stuck stays", async () => {
    await aGateway();
    for (const table of ["call_attempts", "calls", "inbox"]) await db().execute(sql.raw(`delete from ${table}`));
    await db().execute(sql`
      insert into inbox (id, provider, event_id, headers, body, status, received_at)
      select status || days, 'test', status || days, '{}', '', status, now() - make_interval(days => days)
      from (values ('new', 400), ('stuck', 400), ('settled', 29), ('settled', 31), ('ignored', 6), ('ignored', 8))
        as said (status, days)`);
    await db().execute(sql`
      insert into calls (id, provider, does, subject_id, change_id, asked, status, due_at, created_at, settled_at)
      select does || days, 'test', does, days, 'chg_1', '{}', case when settled then 'done' else 'asked' end,
        case when not settled then now() end, now(), case when settled then now() - make_interval(days => days) end
      from (values ('rates', 1, true), ('rates', 3, true), ('track', 3, true), ('track', 400, false), ('refund', 400, true),
        ('findPayment', 3, true), ('findPayment', 1, true), ('followRefund', 3, true), ('findDisputes', 3, true),
        ('readDispute', 3, true))
        as said (does, days, settled)`);
    await db().execute(sql`
      insert into call_attempts (call_id, at, milliseconds, method, url, request, answer)
      select call, now() - make_interval(days => days), 1, 'GET', call || ' ' || days, '', ''
      from (values ('rates1', 1), ('rates3', 3), ('refund400', 29), ('refund400', 31)) as said (call, days)`);
    await db().execute(sql`
      insert into provider_tokens (name, provider, until, fetched_until)
      select name, 'test', now() + valid, now() + fetched
      from (values ('valid', interval '1 hour', interval '-9 days'), ('being fetched', null, interval '1 minute'),
        ('old', interval '-25 hours', interval '1 hour'), ('never fetched', null, interval '-25 hours'))
        as said (name, valid, fetched)`);
    const { id } = await anOrder();
    await db().execute(sql`
      insert into parcel_rates (id, request_id, order_id, carrier, status, asked_at)
      select said, 'chg_1', ${id}, 'test', 'done', now() - made from (values ('new', interval '23 hours'),
        ('old', interval '25 hours')) as said (said, made)`);
    await removeOldProviderRows(within(60_000));
    const left = async (table: string, name: string) =>
      (await db().execute(sql.raw(`select ${name} as name from ${table} order by 1`))).map((row) => row["name"]);
    expect(await left("inbox", "id")).toEqual(["ignored6", "new400", "settled29", "stuck400"]);
    expect(await left("calls", "id")).toEqual(["findPayment1", "rates1", "refund400", "track400"]);
    expect(await left("call_attempts", "url")).toEqual(["rates1 1", "refund400 29"]);
    expect(await left("parcel_rates", "id")).toEqual(["new"]);
    expect(await left("provider_tokens", "name")).toEqual(["being fetched", "valid"]);
  });

  // Without its settings, the label or the refund that a removed provider still works on has no outcome for ever.
  it("of a removed provider are its settings, once it has nothing left to do", async () => {
    await aGateway();
    for (const table of ["call_attempts", "calls", "inbox"]) await db().execute(sql.raw(`delete from ${table}`));
    const { id } = await anOrder({ shippedQuantity: 2 });
    await call(provider.remove, { code: "test" });
    const hasSettings = async () => {
      await removeOldProviderRows(within(60_000));
      return (await db().execute(sql`select from providers where code = 'test' and sealed is not null`)).length === 1;
    };
    expect(await hasSettings()).toBe(true);
    await db().execute(sql`update providers set removed_at = now() - interval '3 days' where code = 'test'`);
    const openWork = [
      [
        sql`insert into calls (id, provider, does, subject_id, change_id, asked, status, created_at)
          values ('cal_open', 'test', 'refund', 'ref_1', 'chg_1', '{}', 'unknown', now())`,
        sql`delete from calls where id = 'cal_open'`,
      ],
      [
        sql`insert into inbox (id, provider, event_id, headers, body, status, received_at)
          values ('inb_open', 'test', 'open', '{}', '', 'new', now())`,
        sql`delete from inbox where id = 'inb_open'`,
      ],
      [
        sql`update parcels set carrier = 'test', track_due_at = now() where order_id = ${id}`,
        sql`update parcels set track_due_at = null where order_id = ${id}`,
      ],
      [
        sql`update parcels set status = 'voiding' where order_id = ${id}`,
        sql`update parcels set status = 'shipped', carrier = 'manual' where order_id = ${id}`,
      ],
    ] as const;
    for (const [begin, end] of openWork) {
      await db().execute(begin);
      expect(await hasSettings()).toBe(true);
      await db().execute(end);
    }
    expect(await hasSettings()).toBe(false);
  });

  // A worker may come back to a job whose due time has passed long ago.
  it("of jobs are those that ended, or never got their file, a month ago", async () => {
    await db().execute(sql`
      insert into jobs (id, direction, kind, status, input, file_name, file_key, actor_kind, actor_name, due_at, created_at, ended_at)
      select status || days, 'import', 'stock', status, '{}', '', '', 'system', 'test',
        case when status in ('queued', 'running') then now() end, now() - interval '1 day' * created,
        case when status in ('done', 'failed', 'cancelled') then now() - interval '1 day' * days end
      from (values ('queued', 400, 400), ('running', 400, 400), ('awaitingFile', 30, 30), ('awaitingFile', 32, 32),
        ('done', 30, 400), ('done', 32, 32), ('failed', 32, 400), ('cancelled', 30, 30)) as said (status, days, created)`);
    expect(await removeOldJobs(within(60_000))).toBe(3);
    expect((await db().execute(sql`select id from jobs order by id`)).map((row) => row["id"])).toEqual([
      "awaitingFile30",
      "cancelled30",
      "done30",
      "queued400",
      "running400",
    ]);
    await db().execute(sql`delete from jobs`);
  });

  // The gateway of a large store sends this much in an hour: with one statement per sweep, the rest grew for ever.
  it("are removed however many there are, until the time is up", async () => {
    await aGateway();
    // Statistics of an empty table, from which no plan may follow that compares all rows with all: it took over 30 s.
    await db().execute(sql`delete from inbox`);
    await db().execute(sql`analyze inbox`);
    await db().execute(sql`
      insert into inbox (id, provider, event_id, headers, body, status, received_at)
      select 'inb_' || nth, 'test', nth, '{}', '', 'ignored', now() - interval '8 days' from generate_series(1, 10_001) as nth`);
    expect(await removeOldProviderRows(() => 0)).toMatchObject({ inbox: 0 });
    expect(await removeOldProviderRows(within(60_000))).toMatchObject({ inbox: 10_001 });
  });

  // Whatever could not be done kept all that came after it from being done, for as long as it lasted.
  it("are removed even if those before them cannot be", async () => {
    await db().execute(sql`
      insert into idempotency (actor, key, fingerprint, created_at) values ('old', 1, '', now() - interval '25 hours')`);
    await db().execute(sql`alter table sessions rename to away`);
    try {
      await expect(removeOld({}, invocation)).rejects.toThrow("Failed: people.");
    } finally {
      await db().execute(sql`alter table away rename to sessions`);
    }
    expect(await db().execute(sql`select from idempotency where actor = 'old'`)).toHaveLength(0);
  });
});
