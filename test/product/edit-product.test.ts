import { describe, expect, it } from "vitest";
import { system } from "#core/actor";
import * as product from "#core/contract/product";
import { inChange } from "#core/db/change";
import { editProduct } from "#core/product/edit-product";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { eventsAbout } from "../support/events.ts";
import { aProduct, some } from "../support/given/catalogue.ts";
import { nothingChanged } from "../support/given/orders.ts";

describe("product.edit", () => {
  it("changes only the given fields, and raises the version", async () => {
    const before = await aProduct({ description: "Old", tags: ["a"] });
    const { status, body, headers } = await call(product.edit, { id: before.id, description: "New", tags: [] });
    expect({ status, etag: headers["etag"] }).toEqual({ status: 200, etag: '"2"' });
    expect(body).toMatchObject({ title: before.title, description: "New", tags: [], version: 2 });
    expect((await call(product.read, { id: before.id })).body).toEqual(body);
  });

  it("records values before and after, and emits an event", async () => {
    const { id } = await aProduct({ description: "Old" });
    const { body } = await call(product.edit, { id, description: "New" });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "product.edit",
      at: new Date(body.updatedAt),
      before: { description: "Old" },
      after: { description: "New" },
    });
    expect((await eventsAbout(id)).at(-1)).toMatchObject({ name: "product.updated", data: body });
  });

  it.each([
    ["a product that is not there", async () => ({ id: `prd_${"0".repeat(26)}` as const }), 404, "product.unknown"],
    [
      "another one's slug",
      async () => ({ id: (await aProduct()).id, slug: (await aProduct()).slug }),
      409,
      "product.slugTaken",
    ],
    [
      "going on sale with nothing to sell",
      async () => ({ id: (await aProduct({ status: "draft", variants: [] })).id, status: "active" as const }),
      409,
      "product.noVariants",
    ],
    [
      "more options than its variants have",
      async () => ({ id: (await aProduct()).id, options: ["Size"] }),
      400,
      "request.invalid",
    ],
    ["a field that is not its own", async () => ({ id: (await aProduct()).id, version: 7 }), 400, "request.invalid"],
  ])("refuses %s, and changes nothing", async (_, said, status, code) => {
    const input = await said();
    await call(product.list, {});
    await nothingChanged(async () => {
      expect(await call(product.edit, input)).toMatchObject({ status, body: { error: { code } } });
    });
  });

  // Every write raises the version, so that a stale screen cannot undo what someone else has done.
  it("gives an external image that moved its id, and a copy of it another", async () => {
    const url = (name: string) => `https://cdn.example.com/${name}.jpg`;
    const { id, images } = await aProduct({ images: [{ url: url("old"), alt: "" }] });
    const [known] = images as [product.Image];
    const both = ["new", "copy"].map((name) => ({ id: known.id, url: url(name), alt: name }));
    const { body } = await call(product.edit, { id, images: both });
    expect(body.images).toMatchObject([
      { id: known.id, url: url("new") },
      { id: expect.not.stringMatching(known.id), url: url("copy") },
    ]);
  });

  it("refuses a stale version", async () => {
    const { id } = await aProduct();
    const ifMatch = { headers: { "if-match": '"1"' } };
    expect(await call(product.edit, { id, title: some("One") }, ifMatch)).toMatchObject({ status: 200 });
    await nothingChanged(async () => {
      const late = await call(product.edit, { id, title: some("Two") }, ifMatch);
      expect(late).toMatchObject({ status: 412, body: { error: { code: "version.stale" } } });
    });
  });

  it("lets only one of two through who both read version 1", async () => {
    const { id } = await aProduct();
    const ifMatch = { headers: { "if-match": '"1"' } };
    const answers = await Promise.all(["One", "Two"].map((title) => call(product.edit, { id, title }, ifMatch)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  // The lock has to block, and not only exist. Without it the second would read version 1 too.
  it("waits while the product is locked, and then finds it changed", async () => {
    const { id } = await aProduct();
    let later: ReturnType<typeof call<typeof product.edit>> | undefined;
    await inChange(system("test"), async (change) => {
      await editProduct(change, { id, title: "First" });
      later ??= call(product.edit, { id, title: "Second" }, { headers: { "if-match": '"1"' } });
      await untilSomebodyWaits();
    });
    expect(await later).toMatchObject({ status: 412 });
    expect((await call(product.read, { id })).body.title).toBe("First");
  });

  // If parallel writes all report success, all of them must be there afterwards.
  it("keeps both of two concurrent edits to different fields", async () => {
    const { id } = await aProduct();
    await Promise.all([call(product.edit, { id, title: "Both" }), call(product.edit, { id, description: "kept" })]);
    expect((await call(product.read, { id })).body).toMatchObject({ title: "Both", description: "kept", version: 3 });
  });
});
