import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, faultsAt, journeys, looks } from "#test/support/journey";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
}, 60_000);

interface Level {
  readonly onHand: number;
  readonly waiting: number;
  readonly locations: readonly { readonly locationId: string; readonly onHand: number; readonly available: number }[];
}

const levelOf = (id: string) => journey.ask<Level>("GET", `/api/admin/variants/${id}/stock`);
const onHandAt = async (id: string, place: { readonly id: string }) =>
  (await levelOf(id)).locations.find(({ locationId }) => locationId === place.id)?.onHand;

/** An item of its own, with units in the front shop: what other tests do does not show in its numbers. */
async function anItem(sku: string, quantity: number) {
  const { variants } = await journey.ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", {
    title: `The ${sku.toLowerCase()}`,
    status: "active",
    variants: [{ sku, priceMinor: 10_000 }],
  });
  const id = variants[0]!.id;
  if (quantity > 0) {
    await journey.ask("POST", `/api/admin/variants/${id}/stock/receive`, { locationId: store.front.id, quantity });
  }
  return id;
}

/** What the field in focus is called. */
const focused = (page: Page) => page.evaluate("document.activeElement?.labels?.[0]?.textContent");

describe("goods that arrive", () => {
  // A pallet at the door, a scanner in the hand: each item takes one scan, one number and Enter.
  it("are received item after item, without touching the mouse", async () => {
    const [first, second] = [await anItem("VASE", 1), await anItem("JUG", 0)];
    const page = await journey.visitor();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.getByRole("heading", { name: "Stock levels" }).waitFor();
    await page.keyboard.press("r");
    const panel = page.getByRole("dialog", { name: "Receive goods" });
    for (const [sku, quantity] of [
      ["VASE", "4"],
      ["JUG", "7"],
    ] as const) {
      await expect.poll(() => focused(page)).toBe("Item");
      await page.keyboard.type(sku);
      await page.keyboard.press("Enter");
      await expect.poll(() => focused(page)).toBe("Units that arrived");
      await page.keyboard.type(quantity);
      await page.keyboard.press("Enter");
      await panel.getByText(new RegExp(`^${sku}: \\d+ on hand at Front shop$`)).waitFor();
    }
    expect(await onHandAt(first, store.front)).toBe(5);
    expect(await onHandAt(second, store.front)).toBe(7);
  });
});

describe("a count", () => {
  // The shelf is the truth. Whoever loses units has to be called, so they must be named; whoever gets them, too.
  it("below what is promised names the orders that wait now, and what arrives later names those it serves", async () => {
    const id = await anItem("PLATE", 10);
    const older = await anOrderOf(journey, id, 6);
    const newer = await anOrderOf(journey, id, 3);
    const page = await journey.visitor();
    await page.goto(`/stock/levels/${id}`);
    await page.getByRole("button", { name: "Count", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Count: PLATE" });
    await panel.getByLabel("Units on the shelf, promised ones included").fill("4");
    await panel.getByText("The books say 10: 6 units fewer").waitFor();
    await panel.getByText("The newest orders lose 5 units and wait, unless another location has them.").waitFor();
    await panel.getByRole("button", { name: "Save the count" }).click();
    await panel.getByText("2 orders lost units that were promised:").waitFor();
    await panel.getByRole("listitem").filter({ hasText: newer.number }).getByText("3 units, waits for 3 now").waitFor();
    await panel.getByRole("listitem").filter({ hasText: older.number }).getByText("2 units, waits for 2 now").waitFor();

    await page.goto("/stock/waiting");
    await page.getByRole("link", { name: "PLATE", exact: true }).click();
    const waiters = page.getByRole("table", { name: "Orders that wait" });
    await expect.poll(() => waiters.getByRole("link").allTextContents()).toEqual([older.number, newer.number]);
    await page.getByRole("link", { name: "Receive PLATE" }).click();
    const receive = page.getByRole("dialog", { name: "Receive goods: PLATE" });
    await receive.getByLabel("Units that arrived").fill("5");
    await receive.getByRole("button", { name: "Receive", exact: true }).click();
    await receive.getByText("2 orders that waited have units now:").waitFor();
    expect(await receive.getByRole("listitem").allTextContents()).toEqual([
      `${older.number} 2 units`,
      `${newer.number} 3 units`,
    ]);
    expect(await levelOf(id)).toMatchObject({ onHand: 9, waiting: 0 });
  });

  // Goods came in between the look at the screen and the press of the button: without it they would vanish from the books.
  it("whose shelf has changed meanwhile is told so, with the number there now, and keeps what was typed", async () => {
    const id = await anItem("BASIN", 8);
    const page = await journey.visitor({ expects: /409/ });
    await page.goto(`/stock/levels/${id}?open=count`);
    const field = page.getByLabel("Units on the shelf, promised ones included");
    await field.fill("7");
    await journey.ask("POST", `/api/admin/variants/${id}/stock/receive`, { locationId: store.front.id, quantity: 3 });
    await page.getByRole("button", { name: "Save the count" }).click();
    await page.getByText("The books say 11 now, not 8").waitFor();
    expect(await field.inputValue()).toBe("7");
    expect(await onHandAt(id, store.front)).toBe(11);
    await page.getByRole("button", { name: "My 7 still holds" }).click();
    await page.getByRole("button", { name: "Save the count" }).click();
    await page.getByText("BASIN: 7 on hand at Front shop").waitFor();
    expect(await onHandAt(id, store.front)).toBe(7);
  });
});

describe("a correction", () => {
  // A correction cannot take what is promised to somebody; the way out is a count, one press away.
  it("that would take promised units leads to a count", async () => {
    const id = await anItem("TRAY", 5);
    await anOrderOf(journey, id, 4);
    const page = await journey.visitor({ expects: /409/ });
    await page.goto(`/stock/levels/${id}`);
    await page.getByRole("button", { name: "Correct" }).click();
    await page.getByLabel("Units more or less").fill("-3");
    await page.getByRole("button", { name: "Damaged" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Correct", exact: true }).click();
    await page.getByText("That many are promised to orders").waitFor();
    await page.getByRole("button", { name: "Count the shelf instead" }).click();
    await page.getByRole("dialog", { name: "Count: TRAY" }).waitFor();
    expect(await onHandAt(id, store.front)).toBe(5);
  });
});

describe("the levels", () => {
  // A link to "what is low in the back" is worth something only when it shows a colleague just that.
  it("are told for one location, and keep what was typed by somebody who left at once", async () => {
    await anItem("WICKER", 4);
    const page = await journey.visitor();
    await page.goto("/stock/levels");
    const search = page.getByRole("textbox", { name: "SKU, title or barcode" });
    await search.pressSequentially("wicker");
    await page.getByRole("link", { name: "Movements", exact: true }).click();
    await page.getByRole("heading", { name: "Movements" }).waitFor();
    await page.goBack();
    await expect.poll(() => search.inputValue()).toBe("wicker");
    await expect.poll(() => page.locator("[data-row]").count()).toBe(1);

    await page.getByLabel("Location").selectOption({ label: "Back store" });
    await expect.poll(() => new URL(page.url()).search).toContain(`q=wicker&locationId=${store.back.id}`);
    await page.getByLabel("Location").selectOption({ label: "Front shop" });
    await page
      .getByRole("row", { name: /^WICKER/ })
      .getByText("4", { exact: true })
      .first()
      .waitFor();
  });

  // The number on the shelf differs from the one in the list: one press, the number, Enter, and on to the next.
  it("are counted from the list, without leaving it", async () => {
    const id = await anItem("LADLE", 6);
    const page = await journey.visitor();
    await page.goto("/stock/levels?q=ladle");
    await page.getByRole("button", { name: "Count LADLE" }).click();
    await expect.poll(() => focused(page)).toBe("Units on the shelf, promised ones included");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await page.getByText("LADLE: 5 on hand at Front shop").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Receive LADLE" }).click();
    await expect.poll(() => focused(page)).toBe("Units that arrived");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.getByText("LADLE: 7 on hand at Front shop").waitFor();
    expect(new URL(page.url()).search).toBe("?q=ladle&open=receive");
    expect(await onHandAt(id, store.front)).toBe(7);
  });

  // What runs low is seen before a customer finds out, at the store's threshold or at one's own.
  it("that are low are listed, at the threshold that one types", async () => {
    const id = await anItem("CANDLE", 4);
    const page = await journey.visitor();
    await page.goto("/stock/low");
    const candle = page.getByRole("row", { name: /^CANDLE/ });
    await candle.getByText("Low", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Low at" }).fill("3");
    await candle.waitFor({ state: "hidden" });
    expect(new URL(page.url()).search).toBe("?threshold=3");
    await page.getByRole("textbox", { name: "Low at" }).fill("9");
    await candle.getByRole("link", { name: "CANDLE" }).click();
    await page.getByRole("heading", { name: "CANDLE" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/stock/levels/${id}`);
  });
});

describe("a store that does not answer as it should", () => {
  const fault = { status: 500, json: { error: { code: "fault", message: "It broke.", requestId: "req-42" } } };

  // At the busiest hour something breaks: whoever stands there needs to know that, and that pressing again is safe.
  it("says so with the request's id, and is asked again by hand", async () => {
    await anItem("BUCKET", 2);
    const page = await journey.visitor({ expects: /500/ });
    await page.route("**/api/admin/inventory?*", (route) => route.fulfill(fault));
    await page.goto("/stock/levels?q=bucket");
    await page.getByText("req-42").waitFor();
    await page.unroute("**/api/admin/inventory?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "BUCKET" }).waitFor();
  });

  it("receives once what is sent again after the answer was lost", async () => {
    const id = await anItem("PAIL", 2);
    const page = await journey.visitor({ expects: /500/ });
    await page.goto(`/stock/levels/${id}?open=receive`);
    await page.route("**/stock/receive", async (route) => {
      await route.fetch();
      await route.fulfill(fault);
    });
    await page.getByLabel("Units that arrived").fill("5");
    await page.getByRole("dialog").getByRole("button", { name: "Receive", exact: true }).click();
    await page.getByText("req-42").waitFor();
    await page.unroute("**/stock/receive");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("PAIL: 7 on hand at Front shop").waitFor();
    expect(await onHandAt(id, store.front)).toBe(7);
  });
});

describe("a number in the ledger", () => {
  it("says what it was before, why it changed, and who changed it", async () => {
    const id = await anItem("DISH", 5);
    const page = await journey.visitor();
    await page.goto(`/stock/levels/${id}?open=adjust`);
    await page.getByLabel("Units more or less").fill("-2");
    await page.getByText("5 → 3 on hand").waitFor();
    await page.getByRole("button", { name: "Damaged" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Correct", exact: true }).click();
    await page.getByText("DISH: 3 on hand at Front shop").waitFor();
    await page.keyboard.press("Escape");
    const entry = page.getByRole("row").filter({ hasText: "Corrected" });
    await entry.getByText("5 → 3 −2").waitFor();
    await entry.getByText("Damaged").waitFor();
    await entry.getByText("Owner", { exact: true }).waitFor();
  });
});

describe("a transfer, and why a number is what it is", () => {
  // "Why are there 9?" is asked with the customer on the phone: the answer is one press away, and leads to its cause.
  it("moves units, refuses more than there are, and is found again from the number that it made", async () => {
    const id = await anItem("LAMP", 10);
    const page = await journey.visitor({ expects: /409/ });
    await page.goto(`/stock/levels/${id}`);
    await page.getByRole("link", { name: "Transfer", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "New transfer" });
    await panel.getByText("10 available there").waitFor();
    await panel.getByLabel("Units of LAMP").fill("11");
    await panel.getByLabel("Reason").fill("The back is empty");
    await panel.getByRole("button", { name: "Move" }).click();
    await panel.getByText("Only 10 there").waitFor();
    await panel.getByLabel("Units of LAMP").fill("4");
    await panel.getByRole("button", { name: "Move" }).click();
    await page.getByText("4 units moved from Front shop to Back store").waitFor();
    await page.getByRole("row", { name: "Front shop → Back store" }).getByText("4 × LAMP").waitFor();

    await page.goto(`/stock/levels/${id}`);
    await page.getByRole("button", { name: "Why 6 at Front shop?" }).click();
    await page.getByRole("heading", { name: "Why 6 at Front shop?" }).waitFor();
    const ledger = page.getByRole("table", { name: "movements of an item" });
    await expect.poll(() => ledger.getByRole("row").count()).toBe(3);
    const moved = ledger.getByRole("row").filter({ hasText: "Transferred" });
    await moved.getByText("10 → 6 −4").waitFor();
    await moved.getByText("The back is empty").waitFor();
    expect(new URL(page.url()).search).toContain(`locationId=${store.front.id}`);
    await moved.getByRole("link", { name: "Transferred to Back store" }).click();
    await page.getByRole("heading", { name: "Front shop → Back store" }).waitFor();
    await page.getByRole("link", { name: "LAMP" }).click();
    await page.getByRole("heading", { name: "LAMP", exact: true }).waitFor();
  });

  it("leads from a promise to the order that it was made to", async () => {
    const id = await anItem("FRAME", 3);
    const order = await anOrderOf(journey, id, 2);
    const page = await journey.visitor();
    await page.goto(`/stock/levels/${id}`);
    await page
      .getByRole("row")
      .filter({ hasText: "Promised, to ship" })
      .getByRole("link", { name: order.number })
      .click();
    await page.getByRole("heading", { name: order.number }).waitFor();
  });
});

describe("somebody who may look and move, but not count", () => {
  it("is offered the transfer alone", async () => {
    const { link } = await journey.ask<{ link: string }>("POST", "/api/admin/staff/invitations", {
      email: "shelf@store.test",
      name: "Sam Shelf",
      role: "staff",
    });
    const page = await journey.visitor({ as: null });
    await page.goto(link);
    await page.getByLabel("Password", { exact: true }).fill("a password of theirs");
    await page.getByRole("button", { name: "Join the store" }).click();
    await page.locator("#content").waitFor();
    await page.goto(`/stock/levels/${store.bowl}`);
    await page.getByRole("link", { name: "Transfer", exact: true }).waitFor();
    for (const name of ["Receive", "Count", "Correct"]) {
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    }
  });
});

describe("every screen of stock", () => {
  const addresses: string[] = [];
  beforeAll(async () => {
    const id = await anItem("STOOL", 9);
    await anOrderOf(journey, id, 5);
    await journey.ask("POST", `/api/admin/variants/${id}/stock/count`, { locationId: store.front.id, quantity: 3 });
    const { id: transfer } = await journey.ask<{ id: string }>("POST", "/api/admin/inventory/transfers", {
      fromLocationId: store.front.id,
      toLocationId: store.back.id,
      lines: [{ variantId: store.bowl, quantity: 1 }],
    });
    addresses.push(
      "/stock/levels?state=low&open=receive",
      `/stock/levels/${id}`,
      `/stock/levels/${id}?open=receive`,
      `/stock/levels/${id}?open=count`,
      `/stock/levels/${id}?open=adjust`,
      `/stock/levels/${store.bowl}?locationId=${store.front.id}`,
      `/stock/waiting?open=waiters&of=${id}`,
      `/stock/transfers?open=new&variant=${store.bowl}`,
      `/stock/transfers/${transfer}`,
    );
  });

  it.each(looks)(
    "has nothing that axe finds serious, and nothing hangs out at the side: %s",
    async (_, how) => expect(await faultsAt(await journey.visitor(how), addresses)).toEqual({}),
    180_000,
  );
});
