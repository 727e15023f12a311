import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import * as variantApi from "#core/contract/variant";
import { buildAdmin } from "#local/build-admin";

const folder = join(import.meta.dirname, "..", "..", "dist", "web");

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

let manifest: Record<string, Chunk>;
beforeAll(async () => {
  await buildAdmin();
  manifest = JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
}, 180_000);

/** A chunk, and all that must be loaded before it runs. */
function needed(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const one of manifest[name]?.imports ?? []) needed(one, seen);
  return seen;
}

async function compressedBytes(names: Iterable<string>): Promise<number> {
  const sizes = [...names].map(async (name) => gzipSync(await readFile(join(folder, manifest[name]!.file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe("the first load", () => {
  // With a phone in a warehouse, every 100 kB takes about a second to load.
  it.each([
    ["the list of orders", /order-list\/order-list\.tsx$/, 205_000],
    ["an order", /orders\/order-page\.tsx$/, 300_000],
    ["any other screen", /./, 340_000],
  ])("of %s stays within its limit of compressed JavaScript", async (_, which, bytesMax) => {
    const [entry] = Object.entries(manifest).find(([, { isEntry }]) => isEntry)!;
    const screens = manifest[entry]!.dynamicImports!.filter((name) => which.test(name));
    expect(screens.length).toBeGreaterThan(0);
    for (const screen of screens) {
      const bytes = await compressedBytes(new Set([...needed(entry), ...needed(screen)]));
      expect(bytes, screen).toBeLessThanOrEqual(bytesMax);
    }
  });

  it("of styles stays within the limit for the components in use", async () => {
    const names = [...needed(Object.keys(manifest).find((name) => manifest[name]!.isEntry)!)];
    const files = new Set(names.flatMap((name) => manifest[name]!.css ?? []));
    const sizes = [...files].map(async (file) => gzipSync(await readFile(join(folder, file))).length);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(24_000);
  });
});

/** The concatenated contents of these files of the current build. */
async function built(files: readonly string[]): Promise<string> {
  return (await Promise.all([...new Set(files)].map((file) => readFile(join(folder, file), "utf8")))).join("\n");
}

const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));

// The build leaves out the styles of unused Mantine components; one left out by mistake would appear as unstyled text.
it("the build has the styles of each Mantine component that it uses", async () => {
  const whole = await readFile(createRequire(import.meta.url).resolve("@mantine/core/styles.css"), "utf8");
  const chunks = Object.values(manifest);
  const scripts = await built(chunks.flatMap(({ file }) => (file.endsWith(".js") ? file : [])));
  const styles = await built(chunks.flatMap(({ css = [] }) => css));
  const [styled, kept, used] = [classesIn(whole), classesIn(styles), classesIn(scripts)];
  expect(used.size).toBeGreaterThan(100);
  expect([...used].filter((name) => styled.has(name) && !kept.has(name))).toEqual([]);
});

// A hundred summaries of operations, which only the API's documentation shows, took 6 kB of each first load.
it("the build leaves out what is only for the documentation", async () => {
  const scripts = await built(Object.values(manifest).flatMap(({ file }) => (file.endsWith(".js") ? file : [])));
  const { summary, input } = variantApi.list;
  for (const text of [summary, String(input.shape.q.description)]) {
    expect(text.length).toBeGreaterThan(20);
    expect(scripts).not.toContain(text);
  }
});
