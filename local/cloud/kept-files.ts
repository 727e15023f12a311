/**
 * fauxqs' files in a folder: flushed to disk before they are acknowledged, readable after a power cut or a full disk,
 * and never in memory as a whole.
 */
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildAppOptions } from "fauxqs";
import { log } from "#core/log";
import { type Kept, partsOnDisk } from "./parts-on-disk.ts";
import { about, data, endInterrupted, keep, readJson, removeHalf } from "./whole-files.ts";

type Stores = NonNullable<BuildAppOptions["stores"]>;
export type S3Store = NonNullable<Stores["s3Store"]> & {
  /** Removes the parts of files that were begun before this and never completed. */
  readonly abortBegunBefore: (time: Date) => void;
};
type S3Object = Parameters<S3Store["restoreObject"]>[1];

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
    loadObjects(store: S3Store) {
      super.loadObjects({
        restoreObject: (bucket: string, object: S3Object) => store.restoreObject(bucket, asOnDisk(bucket, object)),
      });
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
        if (!existsSync(begun)) {
          rmSync(join(uploads, id), { recursive: true });
          continue;
        }
        const upload = readJson(begun);
        // Copies of a folder may lack its empty ones.
        mkdirSync(partsOf(id), { recursive: true });
        const written = readdirSync(partsOf(id)).filter((name) => name.endsWith(about));
        const parts = written.map((name): [number, object] => {
          const part = readJson(join(partsOf(id), name));
          return [part.partNumber, { ...part, bytes: statSync(join(partsOf(id), `${part.partNumber}${data}`)).size }];
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
  /**
   * The bytes are whole in any case. If they are not those of the metadata, as in a copy that was made during a write,
   * they are still what a reader wants; with another ETag, so that an import that read others does not go on in them.
   */
  function asOnDisk(bucket: string, object: S3Object): S3Object {
    const { size, mtimeMs } = statSync(objectIn(folder, bucket, object.key) + data);
    return size === object.contentLength ? object : { ...object, contentLength: size, etag: `"${size}-${mtimeMs}"` };
  }
  const load = () => {
    endInterrupted(folder);
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

function* oneByOne(paths: readonly string[]): Generator<Uint8Array> {
  for (const path of paths) yield readFileSync(path);
}
