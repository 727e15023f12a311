/** What a failing journey leaves behind for whoever investigates it. */
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { journeys } from "../../support/harness/journey.ts";
import { failures } from "../../support/harness/recording.ts";

const journey = journeys();

const leftBy = (test: string) => join(failures, `recording-${test.replaceAll(" ", "-")}`);
const [failing, passing] = ["a journey that fails", "a journey that passes"];

it.fails(failing, async () => {
  await rm(leftBy(failing), { recursive: true, force: true });
  const page = await journey.visitor({ at: "/orders" });
  expect(await page.locator("h1").textContent()).toBe("No such heading");
});

it(passing, async () => {
  await journey.visitor({ at: "/orders" });
});

// A failure that occurs once in a hundred runs can only be explained by what it left.
it("keeps a recording when it fails, and nothing when it passes", async () => {
  const left = (ending: string) => readFile(join(leftBy(failing), `1${ending}`));
  // File names are uncompressed in a zip file.
  const trace = (await left(".trace.zip")).toString("latin1");
  expect(trace).toContain("trace.network");
  expect((await left(".log")).toString()).toContain("/api/admin/orders");
  expect((await left("-1.html")).toString()).toContain("<h1");
  expect(existsSync(leftBy(passing))).toBe(false);
  await rm(leftBy(failing), { recursive: true });
});
