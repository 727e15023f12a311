import { HeadObjectCommand } from "@aws-sdk/client-s3";
import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as image from "#core/contract/image";
import * as product from "#core/contract/product";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { reserveMedia } from "#core/file/media";
import { mediaUrl } from "#core/file/media-url";
import { publish } from "#core/file/publish";
import { removeDiscardedFiles } from "#core/file/remove-discarded";
import { mediaBucket, s3, statusOf } from "#core/file/s3";
import { uploadKey } from "#core/product/upload-key";
import { publishedAs, verifiedUpload } from "#core/product/verify-upload";
import { within } from "#core/time-left";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { eventsAbout } from "../support/events.ts";
import { anUpload, aProductWithImages } from "../support/given/files.ts";

const keyOf = (url: string) => new URL(url).pathname.slice(1);

const isThere = (url: string): Promise<boolean> =>
  s3()
    .send(new HeadObjectCommand({ Bucket: mediaBucket(), Key: keyOf(url) }))
    .then(
      () => true,
      (error: unknown) => {
        if (statusOf(error) === 404) return false;
        throw error;
      },
    );

const sweep = () => removeDiscardedFiles(within(60_000));
/** Moves published files this many days into the past. */
const later = (days: number) =>
  db().execute(sql`update media_files set remove_after = remove_after - make_interval(days => ${days}::int)`);

describe("a removed image", () => {
  it("is off the product at once, with an event and an audit entry", async () => {
    const { id, images, version } = await aProductWithImages(2);
    const { status, body } = await call(image.remove, { id, imageId: images[0]!.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ images: [images[1]], version: version + 1 });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "product.updated", data: { images: [images[1]] } });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "image.remove",
      before: { id: images[0]!.id, alt: "Image 1" },
      after: null,
    });
  });

  // A page that the shop rendered this morning shows it, and so does last week's newsletter.
  it("can be fetched for another 30 days, and is then deleted with its smaller copy", async () => {
    const { id, images } = await aProductWithImages(2);
    const [removed, stays] = images;
    await call(image.remove, { id, imageId: removed!.id });
    await later(29);
    await sweep();
    expect(await isThere(removed!.url)).toBe(true);
    await later(2);
    expect(await sweep()).toBeGreaterThanOrEqual(2);
    expect([await isThere(removed!.url), await isThere(removed!.thumbnailUrl)]).toEqual([false, false]);
    expect([await isThere(stays!.url), await isThere(stays!.thumbnailUrl)]).toEqual([true, true]);
    expect(await sweep()).toBe(0);
  });

  it.each<[string, (of: Awaited<ReturnType<typeof aProductWithImages>>) => Promise<unknown>]>([
    ["the product's images are said without it", ({ id }) => call(product.edit, { id, images: [] })],
    ["the product is removed", ({ id }) => call(product.remove, { id })],
  ])("is deleted in the same way if %s", async (_, remove) => {
    const made = await aProductWithImages(1);
    await remove(made);
    await later(29);
    await sweep();
    expect(await isThere(made.images[0]!.url)).toBe(true);
    await later(2);
    await sweep();
    expect(await isThere(made.images[0]!.url)).toBe(false);
  });

  it("stays if its product is archived, since orders show it", async () => {
    const made = await aProductWithImages(1);
    await call(product.edit, { id: made.id, status: "archived" });
    await later(400);
    await sweep();
    expect(await isThere(made.images[0]!.url)).toBe(true);
  });

  // The process that was adding it was killed between copying the file and updating the product.
  it("is deleted after a day if it was published but no product shows it", async () => {
    const { id } = await aProductWithImages(1);
    const named = { id, imageId: await anUpload({ id }) };
    const upload = await verifiedUpload(uploadKey(named), image.imageBytesMax);
    const to = publishedAs(named, upload);
    await inChange(system("test"), (change) => reserveMedia(change, [to]));
    await publish({ ...upload, to });
    expect(await isThere(mediaUrl(to))).toBe(true);
    await sweep();
    expect(await isThere(mediaUrl(to))).toBe(true);
    await later(2);
    await sweep();
    expect(await isThere(mediaUrl(to))).toBe(false);
  });

  // Someone removes an image, and whoever was adding it gets the answer that it was added: it is there, with its file.
  it("can be added again while its upload exists, and then stays", async () => {
    const { id } = await aProductWithImages(1);
    const imageId = await anUpload({ id });
    await call(image.add, { id, imageId });
    await call(image.remove, { id, imageId });
    const { body } = await call(image.add, { id, imageId });
    await later(400);
    await sweep();
    expect(await isThere(body.images[1]!.url)).toBe(true);
  });
});
