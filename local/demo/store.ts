import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Whether the store in a folder was created as a demo. One that is created now is marked for later starts: a store that
 * is no demo must never get what only a demo may have.
 */
export async function isDemoStore(folder: string, wantsDemo: boolean): Promise<boolean> {
  const mark = join(folder, "demo");
  if (existsSync(mark)) return true;
  if (!wantsDemo || existsSync(join(folder, "postgres"))) return false;
  await mkdir(folder, { recursive: true });
  await writeFile(mark, "This store was begun as a demo.\n");
  return true;
}
