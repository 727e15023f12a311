import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { aStockedStore, journeys } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";

const journey = journeys();
beforeAll(async () => {
  await aStockedStore(journey);
});

const products =
  "Handle,Title,Status,Option1 Name,Option1 Value,Variant SKU,Variant Price\nmove-mug,Mug,active,Title,Default Title,MOVE-MUG,249.00\nmove-jug,Jug,active,Title,Default Title,MOVE-JUG,\n";

// A store migrates once, under pressure, and its staff have never seen these screens.
it("leads through another store's files: does a dry run of each, says what it would do, and does it", async () => {
  const page = await journey.visitor({ at: "/settings/imports" });
  await page.getByRole("link", { name: "Move from another store" }).first().click();
  await page.getByRole("heading", { name: "1. Products" }).waitFor();
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "products_export.csv", mimeType: "text/csv", buffer: Buffer.from(products) });
  await page.getByText("1 product would be created.").waitFor();
  await page.getByText(/1 product would be refused/).waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("1 product was created.").waitFor();
  const shots = process.env["SHOTS"];
  if (shots) await page.screenshot({ path: `${shots}/move.png`, fullPage: true });

  // Refused rows are corrected and sent again from the page that shows why.
  await page.getByRole("link", { name: "See which rows were refused, and why" }).click();
  await page.getByText("A new variant needs a price: MOVE-JUG has none.").waitFor();
  await page.locator("input[type=file]").setInputFiles({
    name: "mended.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(products.replace("JUG,\n", "JUG,349.00\n")),
  });
  await page.getByText("Dry run: done").waitFor();
  await page.getByRole("heading", { name: "mended.csv" }).waitFor();
});

// The sample files are for those who do not want to use their own yet.
it("imports the sample files one after the other, and ends with a health check", async () => {
  await journey.ask("POST", "/api/admin/locations", { code: "MAIN", name: "Main warehouse", priority: 9 });
  const page = await journey.visitor({ at: "/settings/move" });
  const steps = [
    ["1. Products", "products", "3 products"],
    ["2. Stock", "inventory", "5 rows"],
    ["3. Customers", "customers", "2 customers"],
    ["4. Orders", "orders", "2 orders"],
  ] as const;
  for (const [title, name, what] of steps) {
    const step = page.getByRole("region", { name: title });
    const sample = new URL(`../../web/public/samples/${name}.csv`, import.meta.url);
    await step.locator("input[type=file]").setInputFiles(fileURLToPath(sample));
    await step.getByText(`${what} would be created.`).waitFor();
    await step.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
    await step.getByText(`${what} were created.`).waitFor();
    await step.getByLabel("Imported").waitFor();
  }
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/moved.png`, fullPage: true });
  await page.getByRole("link", { name: "Run the health check" }).click();
  await page.getByRole("region", { name: "Passed" }).getByText("Orders and their payments").waitFor();
});

it("accepts a file that is dropped anywhere on a list", async () => {
  const page = await journey.visitor({ at: "/products" });
  await page.getByRole("heading", { name: "Products", exact: true }).waitFor();
  // Scripts for the page are strings, since the types of the browser are not available here.
  const data = await page.evaluateHandle(
    `(() => { const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(products)}], "dropped.csv", { type: "text/csv" }));
      return transfer; })()`,
  );
  const list = page.getByRole("heading", { name: "Products", exact: true });
  await list.dispatchEvent("dragenter", { dataTransfer: data });
  await page.getByText("Import products").waitFor();
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/drop.png` });
  await list.dispatchEvent("drop", { dataTransfer: data });
  await page.getByText("Dry run: done").waitFor();
  await page.getByRole("heading", { name: "dropped.csv" }).waitFor();
});

it.each(looks)("is accessible %s", async (_, look) => {
  const page = await journey.visitor(look);
  expect(await faultsAt(page, ["/settings/move"])).toEqual({});
});
