/**
 * Jobs take turns: a long one holds up no short one, says how far it is, and is found again when its wake-up was lost.
 */
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import * as imports from "#core/contract/import";
import { db } from "#core/db/client";
import { putFile } from "#core/file/put";
import { handler as sweepWork } from "#functions/schedule/sweep-work";
import { queues } from "#functions/wiring";
import { handler as runJobsWithin } from "#functions/worker/run-jobs";
import { type Cloud, startCloud } from "#local/cloud/cloud";
import { call } from "../support/call.ts";
import { aLocation } from "../support/given/catalogue.ts";
import { anUploadedImport, importNow, jobsDueNow, oneBatch, runJobs, startedImport } from "../support/given/imports.ts";
import { invocation } from "../support/invocation.ts";
import { linesLogged } from "../support/logged.ts";
import { purge, receiveFrom } from "../support/queues.ts";

let cloud: Cloud;
const queueUrl = () => cloud.urlOf(queues.find(({ name }) => name === "jobs")!);
const wakeUps = async () => (await receiveFrom(queueUrl())).length;
beforeAll(async () => {
  cloud = await startCloud();
  await aLocation();
});
afterAll(() => cloud.stop());

const started = async (rows: number) => {
  const id = await anUploadedImport("stock", `sku,location,on hand\n${"NONE,x,1\n".repeat(rows)}`);
  await call(imports.start, { id, dryRun: false });
  return id;
};

// Someone corrects a price while others import a year of orders.
it("a short import that comes last is done while two long ones are in progress", async () => {
  const long = [await started(40_000), await started(40_000)];
  const short = await started(1);
  for (let workers = 0; (await importNow(short)).endedAt === null; workers++) {
    expect(workers).toBeLessThan(4);
    await oneBatch();
  }
  expect(await importNow(short)).toMatchObject({ status: "done", rows: 1 });
  const now = await Promise.all(long.map(importNow));
  expect(now.map(({ status }) => status)).toEqual(["running", "running"]);
  for (const { rows, rowsPerSecond, secondsLeft, bytes, bytesDone } of now.filter(({ rows }) => rows > 0)) {
    expect(rows % 4_000).toBe(0);
    expect(rowsPerSecond).toBeGreaterThan(0);
    expect(secondsLeft).toBeGreaterThan(0);
    expect(bytesDone).toBeLessThan(bytes!);
  }
  expect(now.some(({ rows }) => rows > 0)).toBe(true);
  for (const id of long) await call(imports.cancel, { id });
  await runJobs();
});

// Its bytes are other ones now: where the next batch would begin stands the middle of a row.
it("an import whose file was uploaded again ends with a sentence, and does not mix the two files", async () => {
  const id = await started(9_000);
  await oneBatch();
  const other = "sku,location,on hand\n".padEnd(90_000, "OTHER,x,2\n");
  await putFile(`uploads/imports/${id}`, Buffer.from(other), "text/csv");
  await jobsDueNow();
  await runJobs();
  expect(await importNow(id)).toMatchObject({ status: "failed", says: expect.stringContaining("upload it again") });
  expect((await importNow(id)).rows).toBeLessThan(9_000);
});

// Another file went in than the one whose dry run somebody had read and confirmed.
it("an import takes no other file than its dry run has read", async () => {
  const id = await anUploadedImport("stock", "sku,location,on hand\nNONE,x,1\n");
  await startedImport(id, { dryRun: true });
  await putFile(`uploads/imports/${id}`, Buffer.from("sku,location,on hand\nOTHER,x,1\nOTHER,y,1\n"), "text/csv");
  const says = "The file was replaced after the dry run. Do another dry run before importing it.";
  expect(await startedImport(id)).toMatchObject({ status: "failed", rows: 0, says });
  expect(await startedImport(id, { dryRun: true })).toMatchObject({ status: "done", rows: 2 });
  expect(await startedImport(id)).toMatchObject({ status: "done", rows: 2 });
});

/** What the sweep reports for the alarm: a store whose worker never ran told nobody. */
async function overdueSaid(): Promise<unknown> {
  vi.stubEnv("METRICS_NAMESPACE", "test");
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines = linesLogged();
  await sweepWork({}, invocation);
  return lines.find((line) => "JobsOverdue" in line)?.["JobsOverdue"];
}

// The worker has died, or the queue in memory with its process: the job's row is all that is left.
it("a job whose wake-up was lost, or whose worker has died, is found by the sweep", async () => {
  const id = await started(1);
  await purge(queueUrl());
  await jobsDueNow();
  expect(await overdueSaid()).toBeGreaterThan(0);
  expect(await wakeUps()).toBe(1);
  await runJobs();
  expect(await importNow(id)).toMatchObject({ status: "done" });
  await purge(queueUrl());
  expect(await overdueSaid()).toBe(0);
  expect(await wakeUps()).toBe(0);
  expect(await db().$client`select from jobs where due_at is not null`).toHaveLength(0);
});

// Lambda stopped it in the middle of that batch: an alarm, and a minute in which the job waited for nothing.
it("a worker whose time may not be enough for a batch leaves the job to another, and wakes it", async () => {
  const id = await started(1);
  await purge(queueUrl());
  await runJobsWithin({ Records: [] }, { ...invocation, getRemainingTimeInMillis: () => 30_000 });
  expect(await importNow(id)).toMatchObject({ status: "queued" });
  expect(await wakeUps()).toBe(1);
  await runJobs();
  expect(await importNow(id)).toMatchObject({ status: "done" });
});
