import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What the page names: whoever has the page finds everything that it needs. */
const page = "index.html";
const manifest = ".vite/manifest.json";

/**
 * Puts a finished build of the admin where it is served from, on the same disk, and takes the folder of the build away.
 * At no moment does somebody who asks get half of it: each file comes by a rename, and the page last. What the page
 * before it names stays for one build more, for the tabs that are open meanwhile.
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

/** The pieces that the build there consists of, by its own list; none where there is no build. */
async function filesNamedIn(served: string): Promise<string[]> {
  const text = await readFile(join(served, manifest), "utf8").catch(() => "{}");
  const chunks: Record<string, { file: string; css?: string[]; assets?: string[] }> = JSON.parse(text);
  return Object.values(chunks).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
}
