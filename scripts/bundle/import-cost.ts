import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);

/** No garbage is collected before this much is allocated: far more than any import needs. */
const heapMB = 256;

const importing = (file: string) => `
  const heap = process.memoryUsage().heapUsed;
  const processor = process.cpuUsage();
  await import(${JSON.stringify(file)});
  const { user, system } = process.cpuUsage(processor);
  const allocated = process.memoryUsage().heapUsed - heap;
  console.log(JSON.stringify({ cpuMs: (user + system) / 1000, allocated }));
`;

export interface ImportCost {
  /** Milliseconds of processor time: another number on each machine, and on each that is busy with something else. */
  readonly cpuMs: number;
  /** Bytes that the code and what it makes take up in the heap: nearly always the same to a thousandth, wherever it runs. */
  readonly allocated: number;
}

/** What the import of a file costs a fresh Node: a cold start before our first line. */
export async function importCost(file: string): Promise<ImportCost> {
  const noCollection = [`--min-semi-space-size=${heapMB}`, `--max-semi-space-size=${heapMB}`];
  const { stdout } = await run(process.execPath, [...noCollection, "--input-type=module", "--eval", importing(file)]);
  return JSON.parse(stdout);
}

/**
 * Something known to compare with, for a number alone means nothing with another version of Node: the
 * libraries that every handler stands on, whole. @returns the file that it was written to.
 */
export async function knownBundle(folder: string): Promise<string> {
  const outfile = join(folder, "known.mjs");
  const libraries = ["zod", "drizzle-orm/pg-core", "drizzle-orm/postgres-js", "postgres", "@middy/core"];
  await build({
    stdin: {
      contents: libraries.map((name, nth) => `export * as library${nth} from "${name}";`).join("\n"),
      resolveDir: import.meta.dirname,
    },
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node24",
    format: "esm",
    mainFields: ["module", "main"],
    legalComments: "none",
  });
  return outfile;
}
