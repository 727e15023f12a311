import { join } from "node:path";
import { connect } from "#core/db/client";
import { desc } from "#core/db/drizzle";
import { open } from "#core/secret";
import { endpoints } from "#core/webhook/webhook.table";

/**
 * Looks whether the folder's key opens what its database holds: a file that is lost is made anew, and every delivery
 * would fail, one by one. For a key that somebody has set, the doctor does this (check 14), so that one that is lost
 * for good can be replaced.
 * @throws sentences when it does not.
 */
export async function refuseStrangeKey(url: string, folder: string): Promise<void> {
  const newest = await newestEndpoint(url);
  if (!newest) return;
  try {
    open(newest.secret, newest.id);
  } catch (cause) {
    throw new Error(
      `${join(folder, "secrets-key")} is not the key that the secrets of this store are encrypted with. Put the old ` +
        "file back.\nIf it is lost, start with SECRETS_KEY set to what the file holds now, and rotate the secret of " +
        "every endpoint; npm run doctor names those that are left.",
      { cause },
    );
  }
}

async function newestEndpoint(url: string) {
  const pool = connect(url, 1);
  try {
    const [newest] = await pool.select().from(endpoints).orderBy(desc(endpoints.updatedAt)).limit(1);
    return newest;
  } finally {
    await pool.$client.end({ timeout: 1 });
  }
}
