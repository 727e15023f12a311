/** A scan on any screen: what is scanned is opened, and nothing else happens. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
  await journey.ask("PATCH", `/api/admin/variants/${store.bowl}`, { barcode: "4006381333931" });
});

const path = (page: Page) => new URL(page.url()).pathname;
/** Types like a scanner, faster than any hand. Returns whether the browser would have handled its Enter by default. */
const scan = (page: Page, code: string) =>
  page.evaluate<boolean>(`[...${JSON.stringify(code)}, "Enter"].map((key) =>
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
  ).at(-1)`);

describe("a scan while no one is typing", () => {
  it("opens the order for a slip or a tracking number, and the item for a barcode or an SKU", async () => {
    const order = await anOrderOf(journey, store.bowl, 1);
    const { lines } = await journey.ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${order.id}`);
    const parcel = {
      locationId: store.front.id,
      lines: [{ lineId: lines[0]?.id, quantity: 1 }],
      trackingNumber: "awb778899",
    };
    await journey.ask("POST", `/api/admin/orders/${order.id}/parcels`, parcel);
    const page = await journey.visitor({ at: "/stock/levels" });
    await page.locator("[data-row]").first().waitFor();
    await scan(page, order.number);
    await soon(() => path(page)).toBe(`/orders/${order.id}`);
    await page.getByRole("heading", { name: order.number }).waitFor();

    // An order contains the item too, but someone who scans an item wants the item.
    await scan(page, "4006381333931");
    await soon(() => path(page)).toBe(`/products/${store.productId}`);
    await page.getByRole("heading", { name: "Stoneware" }).waitFor();
    await page.goto("/orders");
    await page.locator("[data-row]").first().waitFor();
    await scan(page, "bowl");
    await soon(() => path(page)).toBe(`/products/${store.productId}`);
    await page.getByRole("heading", { name: "Stoneware" }).waitFor();
    await scan(page, "awb778899");
    await soon(() => path(page)).toBe(`/orders/${order.id}`);
  });

  // A page of results holds five items sorted by SKU, and these come before it.
  it("opens the item with exactly this SKU, even if many others contain it", async () => {
    await journey.ask("POST", "/api/admin/products", {
      title: "Nested bowls",
      status: "active",
      options: ["Size"],
      variants: Array.from({ length: 6 }, (_, n) => ({ sku: `A-BOWL-${n}`, priceMinor: 100, options: [`${n}`] })),
    });
    const page = await journey.visitor({ at: "/orders" });
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    await scan(page, "bowl");
    await soon(() => path(page)).toBe(`/products/${store.productId}`);
  });

  // "pens-e" on an order's page used to open the payment, type the rest into it, and press Enter there.
  it("triggers no shortcut of the page with its letters, and no button with its Enter", async () => {
    const order = await anOrderOf(journey, store.bowl, 1, "manual");
    const page = await journey.visitor({ at: `/orders/${order.id}` });
    await page.getByRole("heading", { name: order.number }).waitFor();
    await page.getByRole("button", { name: "Record a payment" }).focus();
    expect(await scan(page, "pens-e-n")).toBe(false);
    await page.getByRole("dialog").getByText("No results").waitFor();
    expect(await page.getByRole("dialog").getByLabel("Search").inputValue()).toBe("pens-e-n");
    expect(path(page) + new URL(page.url()).search).toBe(`/orders/${order.id}`);
  });

  it("does not answer an open dialog", async () => {
    const order = await anOrderOf(journey, store.bowl, 1, "manual");
    const page = await journey.visitor({ at: `/orders/${order.id}` });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: /^Cancel/ });
    await dialog.getByRole("button", { name: "Cancel order" }).focus();
    expect(await scan(page, "QM-100001")).toBe(false);
    await dialog.getByRole("button", { name: "Cancel order" }).waitFor();
    expect(await journey.ask("GET", `/api/admin/orders/${order.id}`)).toMatchObject({ status: "pending" });
  });
});

describe("Enter in the search", () => {
  it.each([
    ["invite", "/settings/team"],
    ["refund", "/orders"],
    ["count", "/stock/levels"],
    ["import", "/settings/imports"],
    ["new product", "/products/new"],
    ["low stock", "/stock/low"],
  ])("on %s opens %s", async (typed, to) => {
    const page = await journey.visitor({ at: "/channels" });
    await page.getByRole("heading", { name: "Channels" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await soon(() => path(page)).toBe(to);
  });

  // It waited for all searches, half a minute for one that hangs, and showed nothing of it.
  it("opens what has exactly this name while searches hang, and is not kept waiting by one that is repeated", async () => {
    const page = await journey.visitor({ at: "/channels", expects: /ERR_FAILED/ });
    await page.getByRole("heading", { name: "Channels" }).waitFor();
    const released = Promise.withResolvers<void>();
    await page.route(/\/orders\?q=import/, async (route) => {
      await released.promise;
      await route.continue();
    });
    let failed = 0;
    await page.route(/\/variants\?code=import|\/orders\?q=stone/, (route) => {
      if (route.request().url().includes("stone")) failed += 1;
      return route.abort();
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("import");
    await page.keyboard.press("Enter");
    await soon(() => path(page)).toBe("/settings/imports");
    released.resolve();
    // Not a match of the whole name, so an order would come first; but that search fails, again and again.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("stone");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Stoneware" }).waitFor();
    expect(failed).toBeLessThan(4);
  });

  it("offers an item’s stock next to its page", async () => {
    const page = await journey.visitor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("BOWL");
    await page.getByRole("dialog").getByText("BOWL: stock").click();
    await soon(() => path(page)).toBe(`/stock/levels/${store.bowl}`);
  });
});
