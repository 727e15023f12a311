import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Whether the store in a folder was begun as a demo. One that begins now is marked, so that later starts know it: a store
 * that was begun without must never be offered what only a demo may have.
 */
export async function isDemoStore(folder: string, wantsDemo: boolean): Promise<boolean> {
  const mark = join(folder, "demo");
  if (existsSync(mark)) return true;
  if (!wantsDemo || existsSync(join(folder, "postgres"))) return false;
  await mkdir(folder, { recursive: true });
  await writeFile(mark, "This store was begun as a demo.\n");
  return true;
}
