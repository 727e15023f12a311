import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The files that the page refers to. */
const page = "index.html";
const manifest = ".vite/manifest.json";

/**
 * Moves a finished build of the admin to where it is served from, on the same disk, and removes the build's folder. No
 * request ever sees half a build: each file is moved by a rename, the page last. The files of the build before stay
 * until the next one, for open tabs.
 */
export async function putInPlace(built: string, served: string): Promise<void> {
  await mkdir(served, { recursive: true });
  const before = await filesNamedIn(served);
  const files = await filesIn(built);
  for (const file of [...files.filter((each) => each !== page), page]) {
    await mkdir(dirname(join(served, file)), { recursive: true });
    await rename(join(built, file), join(served, file));
  }
  const kept = new Set([...files, ...before]);
  const gone = (await filesIn(served)).filter((file) => !kept.has(file));
  await Promise.all(gone.map((file) => rm(join(served, file), { force: true })));
  await rm(built, { recursive: true, force: true });
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** The files of the build that is there, from its manifest; none if there is no build. */
async function filesNamedIn(served: string): Promise<string[]> {
  const text = await readFile(join(served, manifest), "utf8").catch(() => "{}");
  const chunks: Record<string, { file: string; css?: string[]; assets?: string[] }> = JSON.parse(text);
  return Object.values(chunks).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
}
