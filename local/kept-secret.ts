import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newSecretsKey } from "#core/secret";

/** A secret in a file, created at the first start and readable by this user only. */
export async function keptSecret(path: string, make: () => string): Promise<string> {
  const kept = await readFile(path, "utf8").catch(unlessMissing);
  if (kept !== undefined) return kept;
  // Complete and on disk before it gets its name: a full disk or a kill leaves no partial file.
  const made = `${path}.${randomUUID()}`;
  try {
    await writeFile(made, make(), { mode: 0o600, flag: "wx", flush: true });
    // A link fails if the name exists: two starts cannot write two secrets.
    await link(made, path).catch(unlessThere);
  } finally {
    await rm(made, { force: true });
  }
  return readFile(path, "utf8");
}

const unless = (code: string) => (error: unknown) => {
  if (!(error instanceof Error && "code" in error && error.code === code)) throw error;
  return undefined;
};
const unlessMissing = unless("ENOENT");
const unlessThere = unless("EEXIST");

/**
 * The key that belongs to the database in a folder. Without it every stored secret is lost; a deployed store gets its
 * key from `SECRETS_KEY`.
 */
export const keptSecretsKey = (folder: string): Promise<string> =>
  keptSecret(join(folder, "secrets-key"), newSecretsKey);
