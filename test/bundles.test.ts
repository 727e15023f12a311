/** What a cold start costs. The tests measure the bundles that a deploy would upload. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "#functions/wiring";
import { bundle, bundled } from "../scripts/build.ts";
import { fingerprint } from "../scripts/bundle/fingerprint.ts";
import { importBytes, knownBundle } from "../scripts/bundle/import-cost.ts";
import { eventOf } from "./support/call.ts";
import { aPerson } from "./support/given/people.ts";
import { plausible } from "./support/plausible.ts";

/**
 * The limit is on what an import allocates besides the libraries that every handler uses: the time it takes follows
 * from it, and it does not depend on the machine's load. `npm run bench -- --only=bundles` measures that time.
 */
const costMax = 2.1;
/** A sentinel: bytes are not time, but a doubling is worth a look. */
const operationBytesMax = 340_000;

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "quartermaster-bundles-"));
const bundles = await bundle();
// As in Lambda, with no package.json above them: Node would read the project's.
await cp(bundled, join(folder, "functions"), { recursive: true, filter: (file) => !file.endsWith(".map") });
const fileOf = (bundleName: string, entry: string) => join(folder, "functions", bundleName, `${entry}.mjs`);
const operations = bundles
  .filter(({ name }) => name.startsWith("admin/"))
  .flatMap(({ name, entries }) =>
    entries.map((entry) => ({ operation: `${name}/${entry.name}`, file: fileOf(name, entry.name), ...entry })),
  );
/** A program that calls each handler and prints its response. Node itself loads them, as in Lambda. */
const calling = (calls: readonly { readonly file: string; readonly event?: unknown }[]) => `
  const statuses = [];
  for (const { file, event } of ${JSON.stringify(calls)}) {
    const { handler } = await import(file);
    const answer = event ? await handler(event, { awsRequestId: "test" }) : null;
    statuses.push(answer ? answer.statusCode : typeof handler);
  }
  console.log(JSON.stringify(statuses));
  process.exit();
`;
// A store that no one can sign in to is not ready.
beforeAll(() => aPerson());
afterAll(() => rm(folder, { recursive: true }));

describe.each(bundles)("the bundle $name", ({ name, entries, inputs }) => {
  // A handler that is missing, or needs what scripts/bundle/leave-out.ts cuts, would fail at the first request.
  it("has every handler that Lambda calls, and each works", async () => {
    const calls = await Promise.all(
      entries.map(async (entry) => {
        const route = routes.find(({ area, verb }) => name === `admin/${area}` && entry.name === verb);
        const event = route && (await eventOf(route.operation, plausible(route.operation)));
        return { file: fileOf(name, entry.name), event };
      }),
    );
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", calling(calls)]);
    const statuses: (number | string)[] = JSON.parse(stdout);
    expect(statuses).toHaveLength(calls.length);
    for (const [nth, { event }] of calls.entries()) {
      const status = statuses[nth];
      if (event) expect(Number(status), entries[nth]?.name).toBeLessThan(500);
      else expect(status).toBe("function");
    }
  });

  it("contains nothing that only developers need, and no AWS SDK in what a request loads at its start", () => {
    const packagesIn = (files: readonly string[]) =>
      files.flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
    expect(packagesIn(inputs).filter((one) => /^(aws-cdk|sst|esbuild|vite|typescript)/.test(one))).toEqual([]);
    expect(inputs.filter((input) => /^(test|local|stacks|scripts|bench)\//.test(input))).toEqual([]);
    // Loaded only if traces are wanted.
    for (const entry of entries)
      expect(packagesIn(entry.inputs).filter((one) => /^@opentelemetry/.test(one))).toEqual([]);
    if (!name.startsWith("admin/")) return;
    for (const entry of entries) {
      expect(entry.inputs.length).toBeGreaterThan(50);
      expect(packagesIn(entry.inputs).filter((one) => /^(@aws-sdk|@smithy)/.test(one))).toEqual([]);
    }
  });
});

describe("bundles", () => {
  it("are not built again from the same sources", async () => {
    const file = join(bundled, "unrouted", "index.mjs");
    const { ino } = await stat(file);
    expect(await bundle()).toEqual(bundles);
    expect((await stat(file)).ino).toBe(ino);
  });

  // Otherwise a deploy would upload old code.
  it.each([
    ["core/money.ts", "a source"],
    ["core/db/migrations/0001.sql", "a migration"],
    ["functions/admin/order.ts", "a handler"],
    ["scripts/bundle/leave-out.ts", "how they are built"],
    ["node_modules/.package-lock.json", "the libraries"],
  ])("are built again when %s has changed: %s", async (changed) => {
    const project = await mkdtemp(join(folder, "project-"));
    const write = async (file: string, text: string) => {
      await mkdir(dirname(join(project, file)), { recursive: true });
      await writeFile(join(project, file), text);
    };
    for (const file of ["scripts/build.ts", "package.json", "tsconfig.json", "node_modules/.package-lock.json"])
      await write(file, "{}");
    for (const file of ["core/money.ts", "core/db/migrations/0001.sql", "functions/admin/order.ts"])
      await write(file, "as it was");
    await write("scripts/bundle/leave-out.ts", "as it was");
    const before = await fingerprint(project);
    expect(await fingerprint(project)).toBe(before);
    await write(changed, "as it is");
    const after = await fingerprint(project);
    expect(after).not.toBe(before);
    await write("core/added.ts", "");
    expect(await fingerprint(project)).not.toBe(after);
  });
});

describe("a cold start of", () => {
  let known = 0;
  const allocated = new Map<string, number>();
  beforeAll(async () => {
    const reference = await knownBundle(folder);
    const files = [reference, ...operations.map(({ file }) => file)];
    for (const [nth, bytes] of (await importBytes(files)).entries()) allocated.set(files[nth] ?? "", bytes);
    known = allocated.get(reference) ?? 0;
  }, 300_000);
  it.each(operations)("$operation costs little more than the libraries do", async ({ file }) => {
    let least = (allocated.get(file) ?? Number.NaN) / known;
    // Once in about fifty imports Node itself allocates a tenth more, which is not the handler's.
    for (let again = 0; again < 2 && least > costMax; again++) {
      const [bytes = Number.NaN] = await importBytes([file]);
      least = Math.min(least, bytes / known);
    }
    expect(least).toBeLessThanOrEqual(costMax);
  });

  it.each(operations)("$operation reads at most 340 kB", ({ bytes }) => {
    expect(bytes).toBeLessThanOrEqual(operationBytesMax);
  });

  it("every operation in the wiring has such a limit", () => {
    expect(operations).toHaveLength(routes.length);
  });
});
