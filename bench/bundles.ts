/**
 * The cost of a cold start before our own code runs: each handler's size, and how long a fresh Node takes to import it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundle } from "../scripts/build.ts";
import { importMs, knownBundle } from "../scripts/bundle/import-cost.ts";
import { tenths } from "./load.ts";

/** An odd number, because the median counts. */
const tries = 7;

async function middleOf(file: string): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < tries; nth++) times.push(await importMs(file));
  return times.toSorted((a, b) => a - b)[(tries - 1) / 2] ?? 0;
}

interface BundleRow {
  readonly handler: string;
  readonly kB: number;
  /** Processor time. */
  readonly importMs: number;
  /** Compared with importing only the libraries that every handler uses. */
  readonly ofKnown: number;
}

/** The largest handler of each bundle. */
export async function bundles(): Promise<BundleRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-known-"));
  const known = await knownBundle(folder);
  const rows: BundleRow[] = [];
  try {
    for (const { name, entries } of await bundle()) {
      const [largest] = entries.toSorted((a, b) => b.bytes - a.bytes);
      if (!largest) continue;
      const knownMs = await middleOf(known);
      const importMs = await middleOf(resolve("dist/functions", name, `${largest.name}.mjs`));
      rows.push({
        handler: `${name}/${largest.name}`,
        kB: Math.round(largest.bytes / 1000),
        importMs: tenths(importMs),
        ofKnown: Math.round((importMs / knownMs) * 100) / 100,
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
