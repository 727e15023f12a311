import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, phone, soon } from "../support/harness/journey.ts";
import { faultsAt, looks, seriousFaults } from "../support/harness/looks.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
let owing: Awaited<ReturnType<typeof anOrderOf>>;
let unpaid: typeof owing;
let even: typeof owing;
const ask: typeof journey.ask = (method, path, body) => journey.ask(method, path, body);

beforeAll(async () => {
  store = await aStockedStore(journey);
  unpaid = await anOrderOf(journey, store.bowl);
  even = await anOrderOf(journey, store.bowl, 1, "manual");
  await ask("POST", `/api/admin/orders/${even.id}/mark-paid`, { method: "cash" });
  owing = await anOrderOf(journey, store.bowl, 1, "manual");
  await ask("POST", `/api/admin/orders/${owing.id}/mark-paid`, { method: "cash" });
  await ask("PUT", `/api/admin/orders/${owing.id}/lines`, { shippingMinor: 5_000 });
  await ask("PUT", `/api/admin/orders/${owing.id}/tags`, { tags: ["Gift"] });
});

describe("the filters of the order list", () => {
  // A colleague who opens the link must see the same orders, and so must the clerk who returns to the list.
  it("allow several statuses, keep them in the URL, and show each filter as a chip that removes it", async () => {
    const page = await journey.visitor({ at: "/orders" });
    await page.getByRole("button", { name: "Status: any" }).click();
    await page.getByRole("checkbox", { name: "To pack" }).click();
    await page.getByRole("checkbox", { name: "Shipped", exact: true }).click();
    await soon(() => new URL(page.url()).searchParams.get("status")).toBe("confirmed,shipped");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Payment: any" }).click();
    await page.getByRole("checkbox", { name: "Paid", exact: true }).click();
    await page.keyboard.press("Escape");

    await page.reload();
    const chips = page.getByRole("group", { name: "Active filters" });
    await chips.getByText("Status: To pack, Shipped").waitFor();
    await soon(() => page.locator("[data-row]").count()).toBe(2);
    await page.getByRole("button", { name: "Remove the filter: Payment: Paid" }).click();
    await soon(() => page.locator("[data-row]").count()).toBe(3);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await soon(() => chips.count()).toBe(0);
    expect(new URL(page.url()).search).toBe("");
  });

  // Filters use the API's own words, so that a link can be written by hand.
  it.each([
    ["balance=customerOwes", "Customer owes", () => [owing.number, unpaid.number]],
    ["balance=customerOwes&paymentStatus=paid", "Customer owes", () => [owing.number]],
    ["fulfillable=true&tag=gift", "Ready to ship", () => [owing.number]],
    ["fulfillable=false", "Not ready to ship", () => []],
    ["returned=none&balance=even", "Nothing returned", () => [even.number]],
  ])("show the orders of ?%s", async (search, chip, numbers) => {
    const page = await journey.visitor({ at: `/orders?${search}` });
    await page.getByRole("group", { name: "Active filters" }).getByText(chip).waitFor();
    await soon(async () => (await page.locator("[data-row] a[href]").allTextContents()).sort()).toEqual(
      numbers().sort(),
    );
  });

  it("offer the other filters behind a button, and show in the field what can be searched for", async () => {
    const page = await journey.visitor({ at: "/orders" });
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Balance").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel("Balance").selectOption("Customer owes");
    await page.getByLabel("Ready to ship").selectOption("Yes");
    await page.getByLabel("Tag").fill("gift");
    await soon(() => page.locator("[data-row]").count()).toBe(1);
    await soon(() => new URL(page.url()).searchParams.get("tag")).toBe("gift");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More filters (3)" }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("tooltip").getByText("a tracking number or a payment’s reference").waitFor();
  });

  it("pass the listed orders to the picking sheet", async () => {
    const page = await journey.visitor({ at: "/orders?status=confirmed,partiallyShipped&tag=gift" });
    await page.locator("[data-row]").first().waitFor();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByText("Picking sheet for these orders").click();
    await page.getByRole("heading", { name: "Picking sheet" }).waitFor();
    await soon(() => page.getByRole("link", { name: /^QM-/ }).allTextContents()).toEqual([owing.number]);
  });
});

// The next day's sheet had the same units marked as picked, and the picker walked past them.
it("keeps the marks of a picking sheet in a reload, and makes none for the units of other orders", async () => {
  const [first, second] = [await anOrderOf(journey, store.bowl), await anOrderOf(journey, store.bowl)];
  const page = await journey.visitor({ at: `/orders/picking?orderIds=${first.id}` });
  const mark = page.getByRole("checkbox", { name: "Picked BOWL" });
  await mark.check();
  await page.reload();
  await soon(() => mark.isChecked()).toBe(true);
  await page.goto(`/orders/picking?orderIds=${second.id}`);
  await page.getByRole("link", { name: second.number }).waitFor();
  expect(await mark.isChecked()).toBe(false);
  // The head of the table, which each further sheet of paper repeats, did not say where to pick.
  await page.emulateMedia({ media: "print" });
  await page.locator("thead").getByText("Front").waitFor();

  // A long name made the sheet twice as wide as the paper, on which it became too small to read, and a long bin was
  // printed letter below letter.
  const bin = "AISLE-12-SHELF-3-LEFT-OF-THE-DOOR-BOX-12";
  await page.route("**/api/admin/orders/picking-sheet*", async (route) => {
    const sheet = await (await route.fetch()).json();
    Object.assign(sheet.locations[0], { name: "W".repeat(100) });
    Object.assign(sheet.locations[0].rows[0], { bin, title: "A long title ".repeat(20) });
    await route.fulfill({ json: sheet });
  });
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.reload();
  await page.getByRole("cell", { name: bin }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(718);
  expect((await page.getByRole("cell", { name: bin }).boundingBox())!.width).toBeGreaterThan(70);
});

describe("shipping selected orders", () => {
  // The shipment could only be undone on the order's own page, and no one was told so.
  it("says that half of an order has shipped, and undoes that half", async () => {
    const order = await anOrderOf(journey, store.mug, 3);
    const page = await journey.visitor({ expects: /409/ });
    let parcels = 0;
    await page.route(`**/orders/${order.id}/parcels`, (route) =>
      ++parcels === 1
        ? route.fallback()
        : route.fulfill({ status: 409, json: { error: { code: "stock.notAllocated", message: "", detail: {} } } }),
    );
    await page.goto(`/orders?q=${order.number}`);
    await page.getByRole("checkbox", { name: `Select ${order.number}` }).click();
    await page.getByRole("button", { name: "Ship available items" }).click();
    await page.getByRole("button", { name: "Ship 1 order" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^partly done: /).waitFor();
    await dialog.getByText("0 of 1 done, 1 failed").waitFor();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText("1 of 1 done").waitFor();
    expect(await ask("GET", `/api/admin/orders/${order.id}`)).toMatchObject({ status: "confirmed", parcels: [] });
  });
});

describe("the fulfilment state", () => {
  // "To pack" for goods that are not there sends a clerk to an empty shelf, and "Delivered" for returned goods is half
  // the truth.
  it("shows whether an order can be packed, and that one has been returned", async () => {
    const { variants } = await ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", {
      title: "Vase",
      status: "active",
      variants: [{ sku: "VASE", priceMinor: 5_000, continueSelling: true }],
    });
    const waiting = await anOrderOf(journey, variants[0]!.id);
    const ready = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: "/orders" });
    const rowOf = ({ number }: { number: string }) => page.locator("[data-row]").filter({ hasText: number });
    await rowOf(waiting).getByText("Waiting for goods", { exact: true }).waitFor();
    await rowOf(ready).getByText("Ready to ship", { exact: true }).waitFor();

    const { lines } = await ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${ready.id}`);
    const [{ id: lineId }] = lines as [{ id: string }]; // the order has one unit
    await ask("POST", `/api/admin/orders/${ready.id}/parcels`, {
      locationId: store.front.id,
      lines: [{ lineId, quantity: 1 }],
    });
    await ask("POST", `/api/admin/orders/${ready.id}/returns`, { lines: [{ lineId, quantity: 1, restock: true }] });
    await page.goto("/orders?returned=all");
    await rowOf(ready).getByText("Returned", { exact: true }).waitFor();
    await page.goto(`/orders/${ready.id}`);
    await page.getByText("Returned", { exact: true }).first().waitFor();
    await page.goto(`/orders/${waiting.id}`);
    await page.getByText("Waiting for goods", { exact: true }).waitFor();
  });
});

describe("a paid order that was cancelled", () => {
  // It looked like any other cancelled order, and the customer waited for the money.
  it("says what is to be refunded, in the lists, in a view of its own, and on its page", async () => {
    const order = await anOrderOf(journey, store.bowl, 1, "manual");
    await ask("POST", `/api/admin/orders/${order.id}/mark-paid`, { method: "cash" });
    await ask("POST", `/api/admin/orders/${order.id}/cancel`, {});
    const page = await journey.visitor();
    const due = page.getByText("₹400.00 to refund");
    await due.waitFor();
    await page.goto("/orders");
    await page.getByRole("button", { name: /^To refund/ }).click();
    const row = page.locator("[data-row]");
    await soon(() => row.count()).toBe(1);
    await row.filter({ has: due }).getByRole("link", { name: order.number }).click();
    await page.getByRole("heading", { name: order.number }).waitFor();
    await due.waitFor();

    // No gateway can refund cash.
    await page.getByText("Then undo the payment here.").waitFor();
    await page.getByRole("button", { name: "Undo the payment of ₹400.00" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^Undo/ }).click();
    await soon(() => due.count()).toBe(0);
  });
});

describe("a paid order with a balance due", () => {
  // The goods were shipped, and no one noticed that the customer had added something after paying.
  it("is marked in the lists, on its page, and before it ships, and can still be shipped", async () => {
    const order = await anOrderOf(journey, store.bowl, 1, "manual");
    await ask("POST", `/api/admin/orders/${order.id}/mark-paid`, { method: "cash" });
    await ask("PUT", `/api/admin/orders/${order.id}/lines`, { shippingMinor: 7_500 });
    const page = await journey.visitor();
    await page.getByText("₹75.00 due").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(order.number);
    await page.getByRole("dialog").getByText("owes ₹75.00").waitFor();
    await page.goto("/orders");
    const row = page.locator("[data-row]").filter({ hasText: order.number });
    await row.getByText("₹75.00 due").waitFor();

    await row.getByRole("checkbox").click();
    await page.getByRole("button", { name: "Ship available items" }).click();
    const warning = page.getByRole("dialog", { name: "Ship 1 order?" });
    await warning.getByText(`One of them is not paid in full: ${order.number}`).waitFor();
    await warning.getByRole("button", { name: "Go back" }).click();

    await row.getByRole("link", { name: order.number }).click();
    await page.getByRole("heading", { name: order.number }).waitFor();
    await page.getByRole("button", { name: "Ship a parcel" }).click();
    await page.getByText("The customer still owes ₹75.00").waitFor();
    await page.getByRole("button", { name: "Ship parcel" }).click();
    await page.getByText("Parcel 1", { exact: true }).waitFor();
    expect(await ask("GET", `/api/admin/orders/${order.id}`)).toMatchObject({ status: "shipped" });
  });
});

describe.each(looks)("the filtered list, %s", (_, look) => {
  it("has no serious axe findings, and is no wider than the screen", async () => {
    const page = await journey.visitor(look);
    const url =
      "/orders?status=confirmed,shipped&paymentStatus=paid,unpaid&balance=customerOwes&fulfillable=true&tag=gift";
    expect(await faultsAt(page, [url, `/orders/${owing.id}?open=ship`])).toEqual({});
  });
});

describe("on a phone", () => {
  it("shows the active filters while their fields are hidden", async () => {
    const page = await journey.visitor({ ...phone, at: "/orders?status=confirmed,shipped&balance=customerOwes" });
    await page.getByRole("group", { name: "Active filters" }).getByText("Customer owes").waitFor();
    expect(await page.getByRole("button", { name: "More filters" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await page.getByRole("button", { name: "Status: To pack, Shipped", exact: true }).click();
    await page.getByRole("checkbox", { name: "Shipped", exact: true }).click();
    await soon(() => new URL(page.url()).searchParams.get("status")).toBe("confirmed");
  });
});
