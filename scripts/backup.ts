/**
 * `npm run backup -- FOLDER`: copies the database and the files of this machine's store, or of `DATABASE_URL`, into a
 * folder, while people go on working.
 */
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { argumentsOf } from "#core/arguments";
import { optional } from "#core/environment";
import { dataFolder, openLocalStore } from "#local/local-store";
import { isOutside } from "#local/role";
import { copyFiles } from "./backup/copy-files.ts";
import { onDatabase } from "./backup/programs.ts";
import { refuseWithoutFiles } from "./backup/refuse-without-files.ts";
import { whileMade } from "./backup/unfinished.ts";

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function writeInto(folder: string, embedded: boolean): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const database = { url: optional("DATABASE_URL") ?? "", embedded };
  await onDatabase("pg_dump", ["--format=custom", `--file=${join(folder, "store.dump")}`], database);
  // After the database: a file is stored before the row that refers to it.
  const files = join(dataFolder(), "files");
  if (!isOutside("S3") && (await isThere(files))) await copyFiles(files, join(folder, "files"));
}

async function backUp(folder: string): Promise<void> {
  if (await isThere(folder)) throw new Error(`${folder} is there already: name another folder.`);
  refuseWithoutFiles();
  const embedded = !optional("DATABASE_URL");
  const close = await openLocalStore();
  try {
    const made = whileMade(folder);
    try {
      await writeInto(made, embedded);
      await rename(made, folder);
    } catch (error) {
      await rm(made, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await close();
  }
  const key = embedded ? join(dataFolder(), "secrets-key") : "SECRETS_KEY";
  console.log(`The backup is in ${folder}. Keep ${key} as well, and elsewhere: without it nobody reads its secrets.`);
}

const usage = "npm run backup takes no arguments but the folder to make: npm run backup -- FOLDER";
const [given] = argumentsOf(usage, {}, 1).others;
const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
await backUp(resolve(given ?? join("backups", stamp))).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
