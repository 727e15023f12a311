/** Files that are written piece by piece, because they may be larger than memory. */
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { FileKey } from "./folders.ts";
import { filesBucket, refuseAway, s3, statusOf } from "./s3.ts";

/** S3 takes no smaller part, but for the last. */
export const partBytesMin = 5 * 1024 * 1024;

/** An upload in parts that has begun. What is never completed the bucket's own rule removes. */
export interface Parts {
  readonly uploadId: string;
  /** What S3 calls each part that it has. */
  readonly etags: readonly string[];
}

/** Begins a file. It is not there until it is completed. */
export async function beginFile(key: FileKey, type: string): Promise<Parts> {
  const command = new CreateMultipartUploadCommand({ Bucket: filesBucket(), Key: key, ContentType: type });
  const { UploadId } = await s3().send(command).catch(refuseAway);
  if (!UploadId) throw new Error("S3 began an upload without a name for it");
  return { uploadId: UploadId, etags: [] };
}

/** Sends the next part. Sent again, it takes the place of the one that was sent. */
export async function writePart(key: FileKey, { uploadId, etags }: Parts, body: Uint8Array): Promise<Parts> {
  const PartNumber = etags.length + 1;
  const command = new UploadPartCommand({
    Bucket: filesBucket(),
    Key: key,
    UploadId: uploadId,
    PartNumber,
    Body: body,
  });
  const { ETag } = await s3().send(command).catch(refuseAway);
  if (!ETag) throw new Error("S3 took a part without a name for it");
  return { uploadId, etags: [...etags, ETag] };
}

/** Makes one file of its parts. Asked again, it does no harm. */
export async function completeFile(key: FileKey, { uploadId, etags }: Parts): Promise<void> {
  const command = new CompleteMultipartUploadCommand({
    Bucket: filesBucket(),
    Key: key,
    UploadId: uploadId,
    MultipartUpload: { Parts: etags.map((ETag, nth) => ({ ETag, PartNumber: nth + 1 })) },
  });
  await s3()
    .send(command)
    .catch((error: unknown) => {
      // It was completed before, by a worker that died before it could say so.
      if (statusOf(error) !== 404) refuseAway(error);
    });
}

/** Writes a whole file from its pieces, holding a part of it at a time. */
export async function writeFile(key: FileKey, type: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  let parts: Parts | undefined;
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const buffer = typeof piece === "string" ? Buffer.from(piece) : piece;
    held.push(buffer);
    bytes += buffer.length;
    if (bytes < partBytesMin) continue;
    parts = await writePart(key, parts ?? (await beginFile(key, type)), Buffer.concat(held));
    held = [];
    bytes = 0;
  }
  const last = Buffer.concat(held);
  if (parts) {
    await completeFile(key, last.length > 0 ? await writePart(key, parts, last) : parts);
    return;
  }
  const command = new PutObjectCommand({ Bucket: filesBucket(), Key: key, Body: last, ContentType: type });
  await s3().send(command).catch(refuseAway);
}
