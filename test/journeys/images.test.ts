/** Product images, added to a product from a folder of photographs. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPhotograph, aPng, aPngPhotograph, aWebpPhotograph, type Taken } from "../support/given/pictures.ts";
import { anOrderOf, aStockedStore, journeys, soon } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";

const journey = journeys();

interface Product {
  readonly id: string;
  readonly images: readonly {
    readonly id: string;
    readonly url: string;
    readonly thumbnailUrl: string;
    readonly alt: string;
    readonly width: number | null;
    readonly height: number | null;
  }[];
}

const aProduct = (title: string) => journey.ask<Product>("POST", "/api/admin/products", { title });
const readProduct = (id: string) => journey.ask<Product>("GET", `/api/admin/products/${id}`);

const png = (name: string, hue: number, size: { width?: number; height?: number } = {}) => ({
  name,
  mimeType: "image/png",
  buffer: aPng({ width: 900, height: 600, hue, ...size }),
});

/** With the button, as someone without a mouse does. */
async function choose(
  page: Page,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
  button = "Upload images",
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button }).click(),
  ]);
  await chooser.setFiles([...files]);
}

/** The page of a product with this many images, and the product as stored. */
async function pageWith(title: string, count: number): Promise<{ page: Page; id: string }> {
  const { id } = await aProduct(title);
  const page = await journey.visitor({ at: `/products/${id}` });
  await choose(
    page,
    Array.from({ length: count }, (_, nth) => png(`${nth + 1}.png`, nth * 60)),
  );
  await page.getByText(count === 1 ? "1 image added" : `${count} images added`).waitFor();
  return { page, id };
}

const alts = async (id: string) => (await readProduct(id)).images.map(({ alt }) => alt);
const isDrawn = (page: Page) =>
  page.evaluate<boolean[]>(
    `[...document.querySelectorAll('[aria-label="Images in order"] img')].map((img) => img.complete && img.naturalWidth > 0)`,
  );

const [flat, upright] = [
  { width: 60, height: 40 },
  { width: 40, height: 60 },
];
const photographs = [
  ["jpeg", aPhotograph, upright],
  ["png", aPngPhotograph, upright],
  // Chromium ignores the orientation of a WebP picture.
  ["webp", (picture: Buffer, taken: Taken) => aWebpPhotograph(picture, { ...taken, ...flat }), flat],
] as const;

describe("a product's images", () => {
  it("are uploaded several at once, in the order chosen, each with a smaller copy", async () => {
    const { id } = await aProduct("Photographed");
    const page = await journey.visitor({ at: `/products/${id}` });
    const files = [png("front.png", 0), png("side.png", 120, { width: 40, height: 30 }), png("back.png", 240)];
    await choose(page, files);
    await page.getByText("3 images added").waitFor();
    const { images } = await readProduct(id);
    expect(images).toMatchObject([
      { width: 900, height: 600 },
      { width: 40, height: 30 },
      { width: 900, height: 600 },
    ]);
    for (const [nth, { url, thumbnailUrl }] of images.entries()) {
      const whole = await fetch(url);
      expect(Buffer.from(await whole.arrayBuffer()).equals(files[nth]!.buffer)).toBe(true);
      const small = await fetch(thumbnailUrl);
      expect(small.headers.get("content-type")).toBe("image/webp");
      expect((await small.arrayBuffer()).byteLength).toBeLessThan(20_000);
    }
    // Rendered, and not only referenced: the page is allowed to load them from their location.
    await soon(() => isDrawn(page)).toEqual([true, true, true]);
    await page.goto("/products?q=Photographed");
    await page.locator(`img[src*="${images[0]!.id}"][src$="thumbnail.webp"]`).waitFor();
  });

  // A seller's own home would be known to whoever downloads a photograph of their goods.
  it.each(photographs)("lose the place where they were taken, and look the same: %s", async (kind, aTaken, size) => {
    const { id } = await aProduct(`Photographed at home as ${kind}`);
    const page = await journey.visitor({ at: `/products/${id}` });
    const drawn = await page.evaluate<string>(`(() => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [60, 40];
      return canvas.toDataURL("image/${kind}").split(",")[1];
    })()`);
    const taken = aTaken(Buffer.from(drawn, "base64"), { orientation: 6, place: "N 22.5726 E 88.3639" });
    await choose(page, [{ name: `home.${kind}`, mimeType: `image/${kind}`, buffer: taken }]);
    await page.getByText("1 image added").waitFor();
    const [image] = (await readProduct(id)).images;
    expect(image).toMatchObject(size);
    const published = Buffer.from(await (await fetch(image!.url)).arrayBuffer());
    expect(published.includes("22.5726")).toBe(false);
    await soon(() => isDrawn(page)).toEqual([true]);
    const shown = `fetch("${image!.url}").then((one) => one.blob()).then(createImageBitmap).then(({ width, height }) => ({ width, height }))`;
    expect(await page.evaluate(shown)).toEqual(size);
  });

  it("can be dropped on the card from a folder", async () => {
    const { id } = await aProduct("Dropped on");
    const page = await journey.visitor({ at: `/products/${id}` });
    const text = png("dropped.png", 30).buffer.toString("base64");
    // Scripts for the page are strings, since the types of the browser are not available here.
    const files = await page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob("${text}"), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], "dropped.png", { type: "image/png" }));
      return transfer;
    })()`);
    const zone = page.getByRole("region", { name: "Images" }).getByText("or drop them here");
    const drop = async () => {
      for (const event of ["dragenter", "dragover", "drop"]) await zone.dispatchEvent(event, { dataTransfer: files });
    };
    await drop();
    await page.getByText("1 image added").waitFor();
    expect((await readProduct(id)).images).toHaveLength(1);
    // Whoever no longer knows which files are done is told, and decides.
    await drop();
    await page.getByText("You have already chosen this image.").waitFor();
    expect((await readProduct(id)).images).toHaveLength(1);
    await page.getByRole("button", { name: "Add it again" }).click();
    await soon(async () => (await readProduct(id)).images.length).toBe(2);
  });

  it("report why one cannot be uploaded, and the others are uploaded", async () => {
    const { id } = await aProduct("Mixed bag");
    const page = await journey.visitor({ at: `/products/${id}` });
    const large = Buffer.concat([aPng(), Buffer.alloc(10 * 1024 * 1024)]);
    await choose(page, [
      { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<script>alert(1)</script>") },
      png("good.png", 90),
      { name: "large.png", mimeType: "image/png", buffer: large },
      { name: "broken.png", mimeType: "image/png", buffer: aPng().subarray(0, 30) },
    ]);
    await page.getByText("1 image added").waitFor();
    const uploads = page.getByRole("status", { name: "Uploads" });
    await uploads.getByText("It is not a PNG, JPEG, WebP, GIF or AVIF picture.").waitFor();
    await uploads.getByText("It is larger than 10 MB. Save a smaller copy and choose that.").waitFor();
    await uploads.getByText("This browser cannot open it. The file may be damaged.").waitFor();
    for (const name of ["page.png", "large.png", "broken.png"]) {
      await uploads.getByRole("button", { name: `Dismiss ${name}` }).click();
    }
    await uploads.waitFor({ state: "detached" });
    expect((await readProduct(id)).images).toHaveLength(1);
  });

  // The warehouse's connection drops midway; no one wants to select forty files again.
  it("can be sent again after the connection was lost, and exist once", async () => {
    const { id } = await aProduct("Bad line");
    const page = await journey.visitor({ at: `/products/${id}`, expects: /Failed to load resource/ });
    const asked = Promise.withResolvers<void>();
    const closing = Promise.withResolvers<void>();
    await page.route(
      "**/files/**",
      async (route) => {
        asked.resolve();
        await closing.promise;
        await route.abort();
      },
      { times: 1 },
    );
    await choose(page, [png("once.png", 200)]);
    const uploads = page.getByRole("status", { name: "Uploads" });
    await asked.promise;
    // A tab that was closed too early lost the rest without a word.
    const question = page.waitForEvent("dialog");
    await page.evaluate("setTimeout(() => location.reload())");
    await (await question).dismiss();
    closing.resolve();
    await uploads.getByText("The upload failed. Try again.").waitFor();
    await uploads.getByRole("button", { name: "Try again" }).click();
    await page.getByText("1 image added").waitFor();
    // If it had arrived and only the answer was lost, it is the same image and not a second one.
    await page.route(
      "**/images",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await choose(page, [png("twice.png", 100)]);
    await uploads.getByText("The store cannot be reached").waitFor();
    await uploads.getByRole("button", { name: "Try again" }).click();
    await uploads.waitFor({ state: "detached" });
    expect((await readProduct(id)).images).toHaveLength(2);
    // They go on on another screen, where the tab must not be closed either.
    const held = Promise.withResolvers<void>();
    const sent = page.waitForRequest("**/files/**");
    await page.route("**/files/**", (route) => held.promise.then(() => route.continue()));
    await choose(page, [png("elsewhere.png", 120)]);
    await sent;
    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
    const again = page.waitForEvent("dialog");
    await page.evaluate("setTimeout(() => location.reload())");
    await (await again).dismiss();
    held.resolve();
    await soon(async () => (await readProduct(id)).images.length).toBe(3);
  });

  it("can be described, and the history shows it", async () => {
    const { page, id } = await pageWith("Described", 1);
    await page.getByRole("link", { name: "Image 1" }).click();
    const drawer = page.getByRole("dialog", { name: "Image 1" });
    await drawer.getByLabel("Description").fill("A bowl from above");
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText("Description saved").waitFor();
    await soon(() => alts(id)).toEqual(["A bowl from above"]);
    await page.getByRole("list", { name: "Images in order" }).getByRole("img", { name: "A bowl from above" }).waitFor();
    await page.getByRole("region", { name: "History" }).getByText("edited an image").waitFor();
  });

  it("can be sorted with arrows, keys and dragging", async () => {
    const { page, id } = await pageWith("Put in order", 3);
    const { images } = await readProduct(id);
    for (const [nth, name] of ["one", "two", "three"].entries()) {
      await journey.ask("PATCH", `/api/admin/products/${id}/images/${images[nth]!.id}`, { alt: name });
    }
    await page.reload();
    await page.getByRole("button", { name: "Move two up" }).click();
    await soon(() => alts(id)).toEqual(["two", "one", "three"]);
    await page.getByRole("link", { name: "two" }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    // The focus follows without a wait: the next key press moves the same image further.
    await page.keyboard.press("Alt+ArrowDown");
    await soon(() => alts(id)).toEqual(["one", "three", "two"]);
    const rows = page.getByRole("list", { name: "Images in order" }).getByRole("listitem");
    await rows.nth(2).dragTo(rows.nth(0));
    await soon(() => alts(id)).toEqual(["two", "one", "three"]);
    await soon(() => rows.nth(0).innerText()).toContain("Shown in lists");
  });

  // A page that the shop rendered this morning still shows it.
  it("are removed after a confirmation, and their files can still be fetched", async () => {
    const { page, id } = await pageWith("Removed from", 2);
    const { images } = await readProduct(id);
    await page.getByRole("button", { name: "Remove Image 1" }).click();
    const question = page.getByRole("dialog", { name: "Remove the image?" });
    await question.getByRole("button", { name: "Go back" }).click();
    expect((await readProduct(id)).images).toHaveLength(2);
    await page.getByRole("button", { name: "Remove Image 1" }).click();
    await question.getByRole("button", { name: "Remove" }).click();
    await page.getByText("1 image removed").waitFor();
    expect((await readProduct(id)).images).toMatchObject([{ id: images[1]!.id }]);
    expect((await fetch(images[0]!.url)).status).toBe(200);
  });

  it("can be chosen for a new product, and are uploaded once it is created", async () => {
    const page = await journey.visitor({ at: "/products/new" });
    await page.getByRole("textbox", { name: "Title" }).fill("Born with images");
    await page.getByRole("textbox", { name: "SKU" }).fill("BORN-1");
    await page.getByRole("textbox", { name: "Price" }).fill("10");
    const svg = { name: "no.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
    await choose(page, [png("first.png", 10), png("wrong.png", 20), svg], "Choose images");
    await page.getByText("no.svg: It is not a PNG, JPEG, WebP, GIF or AVIF picture.").waitFor();
    await page.getByRole("button", { name: "Remove wrong.png" }).click();
    await page.getByRole("button", { name: "Add product" }).click();
    await page.getByText("1 image added").waitFor();
    await page.getByRole("heading", { name: "Born with images" }).waitFor();
    await soon(() => isDrawn(page)).toEqual([true]);
  });

  it("from the store's own storage are shown whatever address the admin is opened at", async () => {
    const { id } = await pageWith("Known by two names", 1);
    const page = await journey.visitor({
      at: `/products/${id}`,
      baseURL: journey.url.replace("localhost", "127.0.0.1"),
    });
    await soon(() => isDrawn(page)).toEqual([true]);
    await choose(page, [png("second.png", 70)]);
    await page.getByText("1 image added").waitFor();
    await soon(() => isDrawn(page)).toEqual([true, true]);
  });

  it.each(looks)(
    "have no serious axe findings, and nothing overflows: %s",
    async (name, how) => {
      const { id } = await pageWith("Looked at", 3);
      const { images } = await readProduct(id);
      await journey.ask("PATCH", `/api/admin/products/${id}/images/${images[1]!.id}`, {
        alt: "A bowl from above, with a spoon in it, on a linen cloth in the light of an October afternoon",
      });
      await journey.ask("PATCH", `/api/admin/products/${id}`, {
        images: [...(await readProduct(id)).images, { url: `${journey.url}/icon.svg`, alt: "" }],
      });
      const page = await journey.visitor(how);
      const addresses = ["", `?open=image&of=${images[1]!.id}`, "?open=image-address"].map(
        (rest) => `/products/${id}${rest}`,
      );
      expect(await faultsAt(page, [...addresses, "/products/new"])).toEqual({});
      const folder = process.env["SCREENSHOTS"];
      if (!folder) return;
      for (const [nth, address] of addresses.entries()) {
        await page.goto(address);
        await page.waitForLoadState("networkidle");
        await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, "-")}-${nth}.png`, fullPage: true });
      }
    },
    120_000,
  );
});

describe("the first image of a product", () => {
  // Two bowls with different glazes have nearly the same name: a clerk who only reads it sends the wrong one.
  it("is shown next to its name wherever goods are chosen, picked or packed", async () => {
    const { bowl, productId } = await aStockedStore(journey);
    const upload = await journey.visitor({ at: `/products/${productId}` });
    await choose(upload, [png("glaze.png", 30), png("back.png", 200)]);
    await upload.getByText("2 images added").waitFor();
    const { thumbnailUrl } = (await readProduct(productId)).images[0]!;
    const order = await anOrderOf(journey, bowl, 2);
    const places: readonly [path: string, where: string, type?: string][] = [
      ["/products", "[data-row]"],
      [`/orders/${order.id}`, "tbody tr"],
      [`/orders/${order.id}?open=edit-lines`, '[role="dialog"] form'],
      ["/orders/new", '[role="option"]', "BOWL"],
      ["/orders/picking", "tbody tr"],
    ];
    for (const [name, how] of looks) {
      const page = await journey.visitor(how);
      for (const [nth, [path, where, type]] of places.entries()) {
        await page.goto(path);
        if (type) await page.getByLabel("Add an item").pressSequentially(type);
        const drawn = `[...document.querySelectorAll('${where} img')].filter((img) => img.naturalWidth > 0)`;
        const addresses = () => page.evaluate<string[]>(`${drawn}.map((img) => new URL(img.src).pathname)`);
        await soon(addresses).toContain(new URL(thumbnailUrl).pathname);
        const folder = process.env["SCREENSHOTS"];
        if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, "-")}-small-${nth}.png` });
      }
    }
  }, 120_000);
});
