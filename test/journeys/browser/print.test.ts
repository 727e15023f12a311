import { expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();

/** The colours of a card on the page: its text and what is behind it. */
const colours = `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.querySelector("section")))`;

// A report for the accountant, or an order, came out of the printer as black and grey on black.
it("prints a screen in the colours for paper also in dark mode", async () => {
  const page = await journey.visitor({ colorScheme: "dark", at: "/settings/doctor" });
  await page.getByRole("heading", { name: "Passed" }).waitFor();
  const onScreen = await page.evaluate(colours);
  await page.evaluate(`addEventListener("beforeprint", () => { globalThis.printed = ${colours}; })`);
  await page.pdf();
  expect(await page.evaluate("globalThis.printed")).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  expect(await page.evaluate(colours)).toEqual(onScreen);

  // A preview that is drawn again.
  for (const name of ["beforeprint", "beforeprint", "afterprint", "afterprint"])
    await page.evaluate(`dispatchEvent(new Event("${name}"))`);
  expect(await page.evaluate(colours)).toEqual(onScreen);
});

// Nobody can press "Show more" on paper, or scroll.
it("prints which order it is, the whole of a long note, and every figure of a report", async () => {
  const { bowl } = await aStockedStore(journey);
  const { id } = await anOrderOf(journey, bowl);
  const text = Array.from({ length: 30 }, (_, nth) => `Line ${nth}`).join("\n");
  await journey.ask("POST", `/api/admin/orders/${id}/notes`, { text });
  const page = await journey.visitor({ at: `/orders/${id}` });
  await page.getByText("Line 0", { exact: false }).waitFor();
  const hidden = () =>
    page.evaluate<number>(
      "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('p[data-line-clamp]'))",
    );
  await soon(hidden).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  await soon(hidden).toBe(0);
  expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  // On paper nothing said which order it was.
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (const name of ["More", "Edit lines", "Ship a parcel", "Edit customer", "Add note"])
    expect(await page.getByRole("button", { name, exact: true }).isVisible()).toBe(false);
  expect(await page.getByLabel("Note for the team").isVisible()).toBe(false);

  // A switch says what is on, also on paper, which is printed without backgrounds.
  await page.goto("/settings/messages");
  await page.locator(".mantine-Switch-track").first().waitFor();
  const track = "getComputedStyle(document.querySelector('.mantine-Switch-track'))";
  expect(await page.evaluate(`${track}.printColorAdjust`)).toBe("exact");

  // The days and the columns that had to be scrolled to were missing.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: "screen" });
  await page.goto("/reports/sales");
  await page.getByRole("table").first().waitFor();
  const figures = "document.querySelector('[role=region][tabindex]:has(table)')";
  const belowEdge = () => page.evaluate<number>(`${figures}.scrollHeight - ${figures}.clientHeight`);
  await soon(belowEdge).toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  await soon(belowEdge).toBe(0);
  await page.getByRole("button", { name: "Dates: Last 30 days" }).waitFor();
  expect(await page.evaluate(`getComputedStyle(${figures}).overflow`)).toBe("visible");
  expect(await page.evaluate(`getComputedStyle(${figures}.querySelector("tfoot")).position`)).toBe("static");
});
