import { optional, required } from "#core/environment";
import { migrate } from "../migrate.ts";
import { makePartitionsOf } from "../partitions.ts";
import { admit } from "./admit.ts";
import { admitReports } from "./admit-reports.ts";

/**
 * Migrates the store's database and makes partitions for the coming weeks, as the tables' owner if
 * `MIGRATION_DATABASE_URL` names one, and then lets the role of `DATABASE_URL` work on the tables and the reports'
 * login read its views.
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
