/** Writes files in parts, because they may be larger than memory. */
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Refusal } from "#core/refusal";
import type { FileKey } from "./folders.ts";
import { lookAt } from "./read.ts";
import { filesBucket, refuseAway, s3 } from "./s3.ts";

/** S3's minimum size for every part but the last. */
export const partBytesMin = 5 * 1024 * 1024;

/** A multipart upload in progress. A rule of the bucket removes those that are never completed. */
export interface Parts {
  readonly uploadId: string;
  /** The ETag of each part that S3 has. */
  readonly etags: readonly string[];
}

/** The file store no longer has the upload, or not all of its parts: the file has to be begun again. */
export class UploadLost extends Error {}

/** Begins a file. It does not exist until it is completed. */
export async function beginFile(key: FileKey, type: string): Promise<Parts> {
  const command = new CreateMultipartUploadCommand({ Bucket: filesBucket(), Key: key, ContentType: type });
  const { UploadId } = await s3().send(command).catch(refuseAway);
  if (!UploadId) throw new Error("S3 returned no id for an upload");
  return { uploadId: UploadId, etags: [] };
}

/**
 * Sends the next part. Sending it again replaces it.
 * @throws UploadLost
 */
async function writePart(key: FileKey, { uploadId, etags }: Parts, body: Uint8Array): Promise<Parts> {
  const PartNumber = etags.length + 1;
  const command = new UploadPartCommand({
    Bucket: filesBucket(),
    Key: key,
    UploadId: uploadId,
    PartNumber,
    Body: body,
  });
  const { ETag } = await s3().send(command).catch(refuseLost);
  if (!ETag) throw new Error("S3 returned no ETag for a part");
  return { uploadId, etags: [...etags, ETag] };
}

/**
 * Sends a body of at least the minimum, or the last one, in as many parts as keep each below twice the minimum: a file
 * store may refuse a larger one.
 * @throws UploadLost
 */
export async function writeParts(key: FileKey, from: Parts, body: Uint8Array): Promise<Parts> {
  let parts = from;
  let rest = body;
  for (; rest.length >= 2 * partBytesMin; rest = rest.subarray(partBytesMin)) {
    parts = await writePart(key, parts, rest.subarray(0, partBytesMin));
  }
  return rest.length > 0 ? await writePart(key, parts, rest) : parts;
}

/**
 * Completes the file from its parts. Safe to repeat.
 * @throws UploadLost
 */
export async function completeFile(key: FileKey, { uploadId, etags }: Parts): Promise<void> {
  const command = new CompleteMultipartUploadCommand({
    Bucket: filesBucket(),
    Key: key,
    UploadId: uploadId,
    MultipartUpload: { Parts: etags.map((ETag, nth) => ({ ETag, PartNumber: nth + 1 })) },
  });
  await s3()
    .send(command)
    .catch(async (error: unknown) => {
      // Already completed, by a worker that died before it could record that.
      if (!(isLost(error) && (await exists(key)))) refuseLost(error);
    });
}

const isLost = (error: unknown): boolean =>
  error instanceof Error && ["NoSuchUpload", "InvalidPart"].includes(error.name);

function refuseLost(error: unknown): never {
  if (isLost(error)) throw new UploadLost("the file store has lost an upload", { cause: error });
  return refuseAway(error);
}

const exists = (key: FileKey): Promise<boolean> =>
  lookAt(key, 1).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === "file.missing") return false;
      throw error;
    },
  );

/** Writes a whole file from a stream, with one part at a time in memory. */
export async function writeFile(key: FileKey, type: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  let parts: Parts | undefined;
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const buffer = typeof piece === "string" ? Buffer.from(piece) : piece;
    held.push(buffer);
    bytes += buffer.length;
    if (bytes < partBytesMin) continue;
    parts = await writeParts(key, parts ?? (await beginFile(key, type)), Buffer.concat(held));
    held = [];
    bytes = 0;
  }
  const last = Buffer.concat(held);
  if (parts) {
    await completeFile(key, await writeParts(key, parts, last));
    return;
  }
  const command = new PutObjectCommand({ Bucket: filesBucket(), Key: key, Body: last, ContentType: type });
  await s3().send(command).catch(refuseAway);
}
