import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Everything that a bundle can be made of. The last one lists the installed libraries with their checksums. */
const files = ["scripts/build.ts", "package.json", "tsconfig.json", "node_modules/.package-lock.json"];
const folders = ["core", "functions", "scripts/bundle"];

/** A hash of what bundles are made of: while it is the same, a new build would give the same bundles. */
export async function fingerprint(root: string): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  const inFolders = await Promise.all(folders.map((folder) => filesIn(root, folder)));
  for (const file of [...files, ...inFolders.flat().toSorted()]) {
    const content = await readFile(join(root, file));
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

async function filesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
