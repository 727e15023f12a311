/** The country of an address, chosen with the keyboard alone and shown by its name. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { address, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";
import { seriousFaults } from "../../support/harness/looks.ts";
import { quiet } from "../../support/harness/quiet.ts";

const journey = journeys();

const countryField = (page: Page, name = "Country") => page.getByRole("combobox", { name });

// "IN" is typed without looking, a hundred times a day.
it("selects a country by its code, its name or its first letters, without the mouse", async () => {
  const page = await journey.visitor({ at: "/customers?open=new" });
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
  // Selects the second of several matches with the arrow key, on slow machines too and after few letters.
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
    // The first match is highlighted after the options are drawn, which takes a moment on a busy machine.
    await quiet(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await soon(() => field.inputValue()).toBe(name);
  }
  await devices.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  // When opened, the list starts at the selected country.
  await page.keyboard.press("ArrowDown");
  await soon(() => page.locator("[data-combobox-selected]").allTextContents()).toEqual(["Bahrain"]);
  await page.keyboard.press("Escape");

  // An unknown country changes nothing, and an error is shown.
  await field.fill("nowhere");
  await page.getByText("There is no such country.").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await soon(() => field.inputValue()).toBe("Bahrain");
  // An address may be left empty.
  await field.fill("");
  await page.keyboard.press("Tab");
  await soon(() => field.inputValue()).toBe("");
  // If none is highlighted, Enter selects none.
  await field.click();
  await page.getByRole("option", { name: "Afghanistan" }).waitFor();
  await quiet(page);
  expect(await page.locator("[data-combobox-selected]").count()).toBe(0);

  await page.getByLabel("Name", { exact: true }).fill("Asha Rao");
  await page.getByLabel("Email", { exact: true }).fill("asha@example.com");
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

it("names the countries in the browser's language", async () => {
  const page = await journey.visitor({ at: "/locations?open=new", locale: "de-DE" });
  await countryField(page).fill("Indi");
  await page.getByRole("option", { name: "Indien", exact: true }).waitFor();
  await page.goto("/settings/shipping-rates?open=new");
  await page.getByRole("combobox", { name: "Countries" }).fill("de");
  await soon(() => page.getByRole("option").first().textContent()).toBe("Deutschland");
});

it("starts a new order in the country that the language of the store's messages belongs to", async () => {
  for (const [language, country] of [
    ["de-AT", "Austria"],
    ["en-IN", "India"],
  ] as const) {
    await journey.ask("PATCH", "/api/admin/store", { language });
    const page = await journey.visitor({ at: "/orders/new" });
    await soon(() => countryField(page).inputValue()).toBe(country);
  }
});

it("asks for a variant's country of origin with the same field", async () => {
  const { productId, mug } = await aStockedStore(journey);
  const page = await journey.visitor({ at: `/products/${productId}?open=variant&id=${mug}` });
  await countryField(page, "Country of origin").fill("in");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await journey.ask("GET", `/api/admin/variants/${mug}`)).toMatchObject({ originCountry: "IN" });
});
