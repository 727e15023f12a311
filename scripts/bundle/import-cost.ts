import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);

/** Large enough that no garbage is collected during an import. */
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
  /** Milliseconds of processor time, which depend on the machine and its load. */
  readonly cpuMs: number;
  /** Bytes on the heap for the code and its objects: nearly always the same to a thousandth, on any machine. */
  readonly allocated: number;
}

/** What importing a file costs a fresh Node: a cold start up to our first line. */
export async function importCost(file: string): Promise<ImportCost> {
  const noCollection = [`--min-semi-space-size=${heapMB}`, `--max-semi-space-size=${heapMB}`];
  const { stdout } = await run(process.execPath, [...noCollection, "--input-type=module", "--eval", importing(file)]);
  return JSON.parse(stdout);
}

/**
 * A reference, because a number alone means nothing across versions of Node: the complete libraries that every handler
 * uses. @returns the path of the file that imports them.
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
