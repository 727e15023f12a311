import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { reached } from "./driver.ts";

/** The SQL files beside this one; in a Lambda's bundle they lie beside the handler. */
const folder = join(import.meta.dirname, "migrations");

/** Names of the migrations this code comes with, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

/**
 * Brings a database up to this code. Each file runs once, in its own transaction with its own record;
 * several processes at once are safe, for they wait for one another.
 * @returns the names of those that ran now.
 */
export async function migrate(url: string): Promise<string[]> {
  const [address, socket] = reached(url);
  const sql = postgres(address, { ...socket, max: 1, onnotice: () => {} });
  try {
    // A fixed number of our own: held by whoever migrates, so that two that start together take turns.
    await sql`select pg_advisory_lock(7_150_261_118)`;
    await sql`create table if not exists migrations (name text primary key, ran_at timestamptz(3) not null default now())`;
    const ran = new Set((await sql<{ name: string }[]>`select name from migrations`).map(({ name }) => name));
    const missing = (await knownMigrations()).filter((name) => !ran.has(name));
    for (const name of missing) {
      const text = await readFile(join(folder, name), "utf8");
      await sql.begin(async (tx) => {
        await tx.unsafe(text);
        await tx`insert into migrations ${tx({ name })}`;
      });
    }
    return missing;
  } finally {
    await sql.end();
  }
}
