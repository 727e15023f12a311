import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { navItems } from "../../web/shell/navigation.ts";
import { anOrderOf, aStockedStore, fontsLoaded, journeys, phone } from "../support/harness/journey.ts";
import { faultsInLooks, seriousFaults } from "../support/harness/looks.ts";

const journey = journeys();
const urls: string[] = [];
let store: Awaited<ReturnType<typeof aStockedStore>>;

beforeAll(async () => {
  store = await aStockedStore(journey);
  const { bowl, mug, front, back } = store;
  const ready = await anOrderOf(journey, bowl, 2);
  const sold = await anOrderOf(journey, mug, 3);
  const { lines } = await journey.ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${sold.id}`);
  const lineId = lines[0]?.id;
  for (const [location, quantity] of [
    [front, 2],
    [back, 1],
  ] as const) {
    await journey.ask("POST", `/api/admin/orders/${sold.id}/parcels`, {
      locationId: location.id,
      lines: [{ lineId, quantity }],
      trackingUrl: "https://track.example/1",
    });
  }
  await journey.ask("POST", `/api/admin/orders/${sold.id}/returns`, {
    lines: [{ lineId, quantity: 1, restock: true }],
    reason: "Too small",
  });
  const cancelled = await anOrderOf(journey, bowl, 1, "manual");
  await journey.ask("POST", `/api/admin/orders/${cancelled.id}/cancel`, { reason: "Changed their mind" });
  urls.push(
    ...navItems.map(({ to }) => to),
    "/orders?status=partiallyShipped",
    "/orders/new",
    "/orders/picking",
    `/orders/${ready.id}`,
    `/orders/${ready.id}?open=edit-lines`,
    `/orders/${ready.id}?open=edit-details`,
    `/orders/${ready.id}?open=ship`,
    `/orders/${ready.id}?open=pay`,
    `/orders/${sold.id}`,
    `/orders/${sold.id}?open=return`,
    `/orders/${sold.id}/packing-slip`,
    `/orders/${cancelled.id}`,
    "/no/such/page",
  );
});

// People with poor sight or without a mouse must be able to work with it. In a warehouse people have only a phone: what
// is cut off at the side cannot be pressed.
it("no screen has serious axe findings, in light and dark and on a phone, or scrolls sideways", async () => {
  const seen = [
    ["at a desk, light", { colorScheme: "light" }],
    ["at a desk, dark", { colorScheme: "dark" }],
    ["on a phone", { ...phone, onlyWidth: true }],
  ] as const;
  expect(await faultsInLooks(await journey.visitor(), urls, seen)).toEqual({});
}, 300_000);

/** The contrast of the placeholder in this field with what is behind it. */
const placeholderContrast = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  const luminance = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) =>
      byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const field = document.querySelector("[placeholder]");
  const [dark, light] = [getComputedStyle(field, "::placeholder").color, getComputedStyle(field).backgroundColor]
    .map(luminance).toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
})()`;

// What to scan or type is said only there; axe does not look at it.
it.each(["light", "dark"] as const)("a placeholder can be read in %s mode", async (colorScheme) => {
  const page = await journey.visitor({ at: "/orders/new", colorScheme });
  await page.getByPlaceholder("SKU, barcode or title").waitFor();
  expect(await page.evaluate(placeholderContrast)).toBeGreaterThanOrEqual(4.5);
});

/** The words that are broken over more than one line in these elements. The font may be later than the texts. */
async function brokenWordsIn(page: Page, elements: string): Promise<string[]> {
  await fontsLoaded(page);
  return page.evaluate(brokenWords(elements));
}
const brokenWords = (elements: string) => `[...document.querySelectorAll('${elements}')].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})`;

// A tablet, or a window that fills half of the screen.
it("the words and numbers of a list are not broken on a narrow screen", async () => {
  const page = await journey.visitor({ viewport: { width: 800, height: 700 } });
  for (const url of ["/orders", "/stock/levels", "/products", "/stock/movements"]) {
    await page.goto(url);
    await page.locator("tbody tr").first().waitFor();
    expect(await brokenWordsIn(page, "[data-table] :is(td, th)"), url).toEqual([]);
  }
});

// The column with the time was cut off, and the header did not stay in view.
it("the longest lists fit a small laptop, and a tablet held upright, without scrolling sideways", async () => {
  const { bowl } = store;
  const paid = await anOrderOf(journey, bowl, 1, "manual");
  await journey.ask("POST", `/api/admin/orders/${paid.id}/mark-paid`, { method: "cash" });
  await journey.ask("POST", `/api/admin/orders/${paid.id}/cancel`, { reason: "Changed their mind" });
  await anOrderOf(journey, bowl, 3, "manual");
  const page = await journey.visitor({ viewport: { width: 1024, height: 768 } });
  for (const url of ["/orders", "/stock/movements", "/stock/levels"]) {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(url);
    await page.locator("tbody tr").first().waitFor();
    await fontsLoaded(page);
    expect(await page.locator("[data-wide]").count(), url).toBe(0);
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect.poll(() => page.locator("[data-wide]").count(), { message: url }).toBe(0);
  }
});

// "shelf.csv" stood in three lines, and "Today" in two.
it("the words of a table beside which nothing fits, and of a chart, are not broken on a phone", async () => {
  await journey.ask("POST", "/api/admin/jobs/imports", { kind: "customers", fileName: "everyone.csv", bytes: 9 });
  const page = await journey.visitor({ ...phone, at: "/settings/imports" });
  await page.getByRole("link", { name: "everyone.csv" }).waitFor();
  expect(await brokenWordsIn(page, '[role="region"][aria-label="Imports"] td')).toEqual([]);
  await page.goto("/");
  const sales = page.getByRole("region", { name: "Sales in the last 30 days" });
  await sales.getByText(/^The best day was /).waitFor();
  expect(await brokenWordsIn(page, ".mantine-Text-root")).toEqual([]);
  // "Main warehouse" ended in "se", and an amount of eight digits in its last.
  const { bowl } = store;
  const main = { code: "MAIN", name: "Main warehouse", priority: 3 };
  const { id: locationId } = await journey.ask<{ id: string }>("POST", "/api/admin/locations", main);
  await journey.ask("POST", `/api/admin/variants/${bowl}/stock/receive`, { locationId, quantity: 20 });
  await journey.ask("PATCH", `/api/admin/variants/${bowl}`, { costMinor: 12_345_678 });
  await page.goto(`/stock/levels/${bowl}`);
  await page.getByRole("cell", { name: "Main warehouse" }).first().waitFor();
  expect(await brokenWordsIn(page, '[aria-label="Stock by location"] td')).toEqual([]);
  await page.goto("/reports/stock");
  await page.getByText("Units without a cost").first().waitFor();
  expect(await brokenWordsIn(page, ".mantine-Paper-root > .mantine-Text-root")).toEqual([]);
});

// With six totals beside each other, "KWD 20,009.570" ended in "570" on a line of its own.
it("the totals of sales are not broken on a small laptop, however large", async () => {
  const { variants } = await journey.ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", {
    ...{ title: "Kiln", status: "active", options: [] },
    variants: [{ sku: "KILN", options: [], priceMinor: 1_234_567_890, trackStock: false }],
  });
  await anOrderOf(journey, variants[0]?.id ?? "", 1, "manual");
  const page = await journey.visitor({ at: "/reports/sales", viewport: { width: 1280, height: 720 } });
  await page.getByText("₹1,23,4").first().waitFor();
  expect(await brokenWordsIn(page, ".mantine-Paper-root > .mantine-Text-root")).toEqual([]);
});

// "Cart abandon-ed" stood among the messages, and an SKU of two letters to a line beside a long title.
it("the words of the messages, a picking sheet and a packing slip are not broken on the smallest phone", async () => {
  const product = await journey.ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", {
    ...{ title: "Chopping board with a groove, of oiled olive wood, in a box for a present", status: "active" },
    variants: [{ sku: "CHOPPING-BOARD", priceMinor: 5_000 }],
  });
  const boardId = product.variants[0]?.id ?? "";
  const goods = { locationId: store.front.id, quantity: 2 };
  await journey.ask("POST", `/api/admin/variants/${boardId}/stock/receive`, goods);
  const { id } = await anOrderOf(journey, boardId, 2);
  const page = await journey.visitor({ viewport: { width: 320, height: 640 } });
  for (const [url, awaited] of [
    ["/settings/messages", "Cart abandoned"],
    [`/orders/picking?orderIds=${id}`, "CHOPPING-BOARD"],
    [`/orders/${id}/packing-slip`, "CHOPPING-BOARD"],
  ] as const) {
    await page.goto(url);
    await page.getByText(awaited).waitFor();
    expect(await brokenWordsIn(page, "table td"), url).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth"), url).toBe(320);
  }
});

it("an SKU that is written from right to left leaves the price next to it in place", async () => {
  const product = await journey.ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", {
    ...{ title: "קומקום", status: "active", options: [] },
    variants: [{ sku: "קוד-7", options: [], priceMinor: 5_000, trackStock: false }],
  });
  const order = await anOrderOf(journey, product.variants[0]?.id ?? "");
  const page = await journey.visitor({ at: `/orders/${order.id}?open=edit-lines` });
  await page.getByRole("dialog").getByText("קוד-7", { exact: true }).waitFor();
  const [skuEnds, priceBegins] = await page.evaluate<number[]>(`(() => {
    const texts = [...document.querySelectorAll('[role="dialog"] span')];
    const sku = texts.find(({ textContent }) => textContent === "קוד-7");
    const note = sku.parentElement.lastChild;
    const price = document.createRange();
    price.setStart(note, note.data.indexOf("₹"));
    price.setEnd(note, note.data.indexOf("₹") + 1);
    return [sku.getBoundingClientRect().right, price.getBoundingClientRect().left];
  })()`);
  expect(priceBegins).toBeGreaterThan(skuEnds ?? Number.NaN);
});

// Compound German product names, an SKU created by a supplier, an address pasted without spaces.
it("no screen scrolls sideways for a name or SKU of one long word, and an SKU that no barcode can encode has none", async () => {
  const word = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft";
  const location = await journey.ask<{ id: string }>("POST", "/api/admin/locations", { code: "LONG", name: word });
  const product = await journey.ask<{ id: string; variants: { id: string }[] }>("POST", "/api/admin/products", {
    ...{ title: word, status: "active", description: word, tags: [word.slice(0, 40)], options: ["Piece"] },
    variants: [
      { sku: word.slice(0, 60), options: [word.slice(0, 50)], priceMinor: 100_000_000_000 },
      { sku: "कमीज़-1", options: ["Shirt"], priceMinor: 5 },
    ],
  });
  const variantIds = product.variants.map(({ id }) => id);
  for (const id of variantIds) {
    const goods = { locationId: location.id, quantity: 9, reason: word };
    await journey.ask("POST", `/api/admin/variants/${id}/stock/receive`, goods);
  }
  const order = await journey.ask<{ id: string }>("POST", "/api/admin/orders", {
    ...{ email: `${"a".repeat(60)}@${"b".repeat(60)}.example`, name: word, payment: "cod" },
    address: { line1: word, city: word.slice(0, 60), postalCode: "1", country: "DE" },
    lines: variantIds.map((variantId) => ({ variantId, quantity: 1 })),
  });
  const page = await journey.visitor();
  const affected = ["/", "/customers", "/locations", "/stock/movements", "/settings/audit", "/orders/picking"];
  const own = [`/orders/${order.id}`, `/orders/${order.id}/packing-slip`, `/products/${product.id}`];
  const seen = [
    ["at a desk", { onlyWidth: true }],
    ["on a phone", { ...phone, onlyWidth: true }],
  ] as const;
  expect(await faultsInLooks(page, [...affected, ...own, `/stock/levels/${variantIds[0]}`], seen)).toEqual({});
  await page.goto(`/orders/picking?orderIds=${order.id}`);
  await page.getByRole("img", { name: "Barcode of Donau" }).waitFor();
  expect(await page.getByRole("img", { name: "Barcode of कमीज़-1" }).count()).toBe(0);
});

describe("the sign-in page", () => {
  it("has no serious axe findings", async () => {
    const page = await journey.visitor({ as: null });
    await page.getByLabel("Email").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.goto("/accept-invitation#token=any");
    await page.getByRole("button", { name: "Join the store" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});

describe("a phone", () => {
  it("opens the navigation and packs an order", async () => {
    const page = await journey.visitor(phone);
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("navigation").getByRole("link", { name: "All orders" }).click();
    await page.getByRole("button", { name: "Ready to ship" }).click();
    await page.locator("[data-row]").filter({ hasText: "Ready to ship" }).first().click();
    await page.getByRole("button", { name: "Ship a parcel" }).click();
    await page.getByRole("button", { name: "Ship parcel" }).click();
    await page.getByText("Parcel 1", { exact: true }).waitFor();
  });
});
