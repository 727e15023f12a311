/** The pack station in use: a scanner types a code and presses Enter, and no one touches a mouse. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, fontsLoaded, journeys, soon } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";
import { slowCarriers } from "../support/harness/slow-carriers.ts";

const journey = journeys({ TEST_CARRIER: "1" });
let store: Awaited<ReturnType<typeof aStockedStore>>;
const address = { line1: "14 MG Road", city: "Bengaluru", postalCode: "560001", country: "IN" };
beforeAll(async () => {
  store = await aStockedStore(journey);
  await journey.ask("PATCH", `/api/admin/locations/${store.front.id}`, { address, phone: "+919812345678" });
  await journey.ask("PATCH", `/api/admin/variants/${store.bowl}`, { weightGrams: 700, barcode: "4006381333931" });
  await journey.ask("PUT", `/api/admin/variants/${store.bowl}/stock/bin`, { locationId: store.front.id, bin: "A-03" });
});

interface Shown {
  readonly status: string;
  readonly parcels: readonly {
    readonly label: string | null;
    readonly weightGrams: number | null;
    readonly lines: readonly { readonly quantity: number }[];
  }[];
}
const orderNow = (id: string) => journey.ask<Shown>("GET", `/api/admin/orders/${id}`);

const anOrderToPack = async (quantity = 2) => {
  const order = await anOrderOf(journey, store.bowl, quantity, "manual");
  await journey.ask("PATCH", `/api/admin/orders/${order.id}`, { phone: "+919876543210" });
  await journey.ask("POST", `/api/admin/orders/${order.id}/mark-paid`, { method: "cash" });
  return order;
};

const atTheTable = async (page: Page) => {
  await page.goto("/orders/pack");
  await page.getByLabel("Scan an order’s packing slip").waitFor();
};

/** Types like a scanner. Which field receives it is up to the page. */
const scan = async (page: Page, code: string) => {
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
};

const middle = (box: { readonly y: number; readonly height: number } | null) => box && box.y + box.height / 2;

const shots = process.env["SHOTS"];

it("packs one order after the other with a scanner alone", { timeout: 120_000 }, async () => {
  const [first, second, third] = [await anOrderToPack(), await anOrderToPack(1), await anOrderToPack(1)];
  const page = await journey.visitor();
  await atTheTable(page);
  await scan(page, first.number);
  await page.getByRole("listitem", { name: "BOWL: 0 of 2" }).waitFor();
  await page.getByText("bin A-03").waitFor();

  // The wrong item, the slip too early, and one unit too many.
  await scan(page, "4006381333931");
  await page.getByRole("listitem", { name: "BOWL: 1 of 2" }).waitFor();
  await page.getByRole("status").getByText("1 of 2 units in the box.").waitFor();
  await scan(page, "MUG");
  await page.getByRole("alert").getByText("MUG does not belong in this parcel.").waitFor();
  await scan(page, first.number);
  await page.getByRole("alert").getByText("Not all items are in the box yet.").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/pack-fault.png` });
  await scan(page, "bowl");
  await page.getByRole("listitem", { name: "BOWL: 2 of 2, complete" }).waitFor();
  await scan(page, "BOWL");
  await page.getByRole("alert").getByText("Every BOWL is in the box already.").waitFor();

  await soon(() => page.getByRole("radio").first().isChecked()).toBe(true);
  if (shots) await page.screenshot({ path: `${shots}/pack-rates.png`, fullPage: true });
  // The list of boxes kept the focus after a choice, and took the slip's letters for the first ones of a box.
  await page.getByLabel("Box", { exact: true }).focus();
  await scan(page, first.number);
  await page.getByText("The label is booked").waitFor();
  await soon(async () => (await orderNow(first.id)).parcels[0]?.label).toBe("pdf");
  await page.getByText("Scan this slip again to print the label").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/pack-booked.png` });
  const fetched: string[] = [];
  page.context().on("request", (request) => void fetched.push(request.url()));
  await scan(page, first.number);
  await soon(() => fetched.some((url) => url.includes("/labels/"))).toBe(true);

  await page.bringToFront();
  await scan(page, second.number);
  await page.getByRole("listitem", { name: "BOWL: 0 of 1" }).waitFor();
  expect(await orderNow(first.id)).toMatchObject({ status: "shipped", parcels: [{ lines: [{ quantity: 2 }] }] });
  expect(await orderNow(second.id)).toMatchObject({ status: "confirmed", parcels: [] });

  // The slip was scanned before the carriers had answered: that scan was lost, and the next slip "did not belong".
  let carriers = Promise.withResolvers<void>();
  await page.route("**/rates", async (route) => {
    await carriers.promise;
    await route.continue();
  });
  const willBook = page.getByText("then the label is booked", { exact: false });
  const isChanged = page.getByRole("alert").getByText("The parcel has changed since its slip was scanned");
  await scan(page, "BOWL");
  await page.getByText("Getting rates", { exact: false }).waitFor();
  await scan(page, second.number);
  await willBook.waitFor();
  // Those who want less motion saw half of the spinner, at the button's lower edge.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await page.getByText("Getting rates", { exact: false }).waitFor();
  const spinner = await page.locator("button[data-loading] .mantine-Button-loader").boundingBox();
  const button = await page.locator("button[data-loading]").boundingBox();
  expect(middle(spinner)).toBeCloseTo(middle(button) ?? 0, 0);
  await scan(page, second.number);
  await willBook.waitFor();
  // A weight typed after it ended the wait, and no one was told to scan the slip again.
  await page.getByLabel("Weight in grams").fill("1234");
  await isChanged.waitFor();
  expect(await willBook.count()).toBe(0);
  await scan(page, second.number);
  await willBook.waitFor();
  expect(await isChanged.count()).toBe(0);
  // An item that was taken out and put back is no longer what the slip was scanned for.
  await page.getByRole("button", { name: "One BOWL fewer" }).click();
  await page.getByRole("listitem", { name: "BOWL: 0 of 1" }).waitFor();
  await scan(page, "BOWL");
  await isChanged.waitFor();
  expect(await willBook.count()).toBe(0);
  // Typed before the slip, the weight is compared first, and the label booked without another scan.
  await scan(page, second.number);
  await willBook.waitFor();
  carriers.resolve();
  await page.getByText("The label is booked", { exact: true }).waitFor();
  expect(await orderNow(second.id)).toMatchObject({ parcels: [{ weightGrams: 1_234 }] });
  // Nothing was said at all.
  await scan(page, "BOWL");
  await page.getByRole("alert").getByText("There is no order BOWL.").waitFor();

  // Enter alone, before any price was seen, booked a label: some scanners send it twice.
  const [last, fourth] = [await anOrderToPack(2), await anOrderToPack(1)];
  carriers = Promise.withResolvers<void>();
  await scan(page, third.number);
  await page.getByRole("listitem", { name: "BOWL: 0 of 1" }).waitFor();
  await scan(page, "BOWL");
  await page.getByText("Getting rates", { exact: false }).waitFor();
  await scan(page, "");
  carriers.resolve();
  await page.getByRole("button", { name: "Book label" }).waitFor();
  expect((await orderNow(third.id)).parcels).toEqual([]);

  // The next slip was scanned while the label was being booked, and nothing came of it.
  const [booking, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/parcels", async (route) => {
    await booking.promise;
    await route.continue();
  });
  await scan(page, third.number);
  await scan(page, last.number);
  await page.getByText(`${last.number} comes next, once this parcel is sent.`).waitFor();
  // The item was scanned before its order was on screen, on a slow network: its page was opened instead.
  await page.route(`**/orders/${last.id}`, async (route) => {
    await slow.promise;
    await route.continue();
  });
  booking.resolve();
  await page.locator(":focus").and(page.getByLabel("Scan an item")).waitFor();
  await scan(page, "BOWL");
  // The order came in the middle of a scan: the rest of it was an unknown code.
  await page.keyboard.type("BO");
  carriers = Promise.withResolvers<void>();
  slow.resolve();
  await page.getByRole("link", { name: last.number }).waitFor();
  await scan(page, "WL");
  await page.getByRole("listitem", { name: "BOWL: 2 of 2, complete" }).waitFor();
  expect((await orderNow(third.id)).parcels).toHaveLength(1);

  // The same before the rates have come. What is scanned after it does not take its place.
  await page.getByText("Getting rates", { exact: false }).waitFor();
  await scan(page, last.number);
  await willBook.waitFor();
  await scan(page, fourth.number);
  await page.getByText(`${fourth.number} comes next, once this parcel is sent.`).waitFor();
  await scan(page, "MUG");
  await page.getByRole("alert").getByText(`${fourth.number} comes next. Scan MUG again`).waitFor();
  carriers.resolve();
  await page.getByRole("link", { name: fourth.number }).waitFor();
  expect((await orderNow(last.id)).parcels).toHaveLength(1);
});

// On a phone at the table, with a scanner: the weight is typed, and a scan after it does not become part of it.
it("packs at 390 pixels with keys and scanner alone, and a typed weight", {
  timeout: 120_000,
}, async () => {
  const [first, second] = [await anOrderToPack(1), await anOrderToPack(1)];
  const page = await journey.visitor({ viewport: { width: 390, height: 844 } });
  const fits = async () => {
    await fontsLoaded(page);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  };
  const weight = page.getByLabel("Weight in grams");
  const isThere = async () => (await weight.and(page.locator(":focus")).count()) === 1;
  const packs = async (number: string, grams: string) => {
    await scan(page, number);
    await page.getByRole("listitem", { name: "BOWL: 0 of 1" }).waitFor();
    await fits();
    await scan(page, "BOWL");
    await soon(() => page.getByRole("radio").first().isChecked()).toBe(true);
    for (let presses = 0; presses < 40 && !(await isThere()); presses++) await page.keyboard.press("Tab");
    await page.keyboard.type(grams);
  };
  await atTheTable(page);
  await packs(first.number, "1234");
  if (shots) await page.screenshot({ path: `${shots}/pack-390.png`, fullPage: true });
  // A scan while the weight has the focus: the rates for that weight first, then the label.
  await scan(page, first.number);
  await page.getByText("For a parcel of 1234 g").waitFor();
  await soon(() => page.getByRole("radio").first().isChecked()).toBe(true);
  await fits();
  await scan(page, first.number);
  await page.getByText("The label is booked").waitFor();
  await fits();
  expect(await orderNow(first.id)).toMatchObject({ status: "shipped", parcels: [{ weightGrams: 1_234 }] });

  // The same with keys alone: Enter for the rates, Enter for the label, Enter for the next order.
  await packs(second.number, "900");
  await page.keyboard.press("Enter");
  await page.getByText("For a parcel of 900 g").waitFor();
  await soon(() => page.getByRole("radio").first().isChecked()).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("The label is booked").waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel("Scan an order’s packing slip").waitFor();
  expect(await orderNow(second.id)).toMatchObject({ status: "shipped", parcels: [{ weightGrams: 900 }] });
});

it("keeps what was scanned through a reload, and says what cannot be packed", async () => {
  const order = await anOrderToPack();
  const page = await journey.visitor();
  await atTheTable(page);
  await scan(page, "QM-999999");
  await page.getByRole("alert").getByText("There is no order QM-999999.").waitFor();
  await scan(page, order.number);
  await page.getByRole("listitem", { name: "BOWL: 0 of 2" }).waitFor();
  await scan(page, "BOWL");
  await page.getByRole("listitem", { name: "BOWL: 1 of 2" }).waitFor();
  await page.reload();
  await page.getByRole("listitem", { name: "BOWL: 1 of 2" }).waitFor();
  await page.getByRole("button", { name: "One BOWL fewer" }).click();
  await page.getByRole("listitem", { name: "BOWL: 0 of 2" }).waitFor();

  await journey.ask("POST", `/api/admin/orders/${order.id}/cancel`, {});
  await atTheTable(page);
  await scan(page, order.number);
  await page.getByText("The order is cancelled.").waitFor();
});

// Someone who only scans would send it without a label, and no one would notice before it came back.
it("ships nothing manually while it is not known whether a carrier can be used", async () => {
  const order = await anOrderToPack(1);
  const page = await journey.visitor({ expects: /500/ });
  await page.clock.install();
  await page.route("**/api/admin/carriers", (route) =>
    route.fulfill({ status: 500, json: { error: { code: "fault", message: "It broke.", requestId: "req-42" } } }),
  );
  await page.goto(`/orders/pack?order=${order.id}`);
  await soon(async () => {
    await page.clock.runFor(2_000);
    return page.getByRole("button", { name: "Try again" }).count();
  }).toBe(1);
  expect(await page.getByLabel("Scan an item").count()).toBe(0);
  await page.unroute("**/api/admin/carriers");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(":focus").and(page.getByLabel("Scan an item")).waitFor();
  await scan(page, "BOWL");
  await page.getByRole("button", { name: "Book label" }).waitFor();
});

it("asks carriers again if none has answered in time", async () => {
  const order = await anOrderToPack(1);
  const page = await journey.visitor();
  const answersNow = await slowCarriers(page);
  await page.goto(`/orders/pack?order=${order.id}`);
  await page.locator(":focus").and(page.getByLabel("Scan an item")).waitFor();
  await scan(page, "BOWL");
  await page.getByText("It did not answer.").waitFor();
  answersNow();
  await page.getByRole("button", { name: "Compare prices" }).click();
  await page.getByRole("button", { name: "Book label" }).waitFor();
});

it("prints the slips of many orders, each with only what is to be packed", async () => {
  const [one, other] = [await anOrderToPack(3), await anOrderToPack(1)];
  const { lines } = await journey.ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${one.id}`);
  await journey.ask("POST", `/api/admin/orders/${one.id}/parcels`, {
    locationId: store.front.id,
    lines: [{ lineId: lines[0]?.id, quantity: 1 }],
  });
  const page = await journey.visitor({ at: "/orders/pack" });
  await page.getByRole("link", { name: "See orders ready to ship" }).click();
  for (const { number } of [one, other]) await page.getByRole("row", { name: number }).getByRole("checkbox").check();
  await page.getByRole("link", { name: "Packing slips" }).click();
  await page.getByText("2 slips of 2 orders").waitFor();
  const slip = page.getByRole("region", { name: `${one.number}, To pack, from Front shop` });
  await slip.getByRole("row", { name: /^2 / }).waitFor();
  expect(await slip.getByRole("row").count()).toBe(2);
  // The row that is printed again on each further sheet.
  expect(await slip.locator("thead").textContent()).toContain(one.number);
  await slip.getByRole("img", { name: `Barcode of ${one.number}` }).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/slips.png`, fullPage: true });
});

it("shows the bins of the items, and lets them be changed", async () => {
  const page = await journey.visitor({ at: `/stock/levels/${store.bowl}` });
  await page.getByRole("button", { name: "Bin at Front shop: A-03. Change" }).click();
  await page.getByRole("textbox", { name: "Bin at Front shop" }).fill("B-12");
  await page.getByRole("button", { name: "Save bin" }).click();
  await page.getByRole("button", { name: "Bin at Front shop: B-12. Change" }).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/bins.png` });
  await anOrderToPack(1);
  await page.goto("/orders/picking");
  await page.getByRole("row", { name: /B-12/ }).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/picking.png` });
});

describe("is accessible", () => {
  it.each(looks)("%s", async (_, how) => {
    const order = await anOrderToPack();
    const page = await journey.visitor(how);
    const faults = await faultsAt(page, ["/orders/pack", `/orders/pack?order=${order.id}`]);
    await page.getByRole("listitem", { name: "BOWL: 0 of 2" }).waitFor();
    if (shots) await page.screenshot({ path: `${shots}/pack-${how.colorScheme}.png`, fullPage: true });
    expect(faults).toEqual({});
  });
});
