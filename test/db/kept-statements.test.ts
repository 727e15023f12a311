import { expect, it } from "vitest";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

const kept = sql`select count(*)::integer as kept from pg_prepared_statements where statement like '%a mark of its own%'`;

// Otherwise each is planned again at every use: a line edit took twice as long, and every test was green.
it("keeps statements prepared, inside and outside a change, with and without parameters", async () => {
  const asked = [sql`select 1 as "a mark of its own"`, sql`select ${1}::integer as "a mark of its own"`];
  const within = await inChange(system("test"), async ({ tx }) => {
    for (const statement of [...asked, ...asked]) await tx.execute(statement);
    const [found] = await tx.execute(kept);
    return found;
  });
  expect(within).toEqual({ kept: 3 }); // the two, and the one that counts

  const without = await db().transaction(async (tx) => {
    await tx.execute(asked[0]!);
    const [found] = await tx.execute(kept);
    return found?.["kept"];
  });
  expect(without).toBeGreaterThanOrEqual(2);
});
