import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAdmin } from "#local/build-admin";

const folder = join(import.meta.dirname, "..", "..", "dist", "web");

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

let manifest: Record<string, Chunk>;
beforeAll(async () => {
  await buildAdmin();
  manifest = JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
}, 180_000);

/** A chunk, and all that has to be there before it runs. */
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
    ["any other screen", /./, 340_000],
  ])("of %s takes no more compressed JavaScript than it may", async (_, which, bytesMax) => {
    const [entry] = Object.entries(manifest).find(([, { isEntry }]) => isEntry)!;
    const screens = manifest[entry]!.dynamicImports!.filter((name) => which.test(name));
    expect(screens.length).toBeGreaterThan(0);
    for (const screen of screens) {
      const bytes = await compressedBytes(new Set([...needed(entry), ...needed(screen)]));
      expect(bytes, screen).toBeLessThanOrEqual(bytesMax);
    }
  });
});
