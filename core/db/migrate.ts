import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { codeOf } from "./error.ts";
import { letOthersPass } from "./let-others-pass.ts";
import { reached, untilClosed } from "./pool/driver.ts";

/** The SQL files next to this one; in a Lambda's bundle they are next to the handler. */
const files = join(import.meta.dirname, "migrations");

/** Names of this code's migrations, oldest first. */
export async function knownMigrations(folder = files): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

/** An arbitrary fixed lock number: held while migrating, so that two processes that start together take turns. */
const lockKey = 7_150_261_118;
/**
 * How long a migration waits for a table in use. Later requests for the table queue behind it, so it gives up soon,
 * lets them pass, and tries again.
 */
const lockTimeoutMs = 2_000;
const triesMax = 30;
/** The first line of a migration whose statements run one by one, such as `create index concurrently`. */
const outside = "-- outside a transaction\n";

/**
 * Migrates a database to this code's schema. Each file runs once, in its own transaction with its own record;
 * several processes at once are safe, because they wait for each other. If nothing is missing, a role without rights to
 * change anything is enough.
 * @returns the names of the migrations that ran now.
 * @throws a sentence if some are missing and the role may not run them.
 */
export async function migrate(url: string, folder = files): Promise<string[]> {
  const [address, socket] = reached(url);
  const sql = postgres(address, { ...socket, max: 1, fetch_types: false, onnotice: () => {} });
  try {
    if ((await missingIn(sql, folder)).length === 0) return [];
    await takeTurn(sql);
    await sql`create table if not exists migrations (name text primary key, ran_at timestamptz(3) not null default now())`;
    const missing = await missingIn(sql, folder);
    for (const name of missing) await run(sql, name, await readFile(join(folder, name), "utf8"));
    return missing;
  } catch (error) {
    if (codeOf(error) !== "42501") throw error;
    const sentence = "The database lacks migrations, and the role that DATABASE_URL names may not run them";
    throw new Error(`${sentence}: set MIGRATION_DATABASE_URL to one that owns the tables.`, { cause: error });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function missingIn(sql: postgres.Sql, folder: string): Promise<string[]> {
  const known = await knownMigrations(folder);
  const [row] = await sql<{ made: boolean }[]>`select to_regclass('migrations') is not null as made`;
  if (!row?.made) return known;
  const ran = new Set((await sql<{ name: string }[]>`select name from migrations`).map(({ name }) => name));
  return known.filter((name) => !ran.has(name));
}

/** Polls, because creating an index concurrently waits for running statements, including one waiting for this lock. */
async function takeTurn(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as mine`;
    if (row?.mine) return;
    await pause(200);
  }
}

async function run(sql: postgres.Sql, name: string, text: string): Promise<void> {
  if (text.startsWith(outside)) return runOutside(sql, name, text);
  await locking(sql, async (tx) => {
    await tx.unsafe(text);
    await tx`insert into migrations ${tx({ name })}`;
  });
}

/** In a transaction of its own, which gives up waiting for a table after a while, and then tries again. */
async function locking(sql: postgres.Sql, work: (tx: postgres.TransactionSql) => Promise<unknown>): Promise<void> {
  const inTime = async (tx: postgres.TransactionSql) => {
    await tx.unsafe(`set local lock_timeout = ${lockTimeoutMs}`);
    await work(tx);
  };
  await letOthersPass(() => sql.begin((tx) => untilClosed(inTime(tx))), triesMax);
}

/** The statements in such a file that lock a whole table, and may be run within a transaction. */
const altersTable = /^alter table /m;

/**
 * One statement after the other, each ending a line with its semicolon. If one fails, those before it are done but the
 * file is not recorded, so each must be repeatable (`if not exists`). Unfinished indexes exist but are useless: they
 * are dropped first.
 */
async function runOutside(sql: postgres.Sql, name: string, text: string): Promise<void> {
  const unfinished = await sql<{ index: string }[]>`
    select indexrelid::regclass::text as index from pg_index join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = 'public'::regnamespace`;
  for (const { index } of unfinished) await sql.unsafe(`drop index concurrently ${index}`);
  for (const statement of text.split(/;[ \t]*$/m)) {
    if (altersTable.test(statement)) await locking(sql, (tx) => tx.unsafe(statement));
    else if (statement.trim() !== "") await sql.unsafe(statement);
  }
  await sql`insert into migrations ${sql({ name })}`;
}
