/** What Home shows each morning: what needs attention, and how yesterday went. */
import { beforeAll, expect, it } from "vitest";
import { anOrderOf, aStockedStore, fontsLoaded, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();

beforeAll(async () => {
  const { mug, bowl, front } = await aStockedStore(journey);
  await journey.ask("PATCH", `/api/admin/variants/${mug}`, { continueSelling: true, lowStockThreshold: 3 });
  for (const quantity of [1, 2, 1]) await anOrderOf(journey, bowl, quantity);
  const partly = await anOrderOf(journey, bowl, 2);
  const { lines } = await journey.ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${partly.id}`);
  await journey.ask("POST", `/api/admin/orders/${partly.id}/parcels`, {
    locationId: front.id,
    lines: [{ lineId: lines[0]?.id, quantity: 1 }],
  });
  for (const quantity of [9, 1]) await anOrderOf(journey, mug, quantity);
  await anOrderOf(journey, bowl, 1, "manual");
  const refused = await anOrderOf(journey, bowl, 1, "manual");
  await journey.ask("POST", `/api/admin/orders/${refused.id}/mark-paid`, { outcome: "failed", method: "cash" });
  const cancelled = await anOrderOf(journey, bowl, 1, "manual");
  await journey.ask("POST", `/api/admin/orders/${cancelled.id}/mark-paid`, { method: "cash" });
  await journey.ask("POST", `/api/admin/orders/${cancelled.id}/cancel`, {});
});

// Once a number does not match the list behind it, no one believes it again.
it.each([
  ["Ready to ship", "4"],
  ["Waiting for goods", "2"],
  ["Partially shipped", "1"],
  ["Awaiting payment", "2"],
  ["Payment failed", "1"],
  ["To refund", "1"],
  ["Low stock", "1"],
])("shows the count under %s, and its list has as many rows", async (title, count) => {
  const page = await journey.visitor();
  const tile = page.getByRole("main").getByRole("link", { name: new RegExp(`^${title}`) });
  await soon(() => tile.innerText()).toMatch(new RegExp(`^${title}\\s+${count}\\s`));
  await tile.click();
  await page.locator("[data-row]").first().waitFor();
  await soon(() => page.locator("[data-row]").count()).toBe(Number(count));
});

// On a slow connection, a click on Low stock met a tile that had just appeared in its place.
it("keeps each tile in its place when the counts of rare ones arrive", async () => {
  const page = await journey.visitor({ at: "/orders" });
  const { promise: held, resolve: pass } = Promise.withResolvers<void>();
  await page.route(/balance=storeOwes|staff\/invitations/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  const tile = (title: string) => page.getByRole("main").getByRole("link", { name: new RegExp(`^${title}`) });
  await tile("Low stock").waitFor();
  await page.getByText("Set up your store").waitFor(); // above the tiles
  const places = () => Promise.all(["Low stock", "Health check"].map((title) => tile(title).boundingBox()));
  await fontsLoaded(page);
  const before = await places();
  pass();
  await tile("To refund").waitFor();
  await page.getByText(/^\d of 7 done$/).waitFor();
  expect(await places()).toEqual(before);
});

it("compares yesterday with the same weekday a week earlier, and shows the sales of thirty days", async () => {
  const page = await journey.visitor();
  const sales = page.getByRole("region", { name: "Sales in the last 30 days" });
  await sales.getByText(/^Yesterday, compared with /).waitFor();
  interface Sales {
    readonly total: { readonly orders: number };
    readonly periods: readonly { readonly from: string }[];
  }
  const { total, periods } = await journey.ask<Sales>("GET", "/api/admin/reports/sales");
  const weekBefore = String(Number(periods.at(-9)?.from.slice(-2)));
  await soon(() => sales.getByText(/^Yesterday, compared with /).innerText()).toContain(` ${weekBefore} `);
  await sales.getByText(new RegExp(`^${total.orders} orders, `)).waitFor();
});

// A store with a window of twenty minutes was told that unpaid orders are cancelled after 0 h.
it("says after how long an unpaid order is cancelled, also where that is less than an hour", async () => {
  await journey.ask("PATCH", "/api/admin/store", { unpaidWindowMinutes: 20 });
  const page = await journey.visitor();
  await page.getByText("cancelled automatically after 20 minutes").waitFor();
});
