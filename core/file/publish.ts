import { CopyObjectCommand } from "@aws-sdk/client-s3";
import { Refusal } from "#core/refusal";
import type { FileKey, MediaKey } from "./folders.ts";
import { filesBucket, mediaBucket, refuseAway, s3, statusOf } from "./s3.ts";

interface Publication {
  readonly from: FileKey;
  /** Of the content that was looked at. */
  readonly etag: string;
  readonly to: MediaKey;
  readonly type: string;
}

/**
 * Copies a private file to where everybody may see it, under a name that never holds anything else: whoever has fetched
 * it once need not ask again.
 * @throws Refusal `file.missing` when it is no longer what was looked at, and `file.away`.
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
    .catch((error: unknown) => {
      if ([404, 412].includes(statusOf(error) ?? 0)) throw new Refusal("file.missing");
      return refuseAway(error);
    });
}
