/** The example shop in a browser, at its own address: what a developer copies must be able to sell. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Listening, listen } from "#local/http/listen";
import { aStockedStore, journeys, phone, soon } from "../support/harness/journey.ts";
import { seriousFaults } from "../support/harness/looks.ts";

const journey = journeys({ TEST_GATEWAY: "1" });
const pages = join(import.meta.dirname, "..", "..", "examples", "storefront");
const types: Readonly<Record<string, string>> = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };

let store: Awaited<ReturnType<typeof aStockedStore>>;
let shop: Listening;
let shopUrl: string;

beforeAll(async () => {
  store = await aStockedStore(journey);
  // Before the shop first reads its products, which are cached for a minute.
  await journey.ask("POST", "/api/admin/products", {
    title: "Apron",
    status: "active",
    options: ["Size"],
    variants: ["S", "L"].map((size) => ({
      ...{ sku: `APRON-${size}`, priceMinor: 30_000, options: [size], trackStock: false },
    })),
  });
  const { key } = await journey.ask<{ key: string }>("POST", "/api/admin/api-keys", {
    name: "Shop",
    role: "staff",
    storefront: true,
  });
  const settings = JSON.stringify({ api: journey.url, key, payments: { test: "Card", cod: "Cash on delivery" } });
  const server = createServer(async ({ url = "/" }, response) => {
    const name = new URL(url, "http://shop").pathname.slice(1) || "index.html";
    response.setHeader("content-type", types[extname(name)] ?? "application/json");
    response.end(name === "settings.json" ? settings : await readFile(join(pages, name)));
  });
  shop = await listen(server, 0, "127.0.0.1");
  shopUrl = `http://127.0.0.1:${shop.port}/`;
});
afterAll(() => shop?.stop());

interface Order {
  readonly status: string;
  readonly paymentStatus: string;
  readonly contact: { readonly email: string };
}
const orders = async () => (await journey.ask<{ items: Order[] }>("GET", "/api/admin/orders")).items;

async function fill(form: Locator, said: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(said)) await form.getByLabel(label).fill(text);
}

it("sells a bowl that is paid at the gateway, and shows that it is paid", async () => {
  const page = await journey.visitor({ at: shopUrl, as: null });
  await page.getByLabel("Variant of Stoneware").selectOption({ label: "Bowl" });
  await page.getByRole("button", { name: "Add to cart: Stoneware" }).click();
  const cart = page.getByRole("region", { name: "Cart" });
  await cart.getByText("Stoneware").waitFor();
  await cart.getByLabel(/^Quantity of Stoneware/).fill("2");
  await cart.getByLabel(/^Quantity of Stoneware/).press("Tab");
  await cart.getByText("₹800.00").first().waitFor();
  // A returning shopper finds the cart.
  await page.reload();
  await cart.getByText("₹800.00").first().waitFor();
  expect(await seriousFaults(page)).toEqual([]);

  const form = page.getByRole("form", { name: "Check-out" });
  await fill(form, {
    Email: "shopper@example.com",
    Name: "Nadia Rao",
    Phone: "+91 98200 12345",
    Address: "4 Lake Road",
    City: "Pune",
    "Postal code": "411001",
  });
  await form.getByRole("button", { name: "Order" }).click();
  const order = page.getByRole("region", { name: "Order" });
  await order.getByText("Not yet").waitFor();

  const opened = page.waitForEvent("popup");
  await order.getByRole("link", { name: "Pay now" }).click();
  const gateway = await opened;
  await gateway.getByRole("button", { name: "Pay", exact: true }).click();
  await gateway.waitForURL(/thank-you/);
  await order.getByText("Yes", { exact: true }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await soon(orders).toMatchObject([{ paymentStatus: "paid", contact: { email: "shopper@example.com" } }]);
  expect(await journey.ask("GET", "/api/admin/inventory?q=BOWL")).toMatchObject({
    items: [{ available: 18 }],
  });

  await order.getByRole("button", { name: "Go on shopping" }).click();
  await cart.getByText("Nothing yet.").waitFor();
});

// A cart reserves nothing: its items may be sold out by the time the shopper orders.
it("tells a shopper at checkout what has sold out meanwhile", async () => {
  const page = await journey.visitor({ at: shopUrl, as: null, ...phone, expects: /409/ });
  const cart = page.getByRole("region", { name: "Cart" });
  await page.getByRole("button", { name: "Add to cart: Stoneware" }).click();
  await cart.getByLabel(/^Quantity of Stoneware/).fill("3");
  await cart.getByLabel(/^Quantity of Stoneware/).press("Tab");
  await cart.getByText("₹750.00").first().waitFor();
  const { front, back, mug } = store;
  for (const { id: locationId } of [front, back]) {
    await journey.ask("POST", `/api/admin/variants/${mug}/stock/adjust`, {
      locationId,
      quantity: -1,
      reason: "Broken",
    });
  }
  const form = page.getByRole("form", { name: "Check-out" });
  await fill(form, { Email: "late@example.com", Name: "Late", Address: "1", City: "Pune", "Postal code": "411001" });
  await form.getByRole("button", { name: "Order" }).click();
  await cart.getByText("There are not that many left.").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  expect((await orders()).map(({ contact }) => contact.email)).not.toContain("late@example.com");
});

// The total of the cart has no shipping until there is an address.
it("orders only at a total that the shopper has seen, with its shipping", async () => {
  const rate = await journey.ask<{ id: string }>("POST", "/api/admin/shipping-rates", {
    name: "Post",
    amountMinor: 4900,
  });
  const page = await journey.visitor({ at: shopUrl, as: null });
  const cart = page.getByRole("region", { name: "Cart" });
  await page.getByLabel("Variant of Stoneware").selectOption({ label: "Bowl" });
  await page.getByRole("button", { name: "Add to cart: Stoneware" }).click();
  await cart.getByText("₹400.00").first().waitFor();
  const form = page.getByRole("form", { name: "Check-out" });
  await fill(form, { Email: "far@example.com", Name: "Far", Address: "1", City: "Pune", "Postal code": "411001" });
  await form.getByRole("button", { name: "Order" }).click();
  await page.getByRole("alert").getByText("The total is now ₹449.00.").waitFor();
  expect((await orders()).map(({ contact }) => contact.email)).not.toContain("far@example.com");
  await form.getByRole("button", { name: "Order" }).click();
  await page.getByRole("region", { name: "Order" }).getByText("₹449.00").waitFor();
  await journey.ask("DELETE", `/api/admin/shipping-rates/${rate.id}`);
});

it("shows the order where the answer to the check-out was lost on the way", async () => {
  const page = await journey.visitor({ at: shopUrl, as: null, expects: /ERR_FAILED/ });
  await page.route("**/check-out", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel("Variant of Stoneware").selectOption({ label: "Bowl" });
  await page.getByRole("button", { name: "Add to cart: Stoneware" }).click();
  const form = page.getByRole("form", { name: "Check-out" });
  await form.getByLabel("Email").waitFor();
  await fill(form, { Email: "cut@example.com", Name: "Cut", Address: "1", City: "Pune", "Postal code": "411001" });
  await form.getByRole("button", { name: "Order" }).click();
  await page.getByRole("region", { name: "Order" }).getByText("Not yet").waitFor();
  expect((await orders()).filter(({ contact }) => contact.email === "cut@example.com")).toHaveLength(1);
});

// Each open page of a shop that sells for cash would otherwise ask for its order every two seconds, for days.
it("asks again for an order that waits for its payment, and not for one that is paid at the door", async () => {
  for (const [payment, isAsked] of [
    ["test", true],
    ["cod", false],
  ] as const) {
    const page = await journey.visitor({ at: shopUrl, as: null });
    await page.getByLabel("Variant of Stoneware").selectOption({ label: "Bowl" });
    await page.getByRole("button", { name: "Add to cart: Stoneware" }).click();
    const form = page.getByRole("form", { name: "Check-out" });
    await form.getByLabel("Payment").selectOption(payment);
    await fill(form, { Email: "door@example.com", Name: "Door", Address: "1", City: "Pune", "Postal code": "411001" });
    await page.clock.install();
    await form.getByRole("button", { name: "Order" }).click();
    await page.getByRole("region", { name: "Order" }).getByText("Not yet").waitFor();
    let asked = 0;
    page.on("request", (request) => {
      if (request.method() === "GET" && request.url().includes("/carts/")) asked += 1;
    });
    await page.clock.runFor(3_000);
    await page.evaluate("fetch('settings.json')");
    expect([payment, asked > 0]).toEqual([payment, isAsked]);
  }
});

// Both sizes cost the same, so that the total does not show that the cart has changed.
it("orders only what the shopper has seen, where they have changed the cart in another tab", async () => {
  const page = await journey.visitor({ at: shopUrl, as: null });
  const cart = page.getByRole("region", { name: "Cart" });
  await page.getByRole("button", { name: "Add to cart: Apron" }).click();
  await cart.getByText("Apron (S)").waitFor();
  const other = await page.context().newPage();
  await other.goto(shopUrl);
  const otherCart = other.getByRole("region", { name: "Cart" });
  await other.getByLabel("Variant of Apron").selectOption({ label: "L" });
  await other.getByRole("button", { name: "Add to cart: Apron" }).click();
  await otherCart.getByText("Apron (L)").waitFor();
  await otherCart.getByLabel("Quantity of Apron (S)").fill("0");
  await other.keyboard.press("Tab");
  await otherCart.getByText("Apron (S)").waitFor({ state: "detached" });

  const form = page.getByRole("form", { name: "Check-out" });
  await fill(form, { Email: "tabs@example.com", Name: "Tabs", Address: "1", City: "Pune", "Postal code": "411001" });
  await form.getByRole("button", { name: "Order" }).click();
  await page.getByRole("alert").getByText("changed in another window").waitFor();
  await cart.getByText("Apron (L)").waitFor();
  expect((await orders()).map(({ contact }) => contact.email)).not.toContain("tabs@example.com");
  await form.getByRole("button", { name: "Order" }).click();
  await page.getByRole("region", { name: "Order" }).getByText("₹300.00").waitFor();

  // The other tab still shows the cart.
  await otherCart.getByLabel("Quantity of Apron (L)").fill("2");
  await other.keyboard.press("Tab");
  await other.getByRole("region", { name: "Order" }).getByText("₹300.00").waitFor();
});

// The link only showed the shop, with the cart of the browser it was opened in.
it("opens the cart of a reminder's link in another browser, with what its shopper has typed", async () => {
  const said = { email: "back@example.com", name: "Nadia Rao", discountCode: "NONE" };
  const address = { line1: "4 Lake Road", city: "Pune", postalCode: "411001", country: "AE" };
  const { key } = (await (await fetch(`${shopUrl}settings.json`)).json()) as { key: string };
  const asShop = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${journey.url}/api/store${path}`, { method, headers, body: JSON.stringify(body) });
    return (await answer.json()) as { token: string };
  };
  const { token } = await asShop("POST", "/carts", { lines: [{ variantId: store.bowl, quantity: 2 }] });
  await asShop("PATCH", `/carts/${token}`, { ...said, address });

  const page = await journey.visitor({ at: shopUrl, as: null, expects: /404/ });
  const cart = page.getByRole("region", { name: "Cart" });
  await page.getByRole("button", { name: "Add to cart: Apron" }).click();
  await cart.getByText("Apron (S)").waitFor();
  // One that is gone changes nothing, and the shop is open already.
  await page.goto(`${shopUrl}#cart=gone`);
  await page.getByRole("alert").waitFor();
  expect(await cart.getByText("Apron (S)").count()).toBe(1);

  await page.goto(`${shopUrl}#cart=${token}`);
  await cart.getByText("₹800.00").first().waitFor();
  expect(page.url()).not.toContain(token);
  const form = page.getByRole("form", { name: "Check-out" });
  const typed = { Email: said.email, Name: said.name, "Postal code": "411001", Country: "AE", "Discount code": "NONE" };
  for (const [label, value] of Object.entries(typed)) expect(await form.getByLabel(label).inputValue()).toBe(value);
  await page.reload();
  await cart.getByText("₹800.00").first().waitFor();
});
