import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);

/** No garbage is collected during an import. */
const noCollection = ["--min-semi-space-size=256", "--max-semi-space-size=256"];

const importing = (file: string) => `
  const processor = process.cpuUsage();
  await import(${JSON.stringify(file)});
  const { user, system } = process.cpuUsage(processor);
  console.log((user + system) / 1000);
`;

/**
 * What importing a file costs a fresh Node, a cold start up to our first line: milliseconds of processor time, which
 * depend on the machine and its load.
 */
export async function importMs(file: string): Promise<number> {
  const { stdout } = await run(process.execPath, [...noCollection, "--input-type=module", "--eval", importing(file)]);
  return Number(stdout);
}

/** Each import has a heap of its own in a thread of its own: to start a Node takes as long as most of the imports. */
const allocating = (files: readonly string[]) => `
  import { once } from "node:events";
  import { Worker } from "node:worker_threads";
  const inThread = 'import { parentPort, workerData } from "node:worker_threads";' +
    "const before = process.memoryUsage().heapUsed; await import(workerData);" +
    "parentPort.postMessage(process.memoryUsage().heapUsed - before);";
  const allocated = [];
  for (const file of ${JSON.stringify(files)}) {
    const thread = new Worker(inThread, { eval: true, workerData: file });
    allocated.push(...(await once(thread, "message")));
    await thread.terminate();
  }
  console.log(JSON.stringify(allocated));
`;

/**
 * What importing each of the files allocates: bytes on the heap for the code and its objects, nearly always the same
 * to a thousandth, on any machine.
 */
export async function importBytes(files: readonly string[]): Promise<number[]> {
  const program = ["--input-type=module", "--eval", allocating(files)];
  const { stdout } = await run(process.execPath, [...noCollection, ...program]);
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
