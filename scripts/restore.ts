/**
 * `npm run restore -- FOLDER`: restores a backup of `npm run backup` into `DATABASE_URL` or a new store in `DATA_DIR`.
 * It never overwrites an existing store.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { argumentsOf } from "#core/arguments";
import { knownMigrations, migrate } from "#core/db/migrate";
import { databaseName, dataFolder } from "#local/local-store";
import { databaseAddress } from "#local/postgres/database-address";
import { startPostgres } from "#local/postgres/postgres";
import { isOutside } from "#local/role";
import { copyFiles } from "./backup/copy-files.ts";
import { type Database, onDatabase } from "./backup/programs.ts";
import { refuseWithoutFiles } from "./backup/refuse-without-files.ts";
import { refuseUnfinished } from "./backup/unfinished.ts";

/** The database to restore into, created if it is the embedded one, and a function to call at the end. */
async function opened(): Promise<Database & { close: () => Promise<void> }> {
  const given = databaseAddress();
  if (given) return { url: given, embedded: false, close: async () => {} };
  const server = await startPostgres({ folder: join(dataFolder(), "postgres") });
  await server.create(databaseName);
  return { url: server.url(databaseName), embedded: true, close: server.stop };
}

async function queryOnce<Row>(url: string, query: (sql: postgres.Sql) => Promise<Row[]>): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await query(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function restore(folder: string): Promise<void> {
  const dump = join(folder, "store.dump");
  await stat(dump).catch(() => {
    throw new Error(`There is no backup in ${folder}: it would have a file called store.dump.`);
  });
  refuseUnfinished(folder);
  refuseWithoutFiles();
  const files = join(dataFolder(), "files");
  const withFiles = !isOutside("S3") && (await readdir(folder)).includes("files");
  if (withFiles && (await readdir(files).catch(() => [])).length > 0) {
    throw new Error(`${files} has files already: restore with another DATA_DIR, or move them away.`);
  }
  const { close, ...database } = await opened();
  try {
    const tables = await queryOnce(database.url, (sql) => sql`select from pg_tables where schemaname = 'public'`);
    if (tables.length > 0) {
      const where = database.embedded ? dataFolder() : "DATABASE_URL";
      throw new Error(`${where} has a store already: restore into an empty database, or with another DATA_DIR.`);
    }
    // Before the database: where there is a store, its files are there, wherever this is killed.
    if (withFiles) await copyFiles(join(folder, "files"), files);
    // All or nothing. The restoring role owns everything, whoever did on the other server.
    const whole = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"];
    await onDatabase("pg_restore", [...whole, dump], database).catch(async (error: unknown) => {
      if (withFiles) await rm(files, { recursive: true });
      throw error;
    });
    const known = await knownMigrations();
    const ran = await queryOnce<{ name: string }>(database.url, (sql) => sql`select name from migrations`);
    const newer = ran.map(({ name }) => name).filter((name) => !known.includes(name));
    if (newer.length > 0) {
      throw new Error(
        `It is restored, and is of newer code than this, which has no ${newer.join(", ")}: take that code.`,
      );
    }
    await migrate(database.url);
  } finally {
    await close();
  }
  const key = database.embedded ? `put its key into ${join(dataFolder(), "secrets-key")}` : "set its SECRETS_KEY";
  console.log(`Restored. Before the first start, ${key}. Then npm run doctor says whether it is whole.`);
}

const usage = "Say which: npm run restore -- FOLDER";
const [folder] = argumentsOf(usage, {}, 1).others;
await (folder ? restore(resolve(folder)) : Promise.reject(new Error(usage))).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
