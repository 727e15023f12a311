import { GetObjectCommand, ListBucketsCommand } from "@aws-sdk/client-s3";
import * as image from "#core/contract/image";
import * as product from "#core/contract/product";
import { s3 } from "#core/file/s3";
import type { Ask } from "./client.ts";

/** One white pixel. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC",
  "base64",
);

/** Tests an image's way: a signed upload to the private bucket, and a published copy. Throws if a step fails. */
export async function uploadPicture(ask: Ask, cookie: string | undefined): Promise<void> {
  const { body: made } = await ask(product.create, { title: "Pictured", status: "draft" }, cookie);
  const uploadRequest = await ask(image.requestUpload, { id: made.id, type: "image/png", bytes: dot.length }, cookie);
  const { imageId, upload } = uploadRequest.body;
  const sent = await fetch(upload.url, { method: upload.method, headers: upload.headers, body: dot });
  if (!sent.ok) throw new Error(`the upload was answered ${sent.status}: ${await sent.text()}`);
  const { status, body } = await ask(image.add, { id: made.id, imageId, alt: "A dot" }, cookie);
  const url = body.images?.[0]?.url;
  if (status !== 201 || !url) throw new Error(`image.add answered ${status}: ${JSON.stringify(body)}`);

  const { Buckets = [] } = await s3().send(new ListBucketsCommand({}));
  const Bucket = Buckets.find(({ Name }) => /-site-media/.test(Name ?? ""))?.Name;
  const Key = new URL(url).pathname.replace(/^.*\/media\//, "media/");
  const { Body, ContentType, CacheControl } = await s3().send(new GetObjectCommand({ Bucket, Key }));
  const same = dot.equals((await Body?.transformToByteArray()) ?? new Uint8Array());
  if (!same || ContentType !== "image/png" || !CacheControl?.includes("immutable")) {
    throw new Error(`published as ${JSON.stringify({ same, ContentType, CacheControl })}`);
  }
}
