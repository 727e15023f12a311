import { CopyObjectCommand } from "@aws-sdk/client-s3";
import { Refusal } from "#core/refusal";
import type { FileKey, MediaKey } from "./folders.ts";
import { lookAt } from "./read.ts";
import { filesBucket, mediaBucket, refuseAway, s3, statusOf } from "./s3.ts";

interface Publication {
  readonly from: FileKey;
  /** The ETag of the content that was inspected. */
  readonly etag: string;
  readonly to: MediaKey;
  readonly type: string;
}

/**
 * Copies a private file to the public bucket, under a name whose content never changes, so that it can be cached for
 * ever.
 * @throws Refusal `file.missing` if its content is no longer what was inspected, and `file.away`.
 */
export async function publish({ from, etag, to, type }: Publication): Promise<void> {
  const command = new CopyObjectCommand({
    CopySource: `${filesBucket()}/${from}`,
    CopySourceIfMatch: etag,
    Bucket: mediaBucket(),
    Key: to,
    MetadataDirective: "REPLACE",
    ContentType: type,
    CacheControl: "public, max-age=31536000, immutable",
  });
  await s3()
    .send(command)
    .catch(async (error: unknown) => {
      if ([404, 412].includes(statusOf(error) ?? 0)) throw new Refusal("file.missing");
      // S3 answers 403 for a missing file, too: then it cannot be read either.
      if (statusOf(error) === 403) await lookAt(from, 1);
      return refuseAway(error);
    });
}
