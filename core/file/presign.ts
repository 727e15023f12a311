/** Signed URLs, with which others may access S3 without credentials. Signing is local: no request is sent. */
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { presignedSeconds } from "#core/contract/parts/upload";
import type { FileKey } from "./folders.ts";
import { filesBucket, signer } from "./s3.ts";

interface Declared {
  readonly key: FileKey;
  readonly type: string;
  readonly bytes: number;
}

/**
 * A URL to PUT a file to, valid for 15 minutes from `at`. Type and length are signed: a request with others is refused.
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
  /** The name under which a browser saves it, in any script. */
  readonly fileName: string;
  readonly type: string;
}

/** A URL to download a file from, valid for 15 minutes from `at`. A browser saves the file and never displays it. */
export const presignDownload = ({ key, fileName, type }: Offered, at?: Date): Promise<string> =>
  presignAttachment({ key, disposition: dispositionOf("attachment", fileName), type }, at);

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

/** RFC 6266: the name in percent-encoded UTF-8, preceded by an ASCII version for old clients. Headers must be ASCII. */
export function dispositionOf(how: "attachment" | "inline", fileName: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
