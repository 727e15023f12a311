/** What a cold start reads. Each test's number is of the bundle that a deploy would upload, made for this test. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { bundle } from "../scripts/build.ts";

/** DESIGN §5 measured 200 to 230 kB. Zod, Drizzle, postgres and the logger alone are 245 by now: see docs/deploy.md. */
const areaBytesMax = 350_000;

const folder = await mkdtemp(join(tmpdir(), "quartermaster-bundles-"));
const bundles = await bundle(join(folder, "functions"));
const areas = bundles.filter(({ name }) => name.startsWith("admin/"));
afterAll(() => rm(folder, { recursive: true }));

describe.each(bundles)("the bundle $name", ({ name, handlers, inputs }) => {
  // A handler's name that is not there is found out by the first request, with a 500.
  it("has every handler that Lambda calls, and loads", async () => {
    const made = await import(/* @vite-ignore */ pathToFileURL(join(folder, "functions", name, "index.mjs")).href);
    for (const handler of handlers) expect(made[handler]).toBeTypeOf("function");
  });

  it("has no AWS SDK in it, nor anything that only a developer needs", () => {
    const packages = inputs.flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
    expect(
      packages.filter((one) => /^(@aws-sdk|@smithy|aws-sdk|aws-cdk|sst|esbuild|vite|typescript)/.test(one)),
    ).toEqual([]);
    expect(inputs.filter((input) => /^(test|local|stacks|scripts|bench)\//.test(input))).toEqual([]);
  });
});

describe("the bundle of an area", () => {
  it.each(areas)("$name is at most 350 kB", ({ bytes }) => {
    expect(bytes).toBeLessThanOrEqual(areaBytesMax);
  });
});
