import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newSecretsKey } from "#core/secret";

/** What a file holds, made at the first start and kept for this user's eyes only. */
export async function keptSecret(path: string, make: () => string): Promise<string> {
  try {
    // "wx" makes the file or fails, so that two starts cannot write two secrets.
    await writeFile(path, make(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFile(path, "utf8");
}

/**
 * The key that belongs to the database in a folder. Whoever loses it loses every stored secret; a deployed store
 * gets its own from `SECRETS_KEY`.
 */
export const keptSecretsKey = (folder: string): Promise<string> =>
  keptSecret(join(folder, "secrets-key"), newSecretsKey);
