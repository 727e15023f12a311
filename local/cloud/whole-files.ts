/**
 * Files that are whole or not there, whenever the process is killed or the disk is full. Each is two, its bytes and its
 * metadata, and there are both or neither.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

export const [data, about] = [".data", ".meta.json"];
const aside = ".new";

export const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/**
 * Both are written aside first: whoever reads the bytes that they replace goes on reading those, and a kill or a full
 * disk leaves those before. Flushed, because rows refer to them that survive a power cut.
 */
export function keep(path: string, bytes: Iterable<Uint8Array>, described: object): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    flushed(path + data + aside, bytes);
    flushed(path + about + aside, [Buffer.from(JSON.stringify(described))]);
  } catch (error) {
    // The metadata first: metadata alone means that the bytes are in place.
    for (const kind of [about, data]) rmSync(path + kind + aside, { force: true });
    throw error;
  }
  for (const kind of [data, about]) renameSync(path + kind + aside, path + kind);
  // Windows cannot flush a folder.
  if (process.platform !== "win32") flush(openSync(dirname(path), "r"));
}

function flushed(path: string, pieces: Iterable<Uint8Array>): void {
  flush(openSync(path, "w"), pieces);
}

function flush(file: number, pieces: Iterable<Uint8Array> = []): void {
  try {
    for (const piece of pieces) writeFileSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Ends what a kill interrupted: where the bytes are in place, so is their metadata now; what else is half is removed. */
export function endInterrupted(folder: string): void {
  const all = filesIn(folder);
  for (const path of named(all, about + aside)) {
    if (existsSync(path + data + aside)) rmSync(path + about + aside);
    else renameSync(path + about + aside, path + about);
  }
  for (const path of named(all, aside)) rmSync(path + aside, { force: true });
  for (const path of named(all, data)) if (!existsSync(path + about)) rmSync(path + data);
}

/** Removes what cannot be read, and metadata without its bytes. */
export function removeHalf(folder: string): void {
  const all = filesIn(folder);
  for (const path of all) if (path.endsWith(".json") && !isReadable(path)) rmSync(path);
  for (const path of named(all, about)) if (!existsSync(path + data)) rmSync(path + about, { force: true });
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Those paths that end with this, without it. */
const named = (paths: readonly string[], end: string): string[] =>
  paths.filter((path) => path.endsWith(end)).map((path) => path.slice(0, -end.length));

function isReadable(path: string): boolean {
  try {
    readJson(path);
    return true;
  } catch {
    return false;
  }
}
