import { createHash } from "node:crypto";
import { partBytesMin } from "#core/file/write";
import { S3Refusal } from "./s3-refusal.ts";

/** What fauxqs keeps of an object. `body` is empty once it is on disk. */
export interface Kept {
  readonly key: string;
  readonly body: Uint8Array;
}

/** What is kept of a part in memory. */
interface Part {
  readonly partNumber: number;
  readonly etag: string;
  readonly bytes: number;
}
type Named = Pick<Part, "partNumber" | "etag">;

interface Upload {
  readonly uploadId: string;
  readonly bucket: string;
  readonly key: string;
  readonly initiated: Date;
  readonly parts: Map<number, Part>;
}

/** Of fauxqs' store, whose types are not exported. */
interface Store {
  readonly multipartUploads: Map<string, Upload>;
  uploadPart(id: string, partNumber: number, body: Uint8Array): { readonly etag: string };
  completeMultipartUpload(id: string, named: readonly Named[]): Kept;
  abortMultipartUpload(id: string): void;
  restoreObject(bucket: string, object: Kept): void;
}

/** Makes an object of an upload's parts, in this order. */
type Join = (id: string, parts: readonly number[], bucket: string, object: Kept) => void;

/** fauxqs keeps the parts of a file in memory and joins them there: two gigabytes for a file of one. */
export const partsOnDisk = (S3Store: new () => Store, join: Join): (new () => Store) =>
  class extends S3Store {
    override uploadPart(id: string, partNumber: number, body: Uint8Array) {
      const parts = this.multipartUploads.get(id)?.parts;
      try {
        const { etag } = super.uploadPart(id, partNumber, body);
        parts?.set(partNumber, { partNumber, etag, bytes: body.length });
        return { etag };
      } catch (error) {
        // With its bytes, which the disk may have no room for.
        parts?.delete(partNumber);
        throw error;
      }
    }

    abortBegunBefore(time: Date) {
      for (const { uploadId, initiated } of [...this.multipartUploads.values()]) {
        if (initiated < time) this.abortMultipartUpload(uploadId);
      }
    }

    override completeMultipartUpload(id: string, named: readonly Named[]): Kept {
      const begun = this.multipartUploads.get(id);
      if (!begun) throw new S3Refusal("NoSuchUpload", 404);
      const { uploadId, bucket, initiated, parts, ...object } = begun;
      const joined = named.flatMap(({ partNumber, etag }) => {
        const part = parts.get(partNumber);
        return part?.etag === etag ? [part] : [];
      });
      if (joined.length < named.length) throw new S3Refusal("InvalidPart", 400);
      if (joined.slice(0, -1).some(({ bytes }) => bytes < partBytesMin)) throw new S3Refusal("EntityTooSmall", 400);
      const made = {
        ...object,
        body: Buffer.alloc(0),
        contentLength: joined.reduce((sum, { bytes }) => sum + bytes, 0),
        etag: etagOf(joined),
        lastModified: new Date(),
      };
      join(
        id,
        joined.map(({ partNumber }) => partNumber),
        bucket,
        made,
      );
      this.restoreObject(bucket, made);
      this.abortMultipartUpload(id);
      return made;
    }
  };

/** As S3 makes it: the digest of the parts' digests. */
function etagOf(parts: readonly Part[]): string {
  const digests = parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ""), "hex"));
  return `"${createHash("md5").update(Buffer.concat(digests)).digest("hex")}-${parts.length}"`;
}
