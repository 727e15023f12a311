import type { App } from "sst/constructs";
import { useAWSCredentials as credentialsOfWhoDeploys } from "sst/credentials.js";
import { callSecretsManager } from "#core/aws/secrets-manager";
import { setting } from "./surroundings.ts";

/** Named texts in a secret of AWS Secrets Manager that outlives deploys. */
export interface KeptSecret {
  /** The values of earlier deploys; empty before the first. */
  readonly before: Readonly<Record<string, string>>;
  /** Replaces them, if this is a deploy and something has changed. */
  readonly keep: (after: Readonly<Record<string, string>>) => Promise<void>;
}

export async function keptSecret(app: App, SecretId: string): Promise<KeptSecret> {
  const ask = await secretsManager(app.region);
  const found = await ask("GetSecretValue", { SecretId });
  const before: Record<string, string> = found ? JSON.parse(String(found["SecretString"])) : {};
  return {
    before,
    keep: async (after) => {
      const SecretString = JSON.stringify(after);
      // Even if it is empty: its readers must find it.
      if (app.mode !== "deploy" || (found && SecretString === JSON.stringify(before))) return;
      if (found) await ask("PutSecretValue", { SecretId, SecretString, ClientRequestToken: crypto.randomUUID() });
      else await ask("CreateSecret", { Name: SecretId, SecretString, ClientRequestToken: crypto.randomUUID() });
    },
  };
}

/** The value that removes a setting. */
const off = "off";

/** A setting's new value, if this deploy is given one. */
export function givenSetting(name: string): string | undefined {
  const value = setting(name);
  return value === off ? undefined : value;
}

/**
 * The values from now on: the stored ones, overridden by this deploy's. A value that is not given stays, because a
 * redeploy from another machine or by a colleague must not undo earlier settings; only `off` removes one.
 */
export function mergedSettings(
  names: readonly string[],
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const after = { ...before };
  for (const name of names) {
    const value = setting(name);
    if (value === off) delete after[name];
    else if (value !== undefined) after[name] = value;
  }
  return after;
}

/** With the deployer's credentials, not those of a function. */
async function secretsManager(region: string) {
  const { accessKeyId, secretAccessKey, sessionToken } = await credentialsOfWhoDeploys();
  const as = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), region };
  /** The answer; null if the secret does not exist yet. */
  return async (action: Parameters<typeof callSecretsManager>[0], input: Readonly<Record<string, string>>) => {
    try {
      return await callSecretsManager(action, input, as);
    } catch (error) {
      if (String(error).includes("ResourceNotFoundException")) return null;
      throw error;
    }
  };
}
