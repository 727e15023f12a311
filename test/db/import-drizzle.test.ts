import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** Prints every module that the client of the database loads, with its format. */
const listing = `
  import { registerHooks } from "node:module";
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      loaded.push([url, context.format]);
      return next(url, context);
    },
  });
  await Promise.all([import("#core/db/client"), import("#core/db/drizzle")]);
  console.log(JSON.stringify(loaded.sort()));
`;

const loadedWith = (...flags: readonly string[]): unknown[] =>
  JSON.parse(
    execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", listing], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    }),
  );

// The hook answers without looking at the disk: with a wrong answer no process would start.
it("Drizzle's files import each other as without the hook", () => {
  const loaded = loadedWith("--import=./core/db/pool/import-drizzle.mjs");
  expect(loaded).toEqual(loadedWith());
  expect(loaded.filter((one) => String(one).includes("/drizzle-orm/")).length).toBeGreaterThan(50);
});
