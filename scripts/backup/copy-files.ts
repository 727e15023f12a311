import { copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Copies a folder that is in use. Files that disappear during the copy are left out; Node's `cp` would fail. */
export async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = (await readdir(from, { withFileTypes: true }).catch(unlessGone)) ?? [];
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFiles(source, target);
    else await copyFile(source, target).catch(unlessGone);
  }
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
