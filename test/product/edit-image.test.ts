import { describe, expect, it } from "vitest";
import * as image from "#core/contract/image";
import * as product from "#core/contract/product";
import { newId } from "#core/id";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aProduct, aSeller } from "../support/given/catalogue.ts";
import { aProductWithImages } from "../support/given/files.ts";
import { nothingChanged } from "../support/given/orders.ts";

const linked = (count: number) => Array.from({ length: count }, (_, nth) => ({ url: `https://cdn.test/${nth}.png` }));
const names = ({ images }: { images: readonly { url: string }[] }) => images.map(({ url }) => url.at(-5));

describe("an image of a product", () => {
  it.each([
    [0, 2, "1203"],
    [3, 0, "3012"],
    [1, 1, "0123"],
    [1, 49, "0231"],
  ])("moves from place %i to place %i, and the others keep their order", async (from, position, order) => {
    const { id, images } = await aProduct({ images: linked(4) });
    const { status, body } = await call(image.edit, { id, imageId: images[from]!.id, position });
    expect([status, names(body).join("")]).toEqual([200, order]);
    expect((await call(product.read, { id })).body.images).toEqual(body.images);
  });

  it("can be described differently, and the history has the previous description", async () => {
    const { id, images } = await aProduct({ images: linked(2) });
    const imageId = images[1]!.id;
    const { body } = await call(image.edit, { id, imageId, alt: "From below", position: 0 });
    expect(body.images).toMatchObject([{ id: imageId, alt: "From below" }, { id: images[0]!.id }]);
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "image.edit",
      before: { alt: "", position: 1 },
      after: { alt: "From below", position: 0 },
    });
  });

  it("is not touched by an edit that changes nothing", async () => {
    const { id, images } = await aProduct({ images: linked(2) });
    await nothingChanged(async () => {
      for (const said of [{}, { alt: "" }, { position: 1 }, { position: 49 }]) {
        expect((await call(image.edit, { id, imageId: images[1]!.id, ...said })).status).toBe(200);
      }
    });
  });

  it("is unknown to another product and to another vendor", async () => {
    const { id, images } = await aProduct({ images: linked(1) });
    const imageId = images[0]!.id;
    const { key } = await aSeller();
    await nothingChanged(async () => {
      for (const op of [image.edit, image.remove]) {
        const other =
          (await call(product.list, { limit: 1 })).body.items.find((one) => one.id !== id)?.id ?? newId("product");
        expect(await call(op, { id: other, imageId })).toMatchObject({ status: 404 });
        expect(await call(op, { id, imageId: newId("image") })).toMatchObject({
          status: 404,
          body: { error: { code: "image.unknown" } },
        });
        expect(await call(op, { id, imageId }, { as: key })).toMatchObject({
          status: 404,
          body: { error: { code: "product.unknown" } },
        });
      }
    });
  });

  // A client that sends back what it read with one word changed must not lose the product's uploads.
  it("keeps its file if all images of the product are sent, in another order", async () => {
    const { id, images } = await aProductWithImages(2);
    const said = [{ url: "https://cdn.test/new.png" }, { ...images[1]!, alt: "Second" }, { url: images[0]!.url }];
    const { body } = await call(product.edit, { id, images: said });
    expect(body.images).toMatchObject([
      { url: "https://cdn.test/new.png", alt: "" },
      { ...images[1], alt: "Second" },
      { ...images[0], alt: "" },
    ]);
    await nothingChanged(async () => {
      expect((await call(product.edit, { id, images: body.images })).body).toEqual(body);
    });
  });

  // Another product's file, or one that is about to be removed, would be a broken image one day.
  it("cannot use a stored file that belongs to another product, or one file twice", async () => {
    const { images } = await aProductWithImages(1);
    const { id, images: own } = await aProductWithImages(1);
    await nothingChanged(async () => {
      for (const said of [[images[0]!], [own[0]!, own[0]!], [{ url: `${own[0]!.url}x` }]]) {
        expect(await call(product.edit, { id, images: said })).toMatchObject({
          status: 400,
          body: { error: { code: "request.invalid", detail: { issues: [{ path: `images.${said.length - 1}.url` }] } } },
        });
      }
    });
  });
});
