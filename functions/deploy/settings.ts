/** Where a deployed function's secret settings come from: AWS Secrets Manager, asked once for each cold start. */
import { optional } from "#core/environment";
import { callSecretsManager } from "#core/secrets-manager";
import { sendTraces } from "#core/trace";

/**
 * Puts the secret settings into the environment, where the rest of the program looks for them. They are in no
 * template and in no function's configuration, and a changed one is in force at the next cold start.
 * `SETTINGS_SECRET` names a secret that holds a JSON object of them; `DATABASE_SECRET` one that RDS made.
 */
export async function loadSettings(): Promise<void> {
  const [settings, database] = await Promise.all([
    secretOf(optional("SETTINGS_SECRET")),
    secretOf(optional("DATABASE_SECRET")),
  ]);
  Object.assign(process.env, settings, database && { DATABASE_URL: urlOf(database) });
}

/** Only the migration makes the first owner: the password is nobody else's to know. */
async function loadWithoutOwner(): Promise<void> {
  await loadSettings();
  delete process.env["OWNER_PASSWORD"];
}

let loading: Promise<void> | undefined;

/** The handler as a deployed function runs it: settings first, once. A failure is not kept: the next call asks again. */
export const settled =
  <Given extends unknown[], Answer>(handler: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<Answer> => {
    loading ??= loadWithoutOwner().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    await loading;
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
