import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newSecretsKey } from "#core/secret";

/**
 * The key that belongs to the database in a folder: made at the first start and kept beside it, for this user's
 * eyes only. Whoever loses it loses every stored secret; a deployed store gets its own from `SECRETS_KEY`.
 */
export async function keptSecretsKey(folder: string): Promise<string> {
  const path = join(folder, "secrets-key");
  try {
    // "wx" makes the file or fails, so that two starts cannot write two keys.
    await writeFile(path, newSecretsKey(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFile(path, "utf8");
}
