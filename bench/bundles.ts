/** What a cold start costs before the first line of ours runs: each handler's size, and how long a fresh Node takes to import it. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { bundle } from "../scripts/build.ts";

const run = promisify(execFile);
/** An odd number: the one in the middle counts. */
const tries = 7;

const importing = (file: string) =>
  `const from = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - from)`;

/** The largest handler of each bundle. */
export async function bundles(): Promise<{ handler: string; kB: number; importMs: number }[]> {
  const rows = [];
  for (const { name, entries } of await bundle()) {
    const [largest] = entries.toSorted((a, b) => b.bytes - a.bytes);
    if (!largest) continue;
    const file = resolve("dist/functions", name, `${largest.name}.mjs`);
    const times: number[] = [];
    for (let nth = 0; nth < tries; nth++) {
      const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", importing(file)]);
      times.push(Number(stdout));
    }
    const middle = times.toSorted((a, b) => a - b)[(tries - 1) / 2] ?? 0;
    const handler = `${name}/${largest.name}`;
    rows.push({ handler, kB: Math.round(largest.bytes / 1000), importMs: Math.round(middle * 10) / 10 });
  }
  return rows;
}
