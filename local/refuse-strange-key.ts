import { join } from "node:path";
import { connect } from "#core/db/client";
import { sealedSecrets } from "#core/doctor/sealed-secrets";

/**
 * Looks whether the folder's key opens anything of what its database has sealed: a file that is lost is made anew, and every
 * delivery and every call would fail, one by one. What a right key leaves closed, the doctor names (check 14), and so it does
 * for a key that somebody has set, so that one that is lost for good can be replaced.
 * @throws sentences when it opens nothing.
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
