import { beforeAll, expect, it } from "vitest";
import { aStockedStore, journeys } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";

const journey = journeys();
beforeAll(async () => {
  await aStockedStore(journey);
});

interface Listed {
  readonly items: readonly {
    readonly sku: string;
    readonly onHand: number;
    readonly locations: { code: string; onHand: number }[];
  }[];
}
const stock = () => journey.ask<Listed>("GET", "/api/admin/inventory?limit=200");

// Shops are counted in a spreadsheet. What the file would change is shown before it does.
it("imports a file of stock: does a dry run, shows what is refused and why, and then runs it", async () => {
  const { items } = await stock();
  const { sku, locations } = items.find((item) => item.locations.length > 0)!;
  const { code, onHand } = locations[0]!;
  const file = `sku,location,on hand,reason\n${sku},${code},${onHand + 7},counted\nNOT-OURS,${code},3,\n`;
  const page = await journey.visitor({ at: "/settings/imports" });
  await page.getByRole("combobox", { name: "Type of data" }).click();
  await page.getByRole("option", { name: "Stock" }).click();
  // Excel saves tabs as .txt: the chooser greyed it out.
  expect(await page.locator("input[type=file]").getAttribute("accept")).toMatch(/\.csv,\.tsv,\.txt/);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "count.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await page.getByText("Dry run: done").waitFor();
  await page.getByText("No variant has this SKU.").waitFor();
  // Whoever removed the last two, which it named before, removed what they had corrected.
  await page.getByText("You may leave the first two columns in it").waitFor();
  expect((await stock()).items.find((item) => item.sku === sku)).toMatchObject({ locations: [{ onHand }] });
  // No one searches 50,000 rows for the three that were refused.
  const rows = page.getByRole("table");
  await rows.getByText(`${code}: ${onHand} → ${onHand + 7}`).waitFor();
  await page.getByLabel("Outcome").selectOption({ label: "Refused" });
  await rows.getByText(`${code}: ${onHand} →`).waitFor({ state: "detached" });
  await rows.getByText("No variant has this SKU.").waitFor();

  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("What changed").waitFor();
  await page.getByText("Done", { exact: true }).waitFor();
  expect((await stock()).items.find((item) => item.sku === sku)).toMatchObject({ locations: [{ onHand: onHand + 7 }] });
  await page.getByRole("link", { name: "Download the refused rows" }).waitFor();
  await page.getByRole("link", { name: "Imports and exports" }).first().click();
  // In the words of the import's own page.
  await page
    .getByRole("row", { name: /count\.csv/ })
    .getByText("1 updated, 1 refused")
    .waitFor();
});

// The file was read as something else, and nothing on its page led any further.
it("reads a file that was sent as the wrong type as another one", async () => {
  const page = await journey.visitor({ at: "/settings/imports" });
  await page.getByRole("combobox", { name: "Type of data" }).click();
  await page.getByRole("option", { name: "Customers" }).click();
  await page.locator("input[type=file]").setInputFiles({
    ...{ name: "shelf.tsv", mimeType: "text/tab-separated-values" },
    buffer: Buffer.from("sku\tlocation\ton hand\treason\nMUG\tP1\t9\tcounted\n"),
  });
  await page.getByText("Dry run: failed").waitFor();
  await page.getByRole("button", { name: "Change the type" }).click();
  await page.getByRole("menuitem", { name: "Stock" }).click();
  await page.getByText("Dry run: done").waitFor();
  await page.getByRole("table").getByText("P1: 2 → 9").waitFor();
  // After a reload the file has to be chosen again.
  await page.reload();
  await page.getByRole("button", { name: "Change the type" }).click();
  await page.getByRole("menuitem", { name: "Products" }).click();
  await page.waitForURL("**/settings/imports?kind=products");
  expect(await page.getByRole("combobox", { name: "Type of data" }).inputValue()).toBe("Products");
});

// Someone who has started an import continues with other work, and wants to see its progress, or notices that it was
// the wrong file.
it("shows an import's progress on every page, and what a stopped one has done", async () => {
  const page = await journey.visitor({ at: "/settings/imports" });
  await page.getByRole("combobox", { name: "Type of data" }).click();
  await page.getByRole("option", { name: "Stock" }).click();
  const file = `sku,location,on hand\n${"NOT-OURS,none,1\n".repeat(300_000)}`;
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "large.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await page.getByRole("heading", { name: "large.csv" }).waitFor();
  await page.getByText(/rows done, [\d,]+ a second, about .+ left/).waitFor();
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  const pill = page.getByRole("banner").getByRole("link", { name: /large\.csv.*%/ });
  await pill.waitFor();
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/pill.png` });
  await pill.click();
  await page.getByRole("link", { name: "large.csv", exact: true }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Dry run: cancelled").waitFor();
  await page.getByText("What these figures count").waitFor();
  await pill.waitFor({ state: "detached" });
});

it("says what is wrong with a file in an unknown format", async () => {
  const page = await journey.visitor({ at: "/settings/imports" });
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "odd.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  await page.getByText(/matches no known layout/).waitFor();
});

// The admin asked to check highlighted fields, of which there were none.
it("says what is wrong with an empty file, and imports one with a very long name", async () => {
  const page = await journey.visitor({ at: "/settings/imports" });
  const choose = (name: string, text: string) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose("empty.csv", "");
  await page.getByText("The file is empty.").waitFor();
  await choose(`${"long ".repeat(45)}name.csv`, "sku,location,on hand\nNOT-OURS,none,1\n");
  await page.getByRole("heading", { name: /long name\.csv$/ }).waitFor();
});

it.each(looks)("is accessible %s", async (_, look) => {
  const page = await journey.visitor({ ...look, at: "/settings/imports" });
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
