/**
 * Numbers of units as they are typed. "12.00" was read as 1,200 and "-3" as 3, and 12 of 5 became 5 without a word: now a
 * field keeps what was typed, and says what is wrong with it.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, pastes, soon } from "../../support/harness/journey.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
});

/** The field puts the caret back a moment after each key: what was selected may not be when it is to be deleted. */
const empty = (field: Locator) =>
  soon(async () => {
    await field.press("ControlOrMeta+a");
    await field.press("Backspace");
    return field.inputValue();
  }).toBe("");

/** Key by key, as `fill` would also set what cannot be typed. */
async function type(field: Locator, text: string): Promise<void> {
  await empty(field);
  await field.pressSequentially(text);
}

/** Each of these is kept in the field, with its reason; moving on with Tab does not change it either. */
async function keeps(page: Page, field: Locator, reasons: Readonly<Record<string, string>>): Promise<void> {
  for (const [text, reason] of Object.entries(reasons)) {
    await type(field, text);
    await page.getByText(reason, { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    expect(await field.inputValue()).toBe(text);
  }
}

interface Shown {
  readonly lines: readonly { readonly id: string; readonly quantity: number; readonly shipped: number }[];
  readonly returns: readonly unknown[];
}
const orderNow = (id: string) => journey.ask<Shown>("GET", `/api/admin/orders/${id}`);

async function aPaidOrder(quantity: number) {
  const order = await anOrderOf(journey, store.bowl, quantity, "manual");
  await journey.ask("POST", `/api/admin/orders/${order.id}/mark-paid`, { method: "cash" });
  return order;
}

describe("a number of units", () => {
  it("can be emptied and typed anew in a new order, whose line stays", async () => {
    // A number that is only passed through is priced if it stays for long, and may be more than is in stock.
    const page = await journey.visitor({ at: "/orders/new", expects: /409/ });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByLabel("Add an item").fill("BOWL");
    await page.keyboard.press("Enter");
    const quantity = page.getByLabel("Quantity of BOWL");
    await page.getByText(/\d available/).waitFor();
    // Each line asked for its own stock, and all of them again whenever the window got the focus.
    expect(asked.filter((url) => /\/variants\/\w+\/stock/.test(url))).toEqual([]);
    await keeps(page, quantity, {
      "1.5": "Enter a whole number.",
      "1.000": "Enter a whole number.",
      "-3": "At least 0.",
    });
    await empty(quantity);
    // Digits of a keyboard in Hindi were dropped without a word, and so was the last one of "1２".
    await quantity.pressSequentially("१२");
    expect(await quantity.inputValue()).toBe("12");
    await empty(quantity);
    // An input method puts its whole text again after each key: 12 became 11212.
    const inputMethod = await page.context().newCDPSession(page);
    for (const text of ["１", "１２"]) {
      const caret = { selectionStart: text.length, selectionEnd: text.length };
      await inputMethod.send("Input.imeSetComposition", { text, ...caret });
    }
    await inputMethod.send("Input.insertText", { text: "１２" });
    expect(await quantity.inputValue()).toBe("12");
    // 1e3 became 13 without a word.
    await type(quantity, "1e3");
    await page.getByText("This field takes digits only. Other characters were ignored.").waitFor();
    await page.getByText("Check the number", { exact: true }).waitFor();
    // Nor may a sign in the middle count for all of it: 5-3 was −53, 53 units to take away.
    await type(quantity, "5-3");
    expect(await quantity.inputValue()).toBe("53");
    await type(quantity, "-53");
    expect(await quantity.inputValue()).toBe("-53");
    await empty(quantity);
    // The keyboard of a phone does not name its keys, only what they insert.
    for (const inserted of ["1", "-", "e"]) await page.keyboard.insertText(inserted);
    expect(await quantity.inputValue()).toBe("1");
    // What is dictated comes at once: 5-3 was −53 again.
    for (const inserted of ["5-3", "-3", "1e3"]) await page.keyboard.insertText(inserted);
    await page.getByText("“1e3” cannot be read as one number.", { exact: true }).waitFor();
    expect(await quantity.inputValue()).toBe("1");
    await page.keyboard.insertText("25");
    expect(await quantity.inputValue()).toBe("125");
    await empty(quantity);
    // What an input method composes is already in the field: it is mentioned.
    await inputMethod.send("Input.imeSetComposition", { text: "5-3", selectionStart: 3, selectionEnd: 3 });
    await inputMethod.send("Input.insertText", { text: "5-3" });
    await page.getByText("“5-3” cannot be read as one number.", { exact: true }).waitFor();
    await empty(quantity);
    await pastes(page, "1e3");
    await page.getByText("Nothing was pasted: “1e3” cannot be read as one number.").waitFor();
    // Another version of it was pasted, although it said so: 1022026.
    await pastes(page, "01.02.2026");
    await page.getByText("Nothing was pasted: “01.02.2026” cannot be read as one number.").waitFor();
    expect(await quantity.inputValue()).toBe("");
    // Too many to be asked for a price.
    await pastes(page, "1,00,00,000");
    await soon(() => quantity.inputValue()).toBe("10000000");
    await empty(quantity);
    await quantity.pressSequentially("2.00");
    const summary = page.getByRole("region", { name: "Summary" });
    await soon(() => summary.textContent()).toContain("Total₹800.00");
  });

  it("is not saved to an order as long as it is none", async () => {
    const order = await anOrderOf(journey, store.bowl, 2);
    const page = await journey.visitor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`/orders/${order.id}?open=edit-lines`);
    const quantity = page.getByLabel("Quantity of BOWL");
    await quantity.waitFor();
    await page.getByText(/\d+ more available/).waitFor();
    // An order of 200 lines asked the store 200 times for what is available, and again after each save.
    expect(asked.filter((url) => /\/variants\/\w+\/stock/.test(url))).toEqual([]);
    await keeps(page, quantity, { "1.5": "Enter a whole number.", "-1": "At least 0." });
    await type(quantity, "");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("button", { name: "Save 1 change" }).isDisabled()).toBe(true);
    expect(await orderNow(order.id)).toMatchObject({ lines: [{ quantity: 2 }] });
    await type(quantity, "3.0");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await soon(async () => (await orderNow(order.id)).lines[0]?.quantity).toBe(3);
  });

  it("is refused at its field for a parcel and for a return", async () => {
    const order = await aPaidOrder(3);
    const page = await journey.visitor({ at: `/orders/${order.id}?open=ship` });
    const packed = page.getByLabel("Units of BOWL in the parcel");
    await keeps(page, packed, { "12": "At most 3.", "-2": "At least 0." });
    // "1.000" was shipped, and returned, as 1.
    for (const none of ["1.5", "1.000"]) {
      await type(packed, none);
      await page.getByLabel("Tracking number").press("Enter");
      await packed.and(page.locator(":focus")).waitFor();
      await page.getByText("Enter a whole number.", { exact: true }).waitFor();
      expect(await page.getByText("lines.0").count()).toBe(0);
    }
    expect(await orderNow(order.id)).toMatchObject({ lines: [{ shipped: 0 }] });
    await type(packed, "3");
    await page.getByLabel("Tracking number").press("Enter");
    await page.getByText("3 shipped").waitFor();

    await page.getByRole("button", { name: "Record a return" }).click();
    const returned = page.getByLabel("Units of BOWL returned");
    for (const none of ["1.5", "1.000"]) {
      await type(returned, none);
      await page.keyboard.press("Enter");
      await page.getByText("Enter a whole number.", { exact: true }).waitFor();
      await page.getByText("This field is required.").waitFor({ state: "hidden" });
    }
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
    expect(await orderNow(order.id)).toMatchObject({ returns: [] });
  });

  it("of labels is not printed as another one", async () => {
    const page = await journey.visitor({ at: `/products/labels?variants=${store.bowl}` });
    const labels = page.getByLabel("Labels of BOWL");
    await labels.waitFor();
    await keeps(page, labels, { "1.5": "Enter a whole number.", "1000": "At most 999." });
    expect(await page.getByRole("button", { name: "Print", exact: true }).isDisabled()).toBe(true);
    await type(labels, "2");
    await page.getByText("2 labels of 1 item").waitFor();
    await page.getByLabel("Paper").selectOption("A4, 24 labels (70 × 37 mm)");
    await keeps(page, page.getByLabel("Start at label"), { "2.5": "Enter a whole number.", "25": "At most 24." });
    await soon(() => page.locator("[data-page]").count()).toBe(1);
  });

  it("for which a price is asked is not taken for another one", async () => {
    const page = await journey.visitor({ at: `/products/${store.productId}` });
    await page.getByRole("link", { name: "Why this price: Bowl" }).click();
    const why = page.getByRole("dialog", { name: "Why this price?" });
    await why.getByText("₹400.00 each").waitFor();
    await keeps(page, why.getByLabel("Quantity in the order"), { "1.5": "Enter a whole number.", "0": "At least 1." });
    await why.getByText("₹400.00 each").waitFor();
  });

  it("that is too small for a setting stays, and is refused at its field", async () => {
    const page = await journey.visitor({ at: "/settings/shipping?open=new-box" });
    const length = page.getByLabel("Length in mm");
    await page.getByLabel("Name").fill("Tiny");
    await type(length, "0");
    await page.keyboard.press("Tab");
    expect(await length.inputValue()).toBe("0");
    await page.getByLabel("Name").press("Enter");
    await page.getByText("At least 1.", { exact: true }).waitFor();
    // It was saved as 1 mm.
    await type(length, "1.000");
    for (const other of ["Width in mm", "Height in mm", "Empty weight in grams"])
      await page.getByLabel(other).fill("50");
    await page.getByLabel("Name").press("Enter");
    await length.and(page.locator(":focus")).waitFor();
    await page.getByText("Enter a whole number.", { exact: true }).waitFor();
    expect(await journey.ask("GET", "/api/admin/boxes")).toEqual({ items: [] });
    // "This field is required." was said of a field that is filled in.
    await page.goto("/settings/store");
    await keeps(page, page.getByLabel("Low-stock threshold"), {
      "1.000": "Enter a whole number.",
      "-1": "At least 0.",
    });
  });

  it("below zero is not received as one above", async () => {
    const page = await journey.visitor({ at: `/stock/levels/${store.mug}?open=receive&at=${store.front.id}` });
    const units = page.getByLabel("Units received");
    await units.waitFor();
    await keeps(page, units, { "-3": "At least 1.", "0": "At least 1." });
    await units.press("Enter");
    const { items } = await journey.ask<{ items: { sku: string; onHand: number }[] }>("GET", "/api/admin/inventory");
    expect(items.find(({ sku }) => sku === "MUG")).toMatchObject({ onHand: 4 });
  });
});

describe("what is wrong with a field in a closed drawer", () => {
  // The cursor stayed where it was, and what was wrong with the form on screen had to be looked for.
  it("does not keep the focus from the field on screen that has to be corrected", async () => {
    const order = await aPaidOrder(1);
    const page = await journey.visitor({ at: `/orders/${order.id}?open=edit-details` });
    await page.getByLabel("Name").fill("");
    await page.keyboard.press("Enter");
    await page.getByText("This field is required.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Ship a parcel" }).click();
    await page.getByLabel("Tracking link").fill("nowhere");
    await page.getByLabel("Tracking number").press("Enter");
    await page.getByLabel("Tracking link").and(page.locator(":focus")).waitFor();
  });
});
