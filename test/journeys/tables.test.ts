import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, fontsLoaded, journeys, soon } from "../support/harness/journey.ts";

const journey = journeys();
const numbers: string[] = [];

beforeAll(async () => {
  const { bowl, front } = await aStockedStore(journey);
  await journey.ask("POST", `/api/admin/variants/${bowl}/stock/receive`, { locationId: front.id, quantity: 40 });
  for (const quantity of [1, 2, ...Array(25).fill(0)]) {
    const order = await anOrderOf(journey, bowl, quantity || 1, quantity ? "cod" : "manual");
    numbers.push(order.number);
  }
}, 120_000);

describe("a list", () => {
  it("is sorted by its column headers, which show the direction", async () => {
    const page = await journey.visitor({ at: "/orders?limit=25" });
    const title = (name: string) => page.getByRole("columnheader", { name: new RegExp(`^${name}`) });
    await soon(() => title("Placed").getAttribute("aria-sort")).toBe("descending");
    await title("Placed").getByRole("button").click();
    await soon(() => page.locator("[data-row] a").first().innerText()).toBe(numbers[0]);
    expect(await title("Placed").getAttribute("aria-sort")).toBe("ascending");
    await title("Total").getByRole("button").click();
    await soon(() => page.locator("[data-row] a").first().innerText()).toBe(numbers[1]);
    expect(new URL(page.url()).search).toContain("sort=total");
    expect(await page.getByRole("rowheader").first().innerText()).toBe(numbers[1]);
  });

  // Forty orders to print, and the last fifteen are on the next page.
  it("keeps the selection from page to page, and selects all pages at once", async () => {
    const page = await journey.visitor({ at: "/orders?limit=25" });
    await page.locator("[data-row]").nth(0).getByRole("checkbox").click();
    await page.getByRole("button", { name: "Next page" }).click();
    await soon(() => page.locator("[data-row]").count()).toBe(numbers.length - 25);
    await page.locator("[data-row]").nth(1).getByRole("checkbox").click();
    const bar = page.getByRole("toolbar", { name: "Actions for the selected rows" });
    await bar.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Previous page" }).click();
    await soon(() => page.locator("[data-row]").nth(0).getByRole("checkbox").isChecked()).toBe(true);
    await bar.getByRole("button", { name: "Clear selection" }).click();
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
    await bar.getByRole("button", { name: "Select all pages" }).click();
    await bar.getByText(`${numbers.length} selected`).waitFor();
    // Rows that are no longer listed are no longer selected.
    await page.goto("/orders?limit=25&status=cancelled");
    await page.getByText("No orders match these filters").waitFor();
    expect(await bar.count()).toBe(0);
  });

  it("says when it selects no more than the maximum for an action", async () => {
    for (let from = 0; from < 1_001; from += 77)
      await Promise.all(
        Array.from({ length: 77 }, (_, n) =>
          journey.ask("POST", "/api/admin/products", { title: `Tile ${from + n}`, status: "draft" }),
        ),
      );
    const page = await journey.visitor({ at: "/products" });
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
    const bar = page.getByRole("toolbar", { name: "Actions for the selected rows" });
    await bar.getByRole("button", { name: "Select all pages" }).click();
    await bar.getByText("1,000 selected, the most at a time").waitFor();
  });

  it("keeps its columns, their widths and the row height in this browser", async () => {
    const page = await journey.visitor({ at: "/orders" });
    const height = () => page.evaluate<number>('document.querySelector("[data-row]").offsetHeight');
    const width = () => page.evaluate<number>('document.querySelector("th[data-column=customer]").offsetWidth');
    await page.locator("[data-row]").first().waitFor();
    await fontsLoaded(page);
    const [tall, narrow] = [await height(), await width()];
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Email" }).check();
    await page.getByRole("checkbox", { name: "Compact rows" }).check();
    await page.keyboard.press("Escape");
    await soon(height).toBeLessThan(tall);
    const edge = await page.locator("th[data-column=customer] > span[aria-hidden]").boundingBox();
    await page.mouse.move(edge!.x + 3, edge!.y + 5);
    await page.mouse.down();
    await page.mouse.move(edge!.x + 63, edge!.y + 5, { steps: 4 });
    await page.mouse.up();
    await soon(width).toBeGreaterThan(narrow + 20);
    const wide = await width();
    await page.reload();
    await page.getByRole("columnheader", { name: "Email" }).waitFor();
    await soon(width).toBe(wide);
    expect(await height()).toBeLessThan(tall);
  });

  it("keeps its headers in view when scrolled", async () => {
    const page = await journey.visitor({ at: "/orders?limit=50" });
    await page.locator("[data-row]").last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 600);
    const top = () =>
      page.evaluate<number>('document.querySelector("th[data-column=customer]").getBoundingClientRect().top');
    await soon(top).toBe(52);
  });
});

describe("a view", () => {
  it("is visible to colleagues once it is shared, with its row count", async () => {
    const page = await journey.visitor({ at: "/orders?tag=nothing-has-this" });
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByLabel("View name").fill("Empty so far");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Empty so far", exact: true }).waitFor();

    const colleague = await journey.visitor({ at: "/orders" });
    await colleague.getByRole("button", { name: "Empty so far", exact: true }).click();
    await colleague.getByText("No orders match these filters").waitFor();
    await soon(() => colleague.getByRole("button", { name: "Awaiting payment", exact: true }).innerText()).toMatch(
      /25$/,
    );
    await colleague.getByRole("button", { name: "Edit the view Empty so far" }).click();
    await colleague.getByRole("button", { name: "Delete view", exact: true }).click();
    await colleague.getByRole("button", { name: "Empty so far", exact: true }).waitFor({ state: "detached" });

    // Deleted by mistake next to the intended one: no one wants to enter a view of ten filters again.
    await colleague.getByRole("button", { name: "Undo", exact: true }).click();
    await colleague.getByRole("button", { name: "Empty so far", exact: true }).waitFor();
  });

  // If it were created again under another name, colleagues would keep using the wrong one.
  it("is renamed, and saves the filters that were changed since it was opened", async () => {
    const page = await journey.visitor();
    await journey.ask("POST", "/api/admin/views", { list: "orders", name: "Unpaid", search: { q: "nobody" } });
    await page.goto("/orders");
    await page.getByRole("button", { name: "Unpaid", exact: true }).click();
    await page.getByRole("button", { name: "Edit the view Unpaid" }).click();
    await page.getByLabel("View name").fill("To call");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "To call", exact: true }).waitFor();

    await page.getByLabel("Number, customer, SKU, tracking …").fill("no-such-thing");
    await page.getByRole("button", { name: "Update “To call”" }).click();
    await page.getByRole("button", { name: "Edit the view To call" }).waitFor();
    const { items } = await journey.ask<{ items: { name: string; search: object }[] }>("GET", "/api/admin/views");
    expect(items.find(({ name }) => name === "To call")?.search).toEqual({ q: "no-such-thing" });
  });
});
