/** What `npm start` installs: a newcomer waits for what a store runs on, and not for what tests and deploys it. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { scripts, dependencies, optionalDependencies, devDependencies } = JSON.parse(read("package.json"));

/** The programs of the commands that install no more than that. */
const programs = Object.entries<string>(scripts).flatMap(([name, command]) =>
  command.includes(" --omit=dev ") ? [[name, command.split(" ").at(-1) ?? ""] as const] : [],
);

/** The project file that an import resolves to; null for a package. */
function fileOf(name: string, from: string): string | null {
  if (name.startsWith("#")) return `${name.slice(1)}.ts`;
  return name.startsWith(".") ? join(from, "..", name) : null;
}

/** The package of an import; the build takes `lucide:plus` from the icons' own. */
function packageOf(name: string): string {
  if (name.startsWith("lucide:")) return "@iconify-json/lucide";
  const [first = "", second] = name.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/** The packages that a program imports, directly or not, each with a file that imports it. */
function packagesOf(files: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set(files);
  for (const file of seen) {
    if (!/\.tsx?$/.test(file)) continue;
    // Types are erased by then; a multi-line import is found by its `from`.
    const code = read(file).replace(/^import type .*?;$/gms, "");
    for (const [, name = ""] of code.matchAll(/(?:^(?:import|export) (?:[^;"=]*\bfrom )?|\bimport\()"([^"]+)"/gm)) {
      const own = fileOf(name, file);
      if (own) {
        // A comment in the build shows an import as an example.
        if (existsSync(join(root, own))) seen.add(own);
      } else if (!name.startsWith("node:")) {
        found.set(packageOf(name), file);
      }
    }
  }
  return found;
}

it.each(programs)("npm run %s needs nothing that only tests and deploys need", (_, program) => {
  // Handlers and adapters are imported by name, and the pages are built at the first start.
  const isStart = program === "local/start.ts";
  const more = isStart ? globSync(["{core,functions,local}/**/*.ts", "web/**/*.{ts,tsx}"], { cwd: root }) : [];
  for (const [name, file] of packagesOf([program, ...more]))
    expect({ ...dependencies, ...optionalDependencies }, `${name} in ${file}`).toHaveProperty([name]);
});

it("installs nothing for a store that only deploys or tests it", () => {
  expect(programs.map(([name]) => name)).toEqual(expect.arrayContaining(["start", "receiver", "doctor", "mailbox"]));
  for (const name of ["sst", "aws-cdk", "aws-cdk-lib", "vitest", "playwright-core", "typescript"])
    expect(devDependencies).toHaveProperty([name]);
});
