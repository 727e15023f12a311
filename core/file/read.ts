import { GetObjectCommand } from "@aws-sdk/client-s3";
import { firstBytesMax } from "#core/contract/image-types";
import { Refusal } from "#core/refusal";
import type { FileKey } from "./folders.ts";
import { filesBucket, refuseAway, s3, statusOf } from "./s3.ts";

/** What S3 has under a name, by its own account, and how it begins. */
export interface Seen {
  readonly bytes: number;
  /** What the upload said it was. */
  readonly type: string;
  readonly first: Uint8Array;
  /** Changes with the content. */
  readonly etag: string;
}

/**
 * Looks at a private file without fetching it whole.
 * @throws Refusal `file.missing` and `file.away`.
 */
export async function lookAt(key: FileKey, firstBytes = firstBytesMax): Promise<Seen> {
  const range = `bytes=0-${firstBytes - 1}`;
  const got = await get(key, range);
  const [, total] = got.ContentRange?.split("/") ?? [];
  return {
    bytes: Number(total ?? got.ContentLength ?? 0),
    type: got.ContentType ?? "",
    first: (await got.Body?.transformToByteArray()) ?? new Uint8Array(),
    etag: got.ETag ?? "",
  };
}

/**
 * A private file piece by piece, from a byte on, for one that may be larger than memory.
 * @param etag of the content that is meant: where other bytes were sent under its name since, it is missing.
 * @throws Refusal `file.missing` and `file.away`.
 */
export async function readFile(key: FileKey, fromByte = 0, etag?: string): Promise<AsyncIterable<Uint8Array>> {
  const { Body } = await get(key, fromByte > 0 ? `bytes=${fromByte}-` : undefined, etag);
  if (!Body) throw new Refusal("file.missing");
  return Body.transformToWebStream();
}

function get(key: FileKey, range?: string, etag?: string) {
  const asked = { ...(range && { Range: range }), ...(etag && { IfMatch: etag }) };
  const command = new GetObjectCommand({ Bucket: filesBucket(), Key: key, ...asked });
  return s3()
    .send(command)
    .catch((error: unknown) => {
      // Who may not list a bucket is told 403 of what is not in it; of an empty file there is no first byte.
      if ([403, 404, 412, 416].includes(statusOf(error) ?? 0)) throw new Refusal("file.missing");
      return refuseAway(error);
    });
}
