import { GetObjectCommand } from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, it } from "vitest";
import * as image from "#core/contract/image";
import * as product from "#core/contract/product";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { putFile } from "#core/file/put";
import { mediaBucket, s3 } from "#core/file/s3";
import { newId } from "#core/id";
import { uploadKey } from "#core/product/upload-key";
import { auditMark, entriesAbout, entriesSince } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { aProduct, aSeller } from "../support/given/catalogue.ts";
import { anUpload, aProductWithImages, someFiles } from "../support/given/files.ts";
import { nothingChanged } from "../support/given/orders.ts";
import { aPng } from "../support/given/pictures.ts";

const png = { type: "image/png", bytes: 100 } as const;

beforeAll(someFiles);

/** A file as the public sees it: its headers and its bytes. */
async function published(url: string) {
  const Key = new URL(url).pathname.slice(1);
  const { Body, ContentType, CacheControl } = await s3().send(new GetObjectCommand({ Bucket: mediaBucket(), Key }));
  return { ContentType, CacheControl, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
}

describe("requesting an upload", () => {
  it("returns a request that is valid for 15 minutes, and another for the smaller copy if there is one", async () => {
    const { id } = await aProduct();
    const { status, body } = await call(image.requestUpload, {
      id,
      ...png,
      thumbnail: { type: "image/webp", bytes: 9 },
    });
    expect(status).toBe(200);
    expect(body.imageId).toMatch(/^img_/);
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(15);
    expect(body.upload).toMatchObject({ method: "PUT", headers: { "content-type": "image/png" } });
    expect(body.thumbnail).toMatchObject({ method: "PUT", headers: { "content-type": "image/webp" } });
    expect((await call(image.requestUpload, { id, ...png })).body.thumbnail).toBeNull();
  });

  // A file that is too large, or of a type that a browser runs, is refused before 2 GB of it are sent.
  it.each([
    ["more than 10 MB", { bytes: 10 * 1024 * 1024 + 1 }, "bytes"],
    ["nothing", { bytes: 0 }, "bytes"],
    ["an SVG", { type: "image/svg+xml" }, "type"],
    ["a page", { type: "text/html" }, "type"],
    [
      "a smaller copy of more than 1 MB",
      { thumbnail: { type: "image/png", bytes: 1024 * 1024 + 1 } },
      "thumbnail.bytes",
    ],
  ])("is refused for %s", async (_, said, path) => {
    const { id } = await aProduct();
    await nothingChanged(async () => {
      const asked = { id, ...png, ...said } as Parameters<typeof call<typeof image.requestUpload>>[1];
      expect(await call(image.requestUpload, asked)).toMatchObject({
        status: 400,
        body: { error: { code: "request.invalid", detail: { issues: [{ path }] } } },
      });
    });
  });
});

describe("adding an upload to a product", () => {
  it("publishes it under its own name, cacheable for ever, and shows it last", async () => {
    const { id } = await aProduct({ images: [{ url: "https://cdn.test/1.png", alt: "Front" }] });
    const [bytes, small] = [aPng({ width: 20 }), aPng({ width: 4 })];
    const imageId = await anUpload({ id, bytes, thumbnail: small });
    const said = { alt: "From above", thumbnail: true, width: 20, height: 8 };
    const { status, body } = await call(image.add, { id, imageId, ...said });
    expect(status).toBe(201);
    expect(body.images).toMatchObject([
      { url: "https://cdn.test/1.png", thumbnailUrl: "https://cdn.test/1.png", width: null },
      { id: imageId, alt: "From above", width: 20, height: 8 },
    ]);
    const [, added] = body.images;
    expect(added?.url).toMatch(new RegExp(`^https://store\\.test/media/products/${id}/${imageId}-[0-9a-f]{12}\\.png$`));
    const headers = { ContentType: "image/png", CacheControl: "public, max-age=31536000, immutable" };
    expect(await published(added!.url)).toEqual({ ...headers, bytes });
    expect(await published(added!.thumbnailUrl)).toEqual({ ...headers, bytes: small });
    expect((await call(product.read, { id })).body).toEqual(body);
    expect((await call(product.list, { q: body.slug })).body.items).toMatchObject([{ image: body.images[0] }]);
  });

  it("emits an event, and is audited", async () => {
    const { id, images } = await aProductWithImages(1);
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "product.updated", data: { images } });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "image.add",
      before: null,
      after: { id: images[0]!.id, alt: "Image 1" },
    });
  });

  // The answer was lost, or two tabs are open: it is meant once.
  it("again changes nothing, even at the same moment", async () => {
    const { id } = await aProduct();
    const imageId = await anUpload({ id });
    const answers = await Promise.all([1, 2, 3].map(() => call(image.add, { id, imageId })));
    for (const { status, body } of answers) expect([status, body.images.length]).toEqual([201, 1]);
    await nothingChanged(async () => {
      expect((await call(image.add, { id, imageId, alt: "Another" })).body).toEqual(answers[0]!.body);
    });
  });

  it.each<[string, (id: product.Product["id"]) => Promise<{ imageId: product.Image["id"]; thumbnail?: boolean }>]>([
    ["never arrived", async () => ({ imageId: newId("image") })],
    ["arrived without its smaller copy", async (id) => ({ imageId: await anUpload({ id }), thumbnail: true })],
    ["was made for another product", async () => ({ imageId: await anUpload({ id: (await aProduct()).id }) })],
  ])("is refused for one that %s", async (_, upload) => {
    const { id } = await aProduct();
    const input = { id, ...(await upload(id)) };
    await nothingChanged(async () => {
      expect(await call(image.add, input)).toMatchObject({ status: 409, body: { error: { code: "file.missing" } } });
    });
  });

  // The signature limits an upload to what was declared. Should it ever fail to, only images are published.
  it.each([
    ["a page under a picture's name", "<script>alert(1)</script>", "image/png"],
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml"],
    ["a picture of another kind", aPng(), "image/gif"],
    ["more than 10 MB", Buffer.concat([aPng(), Buffer.alloc(10 * 1024 * 1024)]), "image/png"],
  ])("is refused for %s", async (_, content, type) => {
    const { id } = await aProduct();
    const imageId = newId("image");
    await putFile(uploadKey({ id, imageId }), content, type);
    await nothingChanged(async () => {
      expect(await call(image.add, { id, imageId })).toMatchObject({
        status: 409,
        body: { error: { code: "file.notAsDeclared" } },
      });
    });
  });

  it("is refused when the product is full, before anything is uploaded or published", async () => {
    const images = Array.from({ length: product.imagesMax }, (_, nth) => ({ url: `https://cdn.test/${nth}.png` }));
    const { id } = await aProduct();
    const imageId = await anUpload({ id });
    await call(product.edit, { id, images });
    const full = { status: 409, body: { error: { code: "image.tooMany" } } };
    await nothingChanged(async () => {
      expect(await call(image.add, { id, imageId })).toMatchObject(full);
      expect(await call(image.requestUpload, { id, ...png })).toMatchObject(full);
    });
  });

  // The store's exports and labels are in other folders, and vendors do not share goods.
  it("is for a vendor's own products only, and takes them off sale", async () => {
    const { vendorId, key } = await aSeller();
    const mine = await aProduct({ vendorId });
    const { id: theirs } = await aProduct();
    const imageId = await anUpload({ id: theirs });
    const unknown = { status: 404, body: { error: { code: "product.unknown" } } };
    await nothingChanged(async () => {
      expect(await call(image.requestUpload, { id: theirs, ...png }, { as: key })).toMatchObject(unknown);
      expect(await call(image.add, { id: theirs, imageId }, { as: key })).toMatchObject(unknown);
    });
    const own = await anUpload({ id: mine.id, as: key });
    const mark = await auditMark();
    expect((await call(image.add, { id: mine.id, imageId: own }, { as: key })).body).toMatchObject({
      status: "draft",
      version: mine.version + 1,
      images: [{ id: own }],
    });
    expect(await entriesSince(mark, "image.add")).toHaveLength(2);
  });

  // Otherwise a file that was published but never shown by a product would stay for ever.
  it("records every published file, so that none is forgotten", async () => {
    const { id, images } = await aProductWithImages(1);
    const rows = await db().execute(sql`
      select key, remove_after from media_files where key like ${`media/products/${id}/%`} order by key`);
    const keys = [images[0]!.url, images[0]!.thumbnailUrl].map((url) => new URL(url).pathname.slice(1));
    expect(rows).toEqual(keys.toSorted().map((key) => ({ key, remove_after: null })));
  });
});
