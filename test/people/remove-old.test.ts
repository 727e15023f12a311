import { describe, expect, it } from "vitest";
import * as session from "#core/contract/session";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeOldAnswers } from "#core/idempotency/remove-old";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { removeOldPeopleRows } from "#core/staff/remove-old";
import { sessions, signInAttempts, signInNetworks } from "#core/staff/staff.table";
import { within } from "#core/time-left";
import { handler as removeOld } from "#functions/schedule/remove-old";
import { call } from "../support/call.ts";
import { aGateway } from "../support/given/gateways.ts";
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

    const both = await Promise.all([removeOldPeopleRows(within(10_000)), removeOldPeopleRows(within(10_000))]);
    const total = (what: "sessions" | "attempts" | "networks") => both.reduce((sum, removed) => sum + removed[what], 0);
    expect([total("sessions"), total("attempts"), total("networks")]).toEqual([1, 1, 1]);
    expect(await db().select().from(sessions)).toMatchObject([{ staffId: current.id }]);
    expect(await db().select().from(signInAttempts)).toHaveLength(1);
    expect(await db().select().from(signInNetworks)).toMatchObject([{ staffId: current.id }]);
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
      await removeOldProviderRows(within(20_000));
      await removeOldAnswers(within(20_000));
      await removeOldPeopleRows(within(20_000));
    });
    for (const table of tables) expect(read[table], table).toBeLessThan(500);
  });

  // The gateway of a large store sends this much in an hour: with one statement per sweep, the rest grew for ever.
  it("are removed however many there are, until the time is up", async () => {
    await aGateway();
    await db().execute(sql`
      insert into inbox (id, provider, event_id, headers, body, status, received_at)
      select 'inb_' || nth, 'test', nth, '{}', '', 'ignored', now() - interval '8 days' from generate_series(1, 10_001) as nth`);
    expect(await removeOldProviderRows(() => 0)).toMatchObject({ inbox: 0 });
    expect(await removeOldProviderRows(within(20_000))).toMatchObject({ inbox: 10_001 });
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
