import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, pressInTurn, soon } from "../support/harness/journey.ts";
import { faultsInLooks } from "../support/harness/looks.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
});

interface Created {
  readonly id: string;
}

const aProduct = (title: string, more: object = {}) =>
  journey.ask<Created & { slug: string; variants: Created[] }>("POST", "/api/admin/products", {
    title,
    status: "active",
    variants: [{ sku: title.toUpperCase().replaceAll(" ", "-"), priceMinor: 10_000 }],
    ...more,
  });

const readProduct = (id: string) => journey.ask("GET", `/api/admin/products/${id}`);

describe("a product", () => {
  // Whoever has forty variants would look for the one whose SKU is taken.
  it("gets a SKU of its own for each variant, however long its title, and shows which one is taken", async () => {
    const page = await journey.visitor({ at: "/products/new", expects: /409/ });
    const title = "Café mug with a title that goes on and on until nobody can read all of it, the edition of this year";
    await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
    await page.getByRole("button", { name: "Add an option, such as a size" }).click();
    await page.getByLabel("Name of option 1").fill("Size");
    const values = page.getByLabel("Values of option 1");
    for (const value of ["S", "मीडियम"]) {
      await values.fill(value);
      await values.press("Enter");
    }
    await page.getByRole("button", { name: "Suggest SKUs" }).click();
    const [small, medium] = [page.getByLabel("SKU of S"), page.getByLabel("SKU of मीडियम")];
    const beginning = "CAFE-MUG-WITH-A-TITLE-THAT-GOES-ON-AND-O";
    expect(await small.inputValue()).toBe(`${beginning}-S`);
    expect(await medium.inputValue()).toBe(`${beginning}-मीडियम`);
    await medium.fill(`${beginning}-S`);
    await page.getByLabel("Price of S").fill("499");
    await page.getByRole("button", { name: "Use the first price for all" }).click();
    await page.getByRole("button", { name: "Add product" }).click();
    await page.getByText(`Choose another than ${beginning}-S.`).waitFor();
    for (const sku of [small, medium]) expect(await sku.getAttribute("aria-invalid")).toBe("true");
  });

  // A new store does this first, and every store does it each season.
  it("is created with two variants, put on sale, edited, and archived", async () => {
    const page = await journey.visitor({ at: "/products" });
    await page.getByRole("link", { name: "New product" }).first().click();
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Linen shirt");
    await page.getByRole("button", { name: "Add an option, such as a size" }).click();
    await page.getByLabel("Name of option 1").fill("Size");
    const values = page.getByLabel("Values of option 1");
    for (const value of ["S", "M"]) {
      await values.fill(value);
      await values.press("Enter");
    }
    await page.getByRole("button", { name: "Suggest SKUs" }).click();
    await page.getByLabel("Price of S").fill("499");
    await page.getByRole("button", { name: "Use the first price for all" }).click();
    await page.getByLabel("Price of M").fill("599.50");
    await page.getByRole("button", { name: "Add product" }).click();
    await page.getByRole("heading", { name: "Linen shirt" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect(await readProduct(id)).toMatchObject({
      status: "draft",
      options: ["Size"],
      variants: [
        { sku: "LINEN-SHIRT-S", options: ["S"], price: { amountMinor: 49_900 } },
        { sku: "LINEN-SHIRT-M", options: ["M"], price: { amountMinor: 59_950 } },
      ],
    });

    await page.getByRole("button", { name: "Put on sale" }).click();
    await page.getByText("Linen shirt: on sale").waitFor();
    await page.getByRole("link", { name: "S", exact: true }).click();
    await page.getByLabel("Price", { exact: true }).fill("449");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("S saved").waitFor();
    const history = page.getByRole("region", { name: "History" });
    await history.getByText("₹499.00 → ₹449.00").waitFor();

    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText("This product is archived").waitFor();
    await history.getByText("On sale → Archived").waitFor();
    expect(await readProduct(id)).toMatchObject({ status: "archived" });
  });

  // A product archived by mistake was gone from the shop until someone found the other button. Undo must not overwrite
  // a colleague's change made meanwhile.
  it("is put back on sale by Undo, unless someone else has changed it meanwhile", async () => {
    const { id } = await aProduct("Cane chair");
    const page = await journey.visitor({ at: `/products/${id}`, expects: /412/ });
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    const archived = page.getByRole("alert").filter({ hasText: "Cane chair: archived" });
    await archived.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Archive", exact: true }).waitFor();
    expect(await readProduct(id)).toMatchObject({ status: "active" });

    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await archived.waitFor();
    await journey.ask("PATCH", `/api/admin/products/${id}`, { title: "Cane armchair" });
    await archived.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("alert").filter({ hasText: "This has changed since you opened it" }).waitFor();
    expect(await readProduct(id)).toMatchObject({ status: "archived", title: "Cane armchair" });
  });

  // A product with three options is typed without the mouse, or takes three times as long.
  it("has its options typed with the keyboard alone: the focus moves to the next field", async () => {
    const page = await journey.visitor({ at: "/products/new" });
    const add = page.getByRole("button", { name: "Add an option, such as a size" });
    const focused = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator(":focus")).waitFor();
    await add.press("Enter");
    await focused("Name of option 1");
    await page.keyboard.type("Size");
    await page.keyboard.press("Enter");
    await focused("Values of option 1");
    for (const value of ["S", "M"]) {
      await page.keyboard.type(value);
      await page.keyboard.press("Enter");
    }
    await focused("Values of option 1");
    await add.press("Enter");
    await focused("Name of option 2");
    await page.getByRole("button", { name: "Remove option 2" }).press("Enter");
    await focused("Name of option 1");
    await page.getByRole("button", { name: "Remove option 1" }).press("Enter");
    await add.and(page.locator(":focus")).waitFor();
  });

  // An error must be shown at its field, and nothing that was typed may be lost.
  // A variant that is not made came back with the next size, and was added unless someone noticed.
  it("keeps removed variants removed and prices as typed, while further values and names of options are typed", async () => {
    const page = await journey.visitor({ at: "/products/new" });
    const add = page.getByRole("button", { name: "Add an option, such as a size" });
    for (const [nth, [name, ...values]] of [
      ["Size", "S", "M"],
      ["Colour", "Red", "Blue"],
    ].entries()) {
      await add.click();
      await page.getByLabel(`Name of option ${nth + 1}`).fill(name!);
      for (const value of values) {
        await page.getByLabel(`Values of option ${nth + 1}`).fill(value);
        await page.keyboard.press("Enter");
      }
    }
    await page.getByLabel("Price of M, Red").fill("300");
    await page.getByRole("button", { name: "Remove M, Blue" }).click();
    await page.getByLabel("Values of option 1").fill("L");
    await page.keyboard.press("Enter");
    await page.getByLabel("Price of L, Blue").waitFor();
    expect(await page.getByLabel("Price of M, Blue").count()).toBe(0);
    const size = page.getByLabel("Name of option 1");
    await size.fill("");
    await size.fill("Fit");
    expect(await page.getByLabel("Price of M, Red").inputValue()).toBe("300");
    expect(await page.getByLabel("Price of M, Blue").count()).toBe(0);
  });

  it("shows errors at their fields, and keeps what was typed", async () => {
    const page = await journey.visitor({ at: "/products/new", expects: /409/ });
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Another mug");
    await page.getByLabel("SKU").fill("MUG");
    await page.getByLabel("Price").fill("1.234");
    await page.getByRole("button", { name: "Add product" }).click();
    await page.getByText("Enter an amount, such as 19.99.").waitFor();
    await page.getByLabel("Price").fill("12.34");
    await page.getByRole("button", { name: "Add product" }).click();
    await page.getByText("Another variant has this SKU").waitFor();
    expect(await page.getByRole("textbox", { name: "Title", exact: true }).inputValue()).toBe("Another mug");
  });

  // Otherwise the second person would overwrite the work of the first.
  it("shows the second of two people what the first changed, and lets them discard their own changes", async () => {
    const { id } = await aProduct("Oak stool");
    const page = await journey.visitor({ at: `/products/${id}?open=edit`, expects: /412/ });
    await page.getByRole("textbox", { name: "Description" }).fill("Three legs.");
    await journey.ask("PATCH", `/api/admin/products/${id}`, { title: "Oak footstool" });
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "This has changed since you opened it" });
    await notice.getByRole("row", { name: "Title Oak stool Oak footstool" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Description" }).inputValue()).toBe("Three legs.");
    await notice.getByRole("button", { name: "Discard my changes" }).click();
    await page.getByRole("textbox", { name: "Description" }).fill("Three legs.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => readProduct(id)).toMatchObject({ title: "Oak footstool", description: "Three legs." });
  });

  it("has images, which are sorted and described", async () => {
    const { id } = await aProduct("Picture frame");
    const page = await journey.visitor({ at: `/products/${id}` });
    const drawer = page.getByRole("dialog", { name: "Add an image from a URL" });
    for (const [nth, alt] of [
      [1, ""],
      [2, "The frame"],
    ] as const) {
      await page.getByRole("button", { name: "Add from URL" }).click();
      await drawer.getByLabel("Address", { exact: true }).fill(`${journey.url}/icon.svg?${nth}`);
      await drawer.getByLabel("Description").fill(alt);
      await drawer.getByRole("button", { name: "Add image" }).click();
      await drawer.waitFor({ state: "hidden" });
    }
    await page.getByRole("button", { name: "Move The frame up" }).click();
    await page.getByRole("region", { name: "Images" }).getByRole("img", { name: "The frame" }).waitFor();
    await expect
      .poll(() => readProduct(id))
      .toMatchObject({
        images: [
          { url: `${journey.url}/icon.svg?2`, alt: "The frame" },
          { url: `${journey.url}/icon.svg?1`, alt: "" },
        ],
      });
  });

  // Orders refer to it, so it must not disappear; and it must be possible to sell it again.
  it("archives a removed variant that was ordered, and restores it", async () => {
    const { id, variants } = await aProduct("Tea towel", {
      options: ["Colour"],
      variants: [
        { sku: "TOWEL-RED", priceMinor: 9_900, options: ["Red"], continueSelling: true },
        { sku: "TOWEL-BLUE", priceMinor: 9_900, options: ["Blue"] },
      ],
    });
    await anOrderOf(journey, variants[0]!.id);
    const page = await journey.visitor({ at: `/products/${id}?open=variant&id=${variants[0]!.id}` });
    await page.getByRole("dialog", { name: "Red" }).getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog", { name: "Remove Red?" }).getByRole("button", { name: "Remove" }).click();
    await page.getByText("Red archived").waitFor();
    await page.getByLabel("Show archived (1)").check();
    await page.getByRole("link", { name: "Red", exact: true }).click();
    await page.getByRole("region", { name: "History" }).getByText("removed a variant: Red").waitFor();
    await page.getByRole("button", { name: "Restore from the archive" }).click();
    await expect.poll(() => readProduct(id)).toMatchObject({ variants: [{ archivedAt: null }, { archivedAt: null }] });
  });

  it("is archived together with others, with the result of each", async () => {
    const titles = ["Bulk one", "Bulk two"];
    const products = [await aProduct("Bulk one"), await aProduct("Bulk two")];
    const page = await journey.visitor({ at: "/products?q=Bulk" });
    for (const title of titles) await page.getByRole("row", { name: title }).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Status", exact: true }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.getByRole("dialog").getByText("2 of 2 done").waitFor();
    for (const { id } of products) expect(await readProduct(id)).toMatchObject({ status: "archived" });
  });
});

describe("the tree of categories", () => {
  const tree = async () => {
    type Category = { name: string; depth: number };
    const { items } = await journey.ask<{ items: Category[] }>("GET", "/api/admin/categories?limit=200");
    return items.map(({ name, depth }) => "  ".repeat(depth) + name);
  };

  // All without a mouse.
  it("is created, sorted and nested with the keyboard alone", async () => {
    const page = await journey.visitor();
    await pressInTurn(page, "gc");
    await page.getByRole("heading", { name: "Categories" }).waitFor();
    for (const name of ["Kitchen", "Garden", "Pots"]) {
      await page.keyboard.press("n");
      await expect.poll(() => page.evaluate("document.activeElement?.labels?.[0]?.textContent")).toBe("Name");
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name }).waitFor();
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    }
    expect(await tree()).toEqual(["Kitchen", "Garden", "Pots"]);
    await page.getByRole("link", { name: "Garden" }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(tree).toEqual(["Garden", "Kitchen", "Pots"]);
    await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toBe("Garden");

    await page.getByRole("link", { name: "Pots" }).focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Category" });
    await drawer.getByLabel("Parent category").focus();
    await page.keyboard.type("Kit");
    await drawer.getByLabel("Name").focus();
    await page.keyboard.press("Enter");
    await expect.poll(tree).toEqual(["Garden", "Kitchen", "  Pots"]);
  });

  it("does not take the focus from a user who has moved on before the list is reloaded", async () => {
    for (const name of ["Tools", "Seeds", "Books"]) await journey.ask("POST", "/api/admin/categories", { name });
    const page = await journey.visitor({ at: "/categories" });
    await page.getByRole("link", { name: "Seeds" }).focus();
    const listAnswers = Promise.withResolvers<void>();
    await page.route("**/api/admin/categories?*", async (route) => {
      await listAnswers.promise;
      await route.continue();
    });
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(async () => (await tree()).slice(-3)).toEqual(["Seeds", "Tools", "Books"]);
    await page.getByRole("link", { name: "Books" }).focus();
    listAnswers.resolve();
    const shown = () => page.locator("[data-row] a").allTextContents();
    await soon(async () => (await shown()).slice(-3)).toEqual(["Seeds", "Tools", "Books"]);
    expect(await page.evaluate("document.activeElement?.textContent")).toBe("Books");
  });

  it("shows why a category with products cannot be removed", async () => {
    const { id } = await journey.ask<Created>("POST", "/api/admin/categories", { name: "Full" });
    await aProduct("In the way", { categoryId: id });
    const page = await journey.visitor({ at: `/categories?open=edit&id=${id}`, expects: /409/ });
    await page.getByRole("button", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove Full?" });
    await dialog.getByRole("button", { name: "Remove" }).click();
    await dialog.getByText("The category is not empty").waitFor();
  });
});

describe("a collection", () => {
  // The shop shows the products in this order.
  it("keeps its products in the order chosen by staff", async () => {
    const [first, second] = [await aProduct("Road lamp"), await aProduct("Road bottle")];
    const page = await journey.visitor({ at: "/collections?open=new" });
    await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("For the road");
    await page.getByRole("button", { name: "Add collection" }).click();
    await page.getByRole("heading", { name: "For the road" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1);
    for (const title of ["Road lamp", "Road bottle"]) {
      await page.getByLabel("Add a product").fill(title);
      await page.getByRole("option", { name: title }).click();
    }
    await page.getByRole("button", { name: "Move Road bottle up" }).click();
    await page.getByRole("button", { name: "Save products" }).click();
    await page.getByText("2 products saved").waitFor();
    expect(await journey.ask("GET", `/api/admin/collections/${id}`)).toMatchObject({
      productIds: [second.id, first.id],
    });
    await page.reload();
    await expect
      .poll(() => page.getByRole("list", { name: "Products in order" }).getByRole("link").allTextContents())
      .toEqual(["Road bottle", "Road lamp"]);
  });
});

describe("the products of a collection", () => {
  it("that a colleague adds while others are moved stay, and are seen before they are saved", async () => {
    const [jug, cup, tray] = [await aProduct("Jug"), await aProduct("Cup"), await aProduct("Tray")];
    const { id } = await journey.ask<Created>("POST", "/api/admin/collections", {
      title: "Table",
      productIds: [jug.id, cup.id],
    });
    const page = await journey.visitor({ at: `/collections/${id}`, expects: /412/ });
    await page.getByRole("button", { name: "Move Cup up" }).click();
    const url = `/api/admin/collections/${id}`;
    await journey.ask("PUT", `${url}/products`, { productIds: [jug.id, cup.id, tray.id] });
    const save = page.getByRole("button", { name: "Save products" });
    await save.click();
    await page.getByRole("alert").filter({ hasText: "These products have changed since you opened them" }).waitFor();
    await page.getByRole("button", { name: "Remove Tray" }).waitFor();
    await save.click();
    await page.getByText("3 products saved").waitFor();
    expect(await journey.ask("GET", url)).toMatchObject({ productIds: [cup.id, jug.id, tray.id] });
    expect(await page.getByText("Unsaved changes").count()).toBe(0);
  });
});

describe("the settings of the catalogue", () => {
  // Years later someone asks what the rate was, and who changed it.
  it("have a history with the values before and after: tax rates, discounts, locations and channels", async () => {
    const page = await journey.visitor();
    const showsChange = async (text: string) => {
      const drawer = page.getByRole("dialog");
      await drawer.getByText(text).waitFor();
      await drawer
        .getByText(/edited an? /)
        .first()
        .waitFor();
    };
    await page.goto("/tax-rates?open=new");
    await page.getByRole("textbox", { name: "Name" }).fill("GST");
    await page.getByRole("textbox", { name: "Rate" }).fill("12.5");
    await page.getByRole("button", { name: "Add tax rate" }).click();
    await page.getByRole("link", { name: "GST" }).click();
    await page.getByRole("textbox", { name: "Rate" }).fill("18");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("GST saved").waitFor();
    await page.getByRole("link", { name: "GST" }).click();
    await showsChange("12.5% → 18%");

    await page.goto("/discounts?open=new");
    await page.getByRole("dialog").getByRole("textbox", { name: "Code" }).fill("MONSOON10");
    await page.getByRole("dialog").getByLabel("Percentage").fill("10");
    await page.getByRole("dialog").getByLabel("Ends").fill("2031-05-01T18:30");
    await page.getByRole("button", { name: "Add discount" }).click();
    await page.getByRole("link", { name: "MONSOON10" }).click();
    expect(await page.getByRole("dialog").getByLabel("Ends").inputValue()).toBe("2031-05-01T18:30");
    await page.getByRole("dialog").getByLabel("Percentage").fill("15");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("MONSOON10 saved").waitFor();
    await page.getByRole("link", { name: "MONSOON10" }).click();
    await showsChange("10% → 15%");

    await page.goto("/locations");
    await page.getByRole("link", { name: "Back store" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Back room");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Back room" }).click();
    await showsChange("Back store → Back room");

    await page.goto("/channels?open=new");
    await page.getByRole("textbox", { name: "Name" }).fill("Market stall");
    await page.getByRole("dialog").getByRole("textbox", { name: "Code" }).fill("market stall");
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByText("Use lower-case letters, digits and hyphens.").waitFor();
    await page.getByRole("dialog").getByRole("textbox", { name: "Code" }).fill("market-stall");
    await page.getByRole("button", { name: "Add channel" }).click();
    await page.getByRole("link", { name: "Market stall" }).click();
    await page.getByRole("dialog").getByLabel("Accept new orders").uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Market stall saved").waitFor();
    await page.getByRole("link", { name: "Market stall" }).click();
    await showsChange("yes → no");
  });

  it("have a history: categories and collections", async () => {
    const category = await journey.ask<Created>("POST", "/api/admin/categories", { name: "Rugs" });
    const collection = await journey.ask<Created>("POST", "/api/admin/collections", { title: "Winter" });
    const page = await journey.visitor({ at: `/categories?open=edit&id=${category.id}` });
    const drawer = page.getByRole("dialog", { name: "Category" });
    await drawer.getByLabel("Name").fill("Carpets");
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Carpets", exact: true }).click();
    await drawer.getByText("Rugs → Carpets").waitFor();
    await drawer.getByText("Owner").first().waitFor();

    await page.goto(`/collections/${collection.id}?open=edit`);
    await page.getByRole("dialog").getByLabel("Title").fill("Deep winter");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const history = page.getByRole("region", { name: "History" });
    await history.getByText("Winter → Deep winter").waitFor();
    await history.getByText("Owner").first().waitFor();
  });

  // Someone who types all day should not need the mouse for one more code.
  it("are created and edited with the keyboard alone", async () => {
    const page = await journey.visitor();
    const focused = () => page.evaluate("document.activeElement?.labels?.[0]?.textContent");
    await pressInTurn(page, "gd");
    await page.getByRole("heading", { name: "Discounts" }).waitFor();
    await page.keyboard.press("n");
    await expect.poll(focused).toBe("Code");
    await page.keyboard.type("KEYS5");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Percentage");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    const link = page.getByRole("link", { name: "KEYS5" });
    await link.waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await link.focus();
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("Code");
    await page.keyboard.press("End");
    await page.keyboard.type("0");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "KEYS50" }).waitFor();
  });

  it("show an error at the field if a text is not a percentage, an amount or a number", async () => {
    const page = await journey.visitor({ at: "/discounts?open=new" });
    const drawer = page.getByRole("dialog", { name: "New discount" });
    await drawer.getByRole("textbox", { name: "Code" }).fill("ODD");
    await drawer.getByLabel("Percentage").fill("ten");
    await drawer.getByLabel("Minimum order amount").fill("a lot");
    await drawer.getByRole("button", { name: "Add discount" }).click();
    await drawer.getByText("Enter a percentage up to 100, such as 18 or 12.5.").waitFor();
    await drawer.getByText("Enter an amount, such as 19.99.").waitFor();
    expect(await drawer.textContent()).not.toContain("NaN");

    await page.goto(`/locations?open=edit&id=${store.front.id}`);
    const location = page.getByRole("dialog", { name: "Location" });
    await location.getByLabel("Priority").fill("");
    await location.getByRole("button", { name: "Save" }).click();
    await location.getByText("This field is required.").waitFor();
    expect(await location.textContent()).not.toContain("NaN");
  });

  it("show why a location with stock cannot be closed", async () => {
    const page = await journey.visitor({ at: `/locations?open=edit&id=${store.back.id}`, expects: /409/ });
    await page.getByLabel("Open", { exact: true }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The location still has stock or allocations").waitFor();
  });
});

describe("every screen of the catalogue", () => {
  const urls: string[] = [];
  beforeAll(async () => {
    const top = await journey.ask<Created>("POST", "/api/admin/categories", { name: "Clothing" });
    const category = await journey.ask<Created>("POST", "/api/admin/categories", { name: "Shirts", parentId: top.id });
    const product = await aProduct("Long enough a name to be cut off on a phone", {
      categoryId: category.id,
      tags: ["summer", "linen"],
      description: "Woven by the river.",
      options: ["Size"],
      variants: [
        { sku: "A-SKU-THAT-IS-RATHER-LONG-FOR-A-PHONE-S", priceMinor: 49_900, compareAtMinor: 59_900, options: ["S"] },
        { sku: "A-SKU-THAT-IS-RATHER-LONG-FOR-A-PHONE-M", priceMinor: 49_900, options: ["M"] },
      ],
      images: [{ url: `${journey.url}/icon.svg`, alt: "" }],
    });
    await journey.ask("PATCH", `/api/admin/products/${product.id}`, { status: "archived" });
    const collection = await journey.ask<Created>("POST", "/api/admin/collections", {
      title: "Summer",
      productIds: [product.id, store.productId],
    });
    const discount = await journey.ask<Created>("POST", "/api/admin/discounts", {
      code: "SUMMER",
      kind: "fixed",
      amountMinor: 10_000,
    });
    const tax = await journey.ask<Created>("POST", "/api/admin/tax-rates", { name: "VAT", basisPoints: 1900 });
    const channel = await journey.ask<Created>("POST", "/api/admin/channels", { code: "phone", name: "Telephone" });
    urls.push(
      "/products?status=archived",
      "/products/new",
      `/products/${product.id}`,
      `/products/${product.id}?open=edit`,
      `/products/${product.id}?open=image-address`,
      `/products/${product.id}?open=new-variant`,
      `/products/${product.id}?open=variant&id=${product.variants[0]!.id}`,
      "/categories?open=new",
      `/categories?open=edit&id=${category.id}`,
      "/collections?open=new",
      `/collections/${collection.id}`,
      "/discounts?open=new",
      `/discounts?open=edit&id=${discount.id}`,
      `/tax-rates?open=edit&id=${tax.id}`,
      `/channels?open=edit&id=${channel.id}`,
      `/locations?open=edit&id=${store.front.id}`,
    );
  });

  it("has no serious axe findings, and no horizontal scrolling, in light and dark, at a desk and on a phone", async () => {
    expect(await faultsInLooks(await journey.visitor(), urls)).toEqual({});
  }, 180_000);
});
