/** The country of an address, chosen by the keyboard alone and read by its name. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { address, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";
import { seriousFaults } from "../../support/harness/looks.ts";
import { quiet } from "../../support/harness/quiet.ts";

const journey = journeys();

const countryField = (page: Page, name = "Country") => page.getByRole("combobox", { name });

// "IN" is typed without looking, a hundred times a day.
it("takes a country by its code, its name or the first letters of it, without the mouse", async () => {
  const page = await journey.visitor();
  await page.goto("/customers?open=new");
  const field = countryField(page);
  for (const [typed, key, name] of [
    ["IN", "Tab", "India"],
    ["Germany", "Tab", "Germany"],
    ["ind", "Enter", "India"],
    ["UK", "Tab", "United Kingdom"],
  ] as const) {
    await field.focus();
    await field.fill("");
    await page.keyboard.type(typed);
    await page.keyboard.press(key);
    await soon(() => field.inputValue()).toBe(name);
  }
  // The second of several, by the arrow, however slow the machine is and however little was typed before it.
  const devices = await page.context().newCDPSession(page);
  for (const [typed, rate, name] of [
    ["ind", 1, "Indonesia"],
    ["mal", 8, "Malaysia"],
    ["chi", 8, "China"],
    ["b", 1, "Bahrain"],
  ] as const) {
    await devices.send("Emulation.setCPUThrottlingRate", { rate });
    await field.selectText();
    await page.keyboard.type(typed);
    await page.getByRole("option", { name, exact: true }).waitFor();
    // The first of them is marked after they are drawn, and not at once on a busy machine.
    await quiet(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await soon(() => field.inputValue()).toBe(name);
  }
  await devices.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  // Opened, the list begins at the country that is chosen.
  await page.keyboard.press("ArrowDown");
  await soon(() => page.locator("[data-combobox-selected]").allTextContents()).toEqual(["Bahrain"]);
  await page.keyboard.press("Escape");

  // What is no country changes nothing, and says so.
  await field.fill("nowhere");
  await page.getByText("There is no such country.").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await soon(() => field.inputValue()).toBe("Bahrain");
  // An address may be left out.
  await field.fill("");
  await page.keyboard.press("Tab");
  await soon(() => field.inputValue()).toBe("");
  // Where none is chosen, Enter takes none.
  await field.click();
  await page.getByRole("option", { name: "Afghanistan" }).waitFor();
  await quiet(page);
  expect(await page.locator("[data-combobox-selected]").count()).toBe(0);

  await page.getByLabel("Name", { exact: true }).fill("Asha Rao");
  await page.getByLabel("E-mail", { exact: true }).fill("asha@example.com");
  for (const [label, text] of [
    ["Address", address.line1],
    ["City", address.city],
    ["Postal code", address.postalCode],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await field.fill("ind");
  await page.getByRole("button", { name: "Add customer" }).click();
  await page.getByRole("heading", { name: "Asha Rao" }).waitFor();
  await page.getByText(/India$/).waitFor();
});

it("names the countries in the language of the browser", async () => {
  const page = await journey.visitor({ locale: "de-DE" });
  await page.goto("/locations?open=new");
  await countryField(page).fill("Indi");
  await page.getByRole("option", { name: "Indien", exact: true }).waitFor();
  await page.goto("/settings/shipping-rates?open=new");
  await page.getByRole("combobox", { name: "Countries" }).fill("de");
  await soon(() => page.getByRole("option").first().textContent()).toBe("Deutschland");
});

it("begins a new order in the country whose language the store's messages are in", async () => {
  for (const [language, country] of [
    ["de-AT", "Austria"],
    ["en-IN", "India"],
  ] as const) {
    await journey.ask("PATCH", "/api/admin/store", { language });
    const page = await journey.visitor();
    await page.goto("/orders/new");
    await soon(() => countryField(page).inputValue()).toBe(country);
  }
});

it("asks for a variant's country of origin in the same way", async () => {
  const { productId, mug } = await aStockedStore(journey);
  const page = await journey.visitor();
  await page.goto(`/products/${productId}?open=variant&id=${mug}`);
  await countryField(page, "Country of origin").fill("in");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await journey.ask("GET", `/api/admin/variants/${mug}`)).toMatchObject({ originCountry: "IN" });
});
