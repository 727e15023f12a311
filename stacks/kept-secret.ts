import type { App } from "sst/constructs";
import { useAWSCredentials as credentialsOfWhoDeploys } from "sst/credentials.js";
import { callSecretsManager } from "#core/secrets-manager";
import { told } from "./surroundings.ts";

/** Texts by their names, in a secret of AWS Secrets Manager that outlives deploys. */
export interface KeptSecret {
  /** What earlier deploys put there; nothing before the first. */
  readonly before: Readonly<Record<string, string>>;
  /** Puts this in their place, if it is a deploy that runs and there is anything new. */
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
      if (app.mode !== "deploy" || SecretString === JSON.stringify(before)) return;
      if (found) await ask("PutSecretValue", { SecretId, SecretString, ClientRequestToken: crypto.randomUUID() });
      else await ask("CreateSecret", { Name: SecretId, SecretString, ClientRequestToken: crypto.randomUUID() });
    },
  };
}

/** What this deploy is told for a name in place of a value, to have it without one from now on. */
const off = "off";

/**
 * What holds from now on: what was kept, with what this deploy is told of the names. Silence changes nothing, for a redeploy
 * from another machine, or by a colleague, must not take back what the first was told; only `off` does.
 */
export function keptAndTold(
  names: readonly string[],
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const after = { ...before };
  for (const name of names) {
    const value = told(name);
    if (value === off) delete after[name];
    else if (value !== undefined) after[name] = value;
  }
  return after;
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
