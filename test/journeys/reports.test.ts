import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { address, anOrderOf, aStockedStore, journeys, soon } from "../support/harness/journey.ts";
import { faultsInLooks } from "../support/harness/looks.ts";

const journey = journeys();

let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
  const { bowl, mug } = store;
  await anOrderOf(journey, bowl, 2);
  await anOrderOf(journey, mug, 1);
});

const reports = [
  ...["sales", "money", "products", "taxes", "channels", "returns", "stock", "waiting"].map(
    (name) => `/reports/${name}`,
  ),
  ...["/reports/sql", "/reports/sql/new", "/"],
];

it("leads from a figure to the orders behind it, and exports the figures as a file", async () => {
  const page = await journey.visitor({ at: "/reports/sales" });
  await page.getByRole("img", { name: /sales/i }).waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  // A spreadsheet took "3 Nov" of last year for this year's.
  const [, ...rows] = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(rows).toHaveLength(30);
  for (const row of rows) expect(row).toMatch(/^\d{4}-\d\d-\d\d,\d/);
  await page.getByRole("table").getByRole("link").first().click();
  await page.locator("[data-row]").nth(1).waitFor();
  expect(await page.locator("[data-row]").count()).toBe(2);
});

// Until half past five in the morning in Kolkata it was yesterday's.
it("names a file by the day in the store's time zone", async () => {
  await journey.ask("PATCH", "/api/admin/store", { timeZone: "Asia/Kolkata" });
  const page = await journey.visitor({ at: "/reports/sales" });
  const at = "2026-11-30T20:00:00.000Z";
  await page.route("**/reports/stock-value?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), at } });
  });
  await page.goto("/reports/stock");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  expect(file.suggestedFilename()).toBe("stock-value-2026-12-01.csv");
});

// It silently showed the last 30 days instead.
it("says at the field that a period ends before it begins, and keeps the one it shows", async () => {
  const page = await journey.visitor({ at: "/reports/sales?from=2026-03-01&to=2026-03-31" });
  await page.getByRole("button", { name: /^Dates:/ }).click();
  const from = page.getByLabel("From", { exact: true });
  await from.fill("2026-04-05");
  await page.getByText("Later than To.").waitFor();
  expect(await from.inputValue()).toBe("2026-04-05");
  expect(new URL(page.url()).search).toBe("?from=2026-03-01&to=2026-03-31");
  await page.getByLabel("To", { exact: true }).fill("2026-04-06");
  await page.waitForURL("**/reports/sales?from=2026-04-05&to=2026-04-06");
  expect(await page.getByText("Later than To.").count()).toBe(0);
});

it("shows what was sold through each channel, and links to its orders", async () => {
  await journey.ask("POST", "/api/admin/channels", { code: "fair", name: "Craft fair" });
  await journey.ask("POST", "/api/admin/orders", {
    ...{ email: "meera@example.com", name: "Meera Shah", address, payment: "cod", channel: "fair" },
    lines: [{ variantId: store.bowl, quantity: 3 }],
  });
  const page = await journey.visitor({ at: "/reports/channels" });
  const table = page.getByRole("table", { name: "Sales by channel" });
  await table.getByRole("row", { name: /No channel 2 3 / }).waitFor();
  await table.getByRole("row", { name: /Total 3 6 / }).waitFor();
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/channels.png` });
  await table
    .getByRole("row", { name: /Craft fair 1 3 / })
    .getByRole("link")
    .click();
  await page.locator("[data-row]").first().waitFor();
  expect(await page.locator("[data-row]").count()).toBe(1);
});

// The rows did not add up to the total, and nothing said why.
it("says that payments in test mode are not in the totals", async () => {
  const page = await journey.visitor({ at: "/reports/money" });
  let mode: "live" | "test" = "live";
  await page.route("**/api/admin/reports/payments*", async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    const amount = { amountMinor: 5_000, currency: "INR" };
    const row = { method: "stripe", mode, payments: 1, collected: amount, refunds: 0, refunded: amount, net: amount };
    await route.fulfill({ json: { ...report, methods: [row] } });
  });
  await page.reload();
  await page.getByRole("row", { name: /^Stripe/ }).waitFor();
  const note = page.getByText("Payments and refunds in test mode are not in the totals.");
  expect(await note.count()).toBe(0);
  mode = "test";
  await page.reload();
  await page.getByRole("row", { name: /^Stripe \(test mode\)/ }).waitFor();
  await note.waitFor();
});

describe("a report in SQL", () => {
  it("suggests views and columns, marks errors in place, asks for parameters, draws a chart, and saves all of it", async () => {
    const page = await journey.visitor({ at: "/reports/sql/new", expects: /status of 400/ });
    const write = async (text: string) => {
      await page.getByLabel("SQL", { exact: true }).click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.insertText(text);
    };
    await write("select * from order_l");
    await page.keyboard.press("Control+Space");
    await page.getByRole("option", { name: /order_lines/ }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("table", { name: "Result" }).waitFor();

    await write("select sku, nosuch\nfrom order_lines");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText('column "nosuch" does not exist').first().waitFor();
    expect(await page.locator(".cm-lintRange-error").textContent()).toBe("nosuch");

    await page.getByRole("button", { name: "Add a parameter" }).click();
    await page.getByLabel("Name", { exact: true }).last().fill("at_least");
    await page.getByLabel("Type").selectOption("number");
    await page.getByLabel("Default").fill("1");
    await write(
      "select sku, sum(quantity) as units, count(*) as lines\nfrom order_lines where quantity >= {{at_least}} group by sku order by sku",
    );
    await page.getByRole("textbox", { name: "at_least" }).fill("2");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText(/^1 row, /).waitFor();
    await page.getByText("Chart", { exact: true }).click();
    await page.getByLabel("Chart type").selectOption("line");
    await page.getByLabel("Name", { exact: true }).first().fill("Units by SKU");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Units by SKU saved").waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("img", { name: "Units by SKU" }).waitFor();
    expect(await page.getByLabel("Chart type").inputValue()).toBe("line");
  });

  // The page of the new report replaced it, with the text as it was sent.
  it("keeps what is typed while it is being created, and saves that too", async () => {
    const page = await journey.visitor({ at: "/reports/sql/new" });
    const { promise: held, resolve: pass } = Promise.withResolvers<void>();
    await page.route("**/api/admin/reports/queries", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await page.getByLabel("Name", { exact: true }).fill("Late");
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await page.getByLabel("Description").fill("More of it");
    pass();
    await page.waitForURL("**/reports/sql/rep_*");
    await page.getByLabel("Description").and(page.locator(":focus")).waitFor();
    await page.keyboard.type(", and more");
    await save.click();
    const at = `/api/admin/reports/queries/${page.url().split("/").at(-1)}`;
    await soon(() => journey.ask("GET", at)).toMatchObject({ name: "Late", description: "More of it, and more" });
  });

  // The last to save won, and nobody learned what the other had written.
  it("shows what a colleague has saved meanwhile, and overwrites it only when asked to", async () => {
    const given = { name: "Ours", statement: "select 1 as one", parameters: [], chart: null };
    const { id } = await journey.ask<{ id: string }>("POST", "/api/admin/reports/queries", given);
    const at = `/api/admin/reports/queries/${id}`;
    const page = await journey.visitor({ at: `/reports/sql/${id}`, expects: /status of 412/ });
    await page.getByLabel("Description").fill("Mine");
    await journey.ask("PUT", at, { ...given, statement: "select 2 as two", description: "Theirs" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const notice = page.getByRole("alert").filter({ hasText: "This has changed since you opened it" });
    await notice.getByRole("row", { name: "SQL select 1 as one select 2 as two" }).waitFor();
    expect(await journey.ask("GET", at)).toMatchObject({ description: "Theirs" });
    await notice.getByRole("button", { name: "Keep my changes" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Ours saved").waitFor();
    expect(await journey.ask("GET", at)).toMatchObject({ statement: "select 1 as one", description: "Mine" });
  });

  it("is sent to people by email", async () => {
    const page = await journey.visitor({ at: "/reports/sql" });
    await page.getByRole("link", { name: "Units by SKU" }).first().click();
    await page.getByLabel("When").selectOption("monday");
    await page.getByRole("combobox", { name: "To" }).click();
    await page.getByRole("option", { name: "Owner" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save schedule" }).click();
    await page.getByText("Scheduled: the next email goes out on Monday morning").waitFor();
    await page.goto("/reports/sql");
    await page.getByText("On Mondays").waitFor();
  });
});

it("is accessible in light and dark, at a desk and on a phone", async () => {
  expect(await faultsInLooks(await journey.visitor(), reports)).toEqual({});
}, 120_000);
