/** A file store for a test file: the runtime's own, in a folder that goes when the tests are over. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Id } from "#core/contract/fields";
import * as image from "#core/contract/image";
import type { ImageType } from "#core/contract/image-types";
import type { Answer } from "#core/contract/kit";
import type { Product } from "#core/contract/product";
import { type Files, startFiles } from "#local/files";
import { call } from "../call.ts";
import { aProduct } from "./catalogue.ts";
import { aPng } from "./pictures.ts";

let started: Promise<Files> | undefined;
let folder = "";

/** The files of this test file are somewhere from now on. */
export async function someFiles(): Promise<void> {
  started ??= mkdtemp(join(tmpdir(), "quartermaster-files-")).then((made) => {
    folder = made;
    return startFiles(made);
  });
  await started;
}

/** As if the network to S3 were cut; for the rest of the file. */
export const filesAway = async (): Promise<void> => (await started)?.stop();

afterAll(async () => {
  await (await started)?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Sends a file as a client does who was given an address to. */
export async function sent({ method, url, headers }: UploadTo, bytes: Uint8Array): Promise<void> {
  const { ok, status } = await fetch(url, { method, headers, body: Buffer.from(bytes) });
  if (!ok) throw new Error(`the upload was answered ${status}`);
}
type UploadTo = Answer<typeof image.requestUpload>["upload"];

interface Uploaded {
  readonly id: Id<"product">;
  readonly bytes?: Buffer;
  readonly type?: ImageType;
  /** What is sent as the smaller copy; none unless said. */
  readonly thumbnail?: Buffer;
  readonly as?: string;
}

/** An upload for a product that has arrived. Answers its id. */
export async function anUpload({ id, bytes = aPng(), type = "image/png", thumbnail, as }: Uploaded) {
  await someFiles();
  const small = thumbnail && { type, bytes: thumbnail.length };
  const asked = { id, type, bytes: bytes.length, ...(small && { thumbnail: small }) };
  const { body } = await call(image.requestUpload, asked, as ? { as } : {});
  await sent(body.upload, bytes);
  if (thumbnail && body.thumbnail) await sent(body.thumbnail, thumbnail);
  return body.imageId;
}

type Shown = Answer<typeof image.add>;

/** A product with so many uploaded images, as the API answers it. */
export async function aProductWithImages(count: number, said: Parameters<typeof aProduct>[0] = {}): Promise<Shown> {
  const { id }: Product = await aProduct(said);
  let shown: Shown | undefined;
  for (let nth = 1; nth <= count; nth++) {
    const imageId = await anUpload({ id, bytes: aPng({ hue: nth }), thumbnail: aPng({ hue: nth, width: 4 }) });
    shown = (await call(image.add, { id, imageId, alt: `Image ${nth}`, thumbnail: true })).body;
  }
  if (!shown) throw new Error("no image was asked for");
  return shown;
}
