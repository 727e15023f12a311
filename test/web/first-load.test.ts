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
  it("takes at most 350 kB of compressed JavaScript, whichever screen it opens", async () => {
    const [entry] = Object.entries(manifest).find(([, { isEntry }]) => isEntry)!;
    const screens = manifest[entry]!.dynamicImports!;
    expect(screens.length).toBeGreaterThan(5);
    for (const screen of screens) {
      const bytes = await compressedBytes(new Set([...needed(entry), ...needed(screen)]));
      expect(bytes, screen).toBeLessThanOrEqual(350_000);
    }
  });
});
