import { PutObjectCommand } from "@aws-sdk/client-s3";
import type { FileKey } from "./folders.ts";
import { filesBucket, refuseAway, s3 } from "./s3.ts";

/** Stores a private file, for as long as its folder keeps files. Replaces a file of the same name. */
export async function putFile(key: FileKey, body: Uint8Array | string, type: string): Promise<void> {
  const command = new PutObjectCommand({ Bucket: filesBucket(), Key: key, Body: body, ContentType: type });
  await s3().send(command).catch(refuseAway);
}
