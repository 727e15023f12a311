/** Parcels that their carrier has brought back: staff find them in one place, and mark them as handled. */
import { beforeAll, describe, expect, it } from "vitest";
import { type TestCarrierFake, testCarrierFake } from "../carrier/fakes/testcarrier.ts";
import { anOrderOf, aStockedStore, journeys, soon } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";

const journey = journeys({ TEST_CARRIER: "1" });
let store: Awaited<ReturnType<typeof aStockedStore>>;
const address = { line1: "14 MG Road", city: "Bengaluru", postalCode: "560001", country: "IN" };
beforeAll(async () => {
  store = await aStockedStore(journey);
  await journey.ask("PATCH", `/api/admin/locations/${store.front.id}`, { address, phone: "+919812345678" });
  await journey.ask("PATCH", `/api/admin/variants/${store.bowl}`, { weightGrams: 700 });
});

const shots = process.env["SHOTS"];

interface Shown {
  readonly lines: readonly { readonly id: string }[];
  readonly parcels: readonly { readonly trackingNumber: string | null; readonly trackStatus: string | null }[];
}
const orderNow = (id: string) => journey.ask<Shown>("GET", `/api/admin/orders/${id}`);

/** A carrier outside the store, whose notifications come over the network. */
async function aCarrier(): Promise<TestCarrierFake> {
  const fake = await testCarrierFake();
  await journey.ask("PUT", "/api/admin/providers/testcarrier", { settings: fake.settings });
  return fake;
}

/** An order whose parcel has left with the carrier and come back. */
async function aReturnedParcel(fake: TestCarrierFake, words: string) {
  const { id, number } = await anOrderOf(journey, store.bowl, 1, "manual");
  await journey.ask("PATCH", `/api/admin/orders/${id}`, { phone: "+919876543210" });
  await journey.ask("POST", `/api/admin/orders/${id}/mark-paid`, { method: "cash" });
  const { lines } = await orderNow(id);
  await journey.ask("POST", `/api/admin/orders/${id}/parcels`, {
    ...{ locationId: store.front.id, carrier: "testcarrier" },
    lines: lines.map((line) => ({ lineId: line.id, quantity: 1 })),
  });
  await soon(async () => (await orderNow(id)).parcels[0]?.trackingNumber).toMatch(/^TC/);
  const trackingNumber = (await orderNow(id)).parcels[0]?.trackingNumber ?? "";
  const { rawBody, headers } = fake.notice(trackingNumber, [
    { at: new Date(Date.now() - 86_400_000).toISOString(), place: "Pune", words: "Nobody there" },
    { at: new Date().toISOString(), place: "Bengaluru", words },
  ]);
  const told = await fetch(`${journey.url}/api/carriers/testcarrier/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: rawBody,
  });
  expect(told.status).toBe(200);
  await soon(async () => (await orderNow(id)).parcels[0]?.trackStatus).toBe("returned");
  return { id, number, trackingNumber };
}

it("lists what has come back until it is marked as handled", { timeout: 120_000 }, async () => {
  const fake = await aCarrier();
  const page = await journey.visitor({ at: "/orders/returned-parcels" });
  await page.getByText("No returned parcels").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/returned-empty.png` });

  const [first, second] = [
    await aReturnedParcel(fake, "Back at the sender"),
    await aReturnedParcel(fake, "Back at the sender"),
  ];
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: first.number });
  await row.getByText(first.trackingNumber).waitFor();
  await row.getByText("Back at the sender").waitFor();
  await page.getByRole("row").filter({ hasText: second.number }).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/returned.png` });

  await row.getByRole("button", { name: `Mark as handled: the parcel of ${first.number}` }).click();
  await page.getByText(`The parcel of ${first.number} is marked as handled`).waitFor();
  await soon(() => page.getByRole("row").filter({ hasText: first.number }).count()).toBe(0);
  expect(await page.getByRole("row").filter({ hasText: second.number }).count()).toBe(1);

  // Recording the return starts at its order.
  await page.getByRole("link", { name: second.number }).click();
  await page.getByRole("heading", { name: second.number }).waitFor();
  await page.getByText("Back at the sender").first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/orders/${second.id}`);
});

describe("is accessible", () => {
  it.each(looks)("%s", { timeout: 60_000 }, async (_, how) => {
    await aReturnedParcel(await aCarrier(), "Back at the sender");
    const page = await journey.visitor(how);
    expect(await faultsAt(page, ["/orders/returned-parcels"])).toEqual({});
    await page
      .getByRole("button", { name: /^Mark as handled/ })
      .first()
      .waitFor();
    if (shots) await page.screenshot({ path: `${shots}/returned-${how.colorScheme}.png` });
  });
});
