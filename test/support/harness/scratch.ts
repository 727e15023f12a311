import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Linux keeps the files of this folder in memory. In a container it may be too small: Docker's default is 64 MB. */
const inMemory = "/dev/shm";
const bytesMin = 4e9;

/**
 * Where tests keep what they throw away. In memory if there is room: a new database is a thousand files, which take
 * twenty times as much processor time on a disk.
 */
export const scratch = hasRoom(inMemory) ? inMemory : tmpdir();

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > bytesMin;
  } catch {
    return false;
  }
}
