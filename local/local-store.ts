import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { keptSecretsKey } from "./kept-secret.ts";
import { databaseAddress } from "./postgres/database-address.ts";
import { runningUrl, startPostgres } from "./postgres/postgres.ts";

export const databaseName = "quartermaster";

/** `DATA_DIR`, or `.data` in the project's folder. */
export const dataFolder = (): string => resolve(import.meta.dirname, "..", process.env["DATA_DIR"] || ".data");

/**
 * Lets a script work on this machine's store, by setting the environment that core reads: the store of `DATABASE_URL`
 * if that is set, otherwise the one in `DATA_DIR`, whether or not `npm start` is running.
 * @returns a function to call at the end; it stops PostgreSQL if it had to be started.
 * @throws a sentence if there is no store yet.
 */
export async function openLocalStore(): Promise<() => Promise<void>> {
  if (databaseAddress()) return async () => {};
  const folder = join(dataFolder(), "postgres");
  if (!existsSync(folder)) throw new Error(`There is no store in ${dataFolder()} yet: npm start creates one.`);
  const running = await runningUrl(folder);
  const server = running ? { url: running, stop: async () => {} } : await startPostgres({ folder });
  process.env["DATABASE_URL"] = server.url(databaseName);
  process.env["SECRETS_KEY"] ||= await keptSecretsKey(dataFolder());
  return server.stop;
}
