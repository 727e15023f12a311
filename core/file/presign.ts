/** Requests that others may send to S3 without being known there. To sign one is arithmetic; nothing is asked. */
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { presignedSeconds } from "#core/contract/upload";
import type { FileKey } from "./folders.ts";
import { filesBucket, signer } from "./s3.ts";

interface Declared {
  readonly key: FileKey;
  readonly type: string;
  readonly bytes: number;
}

/**
 * An address to PUT a file to, good for 15 minutes from `at`. Type and length are part of what is signed: with others
 * the request is refused.
 */
export const presignUpload = ({ key, type, bytes }: Declared, at = new Date()): Promise<string> =>
  getSignedUrl(
    signer(),
    new PutObjectCommand({ Bucket: filesBucket(), Key: key, ContentType: type, ContentLength: bytes }),
    {
      expiresIn: presignedSeconds,
      signingDate: at,
      signableHeaders: new Set(["host", "content-type", "content-length"]),
    },
  );

interface Offered {
  readonly key: FileKey;
  /** As the browser saves it; any script. */
  readonly fileName: string;
  readonly type: string;
}

/** An address to fetch a file from, good for 15 minutes from `at`. A browser saves it and never shows it. */
export const presignDownload = ({ key, fileName, type }: Offered, at?: Date): Promise<string> =>
  presignAttachment({ key, disposition: attachment(fileName), type }, at);

interface Attachment {
  readonly key: FileKey;
  readonly disposition: string;
  readonly type: string;
}

export const presignAttachment = ({ key, disposition, type }: Attachment, at = new Date()): Promise<string> =>
  getSignedUrl(
    signer(),
    new GetObjectCommand({
      Bucket: filesBucket(),
      Key: key,
      ResponseContentDisposition: disposition,
      ResponseContentType: type,
    }),
    { expiresIn: presignedSeconds, signingDate: at },
  );

/** RFC 6266: the name in UTF-8, and in front of it what is left of it in ASCII, for who knows no better. */
function attachment(fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
