/**
 * fauxqs' files in a folder: flushed to disk before they are acknowledged, and readable after a power cut or a full
 * disk.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildAppOptions } from "fauxqs";
import { log } from "#core/log";

type Stores = NonNullable<BuildAppOptions["stores"]>;

/** Each object is two files: its bytes and its metadata. */
const [data, about] = [".data", ".meta.json"];

/**
 * fauxqs offers storage on disk only with a server that listens on all network interfaces. The stores are therefore
 * assembled here as `startFauxqs` does it; its release is pinned, and a test restarts a store that has files.
 */
export async function storesIn(folder: string): Promise<Stores> {
  const home = dirname(findPackageJSON("fauxqs", import.meta.url) ?? "");
  const inside = (file: string) => import(pathToFileURL(join(home, "dist/s3", file)).href);
  const [{ S3Store }, { FileS3Persistence }] = await Promise.all([
    inside("s3Store.js"),
    inside("fileS3Persistence.js"),
  ]);
  /**
   * Flushes each file, because rows that refer to it survive a power cut; fauxqs leaves that to the operating system.
   */
  class Flushed extends FileS3Persistence {
    constructor() {
      super(folder);
    }
    upsertObject(bucket: string, object: { readonly key: string }) {
      super.upsertObject(bucket, object);
      flush(join(folder, "buckets", bucket, "objects", object.key));
    }
    upsertMultipartPart(id: string, part: { readonly partNumber: number }) {
      super.upsertMultipartPart(id, part);
      flush(join(folder, "_multipart", id, "parts", String(part.partNumber)));
    }
  }
  const persistence = new Flushed();
  const read = () => {
    const s3Store = new S3Store();
    persistence.loadS3(s3Store);
    s3Store.persistence = persistence;
    return { s3Store } as Stores; // it creates the others on its own
  };
  try {
    return read();
  } catch (error) {
    log.warn("incomplete files removed", { error });
    removeHalf(folder);
    return read();
  }
}

function flush(path: string): void {
  for (const written of [path + data, path + about]) {
    const file = openSync(written, "r+"); // Windows flushes only what is open for writing
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Removes incomplete files, which were never acknowledged. */
function removeHalf(folder: string): void {
  const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of written) {
    const path = join(parentPath, name);
    if (name.endsWith(".json") && !isWhole(path)) rmSync(path);
  }
}

function isWhole(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return false;
  }
  return !path.endsWith(about) || existsSync(path.replace(about, data));
}
