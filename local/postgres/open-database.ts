/** The PostgreSQL of `DATABASE_URL`, or an embedded one. */
import { join } from "node:path";
import { admitReports } from "#core/db/bring-up/admit-reports";
import { bringUp } from "#core/db/bring-up/bring-up";
import { isAway } from "#core/db/error";
import { migrate } from "#core/db/migrate";
import { optional } from "#core/environment";
import { checkSecretsKey } from "#core/secret";
import { keptSecretsKey } from "../kept-secret.ts";
import { databaseName } from "../local-store.ts";
import { refuseBrokenKey, refuseStrangeKey } from "../refuse-strange-key.ts";
import { databaseAddress } from "./database-address.ts";
import { startPostgres } from "./postgres.ts";

/**
 * Opens the environment's database, or an embedded one in a folder; migrates it, and sets the environment variables
 * that point to it. `onLost` is called with a sentence when an embedded server has died for good.
 * @returns a function that stops what was started for this.
 */
export async function openDatabase(folder: string, onLost: (sentence: string) => void): Promise<() => Promise<void>> {
  const given = databaseAddress();
  for (const name of ["MIGRATION_DATABASE_URL", "DATABASE_READ_URL"]) databaseAddress(name);
  if (given) {
    checkSecretsKey();
    await bringUp();
    return async () => {};
  }
  const server = await startPostgres({ folder: join(folder, "postgres"), onLost });
  const close = async () => {
    await server.stop();
    delete process.env["DATABASE_URL"];
  };
  try {
    const keyWasSet = optional("SECRETS_KEY") !== undefined;
    process.env["SECRETS_KEY"] ||= await keptSecretsKey(folder);
    if (keyWasSet) checkSecretsKey();
    else await refuseBrokenKey(folder);
    const url = server.url(databaseName);
    await server.create(databaseName);
    await migrate(url);
    if (!keyWasSet) await refuseStrangeKey(url, folder);
    await admitReports(url);
    process.env["DATABASE_URL"] = server.nearUrl(databaseName);
    return close;
  } catch (error) {
    await close();
    if (!isAway(error)) throw error;
    throw new Error(`PostgreSQL in ${folder} stopped while the store was starting: ${await server.lastWords()}`);
  }
}
