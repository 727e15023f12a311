/** Why something costs what it costs, who is calling, and the shop's keys and rates, in the admin. */
import { beforeAll, expect, it } from "vitest";
import { address, anOrderOf, aStockedStore, focused, journeys, pastes, soon } from "../support/harness/journey.ts";
import { faultsInLooks } from "../support/harness/looks.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
});

interface Made {
  readonly id: string;
}

async function aListOf(name: string, amountMinor: number, minQuantity = 1): Promise<Made> {
  const list = await journey.ask<Made>("POST", "/api/admin/price-lists", { name });
  await journey.ask("PUT", `/api/admin/price-lists/${list.id}/rows`, {
    rows: [{ variantId: store.bowl, minQuantity, amountMinor }],
  });
  return list;
}

// A customer asks why they pay this much; answering must not need the person who made the price lists.
it("an item's price shows which list it comes from and why the others do not apply, at the item and at an order's line", async () => {
  await aListOf("Spring", 35_000);
  const ten = await aListOf("By the dozen", 30_000, 12);
  const order = await anOrderOf(journey, store.bowl);
  await journey.ask("PATCH", `/api/admin/price-lists/${ten.id}`, { name: "By the dozen" });
  const page = await journey.visitor({ at: `/products/${store.productId}` });
  await page.getByRole("link", { name: "Why this price: Bowl" }).click();
  const why = page.getByRole("dialog", { name: "Why this price?" });
  await why.getByText("₹350.00 each").waitFor();
  await why
    .getByRole("row", { name: /Spring/ })
    .getByText("Gives the price")
    .waitFor();
  await why
    .getByRole("row", { name: /By the dozen/ })
    .getByText("Needs a larger quantity")
    .waitFor();
  await why.getByLabel("Quantity in the order").fill("12");
  await why.getByText("₹300.00 each").waitFor();
  await why
    .getByRole("row", { name: /Spring/ })
    .getByText("A larger quantity break applies")
    .waitFor();

  // The line keeps its price, whatever today's lists say.
  await journey.ask("PUT", `/api/admin/price-lists/${ten.id}/rows`, {
    rows: [{ variantId: store.bowl, minQuantity: 1, amountMinor: 20_000 }],
  });
  await page.goto(`/orders/${order.id}`);
  await page.getByRole("link", { name: "Why this price: Stoneware" }).click();
  await why.getByText("₹200.00 each").waitFor();
  await why.getByText("The order keeps ₹350.00").waitFor();
});

// It listed commas, and the prices in paise.
it("a price list's history and the audit log name each changed price by its SKU, with both amounts", async () => {
  const list = await aListOf("Autumn", 35_000);
  await journey.ask("PUT", `/api/admin/price-lists/${list.id}/rows`, {
    rows: [{ variantId: store.bowl, amountMinor: 30_000 }],
  });
  const page = await journey.visitor({ at: `/price-lists/${list.id}` });
  const history = page.getByRole("region", { name: "History" });
  for (const change of ["BOWL from 1: ₹350.00 → BOWL from 1: ₹300.00", "none → BOWL from 1: ₹350.00"])
    await history.getByRole("row", { name: `Prices ${change}` }).waitFor();
  // Counts of nothing, among them.
  expect(await history.getByRole("row", { name: /^(Unchanged|Same|Removed) / }).count()).toBe(0);
  const none = history.getByText("none", { exact: true });
  expect(await none.getAttribute("style")).not.toContain("line-through");
  await page.goto(`/settings/audit?subjectId=${list.id}`);
  await page.locator("[data-row]").first().getByRole("link").first().click();
  await page.getByRole("dialog").getByRole("row", { name: "BOWL from 1 ₹350.00 ₹300.00" }).waitFor();
});

// Every further attempt was refused too, because the grid kept sending the version that it had started with.
it("prices typed while a colleague saves others are kept, refused once with a message, and saved at the next attempt", async () => {
  const list = await aListOf("Autumn", 35_000);
  const page = await journey.visitor({ at: `/price-lists/${list.id}`, expects: /412/ });
  await page.getByLabel("Price, row 1").fill("340");
  await journey.ask("PUT", `/api/admin/price-lists/${list.id}/rows`, {
    rows: [{ variantId: store.mug, minQuantity: 1, amountMinor: 20_000 }],
  });
  await page.getByRole("button", { name: "Save 1 price" }).click();
  await page.getByText("Prices (2)").waitFor();
  await page.getByText("This has changed since you opened it").waitFor();
  await page.getByRole("button", { name: "Save 1 price" }).click();
  await page.getByText("1 price saved").waitFor();
  await page.getByRole("button", { name: "Nothing to save" }).waitFor();
  expect(await page.getByText("This has changed since you opened it").count()).toBe(0);
  // It keeps the focus: the next Tab began at the top of the page.
  await soon(() => focused(page)).toBe("Nothing to save");
});

// Whoever pastes a supplier's list looked through all of it for the one amount that was a word.
it("the pasted row that cannot be saved is shown, however far down it is", async () => {
  const { id } = await aListOf("Wholesale", 35_000);
  const page = await journey.visitor({ at: `/price-lists/${id}` });
  await page.getByLabel("Price, row 1", { exact: true }).focus();
  const lines = Array.from({ length: 200 }, (_, nth) => `PIECE-${nth}\t${nth === 150 ? "ask us" : "12"}`);
  await pastes(page, lines.join("\n"));
  await page.getByText("1 row cannot be saved: Enter an amount.").waitFor();
  const wrong = page.getByLabel("Price, row 152", { exact: true });
  expect(await wrong.count()).toBe(0);
  await page.getByRole("button", { name: "Show it" }).click();
  await wrong.and(page.locator(":focus")).waitFor();
  expect(await wrong.inputValue()).toBe("ask us");
  expect(await wrong.getAttribute("aria-description")).toBe("PIECE-150: Enter an amount");
  await page.getByRole("button", { name: "Discard" }).click();
});

it("typed prices stay while a later version of them cannot be loaded", async () => {
  const list = await aListOf("Winter", 35_000);
  const page = await journey.visitor({ at: `/price-lists/${list.id}`, expects: /500/ });
  await page.getByLabel("Price, row 1").fill("340");
  await page.clock.install();
  await page.route(/\/rows\?/, (route) =>
    route.fulfill({ status: 500, json: { error: { code: "fault", message: "It broke.", requestId: "req-42" } } }),
  );
  await page.getByRole("button", { name: "Save 1 price" }).click();
  await soon(async () => {
    await page.clock.runFor(2_000);
    return page.getByRole("button", { name: "Try again" }).count();
  }).toBe(1);
  await page.getByLabel("Price, row 1").fill("330");
  await page.unroute(/\/rows\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Save 1 price" }).click();
  await page.getByRole("button", { name: "Nothing to save" }).waitFor();
  expect(await journey.ask("GET", `/api/admin/price-lists/${list.id}/rows`)).toMatchObject({
    items: [{ amount: { amountMinor: 33_000 } }],
  });
});

// The form had no way to say it, and said "all customers" instead: what wholesalers paid was everyone's price.
it("a list whose groups were removed while it was archived stays for no one when it is edited and turned on", async () => {
  const group = await journey.ask<Made>("POST", "/api/admin/customer-groups", { name: "Resellers" });
  const list = await journey.ask<Made>("POST", "/api/admin/price-lists", { name: "Resale", groupIds: [group.id] });
  await journey.ask("DELETE", `/api/admin/price-lists/${list.id}`);
  await journey.ask("DELETE", `/api/admin/customer-groups/${group.id}`);
  const page = await journey.visitor({ at: `/price-lists/${list.id}?open=edit` });
  await page.getByText("for no one").waitFor();
  const drawer = page.getByRole("dialog");
  await drawer.getByPlaceholder("No one: its groups were removed").waitFor();
  await drawer.getByLabel("Name").fill("Resale again");
  await drawer.getByLabel("Active").check();
  await drawer.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Resale again saved").waitFor();
  expect(await journey.ask("GET", `/api/admin/price-lists/${list.id}`)).toMatchObject({ active: true, groups: [] });
});

// A sale set up by another system to end at the last second of a day ended a minute earlier after any edit.
it("a list keeps the seconds at which it starts and ends when it is renamed", async () => {
  const times = { startsAt: "2026-03-01T18:30:15.500Z", endsAt: "2026-03-31T18:29:59.000Z" };
  const { id } = await journey.ask<Made>("POST", "/api/admin/price-lists", { name: "March", ...times });
  const page = await journey.visitor({ at: `/price-lists/${id}?open=edit` });
  await page.getByLabel("Name").fill("Sale of March");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Sale of March saved").waitFor();
  expect(await journey.ask("GET", `/api/admin/price-lists/${id}`)).toMatchObject({ name: "Sale of March", ...times });
  // Of a list that is scheduled, the lists said only when it ends.
  await page.goto("/price-lists");
  await page
    .getByRole("row", { name: /Sale of March/ })
    .getByText(/^1 Mar/)
    .waitFor();
});

it("a caller's phone number fills in their name, address and last orders in a new order", async () => {
  await journey.ask("POST", "/api/admin/customers", {
    email: "farah@example.com",
    name: "Farah Khan",
    phone: "+919820012345",
    addresses: [
      { line1: "Old place", city: "Goa", postalCode: "403001", country: "IN" },
      { ...address, isDefault: true },
    ],
  });
  const placed = await journey.ask<{ number: string }>("POST", "/api/admin/orders", {
    email: "farah@example.com",
    name: "Farah Khan",
    address,
    payment: "cod",
    lines: [{ variantId: store.mug, quantity: 1 }],
  });
  const page = await journey.visitor({ at: "/orders/new" });
  await page.getByLabel("Phone").fill("98200 12345");
  const known = page.getByRole("region", { name: "Existing customers" });
  await known.getByText("Farah Khan").waitFor();
  await known.getByText(placed.number).waitFor();
  await known.getByRole("button", { name: "Fill in Farah" }).click();
  await soon(() => page.getByLabel("Address", { exact: true }).inputValue()).toBe("1 Hill Road");
  expect(await page.getByLabel("Email").inputValue()).toBe("farah@example.com");
  await page.getByLabel("Add an item").fill("MUG");
  await page.getByLabel("Add an item").press("Enter");
  await page.getByText("3 available").waitFor();
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByText(/QM-\d+ placed/).waitFor();
  expect(
    await journey.ask<{ items: { orders: number }[] }>("GET", "/api/admin/customers?q=farah@example.com"),
  ).toMatchObject({ items: [{ orders: 2 }] });
});

it("an email address finds its customer, too", async () => {
  await journey.ask("POST", "/api/admin/customers", { email: "gita@example.com", name: "Gita Nair" });
  const page = await journey.visitor({ at: "/orders/new" });
  await page.getByLabel("Email").fill("gita@exam");
  const known = page.getByRole("region", { name: "Existing customers" });
  await known.getByRole("button", { name: "Fill in Gita" }).click();
  await soon(() => page.getByLabel("Name").inputValue()).toBe("Gita Nair");

  // The line said ₹400.00, and the subtotal ₹100.00.
  const { id } = await aListOf("Clearance", 10_000);
  await page.getByLabel("Add an item").fill("BOWL");
  await page.getByLabel("Add an item").press("Enter");
  await page.getByText("₹100.00 each").waitFor();
  await journey.ask("DELETE", `/api/admin/price-lists/${id}`);
});

// In a store in yen it was 49.00, which the field refuses.
it("the example of a shipping rate is an amount in the store's currency", async () => {
  const page = await journey.visitor();
  await page.route("**/api/admin/store", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), currency: "JPY" } });
  });
  await page.goto("/settings/shipping-rates?open=new");
  const example = page.getByRole("dialog").getByLabel("Shipping", { exact: true });
  expect(await example.getAttribute("placeholder")).toBe("4900");
});

it("a shipping rate is added, changed and removed, and a shop's key is created", async () => {
  const page = await journey.visitor({ at: "/settings/shipping-rates" });
  await page.getByText("Without shipping rates, shipping is free everywhere.").waitFor();
  await page.getByRole("button", { name: "New shipping rate" }).first().click();
  const drawer = page.getByRole("dialog", { name: "New shipping rate" });
  await drawer.getByLabel("Name").fill("India");
  await drawer.getByLabel("Countries").first().fill("India");
  await page.getByRole("option", { name: "India", exact: true }).click();
  await drawer.getByLabel("Shipping", { exact: true }).fill("49");
  await drawer.getByRole("button", { name: "Add shipping rate" }).click();
  await page.getByText("India added").waitFor();
  await page.getByRole("link").filter({ hasText: "India" }).first().click();
  const edit = page.getByRole("dialog", { name: "India" });
  await edit.getByLabel("Goods from").fill("500");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("India saved").waitFor();
  const rates = () => journey.ask<{ items: object[] }>("GET", "/api/admin/shipping-rates");
  expect(await rates()).toMatchObject({
    items: [{ name: "India", countries: ["IN"], minimum: { amountMinor: 50_000 }, amount: { amountMinor: 4_900 } }],
  });
  await page.getByRole("link").filter({ hasText: "India" }).first().click();
  await edit.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog", { name: "Remove India?" }).getByRole("button", { name: "Remove" }).click();
  await page.getByText("India removed").waitFor();
  expect(await rates()).toMatchObject({ items: [] });

  await page.goto("/settings/api-keys?open=new");
  const key = page.getByRole("dialog", { name: "New API key" });
  await key.getByLabel("Name").fill("Web shop");
  await key.getByLabel("For an online shop").check();
  await key.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog", { name: "Web shop created" }).waitFor();
  await soon(() => journey.ask("GET", "/api/admin/api-keys")).toMatchObject({
    items: [{ name: "Web shop", storefront: true }],
  });
});

it("a discount code is limited for each customer", async () => {
  const page = await journey.visitor({ at: "/discounts?open=new" });
  const drawer = page.getByRole("dialog", { name: "New discount" });
  await drawer.getByLabel("Code").fill("ONCE");
  await drawer.getByLabel("Percentage").fill("10");
  await drawer.getByLabel("Limit for each customer").fill("1");
  await drawer.getByRole("button", { name: "Add discount" }).click();
  await page.getByText("ONCE created").waitFor();
  expect(await journey.ask("GET", "/api/admin/discounts?q=ONCE")).toMatchObject({ items: [{ perCustomerLimit: 1 }] });
});

it("no screen with prices has serious axe findings or scrolls sideways, in light and dark, at a desk and on a phone", async () => {
  const order = await anOrderOf(journey, store.mug);
  await journey.ask("POST", "/api/admin/shipping-rates", { name: "Everywhere", amountMinor: 9_900 });
  const { lines } = await journey.ask<{ lines: Made[] }>("GET", `/api/admin/orders/${order.id}`);
  const urls = [
    `/products/${store.productId}?open=price&id=${store.bowl}`,
    `/orders/${order.id}?open=price&id=${lines[0]?.id}`,
    "/settings/shipping-rates",
    "/settings/shipping-rates?open=new",
    "/settings/api-keys?open=new",
  ];
  expect(await faultsInLooks(await journey.visitor(), urls)).toEqual({});
});
