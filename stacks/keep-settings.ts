import { randomBytes } from "node:crypto";
import type { App } from "sst/constructs";
import { useAWSCredentials as credentialsOfWhoDeploys } from "sst/credentials.js";
import { callSecretsManager } from "#core/secrets-manager";
import { settingsName, told } from "./surroundings.ts";

const names = ["SECRETS_KEY", "ADMIN_TOKEN", "DATABASE_URL", "OWNER_EMAIL", "OWNER_PASSWORD"] as const;
type Settings = Partial<Record<(typeof names)[number], string>>;

/**
 * Puts the secret settings that this deploy was given into Secrets Manager, where the functions find them, and keeps
 * those that an earlier deploy put there. The first deploy makes a `SECRETS_KEY` unless it is given one. Removing the
 * stage leaves the secret: without its key, nothing encrypted in the store can be read again.
 */
export async function keepSettings(app: App): Promise<void> {
  const SecretId = settingsName(app);
  const ask = await secretsManager(app.region);
  const kept = await ask("GetSecretValue", { SecretId });
  const before: Settings = kept ? JSON.parse(String(kept["SecretString"])) : {};
  const after: Settings = { SECRETS_KEY: `k1:${randomBytes(32).toString("base64")}`, ...before, ...given() };
  refuseLostKeys(before, after);
  // The database of the earlier deploys is that of this one, although nobody has named it again.
  if (after.DATABASE_URL) process.env["DATABASE_URL"] = after.DATABASE_URL;

  const SecretString = JSON.stringify(after);
  if (app.mode !== "deploy" || SecretString === JSON.stringify(before)) return;
  if (kept) await ask("PutSecretValue", { SecretId, SecretString, ClientRequestToken: crypto.randomUUID() });
  else await ask("CreateSecret", { Name: SecretId, SecretString, ClientRequestToken: crypto.randomUUID() });
}

function given(): Settings {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = told(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A new key is put in front of the old ones; without them, what they encrypted is lost. */
function refuseLostKeys(before: Settings, after: Settings): void {
  const keysIn = ({ SECRETS_KEY = "" }: Settings) => SECRETS_KEY.split(",").filter((key) => key !== "");
  const lost = keysIn(before).filter((key) => !keysIn(after).includes(key));
  if (lost.length === 0) return;
  const ids = lost.map((key) => key.split(":")[0]).join(", ");
  throw new Error(`SECRETS_KEY lacks the key ${ids}, which this stage encrypts with: put the new key in front of it.`);
}

/** As whoever deploys, not as a function of ours. */
async function secretsManager(region: string) {
  const { accessKeyId, secretAccessKey, sessionToken } = await credentialsOfWhoDeploys();
  const as = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), region };
  /** The answer; null when there is no such secret yet. */
  return async (action: Parameters<typeof callSecretsManager>[0], input: Readonly<Record<string, string>>) => {
    try {
      return await callSecretsManager(action, input, as);
    } catch (error) {
      if (String(error).includes("ResourceNotFoundException")) return null;
      throw error;
    }
  };
}
