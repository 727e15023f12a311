import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { alone } from "./alone.ts";
import { putInPlace } from "./put-in-place.ts";

const root = join(import.meta.dirname, "..");
/** Next to the folder that is served, because files are moved into place by a rename: on the same disk. */
const dist = join(root, "dist");
const building = ".building-web-";
const built = join(dist, "web", "index.html");

/** Whether the admin is built and not older than its sources, where the sources are there to rebuild it from. */
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
 * Builds the admin into dist/web, unless it is up to date. If several processes ask for it, one builds and the others
 * wait. Aborting ends the wait, or the build.
 */
export async function buildAdmin(stopping?: AbortSignal): Promise<void> {
  await inTurn(async () => {
    if (!stopping?.aborted && !(await adminIsBuilt())) await build(stopping);
  }, stopping);
}

/** Builds it in any case: `npm run build`. */
export const buildAdminAnew = (): Promise<void> => inTurn(() => build());

async function inTurn(work: () => Promise<void>, stopping?: AbortSignal): Promise<void> {
  await mkdir(dist, { recursive: true });
  await alone(join(dist, ".building-web.lock"), work, stopping);
}

/**
 * In a child process, because this one's NODE_ENV and memory limit do not suit a build; then moved into place at once.
 */
async function build(signal?: AbortSignal): Promise<void> {
  const began = new Date();
  await removeUnfinished();
  // A new folder each time: the process of a killed build may still be writing into an older one.
  const fresh = await mkdtemp(join(dist, building));
  const vite = join(root, "node_modules", ".bin", "vite");
  const env = { ...process.env, NODE_ENV: "production" };
  const args = ["build", "-c", "web/vite.config.ts", "--outDir", fresh, "--logLevel", "warn"];
  try {
    await promisify(execFile)(vite, args, { cwd: root, env, ...(signal && { signal }) });
    // Dated by its sources: a source that is changed during the build makes it outdated.
    await utimes(join(fresh, "index.html"), began, began);
    await putInPlace(fresh, join(dist, "web"));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Removes what killed builds have left. */
async function removeUnfinished(): Promise<void> {
  const left = (await readdir(dist)).filter((name) => name.startsWith(building));
  await Promise.all(left.map((name) => rm(join(dist, name), { recursive: true, force: true })));
}
