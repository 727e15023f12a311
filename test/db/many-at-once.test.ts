import { describe, expect, it, onTestFinished } from "vitest";
import { connect, db } from "#core/db/client";
import { sql } from "#core/db/drizzle";

describe("many requests at once on few connections", () => {
  // The driver sends queries behind each other. A transaction that began as the hundredth was forgotten: that request
  // ended in
  // a 500, and its connection stayed inside a transaction, to which whatever came next then belonged.
  it("begins and ends every transaction, however many queries are ahead of it", async () => {
    const pool = connect(process.env["DATABASE_URL"]!, 1);
    onTestFinished(() => pool.$client.end({ timeout: 5 }));
    // Sent at once, before the transaction begins.
    const read = () => pool.$client.unsafe("select 1 as one").execute();
    await read();

    for (let inFront = 95; inFront <= 105; inFront++) {
      const reads = Array.from({ length: inFront }, read);
      const change = pool.transaction(async (tx) => void (await tx.execute(sql`select 1 as one`)));
      const ended = await Promise.allSettled([...reads, change]);
      expect(ended.filter(({ status }) => status === "rejected")).toEqual([]);
    }
    const [left] = await db().execute(sql`
      select count(*)::integer as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`);
    expect(left).toEqual({ open: 0 });
  });
});
