import { GetObjectCommand, type GetObjectCommandOutput } from "@aws-sdk/client-s3";
import { firstBytesMax } from "#core/contract/values/image-types";
import { Refusal } from "#core/refusal";
import type { FileKey } from "./folders.ts";
import { filesBucket, refuseAway, s3, statusOf } from "./s3.ts";

/** A file's metadata according to S3, and its first bytes. */
export interface Seen {
  readonly bytes: number;
  /** The content type given by the upload. */
  readonly type: string;
  readonly first: Uint8Array;
  /** Differs for different content. */
  readonly etag: string;
}

/**
 * Inspects a private file without downloading all of it.
 * @throws Refusal `file.missing` and `file.away`.
 */
export async function lookAt(key: FileKey, firstBytes = firstBytesMax): Promise<Seen> {
  const got = await get(key, `bytes=0-${firstBytes - 1}`);
  const [, total] = got.ContentRange?.split("/") ?? [];
  return {
    bytes: Number(total ?? got.ContentLength ?? 0),
    type: got.ContentType ?? "",
    first: await firstOf(streamOf(got), firstBytes),
    etag: got.ETag ?? "",
  };
}

/**
 * Streams a private file from a given byte, for files that may be larger than memory.
 * @param etag of the expected content: if the file has been replaced since, it counts as missing.
 * @throws Refusal `file.missing` and `file.away`.
 */
export async function readFile(key: FileKey, fromByte = 0, etag?: string): Promise<AsyncIterable<Uint8Array>> {
  const got = await get(key, fromByte > 0 ? `bytes=${fromByte}-` : undefined, etag);
  const isFrom = got.ContentRange?.startsWith(`bytes ${fromByte}-`);
  return isFrom || fromByte === 0 ? streamOf(got) : after(fromByte, streamOf(got));
}

function streamOf({ Body }: GetObjectCommandOutput): AsyncIterable<Uint8Array> {
  if (!Body) throw new Refusal("file.missing");
  return Body.transformToWebStream();
}

/** HTTP allows to ignore a range and to answer with all of the file, which may be larger than memory. */
async function firstOf(stream: AsyncIterable<Uint8Array>, bytes: number): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of stream) {
    read.push(chunk);
    count += chunk.length;
    if (count > bytes) break;
  }
  return new Uint8Array(Buffer.concat(read)).subarray(0, bytes);
}

async function* after(bytes: number, stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of stream) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

function get(key: FileKey, range?: string, etag?: string) {
  const headers = { ...(range && { Range: range }), ...(etag && { IfMatch: etag }) };
  const command = new GetObjectCommand({ Bucket: filesBucket(), Key: key, ...headers });
  return s3()
    .send(command)
    .catch((error: unknown) => {
      // S3 answers 403 for a missing file to those who may not list the bucket, and 416 for the first byte of an empty
      // file.
      if ([403, 404, 412, 416].includes(statusOf(error) ?? 0)) throw new Refusal("file.missing");
      return refuseAway(error);
    });
}
