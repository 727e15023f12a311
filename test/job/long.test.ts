/**
 * A job that is longer than its turn continues at once, with the same worker, if no other job waits; each turn makes
 * progress.
 */

import { expect, it } from "vitest";
import { system } from "#core/actor";
import * as imports from "#core/contract/import";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { inPublishedChange } from "#core/event/publish";
import { jobs } from "#core/job/job.table";
import { type JobOutcome, jobLease } from "#core/job/job-lease";
import { runImport } from "#core/job/run-import";
import { workThrough } from "#core/work/loop";
import { evenSlots } from "#core/work/slots";
import { imports as known } from "#functions/jobs";
import { call } from "../support/call.ts";
import { anUploadedImport, importNow } from "../support/given/imports.ts";

// 20,000 orders took two turns, and between them the minutes until the sweep found that something was due.
it("gets its next turn from the worker that ended its last one", async () => {
  const id = await anUploadedImport("stock", "sku,location,on hand\nNONE,x,1\n");
  await call(imports.start, { id, dryRun: true });
  let looks = 0;
  let turns = 0;
  const due = () => {
    looks++;
    return jobLease.due();
  };
  const { unfinished } = await workThrough({
    lease: jobLease,
    slots: evenSlots(2, 2, 1),
    timeLeft: () => 60_000,
    withinMs: 1_000,
    due,
    work: async (of): Promise<JobOutcome> => {
      // Longer than it takes the worker to find twice that nothing else is due.
      const until = looks + 4;
      while (looks < until) await new Promise((later) => setTimeout(later, 5));
      return { of, is: ++turns < 3 ? "later" : "failed", says: null };
    },
  });
  expect({ turns, unfinished }).toEqual({ turns: 3, unfinished: false });
});

// A large file in UTF-16 is read from its beginning each turn. On a busy machine that took the whole turn, no batch was
// worked
// on, and after ten such turns the import had failed, "its worker died ten times at the same place", of which none had
// died.
it("processes a batch in each turn, however long it takes to find its place again", async () => {
  const rows = 9_000;
  const file = `\uFEFFsku,location,on hand\n${"NONE,x,1\n".repeat(rows)}`;
  const id = await anUploadedImport("stock", Buffer.from(file, "utf16le"));
  await call(imports.start, { id, dryRun: false });
  let turns = 0;
  for (; (await importNow(id)).endedAt === null && turns < 12; turns++) {
    const [claim] = await jobLease.claim([{ group: "all", most: 1 }]);
    const [job] = await db().select().from(jobs).where(eq(jobs.id, id));
    // Each batch resets the count: a long job may see its workers die more than ten times, at different places.
    expect(job!.attempts).toBe(1);
    const kind = known.find((one) => one.kind === "stock");
    const timeIsUp = { by: system("test"), timeLeft: () => 0, commit: inPublishedChange };
    const outcome = await runImport({ claim: claim!, job: job!, ...timeIsUp }, kind!, known);
    await jobLease.record([outcome!]);
  }
  expect(await importNow(id)).toMatchObject({ status: "done", rows, counts: { refused: rows } });
  // 4,000 rows in each.
  expect(turns).toBe(3);
});
