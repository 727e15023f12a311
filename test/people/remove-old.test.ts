import { describe, expect, it } from "vitest";
import * as session from "#core/contract/session";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { removeOldProviderRows } from "#core/provider/remove-old";
import { removeOldPeopleRows } from "#core/staff/remove-old";
import { sessions, signInAttempts, signInNetworks } from "#core/staff/staff.table";
import { within } from "#core/time-left";
import { call } from "../support/call.ts";
import { aGateway } from "../support/given/gateways.ts";
import { aSignedIn } from "../support/given/people.ts";

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

  // The gateway of a large store sends this much in an hour: with one statement per sweep, the rest grew for ever.
  it("are removed however many there are, until the time is up", async () => {
    await aGateway();
    await db().execute(sql`
      insert into inbox (id, provider, event_id, headers, body, status, received_at)
      select 'inb_' || nth, 'test', nth, '{}', '', 'ignored', now() - interval '8 days' from generate_series(1, 10_001) as nth`);
    expect(await removeOldProviderRows(() => 0)).toMatchObject({ inbox: 0 });
    expect(await removeOldProviderRows(within(20_000))).toMatchObject({ inbox: 10_001 });
  });
});
