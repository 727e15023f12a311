import { beforeAll, describe, expect, it } from "vitest";
import { navItems } from "../../web/shell/navigation.ts";
import { anOrderOf, aStockedStore, journeys, phone } from "../support/harness/journey.ts";
import { faultsInLooks, seriousFaults } from "../support/harness/looks.ts";

const journey = journeys();
const urls: string[] = [];

beforeAll(async () => {
  const { bowl, mug, front, back } = await aStockedStore(journey);
  const ready = await anOrderOf(journey, bowl, 2);
  const sold = await anOrderOf(journey, mug, 3);
  const { lines } = await journey.ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${sold.id}`);
  const lineId = lines[0]?.id;
  for (const [location, quantity] of [
    [front, 2],
    [back, 1],
  ] as const) {
    await journey.ask("POST", `/api/admin/orders/${sold.id}/parcels`, {
      locationId: location.id,
      lines: [{ lineId, quantity }],
      trackingUrl: "https://track.example/1",
    });
  }
  await journey.ask("POST", `/api/admin/orders/${sold.id}/returns`, {
    lines: [{ lineId, quantity: 1, restock: true }],
    reason: "Too small",
  });
  const cancelled = await anOrderOf(journey, bowl, 1, "manual");
  await journey.ask("POST", `/api/admin/orders/${cancelled.id}/cancel`, { reason: "Changed their mind" });
  urls.push(
    ...navItems.map(({ to }) => to),
    "/orders?status=partiallyShipped",
    "/orders/new",
    "/orders/picking",
    `/orders/${ready.id}`,
    `/orders/${ready.id}?open=edit-lines`,
    `/orders/${ready.id}?open=edit-details`,
    `/orders/${ready.id}?open=ship`,
    `/orders/${ready.id}?open=pay`,
    `/orders/${sold.id}`,
    `/orders/${sold.id}?open=return`,
    `/orders/${sold.id}/packing-slip`,
    `/orders/${cancelled.id}`,
    "/no/such/page",
  );
}, 60_000);

// Somebody who cannot see well, or uses no mouse, must be able to work with it. People in a warehouse have only a phone:
// what is cut off at the side cannot be pressed.
it("every screen has nothing that axe finds serious, in light and dark and on a phone, and does not scroll sideways", async () => {
  const seen = [
    ["at a desk, light", { colorScheme: "light" }],
    ["at a desk, dark", { colorScheme: "dark" }],
    ["on a phone", { ...phone, onlyWidth: true }],
  ] as const;
  expect(await faultsInLooks(await journey.visitor(), urls, seen)).toEqual({});
}, 300_000);

describe("the sign-in", () => {
  it("has nothing that axe finds serious", async () => {
    const page = await journey.visitor({ as: null });
    await page.getByLabel("E-mail").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.goto("/accept-invitation#token=any");
    await page.getByRole("button", { name: "Join the store" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});

describe("a phone", () => {
  it("opens the navigation and packs an order", async () => {
    const page = await journey.visitor(phone);
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("navigation").getByRole("link", { name: "All orders" }).click();
    await page.getByRole("button", { name: "Ready to ship" }).click();
    await page.locator("[data-row]").filter({ hasText: "Ready to ship" }).first().click();
    await page.getByRole("button", { name: "Ship a parcel" }).click();
    await page.getByRole("button", { name: "Ship parcel" }).click();
    await page.getByText("Parcel 1", { exact: true }).waitFor();
  });
});
