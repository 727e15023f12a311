/**
 * The database crashes during an import and recovers from its log: committed rows are kept, and the rest is done
 * afterwards.
 */

import { beforeAll, expect, it } from "vitest";
import * as imports from "#core/contract/import";
import { db, disconnect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { inPublishedChange } from "#core/event/publish";
import { runJobs as runEach } from "#core/job/run-jobs";
import { imports as known } from "#functions/jobs";
import { call } from "../support/call.ts";
import { aLocation } from "../support/given/catalogue.ts";
import { anUploadedImport, importNow, jobsDueNow, runJobs } from "../support/given/imports.ts";
import { compared, ordersOf } from "../support/given/many-orders.ts";
import { inAServerOfItsOwn } from "../support/own-server.ts";

inAServerOfItsOwn();
beforeAll(async () => void (await aLocation()));

const places = ["before", "within", "after"] as const;

/**
 * The changes, counted from 1, at which it crashes: before one, in the middle of the next, after the one behind that.
 */
const deadly = [2, 3, 4, 5, 6, 7];
let crashes = 0;

function crashing(): typeof inPublishedChange {
  let changes = 0;
  return async (by, work) => {
    const nth = deadly.indexOf(++changes);
    const where = nth < 0 ? undefined : places[nth % 3];
    if (where === "before") await crash();
    const answer = await inPublishedChange(by, async (change) => {
      const done = await work(change);
      // Begun again over another connection, it goes through.
      if (where === "within" && crashes <= nth) await crash();
      return done;
    });
    if (where === "after") await crash();
    return answer;
  };
}

/**
 * The server's own answer to a process of it that is killed: it cuts everybody off, recovers from its log, and takes
 * connections again.
 */
async function crash(): Promise<void> {
  crashes++;
  const [one] = await db().execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  process.kill(one!.pid, "SIGKILL");
}

/** Once it has recovered, over new connections. */
async function recovered(): Promise<void> {
  await expect
    .poll(
      () =>
        db()
          .execute(sql`select`)
          .then(
            () => "up",
            () => "down",
          ),
      { timeout: 60_000, interval: 50 },
    )
    .toBe("up");
}

it("continues after a database crash, and ends row for row as if there had been none", async () => {
  const count = 3_200;
  const undisturbed = await anUploadedImport("orders", ordersOf("#u", count));
  await call(imports.start, { id: undisturbed, dryRun: false });
  await runJobs();
  expect(await importNow(undisturbed)).toMatchObject({ status: "done" });

  const id = await anUploadedImport("orders", ordersOf("#c", count));
  await call(imports.start, { id, dryRun: false });
  const commit = crashing();
  while ((await importNow(id)).endedAt === null) {
    // It may end in an error, or begin the batch again on its own: both are fine.
    await runEach({ imports: known, exports: [], timeLeft: () => 600_000, commit }).catch(() => {});
    await recovered();
    await jobsDueNow();
  }
  expect(crashes).toBe(deadly.length);
  const { counts } = await importNow(undisturbed);
  expect(await importNow(id)).toMatchObject({ status: "done", rows: count, counts });
  expect(await compared("#u", "#c")).toMatchObject({ lacking: 0, over: 0 });
  await disconnect();
}, 240_000);
