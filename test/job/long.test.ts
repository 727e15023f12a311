/** A job that is longer than its turn goes on at once, with the same worker, when nobody else waits. */
import { expect, it } from "vitest";
import * as imports from "#core/contract/import";
import { type JobOutcome, jobLease } from "#core/job/job-lease";
import { workThrough } from "#core/work/loop";
import { evenSlots } from "#core/work/slots";
import { call } from "../support/call.ts";
import { anUploadedImport } from "../support/given/imports.ts";

// 20,000 orders took two turns, and between them the minutes until the sweep found that something was due.
it("has its next turn from the worker that ended its last one", async () => {
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
