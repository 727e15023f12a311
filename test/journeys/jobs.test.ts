import { beforeAll, expect, it } from "vitest";
import { aStockedStore, journeys } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";

const journey = journeys();
beforeAll(async () => {
  await aStockedStore(journey);
}, 60_000);

interface Listed {
  readonly items: readonly {
    readonly sku: string;
    readonly onHand: number;
    readonly locations: { code: string; onHand: number }[];
  }[];
}
const stock = () => journey.ask<Listed>("GET", "/api/admin/inventory?limit=200");

// Whoever counts a shop does it in a spreadsheet. What the file would do is seen before it does it.
it("takes a file of stock: tries it, shows what is refused and why, and then does it", async () => {
  const { items } = await stock();
  const { sku, locations } = items.find((item) => item.locations.length > 0)!;
  const { code, onHand } = locations[0]!;
  const file = `sku,location,on hand,reason\n${sku},${code},${onHand + 7},counted\nNOT-OURS,${code},3,\n`;
  const page = await journey.visitor();
  await page.goto("/settings/imports");
  await page.getByRole("combobox", { name: "Type of data" }).click();
  await page.getByRole("option", { name: "Stock" }).click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "count.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await page.getByText("Dry run: done").waitFor();
  await page.getByText("No variant has this SKU.").waitFor();
  expect((await stock()).items.find((item) => item.sku === sku)).toMatchObject({ locations: [{ onHand }] });

  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("What changed").waitFor();
  await page.getByText("Done", { exact: true }).waitFor();
  expect((await stock()).items.find((item) => item.sku === sku)).toMatchObject({ locations: [{ onHand: onHand + 7 }] });
  await page.getByRole("link", { name: "Download the refused rows" }).waitFor();
  await page.getByRole("link", { name: "Imports and exports" }).first().click();
  await page.getByRole("link", { name: "count.csv" }).waitFor();
});

it("says what is wrong with a file that is none of ours", async () => {
  const page = await journey.visitor();
  await page.goto("/settings/imports");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "odd.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  await page.getByText(/names those of no layout/).waitFor();
});

it.each(looks)("is there for everybody %s", async (_, look) => {
  const page = await journey.visitor(look);
  await page.goto("/settings/imports");
  await page.getByRole("link", { name: "count.csv" }).click();
  await page.getByText("What changed").waitFor();
  expect(await faultsAt(page, ["/settings/imports", new URL(page.url()).pathname])).toEqual({});
  const shots = process.env["SHOTS"];
  if (shots) {
    await page.screenshot({ path: `${shots}/import-${look.colorScheme}.png`, fullPage: true });
    await page.goto("/settings/imports");
    await page.getByRole("link", { name: "count.csv" }).waitFor();
    await page.screenshot({ path: `${shots}/jobs-${look.colorScheme}.png`, fullPage: true });
  }
});
