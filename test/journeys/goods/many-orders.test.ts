/** Actions on many orders at once: confirmed first, with a result for each, and undone where possible. */
import { beforeAll, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
});

interface Shown {
  readonly status: string;
  readonly paymentStatus: string;
  readonly parcels: readonly { readonly trackingNumber: string | null }[];
}
const orderNow = (id: string) => journey.ask<Shown>("GET", `/api/admin/orders/${id}`);

async function chosen(search: string, numbers: readonly string[]) {
  const page = await journey.visitor({ at: `/orders?${search}` });
  for (const number of numbers) await page.getByRole("row", { name: number }).getByRole("checkbox").check();
  return page;
}

// Two orders were marked as paid by mistake: each had to be found and undone individually.
it("marks orders as paid after showing the sum, and undoes all of it with Undo", async () => {
  const orders = [await anOrderOf(journey, store.bowl, 1, "manual"), await anOrderOf(journey, store.bowl, 2, "manual")];
  const page = await chosen(
    "status=pending",
    orders.map(({ number }) => number),
  );
  await page.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByRole("menuitem", { name: "Bank transfer" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark 2 orders as paid?" });
  await dialog.getByText("₹1,200.00 in all is recorded as received by bank transfer.", { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Mark 2 orders as paid" }).click();
  const results = page.getByRole("dialog", { name: "Mark 2 orders as paid" });
  await results.getByText("2 of 2 done").waitFor();
  for (const { id } of orders) expect(await orderNow(id)).toMatchObject({ paymentStatus: "paid", status: "confirmed" });
  await results.getByRole("button", { name: "Undo" }).click();
  const undone = page.getByRole("dialog", { name: "Undo payments" });
  await undone.getByText("2 of 2 done").waitFor();
  for (const { id } of orders) expect(await orderNow(id)).toMatchObject({ paymentStatus: "unpaid", status: "pending" });
  expect(await undone.getByRole("button", { name: "Undo" }).count()).toBe(0);
});

// A scanner presses Enter after each number. Once, the first Enter submitted the form, and the other orders shipped
// without a number.
it("ships orders with a scanned tracking number for each, and undoes the shipments with Undo", async () => {
  const orders = [await anOrderOf(journey, store.bowl), await anOrderOf(journey, store.bowl)];
  const [first, second] = orders as [(typeof orders)[0], (typeof orders)[0]];
  const page = await chosen("status=confirmed", [first.number, second.number]);
  await page.getByRole("button", { name: "Ship available items" }).click();
  const dialog = page.getByRole("dialog", { name: "Ship 2 orders?" });
  const fields = dialog.getByRole("textbox", { name: /^Tracking number of/ });
  await fields.first().click();
  await page.keyboard.type("AWB-1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("AWB-2");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Ship 2 orders" }).and(page.locator(":focus")).waitFor();
  for (const { id } of orders) expect(await orderNow(id)).toMatchObject({ status: "confirmed" });
  const typed = await dialog.getByLabel(`Tracking number of ${first.number}`).inputValue();
  await page.keyboard.press("Enter");
  const results = page.getByRole("dialog", { name: /^Ship available items/ });
  await results.getByText("2 of 2 done").waitFor();
  const numberOf = async (id: string) => (await orderNow(id)).parcels.map(({ trackingNumber }) => trackingNumber);
  expect([...(await numberOf(first.id)), ...(await numberOf(second.id))].toSorted()).toEqual(["AWB-1", "AWB-2"]);
  expect(await numberOf(first.id)).toEqual([typed]);
  await results.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog", { name: "Undo shipments" }).getByText("2 of 2 done").waitFor();
  for (const { id } of orders) expect(await orderNow(id)).toMatchObject({ status: "confirmed", parcels: [] });
});

it("archives products, and restores each one's previous status with Undo", async () => {
  const made = async (title: string, status: string) => {
    const variants = [{ sku: title.toUpperCase().replaceAll(" ", "-"), priceMinor: 100 }];
    return journey.ask<{ id: string }>("POST", "/api/admin/products", { title, status, variants });
  };
  const [lamp, shade] = [await made("Reed lamp", "active"), await made("Reed shade", "draft")];
  const statusOf = async ({ id }: { id: string }) =>
    (await journey.ask<{ status: string }>("GET", `/api/admin/products/${id}`)).status;
  const page = await journey.visitor({ at: "/products?q=Reed" });
  for (const name of ["Reed lamp", "Reed shade"]) await page.getByRole("row", { name }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Status", exact: true }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByRole("dialog").getByText("2 of 2 done").waitFor();
  expect([await statusOf(lamp), await statusOf(shade)]).toEqual(["archived", "archived"]);
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog", { name: "Undo status" }).getByText("2 of 2 done").waitFor();
  await soon(async () => [await statusOf(lamp), await statusOf(shade)]).toEqual(["active", "draft"]);
});
