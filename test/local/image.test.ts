/** Checks the image without building it: what it copies exists, and what it runs needs nothing that is left out. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const stages = read("Dockerfile")
  .split(/^FROM /m)
  .slice(1);
const copied = (stage = "") =>
  [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = ""]) => sources.split(" "));
const last = stages.at(-1) ?? "";
const allowed = read(".dockerignore")
  .split("\n")
  .filter((line) => line.startsWith("!"))
  .map((line) => line.slice(1));

describe("the image", () => {
  it("copies existing files that .dockerignore does not exclude", () => {
    const sources = stages.flatMap(copied);
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) {
      expect([source, existsSync(join(root, source))]).toEqual([source, true]);
      expect(allowed).toContain(source);
    }
    // The builder's keys or store must not be in an image that is pushed somewhere.
    expect(read(".dockerignore").split("\n")[0]).toBe("*");
  });

  // Otherwise only the first start on the host would show it.
  it("runs with the packages and files that it has", () => {
    const { dependencies } = JSON.parse(read("package.json"));
    const folders = copied(last).filter((source) => !source.includes("."));
    expect(folders).toEqual(["core", "functions", "local"]);
    const files = [
      ...folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })),
      "scripts/doctor.ts",
      "scripts/owner.ts",
    ];
    for (const file of files) {
      // Types are erased by then; a multi-line import is found by its `from`.
      const code = read(file).replace(/^import type .*?;$/gms, "");
      for (const [, name = ""] of code.matchAll(/(?:^(?:import|export) (?:[^;"=]*\bfrom )?|\bimport\()"([^"]+)"/gm)) {
        if (name.startsWith("node:")) continue;
        const [first = "", second] = name.split("/");
        if (first.startsWith("#")) expect([file, folders]).toEqual([file, expect.arrayContaining([first.slice(1)])]);
        else if (name.startsWith("."))
          expect(
            folders.some((folder) => join(file, "..", name).startsWith(`${folder}/`)),
            `${file}: ${name}`,
          ).toBe(true);
        else expect(Object.keys(dependencies), file).toContain(first.startsWith("@") ? `${first}/${second}` : first);
      }
    }
  });

  // They start Node by themselves, as the systemd unit does.
  it.each(["Dockerfile", "quartermaster.service"])("%s tells the allocator what npm start tells it", (file) => {
    const told = [...read("scripts/run.mjs").matchAll(/(MALLOC_\w+): process\.env\.MALLOC_\w+ \?\? "(\d+)"/g)];
    expect(told.map(([, name]) => name)).toEqual(["MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_"]);
    for (const [, name, value] of told) expect(read(file)).toContain(` ${name}=${value}`);
  });

  it("does not run as root, has a health check, and ends with its program", () => {
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/api\/health\/ready/m);
    // A shell in between would not pass the signal on.
    expect(last).toMatch(/^CMD \["node", .*"local\/start\.ts"\]$/m);
    expect(read("package.json")).toContain(
      /"node", (.*), "local/.exec(last)?.[1]?.replaceAll(/[",]/g, "") ?? "nothing",
    );
  });
});
