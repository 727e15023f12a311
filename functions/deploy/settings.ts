/** Loads a deployed function's secret settings from AWS Secrets Manager, once per cold start. */

import { callSecretsManager } from "#core/aws/secrets-manager";
import { settingsComeFrom } from "#core/db/client";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { sendTraces } from "#core/trace/trace";

/**
 * Puts the secret settings into the environment, where the rest of the program looks for them. They are in no template
 * and in no function's configuration. A changed setting takes effect at the next cold start, the database's password
 * once the database refuses the old one. `SETTINGS_SECRET` lists secrets that are each a JSON object of settings,
 * separated by commas; a function is given only the names of those it needs, and may read no others. `DATABASE_SECRET`
 * and `MIGRATION_DATABASE_SECRET` are Aurora's, in RDS's form: for the role that the program works as and, for
 * migrations only, the role that owns the tables. `DATABASE_READ_HOST` is the host of Aurora's standby.
 */
export async function loadSettings(): Promise<void> {
  const names = optional("SETTINGS_SECRET")?.split(",") ?? [];
  const logins = ["DATABASE_SECRET", "MIGRATION_DATABASE_SECRET"].map(optional);
  const standby = optional("DATABASE_READ_HOST");
  const [database, owner, ...settings] = await Promise.all([...logins, ...names].map(secretOf));
  Object.assign(
    process.env,
    ...settings,
    database && { DATABASE_URL: urlOf(database) },
    database && standby && { DATABASE_READ_URL: urlOf({ ...database, host: standby }) },
    owner && { MIGRATION_DATABASE_URL: urlOf(owner) },
  );
}

let loading: Promise<void> | undefined;

/** The handler as deployed: loads settings first, once. A failure is not kept: the next call tries again. */
export const withSettings =
  <Given extends unknown[], Answer>(handler: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<Answer> => {
    loading ??= loadSettings().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    await loading;
    settingsComeFrom(loadSettings);
    try {
      return await handler(...given);
    } catch (error) {
      // Lambda would log it unabridged, and the message of a failed query contains its parameters.
      log.error("invocation failed", { error });
      throw new Error("The invocation has failed; the log says why.");
    } finally {
      // Once it has answered, this instance is frozen.
      await sendTraces();
    }
  };

async function secretOf(SecretId: string | undefined): Promise<Record<string, string> | undefined> {
  if (!SecretId) return undefined;
  const { SecretString } = await callSecretsManager("GetSecretValue", { SecretId });
  const fields: Record<string, unknown> = JSON.parse(String(SecretString));
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** RDS stores host, port, user and password separately. Its certificate is verified against Lambda's root CAs. */
function urlOf({ host, port, dbname, username = "", password = "" }: Record<string, string>): string {
  const who = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `postgres://${who}@${host}:${port}/${dbname}?sslmode=verify-full`;
}
