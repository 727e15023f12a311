import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);

const importing = (file: string) => `
  const before = process.cpuUsage();
  await import(${JSON.stringify(file)});
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
`;

/** Milliseconds of processor time that a fresh Node takes to import a file: what a cold start costs before our first line. */
export async function importCpuMs(file: string): Promise<number> {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", importing(file)]);
  return Number(stdout);
}

/**
 * Something known to compare with, for milliseconds mean nothing on another machine or beside other programs: the
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
