import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, pastes, soon } from "../support/harness/journey.ts";
import { faultsInLooks, seriousFaults } from "../support/harness/looks.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
const ask: typeof journey.ask = (method, path, body) => journey.ask(method, path, body);
const orderNow = (id: string) => ask<{ lines: { id: string }[]; tags: string[] }>("GET", `/api/admin/orders/${id}`);

beforeAll(async () => {
  store = await aStockedStore(journey);
  await ask("POST", "/api/admin/discounts", { code: "TEN", kind: "percentage", basisPoints: 1_000 });
});

async function aPaidOrder(variantId: string, quantity = 1) {
  const order = await anOrderOf(journey, variantId, quantity, "manual");
  await ask("POST", `/api/admin/orders/${order.id}/mark-paid`, { method: "cash" });
  return order;
}

/** Ships this many units of an order's first line. */
async function shipped(id: string, quantity: number, from = store.front) {
  const { lines } = await orderNow(id);
  await ask("POST", `/api/admin/orders/${id}/parcels`, {
    locationId: from.id,
    lines: [{ lineId: lines[0]?.id, quantity }],
  });
}

describe("closing the rest of an order", () => {
  // The supplier cannot deliver. Without it the order stayed open for ever, and the customer's money stayed with it.
  it("says what will not be sent, closes the rest, and says what the store owes", async () => {
    const order = await aPaidOrder(store.bowl, 3);
    await shipped(order.id, 1);
    const page = await journey.visitor({ at: `/orders/${order.id}` });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Close the rest" }).click();
    const dialog = page.getByRole("dialog", { name: `Close the rest of ${order.number}?` });
    await dialog.getByText("2 × Stoneware (Bowl)").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByLabel("Reason").fill("Sold out");
    await dialog.getByRole("button", { name: "Close the rest" }).click();
    await page.getByText(`The rest of ${order.number} is closed: the store owes ₹800.00.`).waitFor();
    await page.getByText("closed what was left to ship").waitFor();
    await page.getByText("BOWL: 3 → 1 · Sold out").waitFor();
    expect(await orderNow(order.id)).toMatchObject({
      status: "shipped",
      lines: [{ quantity: 1, shipped: 1, allocations: [] }],
      balance: { direction: "storeOwes", amount: { amountMinor: 80_000 } },
    });
    await page.getByRole("button", { name: "More", exact: true }).click();
    expect(await page.getByRole("menuitem", { name: "Close the rest" }).count()).toBe(0);
  });
});

describe("an order that a colleague has cancelled meanwhile", () => {
  // The refusal named a state that the screen did not show.
  it("is shown in its current state when a payment for it is refused", async () => {
    const order = await anOrderOf(journey, store.bowl, 1, "manual");
    const page = await journey.visitor({ at: `/orders/${order.id}?open=pay`, expects: /409/ });
    const pay = page.getByRole("button", { name: "Mark as paid" });
    await pay.waitFor();
    await ask("POST", `/api/admin/orders/${order.id}/cancel`, { reason: "Changed their mind." });
    await page.route("**/mark-paid", (route) =>
      route.fulfill({ status: 409, json: { error: { code: "order.cancelled", message: "", detail: {} } } }),
    );
    await pay.click();
    await page.getByText("This order is cancelled", { exact: true }).waitFor();
  });
});

describe("the tags of an order", () => {
  it("are typed in a drawer, and link to the orders that have them", async () => {
    const order = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${order.id}` });
    await page.getByRole("button", { name: "Edit tags" }).click();
    const field = page.getByPlaceholder("Press Enter after each");
    await field.fill("Call first");
    await field.press("Enter");
    // The cells of a spreadsheet became one tag.
    await pastes(page, "gift\r\nfragile\tgift\r\n");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Tags saved").waitFor();
    await page.getByRole("region", { name: "Tags" }).getByRole("link", { name: "Call first" }).click();
    await page.getByRole("group", { name: "Active filters" }).getByText("Tag: Call first").waitFor();
    await page.getByRole("link", { name: order.number }).waitFor();
    expect(await orderNow(order.id)).toMatchObject({ tags: ["Call first", "fragile", "gift"] });
  });

  // All tags are saved at once: what a colleague had added would be lost, unnoticed.
  it("keep what a colleague has added meanwhile, until it has been seen", async () => {
    const order = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${order.id}?open=tags`, expects: /412/ });
    const field = page.getByPlaceholder("Press Enter after each");
    await field.fill("mine");
    await field.press("Enter");
    await ask("PUT", `/api/admin/orders/${order.id}/tags`, { tags: ["theirs"] });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("This has changed since you opened it").waitFor();
    await page.getByRole("cell", { name: "theirs" }).waitFor();
    expect(await orderNow(order.id)).toMatchObject({ tags: ["theirs"] });
  });
});

// The second Enter came before the button was disabled.
it("edited lines are sent once, however often Enter is pressed", async () => {
  const order = await anOrderOf(journey, store.bowl);
  const page = await journey.visitor({ at: `/orders/${order.id}?open=edit-lines` });
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith(`/orders/${order.id}/lines`)) return;
    const input = request.postDataJSON();
    if (!input.dryRun) sent.push(input);
  });
  await page.getByLabel("Quantity of BOWL").fill("2");
  await page.getByRole("button", { name: "Save 1 change" }).waitFor();
  await page.evaluate(`{
    const form = document.querySelector("[role=dialog] form");
    form.requestSubmit();
    form.requestSubmit();
  }`);
  await page.getByText(`${order.number} edited`).first().waitFor();
  expect(sent).toHaveLength(1);
});

// They were not sent, and nothing said so, until the page was left.
it("edited lines that are discarded while they are being sent can be edited and sent again", async () => {
  const order = await anOrderOf(journey, store.bowl);
  const page = await journey.visitor({ at: `/orders/${order.id}?open=edit-lines` });
  let sent = 0;
  await page.route(`**/orders/${order.id}/lines`, async (route) => {
    if (!route.request().postDataJSON().dryRun && ++sent === 1) return; // never answered
    await route.continue();
  });
  const save = page.getByRole("button", { name: "Save 1 change" });
  await page.getByLabel("Quantity of BOWL").fill("2");
  await save.click();
  await soon(() => sent).toBe(1);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Edit lines" }).click();
  await page.getByLabel("Quantity of BOWL").fill("3");
  await save.click();
  await page.getByText(`${order.number} edited`).first().waitFor();
  expect(await orderNow(order.id)).toMatchObject({ lines: [{ quantity: 3 }] });
});

describe("a slip", () => {
  // The wrong parcel is marked as delivered, the wrong tag is saved: without Undo the clerk has to look for a way back.
  it("is corrected with Undo, for a parcel that was marked as delivered and for tags", async () => {
    const order = await aPaidOrder(store.bowl, 2);
    await shipped(order.id, 1);
    const page = await journey.visitor({ at: `/orders/${order.id}` });
    await page.getByRole("button", { name: "Mark as delivered: parcel 1" }).click();
    await page.getByText("Parcel 1 delivered", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Delivery of parcel 1 undone").waitFor();
    expect(await orderNow(order.id)).toMatchObject({ status: "partiallyShipped" });

    await page.goto(`/orders/${order.id}?open=tags`);
    await page.getByRole("dialog").getByLabel("Tags", { exact: true }).fill("fragile");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Tags saved").waitFor();
    expect(await orderNow(order.id)).toMatchObject({ tags: ["fragile"] });
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await soon(async () => (await orderNow(order.id)).tags).toEqual([]);
  });

  // "2" was clicked and 5 typed: 25 units were returned or counted.
  it("is avoided when clicking into a number: typing replaces it, and a single unit is filled in", async () => {
    const order = await aPaidOrder(store.bowl, 2);
    await shipped(order.id, 2);
    const page = await journey.visitor({ at: `/orders/${order.id}?open=return` });
    const units = page.getByLabel("Units of BOWL returned");
    await soon(() => units.inputValue()).toBe("1");
    await page.getByLabel("Reason").click();
    await units.click();
    await page.keyboard.type("2");
    await soon(() => units.inputValue()).toBe("2");
  });
});

describe("the timeline", () => {
  // Read out to a customer on the phone: what was in the parcel, its number, and that their payment has arrived, once.
  it("says what was in a parcel, shows a payment once, and on request the webhook events, which link to their deliveries", async () => {
    const endpoint = { url: "http://localhost:9/", events: ["order.shipped"] };
    const { id: endpointId } = await ask<{ id: string }>("POST", "/api/admin/x/webhooks/endpoints", endpoint);
    const order = await aPaidOrder(store.bowl, 2);
    const { lines } = await orderNow(order.id);
    await ask("POST", `/api/admin/orders/${order.id}/parcels`, {
      locationId: store.front.id,
      lines: [{ lineId: lines[0]?.id, quantity: 2 }],
      trackingNumber: "AWB-123",
    });
    const sent = `/api/admin/x/webhooks/deliveries?endpointId=${endpointId}`;
    await soon(async () => (await ask<{ items: unknown[] }>("GET", sent)).items.length).toBe(1);
    const page = await journey.visitor({ at: `/orders/${order.id}` });
    const timeline = page.getByRole("region", { name: "Timeline", exact: true });
    await timeline.getByText("Parcel 1 · 2 × BOWL · tracking number AWB-123").waitFor();
    expect(await timeline.getByText("₹800.00", { exact: false }).count()).toBe(1);
    expect(await timeline.getByText("recorded a payment", { exact: false }).count()).toBe(0);
    expect(await timeline.getByText("order.shipped").count()).toBe(0);
    await timeline.getByLabel("Webhook events").click();
    await timeline.getByRole("link", { name: "order.shipped" }).click();
    await page.getByRole("heading", { name: "Webhooks" }).waitFor();
    await page.getByText("One event", { exact: true }).waitFor();
    await soon(() => page.locator("[data-row]").count()).toBe(1);
    await ask("DELETE", `/api/admin/x/webhooks/endpoints/${endpointId}`);
  });
});

describe("undoing one of two payments", () => {
  // The second transfer was recorded on the wrong order: the first, which is right, must stay.
  it("leaves the order paid by the other, and the customer owes what is missing", async () => {
    const order = await aPaidOrder(store.bowl);
    await ask("PUT", `/api/admin/orders/${order.id}/lines`, { shippingMinor: 5_000 });
    await ask("POST", `/api/admin/orders/${order.id}/mark-paid`, { method: "bankTransfer", reference: "UTR-9" });
    const page = await journey.visitor({ at: `/orders/${order.id}` });
    await page.getByRole("button", { name: "Undo the payment of ₹50.00" }).click();
    const dialog = page.getByRole("dialog", { name: "Undo the payment of ₹50.00?" });
    await dialog.getByText("The order stays paid by the other payments", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Undo payment" }).click();
    await page.getByText("Payment undone: the customer owes ₹50.00").waitFor();
    await soon(() => page.getByRole("button", { name: "Undo the payment of ₹50.00" }).count()).toBe(0);
    expect(await orderNow(order.id)).toMatchObject({ paymentStatus: "paid", paid: { amountMinor: 40_000 } });

    await page.getByRole("button", { name: "Undo the payment of ₹400.00" }).click();
    await page.getByRole("dialog").getByText("The order is unpaid again.", { exact: false }).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Undo payment" }).click();
    await page.getByText(`${order.number} is unpaid again`).waitFor();
    expect(await orderNow(order.id)).toMatchObject({ status: "pending", paymentStatus: "unpaid" });
  });
});

describe("editing lines", () => {
  // The customer calls: the code was forgotten, and the parcel should go by express. Both used to require a new order.
  it("changes the shipping charge and the discount code, and shows the totals before anything is saved", async () => {
    const order = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${order.id}?open=edit-lines`, expects: /404/ });
    const preview = page.getByLabel("Preview");
    await page.getByLabel("Shipping, INR").fill("fifty");
    await page.getByText("Enter an amount, such as 19.99.").waitFor();
    expect(await page.getByRole("button", { name: /^Save/ }).isDisabled()).toBe(true);
    await page.getByLabel("Shipping, INR").fill("50");
    await page.getByLabel("Discount code").fill("NOSUCH");
    await page.getByText("There is no such discount code").waitFor();
    await page.getByLabel("Discount code").fill("TEN");
    await soon(() => preview.textContent()).toContain("₹410.00");
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await page.getByText("shipping: ₹0.00 → ₹50.00, discount code: none → TEN").waitFor();
    expect(await orderNow(order.id)).toMatchObject({ discountCode: "TEN", totals: { total: { amountMinor: 41_000 } } });

    await page.getByRole("button", { name: "Edit lines" }).click();
    await page.getByLabel("Discount code").fill("");
    await soon(() => preview.textContent()).toContain("₹450.00");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await soon(() => orderNow(order.id)).toMatchObject({ discountCode: null });
  });

  // The drawer was gone, with all that had been typed into it.
  it("keeps what was typed when a colleague ships the order, says so, and saves it once the shipment is undone", async () => {
    const order = await aPaidOrder(store.mug);
    const page = await journey.visitor({ at: `/orders/${order.id}?open=edit-lines`, expects: /409|412/ });
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Shipping, INR").fill("50");
    await shipped(order.id, 1);
    await drawer.getByRole("button", { name: "Save 1 change" }).click();
    await drawer.getByText("The lines can no longer be edited").waitFor();
    await drawer.getByText("undo the shipment first. What you have typed is still here", { exact: false }).waitFor();
    expect(await drawer.getByLabel("Shipping, INR").inputValue()).toBe("50");
    expect(await drawer.getByRole("button", { name: "Save 1 change" }).isDisabled()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);

    await drawer.getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Go back" }).click();
    await page.getByRole("button", { name: "More actions for parcel 1" }).click();
    await page.getByRole("menuitem", { name: "Undo shipment" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo shipment" }).click();
    await page.getByRole("button", { name: "Edit lines" }).click();
    await drawer.getByRole("button", { name: "Save 1 change" }).click();
    await drawer.getByRole("button", { name: "Keep my changes" }).click();
    await drawer.getByRole("button", { name: "Save 1 change" }).click();
    await soon(() => orderNow(order.id)).toMatchObject({ totals: { shipping: { amountMinor: 5_000 } } });
  });
});

// Two hundred lines were drawn before anything was shown, for about a second, and again after each change.
it("an order of many lines shows the first of them at once, and then all", async () => {
  const sizes = Array.from({ length: 40 }, (_, nth) => `${nth}`);
  const variants = sizes.map((size) => ({ sku: `MANY-${size}`, options: [size], priceMinor: 100, trackStock: false }));
  const many = { title: "Many", status: "active", options: ["Size"], variants };
  const product = await ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", many);
  const [first, ...others] = product.variants.map(({ id }) => id);
  const order = await anOrderOf(journey, first ?? "");
  const add = others.map((variantId) => ({ variantId, quantity: 1 }));
  await ask("PUT", `/api/admin/orders/${order.id}/lines`, { add });
  const page = await journey.visitor();
  await page.addInitScript({
    content: `new MutationObserver(() => {
      globalThis.atFirst ||= document.querySelectorAll("section[aria-label=Lines] tbody tr").length;
    }).observe(document, { childList: true, subtree: true });`,
  });
  await page.goto(`/orders/${order.id}`);
  await soon(() => page.getByRole("region", { name: "Lines" }).locator("tbody tr").count()).toBe(40);
  expect(await page.evaluate("globalThis.atFirst")).toBe(25);
  // Back went to where the first lines ended, not to where one had been.
  const line = page.getByRole("link", { name: "MANY-35" });
  await line.scrollIntoViewIfNeeded();
  const place = await page.evaluate<number>("scrollY");
  await line.click();
  await page.getByRole("region", { name: "Lines" }).waitFor({ state: "hidden" });
  await page.evaluate("globalThis.atFirst = 0");
  await page.goBack();
  await line.waitFor();
  expect(await page.evaluate("globalThis.atFirst")).toBe(40);
  expect(await page.evaluate("scrollY")).toBe(place);
});

describe("lines whose answer was lost", () => {
  // A proxy timed out. The order on the screen had the new shipping charge by then, so that saving again sent a different
  // request: it was refused, because "someone else" had changed the order.
  it("are saved by repeating the same request, and the item is added once", async () => {
    const order = await anOrderOf(journey, store.bowl);
    // The preview of what was typed is refused if it is asked for again before the page knows that the order has shipped.
    const page = await journey.visitor({ expects: /502|409 .*dryRun/ });
    const keys: (string | undefined)[] = [];
    await page.route(`**/${order.id}/lines`, async (route) => {
      const request = route.request();
      if (request.postDataJSON().dryRun) return route.fallback();
      keys.push(request.headers()["idempotency-key"]);
      const response = await route.fetch();
      if (keys.length === 2) return route.fulfill({ response });
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
    });
    await page.goto(`/orders/${order.id}?open=edit-lines`);
    const drawer = page.getByRole("dialog");
    // As copied from a spreadsheet, with the tab after a cell: "Some fields are not valid".
    await drawer.getByLabel("Add an item").focus();
    await pastes(page, "MUG\t\r\n");
    // Blank cells deleted what was selected.
    await drawer.getByLabel("Add an item").selectText();
    await pastes(page, "\t\r\n");
    expect(await drawer.getByLabel("Add an item").inputValue()).toBe("MUG");
    await drawer.getByLabel("Add an item").press("Enter");
    await drawer.getByLabel("Shipping, INR").fill("50");
    await drawer.getByRole("button", { name: "Save 2 changes" }).click();
    await drawer.getByText("The store could not answer").waitFor();
    await drawer.getByRole("button", { name: "Try again" }).click();
    await drawer.waitFor({ state: "hidden" });
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await orderNow(order.id)).toMatchObject({ lines: [{ quantity: 1 }, { quantity: 1 }] });

    // Once a colleague had shipped it, what had been saved was said to be typed only, and the error was gone.
    await page.getByRole("button", { name: "Edit lines" }).click();
    await drawer.getByLabel("Shipping, INR").fill("60");
    await drawer.getByRole("button", { name: "Save 1 change" }).click();
    await drawer.getByText("The store could not answer").waitFor();
    await shipped(order.id, 1);
    // The clerk looks at another window and comes back.
    await soon(async () => {
      await page.evaluate(`dispatchEvent(new Event("visibilitychange"))`);
      return drawer.getByText("The lines can no longer be edited").count();
    }).toBe(1);
    await drawer.getByText("The store could not answer").waitFor();
    expect(await drawer.getByText("What you have typed is still here, but").count()).toBe(0);
  });
});

describe("a return", () => {
  // It used to be recorded at the default location, while the goods were where they had been shipped from.
  it("goes back to the location that shipped it, which the form shows, unless another is chosen", async () => {
    await ask("POST", `/api/admin/variants/${store.bowl}/stock/receive`, { locationId: store.back.id, quantity: 30 });
    const order = await anOrderOf(journey, store.bowl, 25);
    await shipped(order.id, 25, store.back);
    const page = await journey.visitor({ at: `/orders/${order.id}?open=return` });
    await page.getByLabel("Units of BOWL returned").fill("1");
    const place = page.getByLabel("Location to restock BOWL");
    await soon(() => place.locator("option:checked").textContent()).toBe("Back store, which shipped it");
    await page.getByRole("button", { name: "Record return" }).click();
    await page.getByText("restocked at Back store").waitFor();

    await page.getByRole("button", { name: "Record a return" }).click();
    await page.getByLabel("Units of BOWL returned").fill("1");
    await place.selectOption("Front shop");
    await page.getByRole("button", { name: "Record return" }).click();
    await page.getByText("restocked at Front shop").waitFor();
    // On a phone, what the button says was cut off.
    await page.setViewportSize({ width: 360, height: 800 });
    const withdraw = `document.querySelector('[aria-label="Withdraw return 1"] .mantine-Button-label')`;
    await soon(() => page.evaluate(`${withdraw}.scrollWidth - ${withdraw}.clientWidth`)).toBe(0);
  });

  // The form closed as if it had been recorded: nothing was left that could be returned.
  it("that a colleague has recorded first is refused, which is said although the form is gone", async () => {
    const order = await anOrderOf(journey, store.bowl, 1);
    await shipped(order.id, 1, store.front);
    const page = await journey.visitor({ at: `/orders/${order.id}?open=return`, expects: /409/ });
    await page.getByLabel("Units of BOWL returned").waitFor();
    const [line] = (await orderNow(order.id)).lines;
    const lines = [{ lineId: line?.id, quantity: 1, restock: false }];
    await ask("POST", `/api/admin/orders/${order.id}/returns`, { lines });
    await page.getByRole("button", { name: "Record return" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByText("That is more than can be returned").waitFor();
  });

  // "What you typed is still here", of a form that was gone because it had been saved: only the answer was lost.
  it("whose answer was lost is not called refused once the page shows it", async () => {
    const order = await anOrderOf(journey, store.bowl, 1);
    await shipped(order.id, 1, store.front);
    const page = await journey.visitor({ expects: /502/ });
    await page.clock.install();
    await page.route("**/returns", async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
    });
    await page.goto(`/orders/${order.id}?open=return`);
    await page.getByRole("button", { name: "Record return" }).click();
    await page.getByText("The store could not answer").waitFor();
    await page.clock.runFor(20_000);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Withdraw return 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("Return withdrawn").waitFor();
    expect(await page.getByText("The store could not answer").count()).toBe(0);
  });
});

describe("low stock", () => {
  // An archived product need not be reordered: the list was full of them.
  it("lists the items of products on sale, and others on request", async () => {
    const { variants } = await ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", {
      title: "Lamp",
      status: "draft",
      options: [],
      variants: [{ sku: "LAMP", priceMinor: 90_000, options: [] }],
    });
    const url = `/api/admin/variants/${variants[0]?.id}/stock/receive`;
    await ask("POST", url, { locationId: store.front.id, quantity: 1 });
    const page = await journey.visitor({ at: "/stock/low" });
    await page.getByRole("link", { name: "MUG" }).waitFor();
    expect(await page.getByRole("link", { name: "LAMP" }).count()).toBe(0);
    await page.getByRole("button", { name: "Product status: On sale" }).click();
    await page.getByRole("checkbox", { name: "Draft" }).click();
    await page.getByRole("link", { name: "LAMP" }).waitFor();
    expect(new URL(page.url()).searchParams.get("productStatus")).toBe("draft,active");
  });
});

describe("the new parts of the order page", () => {
  it("have no serious axe findings, and are no wider than the screen, in light and dark, at a desk and on a phone", async () => {
    const order = await aPaidOrder(store.bowl, 2);
    await ask("PUT", `/api/admin/orders/${order.id}/tags`, { tags: ["gift", "fragile glassware for the wedding"] });
    await ask("PUT", `/api/admin/orders/${order.id}/lines`, { shippingMinor: 5_000 });
    const own = `/orders/${order.id}`;
    const urls = [own, `${own}?open=tags`, `${own}?open=edit-lines`, "/stock/low"];
    const page = await journey.visitor();
    expect(await faultsInLooks(page, urls)).toEqual({});
    // The SKU of the chosen one among the matching items was dark gray on blue.
    await page.goto(`${own}?open=edit-lines`);
    await page.getByLabel("Add an item").fill("BOWL");
    await page.getByRole("option", { name: /BOWL/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator("[data-combobox-selected]").waitFor();
    expect(await seriousFaults(page, "colours")).toEqual([]);
  });
});
