/** Typed input is never lost without a question, however the page is left. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";
import { quiet } from "../../support/harness/quiet.ts";

const journey = journeys();
let orderId = "";
let mug = "";
let collectionId = "";
beforeAll(async () => {
  const { bowl, mug: other, productId } = await aStockedStore(journey);
  mug = other;
  ({ id: orderId } = await anOrderOf(journey, bowl));
  ({ id: collectionId } = await journey.ask<{ id: string }>("POST", "/api/admin/collections", { title: "Spring" }));
  await journey.ask("PUT", `/api/admin/collections/${collectionId}/products`, { productIds: [productId] });
});

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });

/** Aborts the first request for this part, which the browser makes when it is idle. */
async function failsOnceInBackground(page: Page, part: string): Promise<void> {
  // Otherwise the previous screen, which is loading its own parts, may make that request.
  await page.goto("about:blank");
  await page.route(`**/assets/${part}-*.js`, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes(part));
  await page.goto("/orders");
  await failed;
}

/** Each place, and how to type something there. */
const places: readonly (readonly [string, () => string, (page: Page) => Promise<void>])[] = [
  ["a new order", () => "/orders/new", (page) => page.getByLabel("Email").fill("half@example.com")],
  [
    "a new product",
    () => "/products/new",
    (page) => page.getByRole("textbox", { name: "Title", exact: true }).fill("Half"),
  ],
  ["a note on an order", () => `/orders/${orderId}`, (page) => page.getByLabel("Note for the team").fill("Half")],
  ["a drawer", () => `/orders/${orderId}?open=edit-details`, (page) => page.getByLabel("Name").fill("Half")],
  [
    "the lines of an order",
    () => `/orders/${orderId}?open=edit-lines`,
    (page) => page.getByLabel("Quantity of BOWL").fill("4"),
  ],
  [
    "a role",
    () => "/settings/roles?role=staff",
    (page) => page.getByRole("checkbox", { name: "Cancel orders" }).uncheck(),
  ],
  [
    "a message’s text",
    () => "/settings/messages/order.created/email",
    (page) => page.getByLabel("Subject").fill("Half"),
  ],
  ["a report in SQL", () => "/reports/sql/new", (page) => page.getByLabel("Name", { exact: true }).fill("Half")],
  [
    "the products of a collection",
    () => `/collections/${collectionId}`,
    (page) => page.getByRole("button", { name: "Remove Stoneware" }).click(),
  ],
];

it.each(places)("asks before %s is lost", async (_, url, type) => {
  const page = await journey.visitor({ at: url() });
  await type(page);
  // Browsers only ask once the user has interacted with the page.
  await page.keyboard.press("End");
  const asked = page.waitForEvent("dialog");
  await page.evaluate("setTimeout(() => location.reload())");
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
});

// On a bad connection an error replaced the whole screen if the account menu, which nobody had opened, did not load.
it("stays, with the screen, if a part of it that is loaded later fails to load", async () => {
  const page = await journey.visitor({ expects: /ERR_FAILED/ });
  await page.route("**/assets/{user-menu,job-pill}-*.js*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.goto(`/orders/${orderId}`);
  await page.getByLabel("Note for the team").fill("Half");
  await failed;
  await quiet(page);
  expect(await page.getByRole("button", { name: "Your account" }).isDisabled()).toBe(true);
  expect(await page.getByLabel("Note for the team").inputValue()).toBe("Half");
});

// Chromium remembers imports that failed: the list was replaced by an error, and "Try again" did not help.
it("loads a part that failed to load in the background when it is needed", async () => {
  const page = await journey.visitor({ expects: /ERR_FAILED/ });
  await failsOnceInBackground(page, "order-bulk-actions");
  await page.locator("[data-row]").getByRole("checkbox").first().check();
  await page.getByRole("link", { name: "Picking sheet" }).waitFor();
});

it("loads the search, toasts and the texts of errors when needed, if they failed to load in the background", async () => {
  const page = await journey.visitor({ expects: /ERR_FAILED|404/ });
  await failsOnceInBackground(page, "command-palette");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByLabel("Search").waitFor();

  await failsOnceInBackground(page, "error-text");
  const refusal = { error: { code: "route.unknown", message: "No." } };
  await page.route("**/api/admin/customers?*", (route) => route.fulfill({ status: 404, json: refusal }));
  await page.getByRole("navigation").getByRole("link", { name: "Customers" }).click();
  await page.getByRole("alert").getByText("This does not exist").waitFor();

  // Every success came in a dialog of the browser, which had to be closed after each parcel.
  await failsOnceInBackground(page, "toasts");
  await page.getByRole("link", { name: /^QM-/ }).first().click();
  await page.getByRole("button", { name: "Edit tags" }).click();
  await page.getByRole("dialog").getByLabel("Tags", { exact: true }).fill("gift");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Tags saved").waitFor();
});

// The whole screen was replaced by an error, or reloaded, with the half-typed note on it.
it.each([
  ["Edit tags", "edit-tags"],
  ["Edit lines", "edit-lines"],
])("stays, with the screen, if the form behind “%s” fails to load", async (button, form) => {
  const page = await journey.visitor({
    at: `/orders/${orderId}`,
    expects: /ERR_FAILED|A part of the page could not be loaded/,
  });
  await page.getByLabel("Note for the team").fill("Half");
  await page.route(`**/assets/${form}-*.js*`, (route) => route.abort());
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alert").getByText("This part of the page cannot be loaded").waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Reload the page" }).waitFor();
  const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await retry.press("Enter");
  await page.locator(":focus").and(retry).waitFor();
  // The connection is back.
  await page.unroute(`**/assets/${form}-*.js*`);
  await retry.press("Enter");
  await page.getByRole("dialog").locator("input:focus").waitFor();
  expect(await page.getByLabel("Note for the team").inputValue()).toBe("Half");
});

describe("the question", () => {
  it("is asked on the browser’s Back button and on a link; staying keeps everything", async () => {
    const page = await journey.visitor();
    await page.getByRole("navigation").getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("link", { name: "New order" }).first().click();
    await page.getByLabel("Email").fill("half@example.com");
    await page.goBack();
    await question(page).getByRole("button", { name: "Go back" }).click();
    await soon(() => new URL(page.url()).pathname).toBe("/orders/new");
    expect(await page.getByLabel("Email").inputValue()).toBe("half@example.com");
    await page.goBack();
    await question(page).getByRole("button", { name: "Leave page" }).click();
    await soon(() => new URL(page.url()).pathname).toBe("/orders");
  });

  // Closing the drawer keeps what was typed in it, and leaving the page lost it without a word.
  it("is asked about a drawer that was closed with something typed in it", async () => {
    const page = await journey.visitor({ at: `/orders/${orderId}?open=edit-details` });
    await page.getByRole("dialog").getByLabel("Name").fill("Half");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await question(page).getByRole("button", { name: "Go back" }).click();
    await page.getByRole("region", { name: "Customer" }).getByRole("button").first().click();
    expect(await page.getByRole("dialog").getByLabel("Name").inputValue()).toBe("Half");
  });

  // Escape closed the drawer as well.
  it("is not asked when Escape closes the search over a drawer, which stays", async () => {
    const page = await journey.visitor({ at: `/orders/${orderId}?open=edit-details` });
    const name = page.getByRole("dialog").getByLabel("Name");
    await name.fill("Half");
    for (let times = 0; times < 2; times++) {
      await page.keyboard.press("Control+k");
      const search = page.getByPlaceholder(/^Order, name/).and(page.locator(":focus"));
      await search.waitFor();
      await page.keyboard.press("Escape");
      await search.waitFor({ state: "hidden" });
      expect(new URL(page.url()).search).toBe("?open=edit-details");
    }
    await page.keyboard.press("Escape");
    await name.waitFor({ state: "hidden" });
  });

  // The drawer was closed instead, and “Remove …?” stayed open over nothing.
  it("is not asked when Back closes a dialog over a drawer with something typed in it, which stays", async () => {
    const size = { lengthMm: 200, widthMm: 150, heightMm: 100, weightGrams: 50, isDefault: false };
    await journey.ask("POST", "/api/admin/boxes", { name: "Small box", ...size });
    const page = await journey.visitor({ at: "/settings/shipping" });
    await page.getByRole("button", { name: "Edit Small box" }).click();
    const name = page.getByRole("dialog").getByLabel("Name");
    await name.fill("Half");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    const removal = page.getByRole("dialog", { name: "Remove Small box?" });
    await removal.waitFor();
    await page.goBack();
    await removal.waitFor({ state: "hidden" });
    expect(await name.inputValue()).toBe("Half");
    expect(await question(page).count()).toBe(0);
  });

  // The count of a whole shelf was gone with one Escape.
  it.each([
    ["a transfer", () => `/stock/transfers?open=new&variant=${mug}`, "Units of MUG", "New transfer"],
    ["a count", () => `/stock/levels?open=count&variant=${mug}`, /^Units counted/, "Count"],
  ])("is asked about the closed drawer of %s, which still has what was typed", async (_, url, label, button) => {
    const page = await journey.visitor({ at: url() });
    const units = page.getByRole("dialog").getByLabel(label);
    await units.fill("7");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await question(page).getByRole("button", { name: "Go back" }).click();
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await units.waitFor();
    expect(await units.inputValue()).toBe("7");
  });

  it("is not asked about the drawer of a count in which nothing was typed, and which then starts with a scan", async () => {
    const page = await journey.visitor({ at: `/stock/levels?open=count&variant=${mug}` });
    await page.getByLabel(/^Units counted/).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Count", exact: true }).click();
    await page.getByLabel("Item", { exact: true }).and(page.locator(":focus")).waitFor();
    expect(await page.getByLabel(/^Units counted/).count()).toBe(0);
  });

  // It used to be asked when someone only opened an older version beside the new text.
  it("is not asked for a drawer beside a message’s text, nor once the text is saved", async () => {
    const page = await journey.visitor({ at: "/settings/messages/order.created/email" });
    await page.getByLabel("Subject").fill("Your order {{ order.number }}, with thanks");
    await page.getByRole("button", { name: "Versions" }).click();
    await page.getByRole("dialog", { name: "Versions" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Versions" }).waitFor({ state: "hidden" });
    expect(await question(page).count()).toBe(0);
    expect(await page.getByLabel("Subject").inputValue()).toContain("with thanks");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await question(page).getByRole("button", { name: "Go back" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved. Messages use this text from now on").waitFor();
    await page.getByText("a text of your own").waitFor();
    // What is typed after saving can be lost as easily as what was typed before.
    await page.getByLabel("Subject").fill("Your order {{ order.number }}, with many thanks");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await question(page).getByRole("button", { name: "Go back" }).click();
    await page.getByLabel("Subject").fill("Your order {{ order.number }}, with thanks");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
  });

  it("is not asked once a report is saved", async () => {
    const page = await journey.visitor({ at: "/reports/sql/new" });
    await page.getByLabel("Name", { exact: true }).fill("By month");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "By month" }).waitFor();
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("heading", { name: /^Hello/ }).waitFor();
  });
});
