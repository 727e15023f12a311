import { statfsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps the files of this folder in memory. In a container it may be too small: Docker's default is 64 MB. */
const inMemory = "/dev/shm";
const bytesMin = 4e9;

/** With the process that removes it in the end. */
const named = /^quartermaster-test-(\d+)$/;

/**
 * A folder for what a run of tests throws away, which it has to remove at its end. In memory if there is room: a new
 * database is a thousand files, which take twenty times as much processor time on a disk. What runs that were killed
 * have left is removed.
 */
export async function newScratchFolder(): Promise<string> {
  const parent = hasRoom(inMemory) ? inMemory : tmpdir();
  for (const name of await readdir(parent)) {
    const [, pid] = named.exec(name) ?? [];
    // An earlier run may have had this process's number.
    const isLeft = pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
    if (isLeft) await rm(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `quartermaster-test-${process.pid}`);
  await mkdir(folder);
  return folder;
}

/** What the first file to need the stacks' templates keeps for the others of the run. */
export const templatesIn = (folder: string): string => join(folder, "templates.json");

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > bytesMin;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
