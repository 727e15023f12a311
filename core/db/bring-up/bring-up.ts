import { optional, required } from "#core/environment";
import { migrate } from "../migrate.ts";
import { makePartitionsOf } from "../partitions.ts";
import { admit } from "./admit.ts";
import { admitReports } from "./admit-reports.ts";

/**
 * Brings the store's database up to this code, with room for what the coming weeks write, as the role that owns its tables where
 * `MIGRATION_DATABASE_URL` names one, and then lets the role of `DATABASE_URL` work on them, and the login of reports read its views.
 * @returns the names of the migrations that ran now.
 */
export async function bringUp(): Promise<string[]> {
  const url = required("DATABASE_URL", "it names the PostgreSQL that holds the store");
  const owner = optional("MIGRATION_DATABASE_URL");
  if (owner === undefined) {
    const ran = await migrate(url);
    await makePartitionsOf(url);
    if (optional("SECRETS_KEY") !== undefined) await admitReports(url);
    return ran;
  }
  const ran = await migrate(owner);
  await makePartitionsOf(owner);
  const { username, password } = new URL(url);
  await admit(owner, { username: decodeURIComponent(username), password: decodeURIComponent(password) });
  if (optional("SECRETS_KEY") !== undefined) await admitReports(owner);
  return ran;
}
