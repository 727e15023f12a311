/** Shipping with a carrier, as staff do it: rates, label, printing, cancelling, and the settings for it. */
import { beforeAll, describe, expect, it } from "vitest";
import { testCarrierFake } from "../carrier/fakes/testcarrier.ts";
import { anOrderOf, aStockedStore, journeys, pastes, soon } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";
import { slowCarriers } from "../support/harness/slow-carriers.ts";

const journey = journeys({ TEST_CARRIER: "1" });
let store: Awaited<ReturnType<typeof aStockedStore>>;
const address = { line1: "14 MG Road", city: "Bengaluru", postalCode: "560001", country: "IN" };
beforeAll(async () => {
  store = await aStockedStore(journey);
  await journey.ask("PATCH", `/api/admin/locations/${store.front.id}`, { address, phone: "+919812345678" });
  await journey.ask("PATCH", `/api/admin/variants/${store.bowl}`, { weightGrams: 700 });
});

interface Shown {
  readonly status: string;
  readonly parcels: readonly {
    readonly id: string;
    readonly status?: string;
    readonly label: string | null;
    readonly trackingNumber: string;
  }[];
}
const orderNow = (id: string) => journey.ask<Shown>("GET", `/api/admin/orders/${id}`);

const anOrderToSend = async (quantity = 2, phone: string | null = "+919876543210") => {
  const order = await anOrderOf(journey, store.bowl, quantity, "manual");
  if (phone) await journey.ask("PATCH", `/api/admin/orders/${order.id}`, { phone });
  await journey.ask("POST", `/api/admin/orders/${order.id}/mark-paid`, { method: "cash" });
  return order;
};

const shots = process.env["SHOTS"];

it("adds a box, compares rates, books a label, prints it, and cancels it again", { timeout: 120_000 }, async () => {
  const page = await journey.visitor({ at: "/settings/shipping" });
  await page.getByRole("button", { name: "New box" }).first().click();
  await page.getByLabel("Name").fill("Small box");
  await page.getByLabel("Length in mm").fill("300");
  await page.getByLabel("Width in mm").fill("200");
  await page.getByLabel("Height in mm").fill("100");
  await page.getByLabel("Empty weight in grams").fill("120");
  await page.getByRole("button", { name: "Add box" }).click();
  await page.getByText("300 × 200 × 100 mm").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/settings.png`, fullPage: true });

  const order = await anOrderToSend();
  await page.goto(`/orders/${order.id}`);
  await page.getByRole("button", { name: "Ship a parcel" }).click();
  await page.getByRole("button", { name: "Compare prices" }).click();
  // The button of the prices is gone, and the focus was at the top of the page.
  await page
    .locator(":focus")
    .and(page.getByRole("radio", { name: /Economy/ }))
    .waitFor();
  await page.getByText("For a parcel of 1520 g").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/rates.png` });
  await page.getByRole("radio", { name: /Standard/ }).click();
  await page.getByRole("button", { name: "Book label" }).click();
  await page.getByText("The label is booked").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/booked.png` });
  await soon(async () => (await orderNow(order.id)).parcels[0]?.label).toBe("pdf");
  const fetched: string[] = [];
  page.context().on("request", (request) => void fetched.push(request.url()));
  await page.getByRole("dialog").getByRole("button", { name: "Print label" }).click();
  await soon(() => fetched.some((url) => url.includes("/labels/"))).toBe(true);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Label made").waitFor({ timeout: 30_000 });
  if (shots) await page.screenshot({ path: `${shots}/order.png`, fullPage: true });
  // The address can still be corrected, but not on the label.
  const warning = page.getByText("A label is already booked");
  await page.getByRole("button", { name: "Edit customer" }).click();
  await warning.waitFor();
  if (shots) await page.screenshot({ path: `${shots}/edit.png` });

  // The next parcel to this country uses the same service by default.
  const next = await anOrderToSend();
  await page.goto(`/orders/${next.id}?open=ship`);
  await page.getByRole("button", { name: "Compare prices" }).click();
  await soon(() => page.getByRole("radio", { name: /Standard/ }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Book label" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "More actions for parcel 1" }).click();
  await page.getByRole("menuitem", { name: "Undo shipment" }).click();
  if (shots) await page.screenshot({ path: `${shots}/cancel.png` });
  await page.getByRole("button", { name: "Cancel label" }).click();
  await page.getByText("Shipment of parcel 1 undone").waitFor();
  expect(await orderNow(next.id)).toMatchObject({ status: "confirmed", parcels: [] });
  await page.getByRole("button", { name: "Edit customer" }).click();
  await page.getByLabel("Name").waitFor();
  expect(await warning.count()).toBe(0);
});

it("says at the form what is missing, before any carrier is asked", async () => {
  const order = await anOrderOf(journey, store.mug, 1, "manual");
  await journey.ask("POST", `/api/admin/orders/${order.id}/mark-paid`, { method: "cash" });
  const page = await journey.visitor({ at: `/orders/${order.id}?open=ship`, expects: /400|409/ });
  await page.getByRole("button", { name: "Compare prices" }).press("Enter");
  await page.getByText("The weight is missing").waitFor();
  // With the focus nowhere, the next Tab led to the page behind the drawer.
  await soon(() => page.locator(":focus").textContent()).toBe("Compare prices");
  if (shots) await page.screenshot({ path: `${shots}/no-weight.png` });
  const weight = page.getByLabel("Weight in grams");
  await weight.focus();
  await pastes(page, "MUG-12");
  await page.getByText("Nothing was pasted: “MUG-12” cannot be read as one number.").waitFor();
  await weight.fill("1.000");
  await weight.press("Enter");
  await page.getByText("Enter a whole number.", { exact: true }).waitFor();
  await page.getByText("Check the highlighted fields.").waitFor();
});

// A morning's work: it starts with one press, and must show its progress and which orders need a person.
it("books fifty selected orders with progress and a result for each, and prints one PDF", {
  timeout: 180_000,
}, async () => {
  await journey.ask("POST", `/api/admin/variants/${store.bowl}/stock/receive`, {
    locationId: store.front.id,
    quantity: 100,
  });
  const good: Awaited<ReturnType<typeof anOrderToSend>>[] = [];
  while (good.length < 49) good.push(...(await Promise.all(Array.from({ length: 7 }, () => anOrderToSend(1)))));
  const without = await anOrderToSend(1, null);
  const page = await journey.visitor({ at: "/orders?status=confirmed&limit=100", expects: /409/ });
  for (const { number } of [...good, without]) {
    await page.getByRole("row", { name: number }).getByRole("checkbox").check();
  }
  await page.getByRole("button", { name: "Ship available items" }).click();
  await page.getByLabel("How").selectOption({ label: "Test carrier: book its cheapest label" });
  await page.getByRole("button", { name: "Ship 50 orders" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^[1-9]\d? of 50 done/).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/fifty.png` });
  await dialog.getByText("49 of 50 done, 1 failed").waitFor({ timeout: 180_000 });
  const results = dialog.getByRole("listitem");
  expect(await results.count()).toBe(50);
  // On a busy machine a label may take longer than the ten seconds that an answer waits for it.
  expect(await results.filter({ hasText: /done|its label is still being booked/ }).count()).toBe(49);
  // The one that needs a person is first.
  expect(await results.first().textContent()).toMatch(new RegExp(`^${without.number}.*phone`, "i"));
  if (shots) await page.screenshot({ path: `${shots}/fifty-done.png` });
  for (const { id } of good.slice(-3)) await soon(async () => (await orderNow(id)).status).toBe("shipped");
  expect(await orderNow(without.id)).toMatchObject({ status: "confirmed", parcels: [] });

  await page.goto(`/orders/labels?orderIds=${good.map(({ id }) => id).join(",")}`);
  await page.getByText("49 labels to print").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Print as one PDF" }).click();
  await page.getByText("One PDF of 49 pages").waitFor({ timeout: 60_000 });
});

it("keeps a number that is typed while more of the order loads, and is ready for the next parcel", async () => {
  const order = await anOrderToSend(2);
  const page = await journey.visitor();
  await page.clock.install();
  await page.goto(`/orders/${order.id}?open=ship`);
  const drawer = page.getByRole("dialog", { name: "Ship a parcel" });
  await page.locator(":focus").and(drawer.getByLabel("Weight in grams")).waitFor();
  await drawer.getByText("Manually").click();
  await drawer.getByLabel("Tracking number").fill("TRACK-1");
  const [line] = (await journey.ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${order.id}`)).lines;
  await journey.ask("PUT", `/api/admin/orders/${order.id}/lines`, { change: [{ lineId: line?.id, quantity: 3 }] });
  await soon(async () => {
    await page.clock.runFor(10_000);
    return drawer.getByText("of 3").count();
  }).toBe(1);
  expect(await drawer.getByLabel("Tracking number").inputValue()).toBe("TRACK-1");

  await drawer.getByText("Book a label").click();
  await drawer.getByLabel("Units of BOWL in the parcel").fill("1");
  await drawer.getByRole("button", { name: "Compare prices" }).click();
  await drawer.getByRole("button", { name: "Book label" }).click();
  await drawer.getByText("The label is booked").waitFor();
  await drawer.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Ship a parcel" }).click();
  await drawer.getByText("of 2").waitFor();
});

// If the weight changes while carriers are asked, the label would be booked at a rate that no one has seen.
it("selects no service by the rates of a parcel that has been changed since", async () => {
  const order = await anOrderToSend(1);
  const page = await journey.visitor();
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route("**/parcels/rates", async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  await page.goto(`/orders/${order.id}?open=ship`);
  await page.getByRole("button", { name: "Compare prices" }).click();
  await asked.promise;
  await page.getByLabel("Weight in grams").fill("900");
  const answered = page.waitForResponse(/\/parcels\/rates$/);
  released.resolve();
  await answered;
  await page.getByRole("button", { name: "Compare prices" }).click();
  await page.getByText("For a parcel of 900 g").waitFor();
  expect(await page.getByRole("button", { name: "Book label" }).count()).toBe(1);
});

// A carrier that was slow once could only be asked again by changing the parcel.
it("asks carriers again if none has answered", async () => {
  const order = await anOrderToSend(1);
  const page = await journey.visitor();
  const answersNow = await slowCarriers(page);
  await page.goto(`/orders/${order.id}?open=ship`);
  await page.getByRole("button", { name: "Compare prices" }).click();
  await page.getByText("It did not answer.").waitFor();
  answersNow();
  await page.getByRole("button", { name: "Compare prices" }).click();
  await page.getByRole("button", { name: "Book label" }).waitFor();
});

// The parcel would travel with a label that its carrier no longer accepts.
it("does not print a label that is being cancelled, says why a label is missing, and offers customs documents", async () => {
  const order = await anOrderToSend(1);
  const { lines } = await journey.ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${order.id}`);
  await journey.ask("POST", `/api/admin/orders/${order.id}/parcels`, {
    locationId: store.front.id,
    carrier: "testcarrier",
    lines: [{ lineId: lines[0]?.id, quantity: 1 }],
  });
  await soon(async () => (await orderNow(order.id)).parcels[0]?.label).toBe("pdf");
  const page = await journey.visitor();
  const shownAs = async (parcel: object) => {
    const now = await orderNow(order.id);
    await page.route(`**/api/admin/orders/${order.id}`, (route) =>
      route.fulfill({ json: { ...now, parcels: [{ ...now.parcels[0], ...parcel }] } }),
    );
    await page.goto(`/orders/labels?orderIds=${order.id}`);
    return page.getByRole("table", { name: "Labels" });
  };
  await (await shownAs({ status: "voiding" })).getByText("being cancelled").waitFor();
  await page.getByText("0 labels to print").waitFor();
  await (await shownAs({ label: null, says: "The label was cancelled." }))
    .getByText("The label was cancelled.")
    .waitFor();
  // Parcels that are booked by the dozen would leave without their documents.
  const documents = { name: "Print customs documents" };
  await (await shownAs({ customsDocuments: "pdf" })).getByRole("button", documents).waitFor();
  const cancelling = await shownAs({ customsDocuments: "pdf", status: "voiding" });
  await cancelling.getByText("being cancelled").waitFor();
  expect(await cancelling.getByRole("button", documents).count()).toBe(0);
});

describe("is accessible", () => {
  it.each(looks)("%s", async (_, how) => {
    const order = await anOrderToSend();
    const page = await journey.visitor(how);
    const faults = await faultsAt(page, ["/settings/shipping", `/orders/${order.id}?open=ship`]);
    if (shots) await page.screenshot({ path: `${shots}/look-${how.colorScheme}.png` });
    expect(faults).toEqual({});
  });
});

// "Done" would be misleading: the carrier may still refuse, and then no one looks at the order again.
it("says that a selected order's label is still being booked while the carrier does not answer", {
  timeout: 120_000,
}, async () => {
  const fake = await testCarrierFake();
  await journey.ask("PUT", "/api/admin/providers/testcarrier", { settings: fake.settings });
  fake.trouble("hangs before");
  const { id, number } = await anOrderToSend(1);
  const page = await journey.visitor({ at: "/orders?status=confirmed&limit=100" });
  await page.getByRole("row", { name: number }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Ship available items" }).click();
  await page.getByLabel("How").selectOption({ label: "Test carrier: book its cheapest label" });
  await page.getByRole("button", { name: "Ship 1 order" }).click();
  await page.getByText("its label is still being booked").waitFor({ timeout: 60_000 });
  expect(await orderNow(id)).toMatchObject({ status: "confirmed", parcels: [{ status: "booking" }] });
});
