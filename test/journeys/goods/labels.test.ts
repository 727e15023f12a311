/** Labels for items and shelves: reached from the goods, in the needed number, and for the paper in the printer. */
import { PDFDocument } from "@cantoo/pdf-lib";
import { BinaryBitmap, HybridBinarizer, MultiFormatReader, RGBLuminanceSource } from "@zxing/library";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";
import { faultsAt, looks } from "../../support/harness/looks.ts";

const journey = journeys();
const shots = process.env["SHOTS"];
const ean = "4006381333931";
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
  await journey.ask("PATCH", `/api/admin/variants/${store.bowl}`, { barcode: ean });
  const bin = (variant: string, name: string) =>
    journey.ask("PUT", `/api/admin/variants/${variant}/stock/bin`, { locationId: store.front.id, bin: name });
  await bin(store.bowl, "A-10");
  await bin(store.mug, "A-2");
});

/** What a barcode reader reads in a screenshot of this element. @param around pixels of the screen on each side */
async function scanned(page: Page, bars: Locator, around = 0): Promise<string> {
  const { x, y, width: wide, height: high } = (await bars.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: x - around, y: y - around, width: wide + 2 * around, height: high + 2 * around };
  const picture = (await page.screenshot({ clip })).toString("base64");
  const { width, height, grey } = await page.evaluate<{ width: number; height: number; grey: number[] }>(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${picture}";
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const grey = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4]);
    return { width: image.width, height: image.height, grey };
  })()`);
  const source = new RGBLuminanceSource(Uint8ClampedArray.from(grey), width, height);
  const reader = new MultiFormatReader();
  reader.setHints(new Map());
  return reader.decode(new BinaryBitmap(new HybridBinarizer(source))).getText();
}

/** Texts that are not printed to their end on the labels with a text. */
const cutOn = (page: Page, text: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("[data-page]")]
    .filter(({ textContent }) => textContent.includes("${text}"))
    .flatMap((label) => [...label.querySelectorAll("div, span, b")])
    .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
    .map(({ textContent }) => textContent)`);

/** The pages sent to the printer, in millimetres. */
async function printed(page: Page): Promise<{ readonly count: number; readonly size: readonly number[] }> {
  const pdf = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const { width, height } = pdf.getPage(0).getSize();
  return { count: pdf.getPageCount(), size: [width, height].map((points) => Math.round((points / 72) * 25.4)) };
}

it("prints labels of a product that a scanner can read, one per page on a roll", async () => {
  const page = await journey.visitor({ at: `/products/${store.productId}`, deviceScaleFactor: 2 });
  await page.getByRole("link", { name: "Print labels" }).click();
  await page.getByText("2 labels of 2 items").waitFor();
  expect(await scanned(page, page.getByRole("img", { name: `Barcode of ${ean}` }))).toBe(ean);
  expect(await scanned(page, page.getByRole("img", { name: "Barcode of MUG" }))).toBe("MUG");
  await page.getByLabel("Labels of MUG").fill("3");
  await page.getByText("4 labels of 2 items").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/labels-roll.png`, fullPage: true });
  expect(await printed(page)).toEqual({ count: 4, size: [50, 25] });

  // A CDN refuses a URL of more than 8,192 bytes, such as one with the ids of 200 items.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const others = Array.from({ length: 199 }, (_, nth) => `var_${String(nth).padStart(26, "0")}`);
  await page.goto(`/products/labels?variants=${[...others, store.bowl].join()}`);
  await page.getByText("1 label of 1 item").waitFor();
  expect(Math.max(...asked.map((url) => url.length))).toBeLessThan(8_000);
});

// A dark card stood directly beside the bars, and a scanner took its edge for one of them.
it.each(["light", "dark"] as const)("a scanner reads a packing slip from a screen in %s mode", async (colorScheme) => {
  const { id, number } = await anOrderOf(journey, store.bowl);
  const page = await journey.visitor({ at: `/orders/${id}/packing-slip`, deviceScaleFactor: 2, colorScheme });
  const bars = page.getByRole("img", { name: `Barcode of ${number}` });
  await bars.waitFor();
  expect(await scanned(page, bars, 12)).toBe(number);
});

it("prints as many as are on hand, on a partly used sheet", async () => {
  const page = await journey.visitor({ at: "/stock/levels" });
  for (const sku of ["BOWL", "MUG"]) await page.getByRole("row", { name: sku }).getByRole("checkbox").check();
  await page.getByRole("link", { name: "Print labels" }).click();
  await page.getByRole("button", { name: "As many as on hand" }).click();
  await page.getByText("24 labels of 2 items").waitFor();
  await page.getByLabel("Paper").selectOption("A4, 24 labels (70 × 37 mm)");
  expect(await printed(page)).toEqual({ count: 1, size: [210, 297] });
  await page.getByLabel("Start at label").fill("3");
  await soon(() => page.locator("[data-page]").count()).toBe(2);
  if (shots) await page.screenshot({ path: `${shots}/labels-sheet.png`, fullPage: true });
  expect(await printed(page)).toEqual({ count: 2, size: [210, 297] });
  // The browser remembers which paper is in the printer.
  await page.reload();
  await soon(() => page.getByLabel("Paper").inputValue()).toBe("a4-24");
});

// Each received piece gets its label before it goes to its shelf.
it("offers labels for the goods just received, one for each unit", async () => {
  const page = await journey.visitor({ at: "/stock/levels?open=receive" });
  for (const [sku, units] of [
    ["BOWL", "5"],
    ["MUG", "2"],
  ] as const) {
    await page.getByRole("dialog").getByLabel("Item").fill(sku);
    await page.keyboard.press("Enter");
    await page.getByLabel("Units received").fill(units);
    await page.keyboard.press("Enter");
    await page.getByText(new RegExp(`^${sku}: \\d+ on hand`)).waitFor();
  }
  await page.getByRole("link", { name: "Print 7 labels for what was received" }).click();
  await page.getByText("7 labels of 2 items").waitFor();
  expect(await page.getByLabel("Labels of BOWL").inputValue()).toBe("5");
});

it("adds items from a scanner, one label for each scan, and warns about codes that scanners cannot read", async () => {
  await journey.ask("POST", "/api/admin/products", {
    title: "Kameez",
    variants: [{ sku: "कमीज़-1", priceMinor: 1 }],
  });
  await journey.ask("POST", "/api/admin/products", {
    title: "Tray",
    variants: [{ sku: "THE-LONGEST-SKU-OF-ALL-TRAYS-IN-THE-STORE", priceMinor: 1 }],
  });
  const page = await journey.visitor({ at: "/products/labels" });
  await page.getByText("No items yet").waitFor();
  for (const code of [ean, ean, "कमीज़-1", "THE-LONGEST-SKU-OF-ALL-TRAYS-IN-THE-STORE"]) {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await soon(() => page.getByLabel("Add an item").inputValue()).toBe("");
  }
  await page.getByText("4 labels of 3 items").waitFor();
  await page.getByText("No barcode can be made of these SKUs: कमीज़-1.", { exact: false }).waitFor();
  await page.getByText("A scanner may not read the bars of THE-LONGEST-SKU").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/labels-warned.png`, fullPage: true });

  // Of an SKU that is printed only in part, nobody knows which variant it is.
  await page.getByLabel("Paper", { exact: true }).selectOption("roll-40x30");
  await page.locator("[data-page]", { hasText: "THE-LONGEST-SKU" }).waitFor();
  expect(await cutOn(page, "THE-LONGEST")).toEqual([]);
});

it("prints shelf labels for a location's bins in the order of a count, and for empty shelves", async () => {
  const page = await journey.visitor({ at: `/locations?open=edit&id=${store.front.id}` });
  await page.getByRole("link", { name: "Shelf labels" }).click();
  await page.getByText("2 labels", { exact: true }).waitFor();
  await page.getByLabel("Other bins").fill("A-3\n\nA-2");
  await page.getByText("3 labels", { exact: true }).waitFor();
  const bars = async () => {
    const all = await page.getByRole("img", { name: "Barcode of" }).all();
    return Promise.all(all.map((one) => one.getAttribute("aria-label")));
  };
  expect(await bars()).toEqual(["A-2", "A-3", "A-10"].map((bin) => `Barcode of ${bin}`));
  expect(await printed(page)).toEqual({ count: 3, size: [100, 50] });
  if (shots) await page.screenshot({ path: `${shots}/labels-shelf.png`, fullPage: true });

  // Two shelves had the same name on their labels, cut off in the same place.
  await page.getByLabel("Other bins").fill("AISLE-12-SHELF-3\nAISLE-12-SHELF-4");
  const aisles = page.locator("[data-page]", { hasText: "AISLE" });
  await soon(() => aisles.count()).toBe(2);
  expect(await cutOn(page, "AISLE")).toEqual([]);

  await page.getByText("A label for each item").click();
  await page.getByText("2 labels", { exact: true }).waitFor();
  expect(await bars()).toEqual(["Barcode of MUG", "Barcode of BOWL"]);
});

it.each(looks)(
  "%s has no serious axe findings, and no horizontal scrolling",
  async (_, look) => {
    const page = await journey.visitor(look);
    const urls = ["/products/labels", `/products/labels?productIds=${store.productId}`, "/stock/shelf-labels"];
    expect(await faultsAt(page, urls)).toEqual({});
    await page.goto(`/products/labels?productIds=${store.productId}`);
    await page.getByText("2 labels of 2 items").waitFor();
    if (shots) await page.screenshot({ path: `${shots}/labels-${look.colorScheme}.png`, fullPage: true });
  },
  60_000,
);
