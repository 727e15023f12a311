import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { alone } from "./alone.ts";
import { putInPlace } from "./put-in-place.ts";

const root = join(import.meta.dirname, "..");
/** Beside what is served, for files are put in their place by a rename: on the same disk. */
const dist = join(root, "dist");
const building = ".building-web-";
const built = join(dist, "web", "index.html");

/** Whether the built admin is there and not older than what it is made of, where that is there to build it anew. */
export async function adminIsBuilt(): Promise<boolean> {
  if (!existsSync(built)) return false;
  if (!existsSync(join(root, "web"))) return true;
  const sources = await Promise.all([newest(join(root, "web")), newest(join(root, "core", "contract"))]);
  return (await stat(built)).mtimeMs > Math.max(...sources);
}

async function newest(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const times = await Promise.all(files.map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs));
  return Math.max(...times);
}

/**
 * Builds the admin's pages into dist/web, unless they are there already. Of several processes that want it, one
 * builds and the others wait. Aborting ends the wait, or a build that is under way.
 */
export async function buildAdmin(stopping?: AbortSignal): Promise<void> {
  await inTurn(async () => {
    if (!stopping?.aborted && !(await adminIsBuilt())) await build(stopping);
  }, stopping);
}

/** Builds them whether they are there or not: `npm run build`. */
export const buildAdminAnew = (): Promise<void> => inTurn(() => build());

async function inTurn(work: () => Promise<void>, stopping?: AbortSignal): Promise<void> {
  await mkdir(dist, { recursive: true });
  await alone(join(dist, ".building-web.lock"), work, stopping);
}

/** In a process of its own, for this one's NODE_ENV or memory is not what a build wants; then put in its place at once. */
async function build(signal?: AbortSignal): Promise<void> {
  const began = new Date();
  await removeUnfinished();
  // A folder of its own: the process of a build that was killed may still be writing into another.
  const fresh = await mkdtemp(join(dist, building));
  const vite = join(root, "node_modules", ".bin", "vite");
  const env = { ...process.env, NODE_ENV: "production" };
  const args = ["build", "-c", "web/vite.config.ts", "--outDir", fresh, "--logLevel", "warn"];
  try {
    await promisify(execFile)(vite, args, { cwd: root, env, ...(signal && { signal }) });
    // As old as what it was made of: whatever is changed while it is being built makes it old.
    await utimes(join(fresh, "index.html"), began, began);
    await putInPlace(fresh, join(dist, "web"));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** What builds that were killed have left. */
async function removeUnfinished(): Promise<void> {
  const left = (await readdir(dist)).filter((name) => name.startsWith(building));
  await Promise.all(left.map((name) => rm(join(dist, name), { recursive: true, force: true })));
}
