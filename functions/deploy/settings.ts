/** Where a deployed function's secret settings come from: AWS Secrets Manager, asked once for each cold start. */
import { settingsComeFrom } from "#core/db/client";
import { optional } from "#core/environment";
import { callSecretsManager } from "#core/secrets-manager";
import { sendTraces } from "#core/trace";

/**
 * Puts the secret settings into the environment, where the rest of the program looks for them. They are in no
 * template and in no function's configuration. A changed one is in force at the next cold start, the password of the
 * database once the database refuses the one before.
 * `SETTINGS_SECRET` names the secrets that hold a JSON object of them each, with commas between: who has no business with one
 * is not told of it and may not read it. `DATABASE_SECRET` and `MIGRATION_DATABASE_SECRET` name those of an Aurora, as RDS writes
 * them: of the role that the program works as, and, for the migration alone, of the one that owns the tables. `DATABASE_READ_HOST` is where that Aurora's standby answers.
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

/** The handler as a deployed function runs it: settings first, once. A failure is not kept: the next call asks again. */
export const settled =
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
    } finally {
      // Once it has answered, this copy is frozen.
      await sendTraces();
    }
  };

async function secretOf(SecretId: string | undefined): Promise<Record<string, string> | undefined> {
  if (!SecretId) return undefined;
  const { SecretString } = await callSecretsManager("GetSecretValue", { SecretId });
  const fields: Record<string, unknown> = JSON.parse(String(SecretString));
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** RDS writes host, port, user and password apart. Its certificate is checked against the authorities Lambda brings along. */
function urlOf({ host, port, dbname, username = "", password = "" }: Record<string, string>): string {
  const who = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `postgres://${who}@${host}:${port}/${dbname}?sslmode=verify-full`;
}
