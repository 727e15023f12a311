/** Comments refer to docs/rules.md: a reference that leads nowhere is worse than none. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const rules = readFileSync(join(root, "docs/rules.md"), "utf8");
const names = new Set([...rules.matchAll(/^### ([\w-]+)$/gm)].map(([, name = ""]) => name));
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(ts|tsx|sql|md|js)$/.test(file) && existsSync(join(root, file)));

/** Every match of a pattern in the project's own files, as lines with their location. */
const found = (pattern: RegExp, wrong: (match: string) => boolean = () => true) =>
  files
    .filter((file) => file !== "test/rules.test.ts")
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(pattern)]
        .filter(([, match = ""]) => wrong(match))
        .map(([whole]) => `${file}: ${whole}`),
    );

it("has every rule that is referred to", () => {
  expect(found(/rules\.md#([\w-]+)/g, (name) => name !== "name" && !names.has(name))).toEqual([]);
});

it("names existing tests", () => {
  const named = [...rules.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = ""]) => file);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(named.length).toBeGreaterThan(names.size);
});

// A clone has this repository and nothing else.
it("is what comments refer to, and no document outside the repository", () => {
  expect(
    found(/(SPEC §|requirements §|\b[Pp]itfalls? \d|\b[Ff]ault \d+[:,]|WEBHOOKS\.md|PITFALLS\.md|DESIGN §)/g),
  ).toEqual([]);
});
