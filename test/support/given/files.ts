/** A file store for a test file: the runtime's own, in a folder that is removed when the tests end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import * as image from "#core/contract/image";
import type { Id } from "#core/contract/kit/fields";
import type { Answer } from "#core/contract/kit/operation";
import type { Product } from "#core/contract/product";
import type { ImageType } from "#core/contract/values/image-types";
import { type Files, startFiles } from "#local/files";
import { call } from "../call.ts";
import { aProduct } from "./catalogue.ts";
import { aPng } from "./pictures.ts";

let started: Promise<Files> | undefined;
let folder = "";

/** Gives this test file a file store from now on. */
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

/** An empty folder for a file store of its own, until the test ends. */
export async function aFolder(): Promise<string> {
  const empty = await mkdtemp(join(tmpdir(), "quartermaster-parts-"));
  onTestFinished(() => rm(empty, { recursive: true }));
  return empty;
}

/** Uploads a file as a client does, to the URL that it was given. */
export async function sent({ method, url, headers }: UploadTo, bytes: Uint8Array): Promise<void> {
  const { ok, status } = await fetch(url, { method, headers, body: Buffer.from(bytes) });
  if (!ok) throw new Error(`the upload was answered ${status}`);
}
type UploadTo = Answer<typeof image.requestUpload>["upload"];

interface Uploaded {
  readonly id: Id<"product">;
  readonly bytes?: Buffer;
  readonly type?: ImageType;
  /** Sent as the smaller copy; none by default. */
  readonly thumbnail?: Buffer;
  readonly as?: string;
}

/** A finished upload for a product. Returns its id. */
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

/** A product with this many uploaded images, as the API returns it. */
export async function aProductWithImages(count: number, said: Parameters<typeof aProduct>[0] = {}): Promise<Shown> {
  const { id }: Product = await aProduct(said);
  let shown: Shown | undefined;
  for (let nth = 1; nth <= count; nth++) {
    const imageId = await anUpload({ id, bytes: aPng({ hue: nth }), thumbnail: aPng({ hue: nth, width: 4 }) });
    shown = (await call(image.add, { id, imageId, alt: `Image ${nth}`, thumbnail: true })).body;
  }
  if (!shown) throw new Error("no image was requested");
  return shown;
}
