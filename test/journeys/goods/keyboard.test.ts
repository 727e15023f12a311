/** A day's work without a mouse: with the keyboard alone, and with a scanner alone. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, focused, journeys, pressInTurn, scan, soon } from "../../support/harness/journey.ts";
import { faultsAt, looks } from "../../support/harness/looks.ts";

const journey = journeys();
const shots = process.env["SHOTS"];
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
  await journey.ask("PATCH", `/api/admin/variants/${store.bowl}`, { barcode: "4006381333931" });
});

const path = (page: Page) => new URL(page.url()).pathname;
const search = (page: Page) => new URL(page.url()).search;
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** With Tab alone: what Tab cannot reach does not exist for someone without a mouse. */
const tabTo = async (page: Page, name: string) => {
  for (let tabs = 0; tabs < 60; tabs++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached by Tab`);
};

describe("the keyboard alone", () => {
  it("packs an order and ships its parcel", async () => {
    const order = await anOrderOf(journey, store.bowl, 2);
    const page = await journey.visitor();
    await pressInTurn(page, "gw");
    await page.getByLabel("Scan an order’s packing slip").waitFor();
    await page.keyboard.type(order.number);
    await press(page, "Enter");
    await page.getByRole("listitem", { name: "BOWL: 0 of 2" }).waitFor();
    await tabTo(page, "One BOWL more");
    await press(page, "Enter", "Space");
    await page.getByRole("listitem", { name: "BOWL: 2 of 2, complete" }).waitFor();
    await page.keyboard.type(order.number);
    await press(page, "Enter");
    await soon(() => journey.ask("GET", `/api/admin/orders/${order.id}`)).toMatchObject({ status: "shipped" });
  });

  it("finds a product, edits it and one of its variants, and returns the focus when a drawer is closed", async () => {
    const page = await journey.visitor();
    await pressInTurn(page, "gw", 1_300); // too late
    expect(path(page)).toBe("/");
    await pressInTurn(page, "gp", 1_100);
    await page.locator("[data-row]").first().waitFor();
    await press(page, "/");
    await page.keyboard.type("stone");
    await soon(() => search(page)).toBe("?q=stone");
    await press(page, "ArrowDown", "Enter");
    await soon(() => path(page)).toBe(`/products/${store.productId}`);
    await page.getByRole("heading", { name: "Stoneware" }).waitFor();

    await press(page, "e");
    await soon(() => focused(page)).toBe("Title");
    await press(page, "Control+a", "Delete", "Enter");
    // The field has the focus already: a screen reader says what is wrong with it only if that is an alert.
    await page.getByRole("alert").getByText("This field is required.").waitFor();
    await page.keyboard.type("Stoneware of Pune");
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Stoneware of Pune" }).waitFor();
    await soon(() => search(page)).toBe("");

    // After a drawer is closed, the focus is where it was and not at the top of the page.
    await tabTo(page, "Bowl");
    await press(page, "Enter");
    const drawer = page.getByRole("dialog", { name: "Bowl" });
    await drawer.waitFor();
    await tabTo(page, "Price");
    await press(page, "Control+a");
    await page.keyboard.type("450");
    await press(page, "Enter");
    await drawer.waitFor({ state: "hidden" });
    await soon(() => focused(page)).toBe("Bowl");
    await soon(() => journey.ask("GET", `/api/admin/variants/${store.bowl}`)).toMatchObject({
      price: { amountMinor: 45_000 },
    });
    await press(page, "v");
    await page.getByRole("dialog", { name: "Add a variant" }).waitFor();
    await press(page, "Escape");
    await page.getByRole("dialog", { name: "Add a variant" }).waitFor({ state: "hidden" });
    expect(search(page)).toBe("");
  });

  it("returns from a dialog to the button of its menu, and closes the form of the tags with one Escape", async () => {
    const order = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${order.id}`, reducedMotion: "no-preference" });
    await page.getByRole("button", { name: "More", exact: true }).focus();
    await press(page, "Enter");
    await page.getByRole("menuitem", { name: "Cancel order" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Cancel/ });
    await dialog.waitFor();
    await press(page, "Escape");
    await dialog.waitFor({ state: "hidden" });
    await soon(() => focused(page)).toBe("More");
    await page.getByRole("button", { name: "Edit tags" }).press("Enter");
    await soon(() => focused(page)).toBe("Tags");
    // On a slow machine it takes longer to close than the focus waited, and took the focus with it.
    await page.evaluate(`{
      const later = setTimeout;
      window.setTimeout = (run, ms) => later(run, ms === 120 ? 400 : ms);
    }`);
    await press(page, "Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await soon(() => focused(page)).toBe("Edit tags");
    // Its button is gone once the order is paid: the next Tab began at the top of the page.
    await page.getByRole("button", { name: "Record a payment" }).press("Enter");
    await soon(() => focused(page)).toBe("Reference");
    await press(page, "Enter");
    const toast = page.getByRole("alert").filter({ hasText: `${order.number} is paid` });
    await toast.getByRole("button", { name: "Close" }).waitFor();
    await soon(() => focused(page)).toBe(order.number);
    // Opened by its shortcut while nothing had the focus, and closed lower on the page, which stays there.
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.evaluate("document.activeElement.blur(); scrollTo(0, 200)");
    await press(page, "c");
    await dialog.waitFor();
    await press(page, "Escape");
    await soon(() => focused(page)).toBe(order.number);
    expect(await page.evaluate("scrollY")).toBe(200);
  });

  // While it is saved, the button is disabled: the next Tab left the page.
  it("keeps the focus on the button of a form that stays open", async () => {
    const page = await journey.visitor({ at: `/stock/levels/${store.mug}?open=adjust` });
    await page.getByLabel("Adjust by").fill("1");
    await page.getByRole("dialog").getByRole("button", { name: "Found" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Adjust", exact: true }).press("Enter");
    await page.getByText("MUG: 3 on hand at Front shop").waitFor();
    await soon(() => focused(page)).toBe("Adjust");
    await journey.ask("POST", `/api/admin/variants/${store.mug}/stock/count`, {
      locationId: store.front.id,
      quantity: 2,
    });
  });

  it("selects rows of a list and runs an action on all of them", async () => {
    const page = await journey.visitor();
    await pressInTurn(page, "gs");
    await page.locator("[data-row]").first().waitFor();
    await press(page, "j", "x", "j", "x");
    await page.getByText("2 selected").waitFor();
    await tabTo(page, "Print labels");
    await press(page, "Enter");
    await page.getByText("2 labels of 2 items").waitFor();
  });
});

const onHand = async (variant: string) => {
  const { locations } = await journey.ask<{ locations: { locationId: string; onHand: number }[] }>(
    "GET",
    `/api/admin/variants/${variant}/stock`,
  );
  return locations.find(({ locationId }) => locationId === store.front.id)?.onHand;
};

describe("a scanner alone", () => {
  // One hand holds the scanner, the other moves the goods. A scan must never end up in a number field.
  it("counts stock, one scan for each piece, faster than answers arrive, and saves with a scan", async () => {
    const page = await journey.visitor({ at: "/stock/count" });
    await page.getByLabel("Scan each piece").waitFor();
    await scan(page, "4006381333931", "MUG", "4006381333931", "bowl", "nothing-of-ours");
    await page.getByRole("alert").getByText("There is no item nothing-of-ours.").waitFor();
    await page.getByRole("listitem", { name: /^BOWL: 3 of \d+ on hand$/ }).waitFor();
    await page.getByRole("listitem", { name: "MUG: 1 of 2 on hand" }).waitFor();
    // A reload loses nothing.
    await page.reload();
    await page.getByRole("listitem", { name: "MUG: 1 of 2 on hand" }).waitFor();
    await scan(page, "12*BOWL");
    await page.getByRole("status").getByText("BOWL: 15").waitFor();
    if (shots) await page.screenshot({ path: `${shots}/count.png`, fullPage: true });
    // What is scanned or corrected while the counts are being saved is not lost, and is not yet saved.
    let answers = Promise.withResolvers<void>();
    await page.route("**/stock/count", async (route) => {
      await answers.promise;
      await route.continue();
    });
    await scan(page, "QM-SAVE-COUNT", "QM-SAVE-COUNT", "mug", "MUG");
    await page.getByRole("button", { name: "One BOWL more" }).click();
    answers.resolve();
    await page.getByText("2 counts saved at Front shop").waitFor();
    expect([await onHand(store.bowl), await onHand(store.mug)]).toEqual([15, 1]);
    await page.getByRole("listitem", { name: "MUG: 2 of 1 on hand" }).waitFor();
    await page.getByRole("listitem", { name: "BOWL: 16 of 15 on hand" }).waitFor();
    // Nor what is scanned if the page is left meanwhile and opened again; and what was saved does not come back.
    answers = Promise.withResolvers<void>();
    await page.getByRole("button", { name: "Save 2 counts (18 units)" }).click();
    await page.getByRole("link", { name: "Stock levels" }).first().click();
    await page.getByRole("heading", { name: "Stock levels" }).waitFor();
    await page.goBack();
    await page.getByRole("listitem", { name: "MUG: 2 of 1 on hand" }).waitFor();
    await scan(page, "MUG");
    await page.getByRole("listitem", { name: "MUG: 3 of 1 on hand" }).waitFor();
    answers.resolve();
    await soon(async () => [await onHand(store.bowl), await onHand(store.mug)]).toEqual([16, 2]);
    await page.getByRole("listitem", { name: "MUG: 3 of 2 on hand" }).waitFor();
    await soon(() => page.getByRole("listitem", { name: /^BOWL: / }).count()).toBe(0);
    await scan(page, "MUG");
    await page.getByRole("listitem", { name: "MUG: 4 of 2 on hand" }).waitFor();
    expect(await page.getByRole("listitem", { name: /^BOWL: / }).count()).toBe(0);
  });

  it("finds archived items that are still on the shelf, and none of which its code is only a part", async () => {
    const barcode = "4006381333948";
    for (const sku of ["OLD-PLATE", "OLD-DISH", "OLD-PLATE-BLUE"]) {
      const isArchived = sku !== "OLD-PLATE-BLUE";
      const made = { sku, options: [sku], priceMinor: 100, ...(isArchived && { barcode }) };
      const { variants } = await journey.ask<{ variants: { id: string; sku: string }[] }>(
        "POST",
        `/api/admin/products/${store.productId}/variants`,
        made,
      );
      const id = variants.find((variant) => variant.sku === sku)?.id;
      await journey.ask("POST", `/api/admin/variants/${id}/stock/receive`, { locationId: store.front.id, quantity: 2 });
      if (isArchived) await journey.ask("DELETE", `/api/admin/variants/${id}`);
    }
    const page = await journey.visitor({ at: "/stock/count" });
    await page.getByLabel("Scan each piece").waitFor();
    await scan(page, barcode);
    await page.getByRole("alert").getByText(`There is no item ${barcode}.`).waitFor();
    await scan(page, "OLD-PLATE");
    await page.getByRole("listitem", { name: "OLD-PLATE: 1 of 2 on hand" }).waitFor();
    // OLD-PLATE-BLUE was received instead, as the only item on sale that contains the code.
    await page.goto("/stock/levels?open=receive");
    const field = page.getByRole("dialog").getByRole("textbox", { name: "Item" });
    await field.fill("OLD-PLATE");
    await field.press("Enter");
    await page.getByRole("dialog").getByRole("link", { name: "OLD-PLATE", exact: true }).waitFor();
    // An order takes no archived item: the other one is offered, and not added unseen.
    await page.goto("/orders/new");
    await page.getByLabel("Add an item").fill("OLD-PLATE");
    await page.getByRole("option", { name: /OLD-PLATE-BLUE/ }).waitFor();
    await page.getByLabel("Add an item").press("Enter");
    await page.locator("[data-combobox-selected]").getByText("OLD-PLATE-BLUE", { exact: true }).waitFor();
    expect(await page.getByLabel("Quantity of OLD-PLATE-BLUE").count()).toBe(0);
    await page.getByLabel("Add an item").press("Enter");
    await page.getByLabel("Quantity of OLD-PLATE-BLUE").waitFor();
  });

  it("says when stock has moved since an item was first scanned, and keeps the count", async () => {
    const page = await journey.visitor({ at: "/stock/count", expects: /409/ });
    await page.getByLabel("Scan each piece").waitFor();
    // A slow machine may take longer than the second for which a save code is not read again.
    await page.evaluate(`{
      const later = setTimeout;
      window.setTimeout = (run, ms) => later(run, ms === 1_000 ? 60_000 : ms);
    }`);
    const saves: string[] = [];
    page.on("request", (request) => void (request.method() === "POST" && saves.push(request.url())));
    await scan(page, "MUG", "MUG", "MUG");
    await page.getByRole("listitem", { name: /^MUG: 3 of/ }).waitFor();
    const before = (await onHand(store.mug)) ?? 0;
    const receipt = { locationId: store.front.id, quantity: 4 };
    await journey.ask("POST", `/api/admin/variants/${store.mug}/stock/receive`, receipt);
    await scan(page, "QM-SAVE-COUNT");
    await page
      .getByRole("alert")
      .getByText(`Stock has moved while you were counting: ${before + 4} on hand now.`, { exact: false })
      .waitFor();
    expect(await onHand(store.mug)).toBe(before + 4);
    // Read twice, however fast it was refused, it saves nothing again before anyone has seen why.
    await scan(page, "QM-SAVE-COUNT", "nothing-of-ours");
    await page.getByRole("alert").getByText("There is no item nothing-of-ours.").waitFor();
    expect(saves).toHaveLength(1);
    await scan(page, "QM-SAVE-COUNT");
    await page.getByText("1 count saved at Front shop").waitFor();
    expect(await onHand(store.mug)).toBe(3);
  });

  it.each(looks)("%s has no serious axe findings", async (_, look) => {
    const page = await journey.visitor(look);
    expect(await faultsAt(page, ["/stock/count"])).toEqual({});
    await scan(page, "MUG");
    await page.getByRole("listitem", { name: /^MUG: 1 of/ }).waitFor();
    if (shots) await page.screenshot({ path: `${shots}/count-${look.colorScheme}.png`, fullPage: true });
  });
});

// The next Tab began at the top of the page.
it("the list of shortcuts gives the focus back when it is closed", async () => {
  const page = await journey.visitor({ at: "/orders" });
  await page.getByRole("link", { name: "New order" }).first().focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("New order").waitFor();
  await page.keyboard.press("Escape");
  await soon(() => page.evaluate("document.activeElement.textContent")).toBe("New order");
});
