/** What a cold start costs before the first line of ours runs: each bundle's size, and how long a fresh Node takes to import it. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { bundle } from "../scripts/build.ts";

const run = promisify(execFile);
/** An odd number: the one in the middle counts. */
const tries = 7;

const importing = (file: string) =>
  `const from = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - from)`;

export async function bundles(): Promise<{ bundle: string; kB: number; importMs: number }[]> {
  const rows = [];
  for (const { name, bytes } of await bundle()) {
    const file = resolve("dist/functions", name, "index.mjs");
    const times: number[] = [];
    for (let nth = 0; nth < tries; nth++) {
      const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", importing(file)]);
      times.push(Number(stdout));
    }
    const middle = times.toSorted((a, b) => a - b)[(tries - 1) / 2] ?? 0;
    rows.push({ bundle: name, kB: Math.round(bytes / 1000), importMs: Math.round(middle * 10) / 10 });
  }
  return rows;
}
