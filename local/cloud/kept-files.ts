/** What fauxqs keeps in a folder: on the disk before anybody is told so, and read again after a power cut or on a disk that was full. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildAppOptions } from "fauxqs";
import { log } from "#core/log";

type Stores = NonNullable<BuildAppOptions["stores"]>;

/** Each file is two: its bytes, and what is said about them. */
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
  /** A row that names a file is on the disk once it is committed, and so is the file: fauxqs leaves that to the system. */
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
    log.warn("files that were not written to their end are taken away", { error });
    removeHalf(folder);
    return read();
  }
}

function flush(path: string): void {
  for (const written of [path + data, path + about]) {
    const file = openSync(written, "r");
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** What was not written to its end has not arrived, and nobody was told that it had. */
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
