import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import {
  address,
  anOrderOf,
  aStockedStore,
  fontsLoaded,
  journeys,
  partLoaded,
  scanIntoField,
  signIn,
  soon,
} from "../support/harness/journey.ts";
import { quiet } from "../support/harness/quiet.ts";
import { owner } from "../support/harness/runtime.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
  const more = { locationId: store.front.id, quantity: 80 };
  await journey.ask("POST", `/api/admin/variants/${store.bowl}/stock/receive`, more);
});

/** Fills the customer's fields of a new order. */
async function fillCustomer(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Address", { exact: true }).fill(address.line1);
  await page.getByLabel("City").fill(address.city);
  await page.getByLabel("Postal code").fill(address.postalCode);
}

describe("an order's life", () => {
  // This is the daily work of a clerk. If one of these steps fails, the store cannot sell.
  it("goes from a phone order through two parcels from two locations to a return", async () => {
    const page = await journey.visitor();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    // The empty list offers it too.
    await page.getByRole("link", { name: "New order" }).first().click();

    const picker = page.getByLabel("Add an item");
    await picker.fill("MUG");
    await picker.press("Enter");
    await page.getByLabel("Quantity of MUG").waitFor();
    await fillCustomer(page, "Meera Shah", "meera@example.com");
    await page.getByRole("button", { name: "Place order" }).click();
    // With the focus nowhere, a screen reader told nothing of it.
    await page.getByRole("heading", { name: /^QM-/ }).and(page.locator(":focus")).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1);

    await page.getByRole("button", { name: "Edit lines" }).click();
    await page.getByLabel("Quantity of MUG").fill("3");
    const preview = page.getByLabel("Preview");
    await soon(() => preview.textContent()).toContain("₹750.00");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await page.getByText("1 at Front shop").waitFor();
    await page.getByText("2 at Back store").waitFor();

    await page.getByRole("button", { name: "Record a payment" }).click();
    await page.getByLabel("Reference").fill("UTR-7");
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByText("Bank transfer · UTR-7").waitFor();

    for (const [nth, name] of ["Front shop", "Back store"].entries()) {
      await page.getByRole("button", { name: "Ship a parcel" }).click();
      await soon(() => page.getByLabel("From").locator("option:checked").textContent()).toContain(name);
      // All units are in the parcel already, and the tracking number has the focus: scan it, press Enter.
      await page.getByLabel("Tracking number").and(page.locator(":focus")).waitFor();
      await page.keyboard.type(`TRACK-${nth + 1}`);
      await page.keyboard.press("Enter");
      await page.getByText(`Parcel ${nth + 1}`, { exact: true }).waitFor();
    }
    await page.getByText("3 shipped").waitFor();

    for (const nth of [1, 2]) {
      await page.getByRole("button", { name: `Mark as delivered: parcel ${nth}` }).click();
      await page.getByText(`Parcel ${nth} delivered`, { exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Record a return" }).click();
    await page.getByLabel("Units of MUG returned").fill("1");
    await page.getByRole("button", { name: "Record return" }).click();
    await page.getByText("1 returned").waitFor();

    expect(await journey.ask("GET", `/api/admin/orders/${id}`)).toMatchObject({
      status: "delivered",
      paymentStatus: "paid",
      lines: [{ sku: "MUG", quantity: 3, shipped: 3, returned: 1 }],
      parcels: [{ status: "delivered" }, { status: "delivered" }],
    });
  });

  // The API refuses the line, not the form: the clerk must see which one, and how many units are left.
  it("says which item is short, and keeps what was typed", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${id}?open=edit-lines`, expects: /409/ });
    // The available stock is shown at the line before anything is refused.
    const { available } = await journey.ask<{ available: number }>("GET", `/api/admin/variants/${store.bowl}/stock`);
    await page.getByText(`${available} more available`).waitFor();
    await page.getByLabel("Quantity of BOWL").fill("500");
    await page.getByText("There is not enough in stock").waitFor();
    await page.getByText(/^Only \d+ more in stock$/).waitFor();
    expect(await page.getByLabel("Quantity of BOWL").inputValue()).toBe("500");
  });

  // The failed payment's reason and reference were still there, and Enter recorded a second failure.
  it("takes each payment with an empty form, also after one that failed", async () => {
    const { id } = await anOrderOf(journey, store.bowl, 1, "manual");
    const page = await journey.visitor({ at: `/orders/${id}?open=pay` });
    await page.getByLabel("Outcome").selectOption("A payment failed");
    await page.getByLabel("Reference").fill("CARD-1");
    await page.getByLabel("Reason").fill("Declined");
    await page.getByRole("button", { name: "Record failed payment" }).click();
    await page.getByText("Failed payment recorded").waitFor();
    await page.getByRole("button", { name: "Record a payment" }).click();
    await page.getByRole("button", { name: "Mark as paid" }).waitFor();
    expect(await page.getByLabel("Reference").inputValue()).toBe("");
  });

  // An accidental click beside the drawer must not lose what was typed.
  it("keeps what was typed in a drawer that was closed", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${id}?open=edit-details` });
    await page.getByLabel("Name").fill("Meera S. Shah");
    await page.keyboard.press("Escape");
    await soon(() => new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "Edit customer" }).click();
    expect(await page.getByLabel("Name").inputValue()).toBe("Meera S. Shah");
  });
});

describe("a new order", () => {
  // The customer on the phone asks for the total, and the email must have the same one.
  it("shows the total with discount and shipping while it is typed, before anything is placed", async () => {
    const code = "PHONE10";
    await journey.ask("POST", "/api/admin/discounts", { code, kind: "percentage", basisPoints: 1_000 });
    const page = await journey.visitor({ at: "/orders/new", expects: /404/ });
    const total = page.getByRole("region", { name: "Summary" });
    await total.getByText("Add an item").waitFor();
    await page.getByLabel("Add an item").fill("BOWL");
    await page.getByLabel("Add an item").press("Enter");
    await page.getByLabel("Quantity of BOWL").fill("2");
    await soon(() => total.textContent()).toContain("Total₹800.00");
    await page.getByLabel("Shipping, INR").fill("fifty");
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("Enter an amount, such as 19.99.").waitFor();
    await page.getByLabel("Shipping, INR").fill("50");
    await page.getByLabel("Discount code").fill("NOSUCH");
    await page.getByText("There is no such discount code").waitFor();
    await page.getByLabel("Discount code").fill(code);
    await soon(() => total.textContent()).toContain(`Discount (${code})− ₹80.00`);
    await soon(() => total.textContent()).toContain("Total₹770.00");

    await fillCustomer(page, "Ravi Rao", "ravi@example.com");
    type Orders = { items: { total: { amountMinor: number } }[] };
    const placed = () => journey.ask<Orders>("GET", "/api/admin/orders?q=ravi@example.com");
    expect((await placed()).items).toEqual([]);
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByRole("heading", { name: /^QM-/ }).waitFor();
    expect((await placed()).items).toMatchObject([{ total: { amountMinor: 77_000 } }]);
  });

  // It was said twice, the second time as "Lines: At least 1.", and was still there once an item had been added.
  it("says at the field that an item is missing, until one is added", async () => {
    const page = await journey.visitor({ at: "/orders/new" });
    const field = page.getByLabel("Add an item");
    await page.locator(":focus").and(field).waitFor();
    await fillCustomer(page, "Ravi Rao", "noitem@example.com");
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("Add at least one item.").waitFor();
    await page.locator(":focus").and(field).waitFor();
    expect(await page.getByText("Lines:").count()).toBe(0);
    // In red, what the field suggests would look like what was typed.
    const fields = "[...document.querySelectorAll('main input[placeholder]')]";
    const colours = await page.evaluate<string[]>(
      `${fields}.map((one) => getComputedStyle(one, '::placeholder').color)`,
    );
    expect(colours.length).toBeGreaterThan(1);
    expect(new Set(colours).size).toBe(1);
    await field.fill("BOWL");
    await field.press("Enter");
    await page.getByLabel("Quantity of BOWL").waitFor();
    expect(await page.getByText("Add at least one item.").count()).toBe(0);
  });

  // If this came only at the end of the call, the clerk would have to call back.
  it("shows at the line how many are in stock, before the customer has given their name", async () => {
    const page = await journey.visitor({ at: "/orders/new", expects: /409/ });
    await page.getByLabel("Add an item").fill("BOWL");
    await page.getByLabel("Add an item").press("Enter");
    await page.getByLabel("Quantity of BOWL").fill("500");
    await page.getByText(/^Only \d+ in stock$/).waitFor();
    await page.getByLabel("Quantity of BOWL").fill("1");
    await soon(() => page.getByRole("region", { name: "Summary" }).textContent()).toContain("Total₹400.00");
    expect(await page.getByText(/^Only \d+ in stock$/).count()).toBe(0);
  });
});

describe("the item search", () => {
  // A clerk with the phone in one hand should not need the mouse only because three sizes match.
  it("works with Enter: the first press marks the first of several matches, the second adds it", async () => {
    const page = await journey.visitor({ at: "/orders/new" });
    await page.getByLabel("Add an item").fill("Stoneware");
    await page.getByRole("listbox", { name: "Matching items" }).getByRole("option").nth(1).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("[data-combobox-selected]").waitFor();
    await page.keyboard.press("Enter");
    await page.getByLabel("Quantity of", { exact: false }).waitFor();
    expect(await page.getByLabel("Add an item").inputValue()).toBe("");
  });
});

describe("two people at one order", () => {
  // Otherwise the second person would overwrite the work of the first, or lose their own.
  it("shows the second person what the first changed, keeps their input, and saves it on request", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const expects = /412/;
    const [ann, bob] = [await journey.visitor({ expects }), await journey.visitor({ expects })];
    for (const page of [ann, bob]) await page.goto(`/orders/${id}?open=edit-details`);
    await bob.getByLabel("City").fill("Mumbai");

    await ann.getByLabel("Name").fill("Ann's choice");
    await ann.getByRole("button", { name: "Save" }).click();
    await ann.getByText("Ann's choice").first().waitFor();

    await bob.getByRole("button", { name: "Save" }).click();
    const notice = bob.getByRole("alert").filter({ hasText: "This has changed since you opened it" });
    await notice.getByText("Ann's choice").waitFor();
    expect(await bob.getByLabel("City").inputValue()).toBe("Mumbai");
    await notice.getByRole("button", { name: "Keep my changes" }).click();
    await bob.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => journey.ask("GET", `/api/admin/orders/${id}`))
      .toMatchObject({
        address: { city: "Mumbai" },
      });
  });

  it("does the same for the lines", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const expects = /412/;
    const [ann, bob] = [await journey.visitor({ expects }), await journey.visitor({ expects })];
    for (const page of [ann, bob]) await page.goto(`/orders/${id}?open=edit-lines`);
    await bob.getByLabel("Quantity of BOWL").fill("4");
    await ann.getByLabel("Quantity of BOWL").fill("2");
    await ann.getByRole("button", { name: "Save 1 change" }).click();
    await soon(() => new URL(ann.url()).search).toBe("");

    await bob.getByRole("button", { name: "Save 1 change" }).click();
    const notice = bob.getByRole("alert").filter({ hasText: "This has changed since you opened it" });
    await notice.getByRole("row", { name: "BOWL 1 2" }).waitFor();
    expect(await bob.getByLabel("Quantity of BOWL").inputValue()).toBe("4");
    await notice.getByRole("button", { name: "Keep my changes" }).click();
    await bob.getByRole("button", { name: "Save 1 change" }).click();
    await expect
      .poll(async () => journey.ask("GET", `/api/admin/orders/${id}`))
      .toMatchObject({
        lines: [{ quantity: 4 }],
      });
  });
});

describe("when something fails", () => {
  // The session expires over lunch. What was typed before must not have to be typed again.
  it("asks for the password in a dialog over the page, and then sends what was typed", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${id}`, expects: /401/ });
    const note = page.getByLabel("Note for the team");
    await note.fill("Ring before noon");
    // What the screen fetches later would be the first to find out.
    await quiet(page);
    await page.evaluate(() => fetch("/api/admin/session", { method: "DELETE" }));
    await page.getByRole("button", { name: "Add note" }).click();
    const dialog = page.getByRole("dialog", { name: "You have been signed out" });
    await dialog.getByLabel("Password", { exact: true }).fill(owner.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Ring before noon").last().waitFor();
    await soon(() => note.inputValue()).toBe("");
    expect(await notesOf(id)).toEqual(["Ring before noon"]);
  });

  // The network in a warehouse is not reliable. Pressing again must not repeat the work.
  it("says that it is offline, and a second press does the work once", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${id}`, expects: /ERR_|Failed to load/ });
    await page.getByLabel("Note for the team").fill("Fragile");
    await partLoaded(page, "error-text");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Check the connection").waitFor(); // of the note; a banner reports it too
    await page.context().setOffline(false);
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
    await soon(() => page.getByLabel("Note for the team").inputValue()).toBe("");
    expect(await notesOf(id)).toEqual(["Fragile"]);
  });

  // Left on another customer's order, it would mislead the packer.
  it("removes a note with Undo", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${id}` });
    await page.getByLabel("Note for the team").fill("Gift wrap");
    await page.getByRole("button", { name: "Add note" }).click();
    const added = page.getByRole("alert").filter({ hasText: "Note added" });
    await added.getByRole("button", { name: "Undo" }).click();
    await page.getByText("removed a note").waitFor();
    expect(await notesOf(id)).toEqual([]);

    // A long one hid the rest of the page.
    const text = Array.from({ length: 500 }, (_, nth) => `Line ${nth}`).join("\n");
    await journey.ask("POST", `/api/admin/orders/${id}/notes`, { text });
    await page.reload();
    const long = page.getByText("Line 0");
    const height = async () => (await long.boundingBox())?.height ?? 0;
    await page.getByRole("button", { name: "Show more" }).click();
    expect(await height()).toBeGreaterThan(5000);
    await page.getByRole("button", { name: "Show less" }).click();
    await soon(height).toBeLessThan(400);
  });

  // The answer is lost on its way back: the API has done the work, and the screen does not know it.
  it("does not repeat the work when only the answer was lost", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${id}`, expects: /ERR_|Failed to load/ });
    let lost = 0;
    await page.route("**/notes", async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel("Note for the team").fill("Once only");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("button", { name: "Try again" }).click();
    await soon(() => page.getByLabel("Note for the team").inputValue()).toBe("");
    expect(await notesOf(id)).toEqual(["Once only"]);
  });

  describe("when a newer build has replaced the one in this tab", () => {
    /** A tab with the old build: chunks that it has not loaded yet are missing until the page is reloaded. */
    const oldTab = async ({ afterReload = false } = {}) => {
      const page = await journey.visitor({ expects: /404|A part of the page could not be loaded/ });
      let isOld = true;
      let loads = 0;
      await page.route("**/assets/stock-list-*.js*", (route) =>
        isOld ? route.fulfill({ status: 404, body: "gone" }) : route.continue(),
      );
      page.on("request", (request) => {
        if (!request.isNavigationRequest()) return;
        loads++;
        isOld = afterReload;
      });
      return { page, loads: () => loads };
    };

    it("reloads the page at the URL of the link, once", async () => {
      const { page, loads } = await oldTab();
      await page.getByRole("link", { name: "Stock", exact: true }).click();
      await page.getByRole("link", { name: "BOWL" }).first().waitFor();
      expect(new URL(page.url()).pathname).toBe("/stock/levels");
      expect(loads()).toBe(1);
    });

    it("shows a message instead of reloading again and again if that does not help", async () => {
      const { page, loads } = await oldTab({ afterReload: true });
      await page.getByRole("link", { name: "Stock", exact: true }).click();
      await page.getByText("This screen cannot be loaded at the moment").waitFor();
      expect(loads()).toBe(1);
    });

    // Hovering over a link prefetches its screen. A reload because of that would lose a half-typed order.
    it("does not reload when the pointer only passes over a link", async () => {
      const { page, loads } = await oldTab();
      await page.getByRole("link", { name: "Orders", exact: true }).click();
      await page.getByRole("link", { name: "New order" }).first().click();
      const name = page.getByLabel("Name", { exact: true });
      await name.fill("Half an order");
      const missing = page.waitForResponse(/stock-list/);
      await page.getByRole("link", { name: "Stock", exact: true }).hover();
      expect((await missing).status()).toBe(404);
      await page.getByLabel("Email").fill("half@example.com");
      expect(await name.inputValue()).toBe("Half an order");
      expect(loads()).toBe(0);
    });
  });

  it("shows a message for an order that does not exist, and for a URL without a page", async () => {
    const page = await journey.visitor({ at: "/orders/ord_00000000000000000000000000", expects: /404/ });
    await page.getByText("There is no such order").waitFor();
    // The advice is to go back to the list.
    await page.getByRole("main").getByRole("link", { name: "Orders" }).click();
    await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
    for (const [path, title] of [
      ["/settings/imports/imp_00000000000000000000000000", "Import"],
      ["/reports/sql/rep_00000000000000000000000000", "SQL report"],
    ] as const) {
      await page.goto(path);
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
      await page.getByRole("alert").waitFor();
    }
    await page.goto("/no/such/page");
    await page.getByText("There is no page at this address").waitFor();
  });

  it("says that the password is wrong, and allows another attempt", async () => {
    const page = await journey.visitor({ as: null, expects: /401/ });
    await page.getByLabel("Email").fill(owner.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Wrong email address or password").waitFor();
    await signIn(page, owner);
    // The form had the focus, and it was nowhere afterwards.
    await page.locator("h1:focus").waitFor();
  });

  const notesOf = async (id: string) => {
    type Entry = { type: string; text?: string };
    const { items } = await journey.ask<{ items: Entry[] }>("GET", `/api/admin/orders/${id}/timeline`);
    return items.filter(({ type }) => type === "note").map(({ text }) => text);
  };
});

// The drawer opens with the focus in the first line's quantity: the digits of a scanned item were added to it, and saved.
it("a scan while a quantity has the focus adds the item, and leaves the quantity as it was typed", async () => {
  await journey.ask("POST", "/api/admin/products", {
    ...{ title: "Saucer", status: "active", options: [] },
    variants: [{ sku: "SAUCER-3", options: [], priceMinor: 5_000, trackStock: false }],
  });
  const { id } = await anOrderOf(journey, store.bowl, 1);
  const page = await journey.visitor({ at: `/orders/${id}?open=edit-lines` });
  const drawer = page.getByRole("dialog");
  const bowls = drawer.getByLabel("Quantity of BOWL");
  await bowls.fill("2");
  expect(await scanIntoField(page, "SAUCER-3")).toBe(false);
  await drawer.getByLabel("Quantity of SAUCER-3").waitFor();
  expect(await bowls.inputValue()).toBe("2");
  await bowls.press("Enter");
  await drawer.waitFor({ state: "hidden" });
  const { lines } = await journey.ask<{ lines: object[] }>("GET", `/api/admin/orders/${id}`);
  expect(lines).toMatchObject([
    { sku: "BOWL", quantity: 2 },
    { sku: "SAUCER-3", quantity: 1 },
  ]);
});

describe("many orders at once", () => {
  it("marks the selected ones as paid, and shows the result of each", async () => {
    const orders = [
      await anOrderOf(journey, store.bowl, 1, "manual"),
      await anOrderOf(journey, store.bowl, 1, "manual"),
    ];
    await journey.ask("POST", `/api/admin/orders/${orders[1]!.id}/cancel`, {});
    const page = await journey.visitor({ at: "/orders?q=meera@example.com", expects: /409/ });
    for (const { number } of orders) await page.getByRole("row", { name: number }).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("menuitem", { name: "Cash" }).click();
    // Marked by a slip of the mouse, two orders would ship unpaid.
    await page.getByRole("dialog", { name: "Mark 1 order as paid?" }).getByText("in cash").waitFor();
    await page.getByRole("button", { name: "Mark 2 orders as paid" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 of 2 done, 1 failed").waitFor();
    await dialog.getByText(`${orders[1]!.number} The order is cancelled`).waitFor();
    expect(await journey.ask("GET", `/api/admin/orders/${orders[0]!.id}`)).toMatchObject({ paymentStatus: "paid" });
  });

  // Back to the list opened the drawer again from which a parcel had just been shipped, and then stayed on the page.
  it("are left by Back, which closes an open drawer, but not by Escape pressed twice", async () => {
    const { number } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: "/orders" });
    await page.getByRole("link", { name: number }).click();
    const drawer = page.getByRole("dialog", { name: "Ship a parcel" });
    const ship = page.getByRole("button", { name: "Ship a parcel" });
    await ship.click();
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: "hidden" });
    await ship.click();
    await drawer.waitFor();
    await page.evaluate(`for (const _ of "12") {
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", code: "Escape", bubbles: true }));
    }`);
    await drawer.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: number }).waitFor();
    // The swipe that closes a dialog on a phone left the order.
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Cancel order" }).click();
    const question = page.getByRole("dialog", { name: /^Cancel/ });
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: number }).waitFor();
    await page.goBack();
    await page.waitForURL("**/orders");
  });

  it("are left by Back after closing a drawer that was open when the page was reloaded", async () => {
    const { number } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: "/orders" });
    await page.getByRole("link", { name: number }).click();
    const drawer = page.getByRole("dialog", { name: "Ship a parcel" });
    await page.getByRole("button", { name: "Ship a parcel" }).click();
    await drawer.waitFor();
    await page.reload();
    await drawer.waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    await page.goBack();
    await page.waitForURL("**/orders");
  });

  // A colleague who opens the link sees the same rows, and so does the clerk who comes back from an order.
  it("keeps every filter in the URL, through an order and back, and saves views", async () => {
    const { number } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: "/orders" });
    await page.getByLabel("Number, customer, SKU, tracking …").fill(number);
    // In the filters' own line: above them it moved them away from under the pointer.
    await page.getByRole("search").getByRole("button", { name: "Save view" }).waitFor();
    await page.getByRole("button", { name: "Status: any" }).click();
    await page.getByRole("checkbox", { name: "To pack" }).click();
    await page.keyboard.press("Escape");
    await soon(() => new URL(page.url()).search).toMatch(/^\?(q=.*&status=confirmed|status=confirmed&q=.*)$/);
    await page.getByRole("link", { name: number }).click();
    await page.getByRole("heading", { name: number }).waitFor();
    await page.goBack();
    expect(await page.getByLabel("Number, customer, SKU, tracking …").inputValue()).toBe(number);
    await soon(() => page.locator("[data-row]").count()).toBe(1);
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByLabel("View name").fill("Just this one");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "All", exact: true }).click();
    await soon(() => new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "Just this one" }).click();
    await soon(() => new URL(page.url()).search).toContain(`q=${number}`);
  });

  // Clerks do this forty times in a morning. A note for one order must not be saved at the next.
  it("goes from one order to the next in the list without what was typed, and back to the list as it was", async () => {
    const [older, newer] = [await anOrderOf(journey, store.bowl), await anOrderOf(journey, store.bowl)];
    const page = await journey.visitor({ at: "/orders?status=confirmed" });
    await page.getByRole("link", { name: newer.number }).click();
    await page.getByRole("heading", { name: newer.number }).waitFor();
    await page.getByLabel("Note for the team").fill("For this one only");
    await page.getByRole("heading", { name: "Timeline" }).click();
    await page.getByLabel("Note for the team").blur();
    await page.keyboard.press("j");
    await page.getByRole("button", { name: "Leave page" }).click();
    await page.getByRole("heading", { name: older.number }).waitFor();
    expect(await page.getByLabel("Note for the team").inputValue()).toBe("");
    await page.getByRole("link", { name: "Previous order in the list" }).click();
    await page.getByRole("heading", { name: newer.number }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Orders", exact: true }).click();
    await soon(() => new URL(page.url()).search).toBe("?status=confirmed");
  });

  // The phone rings while another order is open, and the clerk has only the caller's number.
  it("finds a caller's orders by their phone number from any screen, and links to all of them where there are many", async () => {
    for (let nth = 0; nth < 6; nth++) {
      await journey.ask("POST", "/api/admin/orders", {
        email: "tara@example.com",
        name: "Tara Singh",
        phone: "+919830012345",
        address,
        payment: "cod",
        lines: [{ variantId: store.bowl, quantity: 1 }],
      });
    }
    const other = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${other.id}` });
    await page.getByRole("heading", { name: other.number }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("098300 12345");
    const palette = page.getByRole("dialog");
    await soon(() => palette.getByText("+919830012345", { exact: false }).count()).toBe(5);
    await palette.getByText("All orders with", { exact: false }).click();
    await soon(() => page.locator("[data-row]").count()).toBe(6);
  });

  // A customer who calls before their first order was found nowhere but in the list of customers.
  it("finds customers, also those without an order, and says of an order whether it can be packed", async () => {
    const customer = { name: "Zubin Wadia", email: "zubin@example.com" };
    const { id } = await journey.ask<{ id: string }>("POST", "/api/admin/customers", customer);
    const { number } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: "/orders" });
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(number);
    const hits = page.getByRole("dialog");
    await hits.getByText(/ · Ready to ship/).waitFor();
    // Enter opened an order of the text before if those of this one came later.
    const entered = Promise.withResolvers<void>();
    await page.route(/\/orders\?q=wadia/, async (route) => {
      await entered.promise;
      await route.continue();
    });
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("wadia");
    await hits.getByText("zubin@example.com · 0 orders").waitFor();
    await page.keyboard.press("Enter");
    await hits.getByRole("status", { name: "Waiting for results" }).waitFor();
    // An arrow ends the waiting: the answer no longer opens anything.
    await page.keyboard.press("ArrowDown");
    await hits.getByRole("status", { name: "Waiting for results" }).waitFor({ state: "hidden" });
    await page.keyboard.type(" ");
    await page.keyboard.press("Enter");
    await hits.getByRole("status", { name: "Waiting for results" }).waitFor();
    entered.resolve();
    await page.waitForURL(`**/customers/${id}`);
  });

  // A scanner types a slip's number and presses Enter within a few milliseconds.
  it("opens the first hit on Enter, even if it has not loaded yet, and finds tasks by other words", async () => {
    const other = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: "/orders" });
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(other.number);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: other.number }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("coupon");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New discount" }).waitFor();
  });

  // The wrong screen was chosen, and the next words were typed before the palette had closed: they were lost.
  it("accepts input when it is reopened at once", async () => {
    const page = await journey.visitor({ at: "/orders" });
    await page.getByRole("button", { name: "Keyboard shortcuts" }).focus();
    const typed = page.getByRole("dialog").getByLabel("Search");
    await page.keyboard.press("Control+k");
    await typed.waitFor();
    await soon(() => page.evaluate("document.activeElement.tagName")).toBe("INPUT");
    await page.evaluate(`for (const init of [{ key: "Escape" }, { key: "k", ctrlKey: true }]) {
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }));
    }`);
    await soon(() => page.evaluate("document.activeElement.tagName")).toBe("INPUT");
    await page.keyboard.type("coupon");
    expect(await typed.inputValue()).toBe("coupon");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New discount" }).waitFor();
  });

  // Half an order was typed, someone clicked on Products, and it was gone.
  it("asks before a page with unsaved work is left, and leaves if confirmed", async () => {
    const page = await journey.visitor({ at: "/orders/new" });
    await page.getByLabel("Email").fill("half@example.com");
    await page.getByRole("link", { name: "Home" }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Go back" }).click();
    await soon(() => page.getByLabel("Email").inputValue()).toBe("half@example.com");
    await page.getByRole("link", { name: "Home" }).click();
    await question.getByRole("button", { name: "Leave page" }).click();
    await soon(() => new URL(page.url()).pathname).toBe("/");
  });

  // If it said "no results" while it is offline, the clerk would tell the caller that there is no such order.
  it("says that the search failed, and not that there are no results", async () => {
    const page = await journey.visitor({ at: "/orders", expects: /ERR_FAILED/ });
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    await page.route("**/api/admin/**", (route) => route.abort());
    await page.keyboard.press("Control+k");
    await page.keyboard.type("meera");
    await page.getByRole("dialog").getByText("The store cannot be reached", { exact: false }).waitFor();
  });

  // If the rows moved when the first is selected, the next click would hit another order.
  it("keeps its filters in one line at a desk, and its rows in place when one is selected", async () => {
    await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: "/orders?status=confirmed&sort=oldest" });
    await page.locator("[data-row]").first().waitFor();
    await page.getByRole("button", { name: "Dates: Any date" }).click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await page.getByRole("button", { name: "Dates: Last 7 days" }).waitFor();
    await soon(() => new URL(page.url()).search).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
    const row = page.locator("[data-row]").first();
    await row.waitFor();
    await fontsLoaded(page);
    expect((await page.getByRole("search").boundingBox())?.height).toBeLessThan(40);
    const before = await row.boundingBox();
    await page.locator("[data-row]").nth(0).getByRole("checkbox").click();
    await page.getByText("1 selected").waitFor();
    expect(await row.boundingBox()).toEqual(before);
  });

  // Someone who packs forty parcels together should not need forty clicks.
  it("selects all rows from one to another with Shift, and clears the selection", async () => {
    for (let nth = 0; nth < 4; nth++) await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: "/orders" });
    const box = (nth: number) =>
      page
        .locator("[data-row]")
        .nth(nth - 1)
        .getByRole("checkbox");
    await box(2).click();
    await box(4).click({ modifiers: ["Shift"] });
    await page.getByText("3 selected").waitFor();
    await box(1).click();
    await box(3).click();
    await page.getByText("3 selected").waitFor();
    expect(await box(3).isChecked()).toBe(false);
    // The same with the keyboard: from the row selected last to this one.
    await page.getByRole("button", { name: "Clear selection" }).click();
    for (const key of ["j", "x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
    await page.getByText("3 selected").waitFor();
    await page.getByLabel("Select all rows on this page").click();
    await page.getByRole("button", { name: "Clear selection" }).click();
    expect(await box(1).isChecked()).toBe(false);
  });

  it("exports the filtered orders as a file that is downloaded once it is written", async () => {
    const { number } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders?q=${number}` });
    await page.getByRole("link", { name: number }).waitFor();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByText("Export as CSV").click();
    const download = page.getByRole("button", { name: "Download" });
    await download.waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk);
    const [, line, ...others] = Buffer.concat(chunks).toString().replace("\uFEFF", "").split("\r\n");
    expect(others).toEqual([""]);
    expect(line).toContain(`${number},`);
    expect(line).toContain(",meera@example.com,");
  });
});
