/** Every list of a store in which nothing has happened yet: it says that it is empty, and offers a next step. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { navItems } from "../../../web/shell/navigation.ts";
import { journeys, soon } from "../../support/harness/journey.ts";
import { faultsInLooks } from "../../support/harness/looks.ts";

const journey = journeys();

interface Offer {
  /** The title of the empty list. */
  readonly says: string;
  /** The links and buttons below it, and the screen or dialog that each opens. */
  readonly offers: Readonly<Record<string, string>>;
}

const nothing = (says: string, offers: Offer["offers"]): Offer => ({ says, offers });
const toReadyOrders = { "See orders ready to ship": "Orders" };

const lists: Readonly<Record<string, Offer>> = {
  "/orders": nothing("No orders yet", { "New order": "New order", "Import orders": "Imports and exports" }),
  "/orders/returned-parcels": nothing("No returned parcels", { "See shipped orders": "Orders" }),
  "/orders/picking": nothing("Nothing to pick", toReadyOrders),
  "/orders/packing-slips": nothing("Nothing to pack", toReadyOrders),
  "/orders/labels": nothing("No labels to print", toReadyOrders),
  "/payments/unmatched": nothing("All payments are matched", { "See orders awaiting payment": "Orders" }),
  "/payments/requests": nothing("No requests yet", {
    "Set up a payment gateway": "Payment gateways",
    "Set up a carrier": "Carriers and boxes",
  }),
  "/carts": nothing("No carts yet", { "New API key": "New API key" }),
  "/customers": nothing("No customers yet", {
    "New customer": "New customer",
    "Import customers": "Imports and exports",
  }),
  "/customers/groups": nothing("No groups yet", { "New group": "New group" }),
  "/stock/levels": nothing("No items yet", { "New product": "New product" }),
  "/stock/low": nothing("Nothing is running low", {
    "See stock levels": "Stock levels",
    "Change the threshold": "Store",
  }),
  "/stock/backorders": nothing("No backorders", { "See what is running low": "Low stock" }),
  "/stock/movements": nothing("No movements yet", { "See stock levels": "Stock levels" }),
  "/stock/transfers": nothing("No transfers yet", { "New transfer": "New transfer" }),
  "/stock/count": nothing("There is no open location", { "New location": "New location" }),
  "/stock/shelf-labels": nothing("There is no open location", { "New location": "New location" }),
  "/locations": nothing("No locations yet", { "New location": "New location" }),
  "/products": nothing("No products yet", { "New product": "New product", "Import products": "Imports and exports" }),
  "/products/grid": nothing("Nothing to edit", { "New product": "New product" }),
  "/products/labels": nothing("No items yet", { "Choose products from the list": "Products" }),
  "/categories": nothing("No categories yet", { "New category": "New category" }),
  "/collections": nothing("No collections yet", { "New collection": "New collection" }),
  "/price-lists": nothing("No price lists yet", { "New price list": "New price list" }),
  "/discounts": nothing("No discounts yet", { "New discount": "New discount" }),
  "/tax-rates": nothing("No tax rates yet", { "New tax rate": "New tax rate" }),
  "/vendors": nothing("No vendors yet", { "New vendor": "New vendor" }),
  "/channels": nothing("No channels yet", { "New channel": "New channel" }),
  "/reports/stock": nothing("Nothing is in stock", { "See stock levels": "Stock levels" }),
  "/reports/waiting": nothing("No order is waiting", { "See all orders": "Orders" }),
  "/reports/sql": nothing("No reports yet", { "New report": "New report" }),
  "/messages": nothing("No messages yet", { "Set up messages and senders": "Messages and senders" }),
  "/settings/api-keys": nothing("No API keys yet", { "New API key": "New API key" }),
  "/settings/webhooks": nothing("No endpoints yet", { "New endpoint": "New endpoint" }),
  "/settings/webhooks/deliveries": nothing("Nothing sent yet", { "New endpoint": "New endpoint" }),
  "/settings/shipping-rates": nothing("No shipping rates yet", { "New shipping rate": "New shipping rate" }),
};

/** The reports for a period, and what each one says is missing. */
const reports = {
  "/reports/sales": "sales",
  "/reports/money": "payments or refunds",
  "/reports/products": "sales",
  "/reports/taxes": "sales",
  "/reports/channels": "sales",
  "/reports/returns": "returns",
  "/reports/orders": "orders",
};

/** These are never empty: forms, lists that every store has from the start, and pages that explain how to begin. */
const neverEmpty = new Set([
  ...["/", "/orders/pack", "/settings/store", "/settings/imports", "/settings/move", "/settings/team"],
  ...["/settings/roles", "/settings/payments", "/settings/shipping", "/settings/messages", "/settings/audit"],
  ...["/settings/doctor", "/settings/password"],
]);

/** The title of an empty list and what is below it. */
const emptyState = (page: Page, says: string) =>
  page.locator("#content").getByText(says, { exact: true }).locator("xpath=..");

/** Of the screen and of its dialog. */
const headings = (page: Page) => page.getByRole("heading").allInnerTexts();

it("covers every screen of the navigation", () => {
  const known = new Set([...Object.keys(lists), ...Object.keys(reports), ...neverEmpty]);
  expect(navItems.map(({ to }) => to).filter((path) => !known.has(path))).toEqual([]);
});

// A white page on the first day could be broken or waiting for something; no one can tell.
it("says what to do in each empty list, and offers it", async () => {
  const page = await journey.visitor();
  for (const [path, { says, offers }] of Object.entries(lists)) {
    for (const [offer, opens] of Object.entries(offers)) {
      await page.goto(path);
      const state = emptyState(page, says);
      await state.waitFor();
      const [name, exact] = [offer, true];
      await state.getByRole("link", { name, exact }).or(state.getByRole("button", { name, exact })).click();
      await soon(() => headings(page)).toContain(opens);
    }
  }
}, 240_000);

it("offers a longer period for a report without figures, and the orders if there is none", async () => {
  const page = await journey.visitor();
  for (const [path, what] of Object.entries(reports)) {
    await page.goto(path);
    const state = emptyState(page, `No ${what} in this period`);
    await state.getByRole("button", { name: "Show the last 365 days" }).click();
    await state.getByRole("link", { name: "See all orders" }).click();
    await soon(() => headings(page)).toEqual(["Orders"]);
  }
}, 120_000);

it("is accessible, on wide and narrow screens", async () => {
  const page = await journey.visitor();
  const paths = ["/orders", "/stock/low", "/payments/requests", "/reports/sales", "/stock/count"];
  expect(await faultsInLooks(page, paths)).toEqual({});
}, 120_000);
