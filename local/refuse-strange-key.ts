import { join } from "node:path";
import { connect } from "#core/db/client";
import { sealedSecrets } from "#core/doctor/sealed-secrets";
import { checkSecretsKey } from "#core/secret";
import { keptSecretsKey } from "./kept-secret.ts";

/**
 * Checks the key in the folder's file.
 * @throws a message that names the file, and not `SECRETS_KEY`, which nobody has set.
 */
export async function refuseBrokenKey(folder: string): Promise<void> {
  try {
    checkSecretsKey(await keptSecretsKey(folder));
  } catch {
    throw new Error(
      `${join(folder, "secrets-key")} is not a complete key such as k1:<32 bytes in base64>. Put back the file that ` +
        "the first start created: without it, the store's secrets cannot be read.",
    );
  }
}

/**
 * Checks that the folder's key opens at least one of the database's secrets: a lost key file is created again, and then
 * every delivery and every call would fail, one by one. Single secrets that the key does not open are reported by the
 * doctor (check 14). A key that was set by hand is not checked, so that a key that is lost for good can be replaced.
 * @throws a message if it opens nothing.
 */
export async function refuseStrangeKey(url: string, folder: string): Promise<void> {
  const sealed = await secretsIn(url);
  if (sealed.length === 0 || sealed.some(({ opens }) => opens)) return;
  throw new Error(
    `${join(folder, "secrets-key")} is not the key that the secrets of this store are encrypted with. Put the old ` +
      "file back.\nIf it is lost, start with SECRETS_KEY set to what the file holds now, rotate the secret of every " +
      "endpoint, and enter those of every provider again; npm run doctor names those that are left.",
  );
}

async function secretsIn(url: string) {
  const pool = connect(url, 1);
  try {
    return await sealedSecrets(pool);
  } finally {
    await pool.$client.end({ timeout: 1 });
  }
}
