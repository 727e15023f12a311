/**
 * fauxqs' files in a folder: flushed to disk before they are acknowledged, readable after a power cut or a full disk,
 * and never in memory as a whole.
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
  statSync,
  writeFileSync,
} from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildAppOptions } from "fauxqs";
import { log } from "#core/log";
import { type Kept, partsOnDisk } from "./parts-on-disk.ts";

type Stores = NonNullable<BuildAppOptions["stores"]>;
export type S3Store = NonNullable<Stores["s3Store"]>;

/** Each object is two files, and so is each part of one: its bytes and its metadata. */
const [data, about] = [".data", ".meta.json"];

const objectIn = (folder: string, bucket: string, key: string) => join(folder, "buckets", bucket, "objects", key);

/** An object's bytes, open for reading: those that it has now, even if it is replaced meanwhile. */
export const openKept = (folder: string, bucket: string, key: string): number =>
  openSync(objectIn(folder, bucket, key) + data, "r");

/**
 * fauxqs offers storage on disk only with a server that listens on all network interfaces. The stores are therefore
 * assembled here as `startFauxqs` does it; its release is pinned, and a test restarts a store that has files.
 */
export async function storesIn(folder: string): Promise<Stores & { readonly s3Store: S3Store }> {
  const home = dirname(findPackageJSON("fauxqs", import.meta.url) ?? "");
  const inside = (file: string) => import(pathToFileURL(join(home, "dist/s3", file)).href);
  const [{ S3Store }, { FileS3Persistence }] = await Promise.all([
    inside("s3Store.js"),
    inside("fileS3Persistence.js"),
  ]);
  const uploads = join(folder, "_multipart");
  const partsOf = (id: string) => join(uploads, id, "parts");
  /** Flushes each file, because rows refer to it that survive a power cut; fauxqs leaves that to the operating system. */
  class Flushed extends FileS3Persistence {
    constructor() {
      super(folder);
    }
    upsertObject(bucket: string, { body, ...object }: Kept) {
      keep(objectIn(folder, bucket, object.key), [body], object);
    }
    upsertMultipartPart(id: string, { body, ...part }: { readonly body: Uint8Array; readonly partNumber: number }) {
      keep(join(partsOf(id), `${part.partNumber}`), [body], part);
    }
    /** fauxqs would read the bytes of all parts. */
    loadMultipartUploads(store: S3Store) {
      for (const id of readdirSync(uploads)) {
        const begun = join(uploads, id, ".upload.json");
        if (!existsSync(begun)) continue;
        const upload = read(begun);
        const written = readdirSync(partsOf(id)).filter((name) => name.endsWith(about));
        const parts = written.map((name): [number, object] => {
          const path = join(partsOf(id), name);
          const part = read(path);
          return [part.partNumber, { ...part, bytes: statSync(path.replace(about, data)).size }];
        });
        store.restoreMultipartUpload({ ...upload, initiated: new Date(upload.initiated), parts: new Map(parts) });
      }
    }
  }
  const persistence = new Flushed();
  const OnDisk = partsOnDisk(S3Store, (id, parts, bucket, { body: _, ...object }) => {
    const paths = parts.map((part) => join(partsOf(id), `${part}${data}`));
    keep(objectIn(folder, bucket, object.key), oneByOne(paths), object);
  });
  const load = () => {
    const s3Store = new OnDisk() as object as S3Store;
    persistence.loadS3(s3Store);
    Object.assign(s3Store, { persistence });
    return { s3Store } as Stores & { s3Store: S3Store }; // it creates the others on its own
  };
  try {
    return load();
  } catch (error) {
    log.warn("incomplete files removed", { error });
    removeHalf(folder);
    return load();
  }
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/** The bytes are written aside first: whoever reads the file that they replace goes on reading that one. */
function keep(path: string, bytes: Iterable<Uint8Array>, described: object): void {
  mkdirSync(dirname(path), { recursive: true });
  flushed(`${path}.new`, bytes);
  renameSync(`${path}.new`, path + data);
  flushed(path + about, [Buffer.from(JSON.stringify(described))]);
}

function flushed(path: string, pieces: Iterable<Uint8Array>): void {
  const file = openSync(path, "w");
  try {
    for (const piece of pieces) writeFileSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function* oneByOne(paths: readonly string[]): Generator<Uint8Array> {
  for (const path of paths) yield readFileSync(path);
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
