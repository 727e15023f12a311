import { expect, it } from "vitest";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { deletedUnlessReferred } from "#core/db/refused";

// Removing a row asks every table that refers to it. One without an index is read whole for that, under a lock: with a
// million orders, a variant that nobody ever bought could not be removed within the time a statement has. Vendors are
// never removed.
it("every reference is found by an index that begins with it", async () => {
  const unserved = await db().execute<{ reference: string }>(sql`
    select conrelid::regclass || '.' || conname as reference from pg_constraint
    where contype = 'f' and confrelid <> 'vendors'::regclass and not exists (
      select from pg_index
      where indrelid = conrelid
        and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
        and (indpred is null or pg_get_expr(indpred, indrelid) like '%IS NOT NULL%')) order by 1`);
  expect(unserved.map(({ reference }) => reference)).toEqual([]);
});

// A removal that failed for another reason, such as a lock that was not got, would archive what nothing refers to.
it("archives only what something refers to: a removal that fails otherwise ends the change", async () => {
  const removed = inChange(system("test"), (change) =>
    deletedUnlessReferred(change, (tx) => tx.execute(sql`select 1 / 0`)),
  );
  await expect(removed).rejects.toMatchObject({ code: "22012" });
});
