/** Answers that arrive late, after the user has moved on: what was typed stays, and nothing is closed or moved. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();
let orderId = "";
let collectionId = "";
let bowl = "";
beforeAll(async () => {
  const store = await aStockedStore(journey);
  bowl = store.bowl;
  const { productId } = store;
  ({ id: orderId } = await anOrderOf(journey, bowl));
  const { id: plateId } = await journey.ask<{ id: string }>("POST", "/api/admin/products", {
    title: "Plate",
    status: "active",
    options: [],
    variants: [{ sku: "PLATE", priceMinor: 1_000, options: [] }],
  });
  ({ id: collectionId } = await journey.ask<{ id: string }>("POST", "/api/admin/collections", { title: "Spring" }));
  await journey.ask("PUT", `/api/admin/collections/${collectionId}/products`, { productIds: [productId, plateId] });
  await journey.ask("POST", "/api/admin/tax-rates", { name: "Usual", basisPoints: 500 });
});

/** The store carries out the request, and its answer is held back until it is released. */
async function heldBack(page: Page, method: string, path: RegExp) {
  const released = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    if (request.method() !== method || !path.test(new URL(request.url()).pathname)) return route.fallback();
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { asked: asked.promise, release: () => released.resolve() };
}

/** The first such request fails without an answer, once it is released. Later ones pass. */
async function cutOff(page: Page, method: string, path: RegExp) {
  const released = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    if (!isFirst || request.method() !== method || !path.test(new URL(request.url()).pathname)) return route.fallback();
    isFirst = false;
    asked.resolve();
    await released.promise;
    await route.abort();
  });
  return { asked: asked.promise, release: () => released.resolve() };
}

/** A new order, ready for a scan. */
async function newOrder(): Promise<Page> {
  const page = await journey.visitor({ at: "/orders/new" });
  await page.locator(":focus").and(page.getByLabel("Add an item")).waitFor();
  return page;
}

it("adds both of two items that are scanned before the first is found", async () => {
  const page = await newOrder();
  const answers = await heldBack(page, "GET", /\/variants$/);
  await page.keyboard.type("MUG\nBOWL\nMUG\n");
  await answers.asked;
  answers.release();
  await soon(() => page.getByLabel("Quantity of MUG").inputValue()).toBe("2");
  expect(await page.getByLabel("Quantity of BOWL").inputValue()).toBe("1");
  expect(await page.getByLabel("Add an item").inputValue()).toBe("");
  await page.keyboard.type("PLATE\n");
  await page.getByLabel("Quantity of PLATE").waitFor();
});

// Enter looks for the item at once, the list a moment later: nothing was highlighted, and Enter had to be pressed again.
it("highlights the first of several items that Enter has found, while the list still searches", async () => {
  const page = await journey.visitor({ at: "/orders/new", expects: /409|ERR_FAILED/ });
  await page.locator(":focus").and(page.getByLabel("Add an item")).waitFor();
  const held = Promise.withResolvers<void>();
  let isOfEnter = false;
  await page.route("**/api/admin/variants?*Stoneware*", async (route) => {
    // Enter asks for the code first, and then for the text; the list, sooner or later, for the text alone.
    const isOfCode = route.request().url().includes("code=");
    if (!isOfCode && !isOfEnter) await held.promise;
    isOfEnter = isOfCode;
    await route.continue();
  });
  await page.keyboard.type("Stoneware\n");
  await page.locator("[data-combobox-selected]").waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel(/^Quantity of (MUG|BOWL)$/).waitFor();
  held.resolve();
});

// After a pause, the list of matches has searched for the same text. It gives that up when the text changes, and with it
// the first scan was lost without a word.
it("adds an item that is still searched for, on screen too, when the next one is scanned", async () => {
  const page = await newOrder();
  const answers = await heldBack(page, "GET", /\/variants$/);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).search));
  await page.keyboard.type("BOWL\n");
  await answers.asked;
  const searched = "?q=BOWL&limit=12";
  await soon(() => asked.filter((search) => search === searched).length).toBe(2); // the scan's, and the list's
  const givenUp = page.waitForEvent("requestfailed");
  await page.keyboard.type("MUG\n");
  await givenUp;
  answers.release();
  await page.getByLabel("Quantity of MUG").waitFor();
  expect(await page.getByLabel("Quantity of BOWL").inputValue()).toBe("1");
});

it("says which of two scans cannot be added", async () => {
  const page = await newOrder();
  const answers = await heldBack(page, "GET", /\/variants$/);
  await page.keyboard.type("NOWHERE\nBOWL\n");
  await answers.asked;
  answers.release();
  await page.getByText("Nothing was added for “NOWHERE”").waitFor();
  await page.getByLabel("Quantity of BOWL").waitFor();
});

it("adds an item once, however often Enter is pressed before it is found", async () => {
  const page = await newOrder();
  const answers = await heldBack(page, "GET", /\/variants$/);
  await page.keyboard.type("MUG\n\n\n");
  await answers.asked;
  answers.release();
  await soon(() => page.getByLabel("Quantity of MUG").inputValue()).toBe("1");
});

it("keeps an item that is scanned while another one is being received", async () => {
  const page = await journey.visitor({ at: "/stock/levels?open=receive" });
  const drawer = page.getByRole("dialog");
  const answer = await heldBack(page, "POST", /\/stock\/receive$/);
  await drawer.getByRole("textbox", { name: "Item" }).fill("MUG");
  await drawer.getByRole("textbox", { name: "Item" }).press("Enter");
  await drawer.getByLabel("Units received").fill("5");
  await drawer.getByLabel("Units received").press("Enter");
  await answer.asked;
  await drawer.getByRole("textbox", { name: "Item" }).fill("BOWL");
  await drawer.getByRole("textbox", { name: "Item" }).press("Enter");
  const units = drawer.getByLabel("Units received").filter({ visible: true });
  await soon(() => units.inputValue()).toBe("");
  await units.fill("3");
  answer.release();
  await drawer.getByText("MUG").waitFor();
  expect(await units.inputValue()).toBe("3");
});

// Nobody learned that the first item had not been received: its form was gone.
it("shows an item again if it turns out not to be received after the next one has been scanned", async () => {
  const page = await journey.visitor({ at: "/stock/levels?open=receive", expects: /ERR_FAILED/ });
  const drawer = page.getByRole("dialog");
  const answer = await cutOff(page, "POST", /\/stock\/receive$/);
  const scan = async (sku: string) => {
    await drawer.getByRole("textbox", { name: "Item" }).fill(sku);
    await drawer.getByRole("textbox", { name: "Item" }).press("Enter");
    await drawer.getByRole("link", { name: sku, exact: true }).waitFor();
  };
  await scan("PLATE");
  await drawer.getByLabel("Units received").fill("5");
  await drawer.getByLabel("Units received").press("Enter");
  await answer.asked;
  await scan("BOWL");
  const units = drawer.getByLabel("Units received").filter({ visible: true });
  await soon(() => units.count()).toBe(1);
  await units.fill("3");
  answer.release();
  await soon(() => units.count()).toBe(2);
  expect(await units.nth(0).inputValue()).toBe("3");
  expect(await units.nth(1).inputValue()).toBe("5");
  await drawer.getByRole("button", { name: "Try again" }).click();
  await drawer.getByText("PLATE: 5 on hand at Front shop").waitFor();
  await soon(() => units.count()).toBe(1);
  expect(await units.inputValue()).toBe("3");
});

// The screen still had the product's old version: the second change was refused as if the first were someone else's.
it("saves a variant right after another one has been removed", async () => {
  const { id, variants } = await journey.ask<{ id: string; variants: { id: string }[] }>(
    "POST",
    "/api/admin/products",
    {
      title: "Candle",
      options: ["Size"],
      variants: ["Short", "Tall"].map((size) => ({ sku: `CANDLE-${size}`, priceMinor: 500, options: [size] })),
    },
  );
  const page = await journey.visitor({ at: `/products/${id}?open=variant&id=${variants[0]?.id}` });
  const drawer = page.getByRole("dialog").filter({ visible: true });
  await drawer.getByRole("button", { name: "Remove" }).waitFor();
  const answers = await heldBack(page, "GET", /\/products\/\w+$/);
  await drawer.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog", { name: "Remove Short?" }).getByRole("button", { name: "Remove" }).click();
  await page.getByText("Short removed").waitFor();
  await answers.asked;
  await page.getByRole("link", { name: /Tall/ }).first().click();
  await drawer.getByLabel("SKU").fill("CANDLE-LONG");
  await drawer.getByLabel("SKU").press("Enter");
  await page.getByText("Tall saved").waitFor();
  answers.release();
});

it("says where goods were received, even if another location has been chosen meanwhile", async () => {
  const { items } = await journey.ask<{ items: { variantId: string }[] }>("GET", "/api/admin/inventory?q=BOWL");
  const page = await journey.visitor({ at: `/stock/levels/${items[0]?.variantId}?open=receive` });
  const drawer = page.getByRole("dialog");
  const answer = await heldBack(page, "POST", /\/stock\/receive$/);
  await drawer.getByLabel("Units received").fill("1");
  await drawer.getByLabel("Units received").press("Enter");
  await answer.asked;
  await drawer.getByLabel("Location").selectOption({ label: "Back store (0 on hand)" });
  answer.release();
  await drawer.getByText(/^BOWL: \d+ on hand at Front shop$/).waitFor();
});

// Only the closed drawer showed the error, so the clerk believed that it was saved.
it("says that a form was not saved, even if its drawer has been closed meanwhile", async () => {
  const page = await journey.visitor({ at: "/tax-rates", expects: /ERR_FAILED/ });
  await page.getByRole("link", { name: "Usual" }).click();
  const drawer = page.getByRole("dialog");
  const answer = await cutOff(page, "PATCH", /\/tax-rates\//);
  await drawer.getByLabel("Name").fill("Unusual");
  await drawer.getByLabel("Name").press("Enter");
  await answer.asked;
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  answer.release();
  await page.getByText("The store cannot be reached").filter({ visible: true }).waitFor();
  await page.getByRole("link", { name: "Usual" }).click();
  await drawer.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Unusual saved").waitFor();
});

it("keeps a note that is started while the previous one is saved", async () => {
  const page = await journey.visitor({ at: `/orders/${orderId}` });
  const note = page.getByLabel("Note for the team");
  const answer = await heldBack(page, "POST", /\/notes$/);
  await note.fill("First");
  await note.press("Control+Enter");
  await answer.asked;
  await note.fill("Second");
  answer.release();
  await page.getByText("Note added").waitFor();
  expect(await note.inputValue()).toBe("Second");
  await note.press("Control+Enter");
  await soon(() => note.inputValue()).toBe("");
});

it("keeps what is typed in the settings while they are being saved", async () => {
  const page = await journey.visitor({ at: "/settings/store" });
  const name = page.getByLabel("Name", { exact: true });
  const answer = await heldBack(page, "PATCH", /\/store$/);
  await name.fill("Corner shop");
  await name.press("Enter");
  await answer.asked;
  await name.fill("Corner shop and café");
  answer.release();
  await page.getByText("Settings saved").waitFor();
  await page
    .getByRole("banner")
    .getByText("Corner shop")
    .or(page.getByText("Corner shop", { exact: true }))
    .first()
    .waitFor();
  expect(await name.inputValue()).toBe("Corner shop and café");
  // What they have saved themselves is nobody else's change, before the settings were fetched again or after.
  const fetched = await heldBack(page, "GET", /\/session$|\/store$/);
  await name.press("Enter");
  await soon(async () => (await journey.ask<{ name: string }>("GET", "/api/admin/store")).name).toBe(
    "Corner shop and café",
  );
  await fetched.asked;
  await name.fill("Corner shop");
  fetched.release();
  await page
    .getByRole("banner")
    .getByText("Corner shop and café")
    .or(page.getByText("Corner shop and café"))
    .first()
    .waitFor();
  await name.press("Enter");
  await soon(async () => (await journey.ask<{ name: string }>("GET", "/api/admin/store")).name).toBe("Corner shop");
  expect(await page.getByText("This has changed since you opened it").count()).toBe(0);
});

it("keeps the new order of a collection's products if they are moved while it is saved", async () => {
  const page = await journey.visitor({ at: `/collections/${collectionId}` });
  const answer = await heldBack(page, "PUT", /\/products$/);
  await page.getByRole("button", { name: "Move Plate up" }).click();
  await page.getByRole("button", { name: "Save products" }).click();
  await answer.asked;
  await page.getByRole("button", { name: "Remove Stoneware" }).click();
  answer.release();
  await page.getByText("2 products saved").waitFor();
  expect(await page.getByRole("button", { name: "Remove Stoneware" }).count()).toBe(0);
  expect(await page.getByText("Unsaved changes").count()).toBe(1);
});

it("keeps the text of a message that is typed while it is saved", async () => {
  const page = await journey.visitor({ at: "/settings/messages/order.created/email" });
  const answer = await heldBack(page, "PUT", /\/templates\//);
  await page.getByLabel("Subject").fill("One");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await answer.asked;
  await page.getByLabel("Subject").fill("One and two");
  answer.release();
  await page.getByText("Messages use this text").waitFor();
  expect(await page.getByLabel("Subject").inputValue()).toBe("One and two");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const subject = async () => (await template()).source["subject"];
  await soon(subject).toBe("One and two");
});

const templateUrl = "/api/admin/templates/order.paid/email";
const template = (url = "/api/admin/templates/order.created/email") =>
  journey.ask<{ source: Record<string, unknown> }>("GET", url);

it("keeps the text of a message that someone else has changed too, and asks whose to keep", async () => {
  const page = await journey.visitor({ at: "/settings/messages/order.paid/email", expects: /412/ });
  await page.getByLabel("Subject").fill("Mine");
  const { source } = await template(templateUrl);
  await journey.ask("PUT", templateUrl, { source: { ...source, subject: "Theirs" } });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("cell", { name: "Theirs" }).waitFor();
  expect(await page.getByLabel("Subject").inputValue()).toBe("Mine");
  await page.getByRole("button", { name: "Keep my changes" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await soon(async () => (await template(templateUrl)).source["subject"]).toBe("Mine");
});

it("keeps what a colleague has changed in another field of the same record", async () => {
  const { id } = await journey.ask<{ id: string }>("POST", "/api/admin/tax-rates", { name: "Books", basisPoints: 500 });
  const page = await journey.visitor({ at: `/tax-rates?open=edit&id=${id}` });
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Name").fill("Books and maps");
  await journey.ask("PATCH", `/api/admin/tax-rates/${id}`, { basisPoints: 1_200 });
  await drawer.getByLabel("Name").press("Enter");
  await page.getByText("Books and maps saved").waitFor();
  expect(await journey.ask("GET", `/api/admin/tax-rates/${id}`)).toMatchObject({
    name: "Books and maps",
    basisPoints: 1_200,
  });
});

it("asks whose price list to keep if a colleague has changed it too", async () => {
  const list = { name: "Trade", priority: 1 };
  const { id } = await journey.ask<{ id: string }>("POST", "/api/admin/price-lists", list);
  const page = await journey.visitor({ at: `/price-lists/${id}?open=edit`, expects: /412/ });
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Priority").fill("5");
  await journey.ask("PATCH", `/api/admin/price-lists/${id}`, { name: "Trade and schools" });
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await drawer.getByRole("row", { name: "Name Trade Trade and schools" }).waitFor();
  expect(await drawer.getByLabel("Priority").inputValue()).toBe("5");
});

it("closes only the drawer that was saved", async () => {
  const page = await journey.visitor({ at: "/tax-rates?open=new" });
  const drawer = page.getByRole("dialog");
  const answer = await heldBack(page, "POST", /\/tax-rates$/);
  await drawer.getByLabel("Name").fill("Reduced");
  await drawer.getByRole("textbox", { name: "Rate" }).fill("5");
  await drawer.getByRole("textbox", { name: "Rate" }).press("Enter");
  await answer.asked;
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Usual" }).click();
  await drawer.getByLabel("Name").fill("Usual, as it");
  answer.release();
  await page.getByRole("link", { name: "Reduced" }).waitFor();
  await page.keyboard.type(" was");
  expect(await drawer.getByLabel("Name").inputValue()).toBe("Usual, as it was");
});

it("does not navigate away from where the user has gone since", async () => {
  const page = await journey.visitor({ at: "/products/new" });
  const answer = await heldBack(page, "POST", /\/products$/);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Spoon");
  await page.getByLabel("SKU").fill("SPOON");
  await page.getByLabel("Price", { exact: true }).fill("10");
  await page.getByRole("button", { name: "Add product" }).click();
  await answer.asked;
  await page.getByRole("link", { name: "Orders" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: /Leave/ }).click();
  await page.getByRole("searchbox").or(page.getByRole("search").getByRole("textbox")).first().fill("Mee");
  answer.release();
  await page.getByText("Spoon added").waitFor();
  await soon(() => new URL(page.url()).search).toBe("?q=Mee");
  expect(new URL(page.url()).pathname).toBe("/orders");
});

it("shows how many units were received, and keeps the number that was typed since", async () => {
  const { items } = await journey.ask<{ items: { variantId: string }[] }>("GET", "/api/admin/inventory?q=PLATE");
  const page = await journey.visitor({ at: `/stock/levels/${items[0]?.variantId}?open=receive` });
  const units = page.getByRole("dialog").getByLabel("Units received");
  const answer = await heldBack(page, "POST", /\/stock\/receive$/);
  await units.fill("5");
  await units.press("Enter");
  await answer.asked;
  await units.fill("3");
  answer.release();
  await page.getByRole("link", { name: "Print 5 labels for what was received" }).waitFor();
  expect(await units.inputValue()).toBe("3");
});

it("compares what is typed since with the level that the previous count left", async () => {
  const { items } = await journey.ask<{ items: { variantId: string }[] }>("GET", "/api/admin/inventory?q=MUG");
  const page = await journey.visitor({ at: `/stock/levels/${items[0]?.variantId}?open=count` });
  const units = page.getByRole("dialog").getByLabel("Units counted, including allocated ones");
  const answer = await heldBack(page, "POST", /\/stock\/count$/);
  await units.fill("9");
  await units.press("Enter");
  await answer.asked;
  await units.fill("8");
  answer.release();
  await page.getByText("MUG: 9 on hand").waitFor();
  expect(await units.inputValue()).toBe("8");
  await page.getByRole("button", { name: "Save count" }).click();
  await page.getByText("MUG: 8 on hand").waitFor();
});

it("saves a note once, however often its keys are pressed, and does not ask on leaving", async () => {
  const page = await journey.visitor({ at: `/orders/${orderId}` });
  const note = page.getByLabel("Note for the team");
  const sent: string[] = [];
  page.on("request", (request) => void (request.url().endsWith("/notes") && sent.push(request.method())));
  const answer = await heldBack(page, "POST", /\/notes$/);
  await note.fill("Pressed thrice");
  for (let nth = 0; nth < 3; nth++) await note.press("Control+Enter");
  await answer.asked;
  answer.release();
  await soon(() => note.inputValue()).toBe("");
  await page.getByRole("navigation").getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("heading", { name: /^Hello/ }).waitFor();
  expect(sent).toEqual(["POST"]);
});

it("keeps rights that are changed while earlier changes are saved", async () => {
  const page = await journey.visitor({ at: "/settings/roles?role=staff" });
  const answer = await heldBack(page, "PUT", /\/roles\/staff$/);
  await page.getByRole("checkbox", { name: "Cancel orders" }).uncheck();
  await page.getByRole("button", { name: "Save …" }).click();
  await page.getByRole("button", { name: "Remove 1 right" }).click();
  await answer.asked;
  await page.getByRole("button", { name: "Go back" }).click();
  await page.getByRole("checkbox", { name: "Record returns" }).uncheck();
  answer.release();
  await page.getByText("Staff saved").waitFor();
  await soon(() => page.getByRole("status").getByText("1 removed").count()).toBe(1);
  expect(await page.getByRole("checkbox", { name: "Record returns" }).isChecked()).toBe(false);
  expect(await page.getByRole("checkbox", { name: "Cancel orders" }).isChecked()).toBe(false);
});

it("shows what others have saved when one's own change is reverted by hand, and does not overwrite it", async () => {
  const page = await journey.visitor({ at: `/orders/${orderId}?open=edit-details`, expects: /412/ });
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Name").fill("Mira Shah");
  await journey.ask("PATCH", `/api/admin/orders/${orderId}`, { email: "meera.shah@example.com" });
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await drawer.getByText("This has changed since you opened it").waitFor();
  await drawer.getByLabel("Name").fill("Meera Shah");
  await soon(() => drawer.getByLabel("Email").inputValue()).toBe("meera.shah@example.com");
});

it("runs an action once if its confirmation is double-clicked", async () => {
  const page = await journey.visitor({ reducedMotion: "no-preference" });
  const asked: string[] = [];
  page.on("request", (request) => void (request.url().endsWith("/cancel") && asked.push(request.method())));
  await page.goto("/orders");
  await page.locator("[data-row]").nth(0).getByRole("checkbox").click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel 1 order" }).dblclick();
  await page.getByText("1 of 1 done", { exact: true }).waitFor();
  expect(asked).toEqual(["POST"]);
});

// It said that they had changed nothing, and whoever kept their own changes then was refused again.
it("says that someone else has changed a record once it knows what they changed", async () => {
  const list = await journey.ask<{ id: string }>("POST", "/api/admin/price-lists", { name: "Sale" });
  const page = await journey.visitor({ at: `/price-lists/${list.id}`, expects: /412/ });
  await page.getByRole("button", { name: "Edit" }).click();
  const drawer = page.getByRole("dialog", { name: "Edit price list" });
  await drawer.getByLabel("Name").fill("Sale of May");
  await journey.ask("PATCH", `/api/admin/price-lists/${list.id}`, { priority: 7 });
  const answers = await heldBack(page, "GET", new RegExp(`/price-lists/${list.id}$`));
  await drawer.getByRole("button", { name: "Save" }).click();
  await answers.asked;
  expect(await drawer.getByText("This has changed since you opened it").count()).toBe(0);
  answers.release();
  await drawer.getByText("This is what has changed").waitFor();
  await drawer.getByRole("button", { name: "Keep my changes" }).click();
  await drawer.getByRole("button", { name: "Save" }).click();
  await page.getByText("Sale of May saved").waitFor();
});

// A parcel left "from a location" until the locations' names were known.
it("says of no parcel that it left from “a location” while the name is awaited", async () => {
  const { id } = await anOrderOf(journey, bowl, 1);
  const { lines } = await journey.ask<{ lines: { id: string; allocations: { locationId: string }[] }[] }>(
    "GET",
    `/api/admin/orders/${id}`,
  );
  const locationId = lines[0]?.allocations[0]?.locationId;
  await journey.ask("POST", `/api/admin/orders/${id}/parcels`, {
    locationId,
    lines: [{ lineId: lines[0]?.id, quantity: 1 }],
  });
  const page = await journey.visitor();
  const names = await heldBack(page, "GET", /\/locations$/);
  await page.goto(`/orders/${id}`);
  await names.asked;
  const parcel = page.getByText(/^from .* shipped /);
  await parcel.waitFor();
  expect(await parcel.innerText()).toMatch(/^from … /);
  names.release();
  await page.getByText(/^from Front shop /).waitFor();
});
