import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { address, anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();
let bowl: string;

beforeAll(async () => {
  ({ bowl } = await aStockedStore(journey));
  await anOrderOf(journey, bowl, 1);
});

/**
 * The fonts that the element is drawn with, and the number of glyphs of each; fonts not loaded from the store are
 * counted as "of the machine".
 */
async function fontsOf(page: Page, selector: string): Promise<Record<string, number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  return Object.fromEntries(
    fonts.map(({ familyName, isCustomFont, glyphCount }) => [isCustomFont ? familyName : "of the machine", glyphCount]),
  );
}

/** The font files that the page has requested, without the hashes in their names. */
const filesOf = (page: Page) =>
  page.evaluate<readonly string[]>(
    `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".woff2"))
      .map((name) => name.replace(/.*\\/|-[\\w-]{8}\\.woff2$/g, ""))`,
  );

describe("the fonts of the admin", () => {
  // On a warehouse's Linux machine the rupee sign was an empty box beside every price.
  it("are the store's own, with currency signs and arrows, from one small file", async () => {
    const page = await journey.visitor({ at: "/orders" });
    await page.locator("[data-row]").first().waitFor();
    await page.evaluate(`document.fonts.ready`);
    const row = await fontsOf(page, "[data-row]");
    expect(Object.keys(row)).toEqual(["Inter Variable"]);

    const signs = "₹1,999.00 → €20.50 − £3 ← 2 × Blåbær · “Œuvre” – 3… ✓ ↑↓ ⌘ ™";
    await page.evaluate(`{
      const line = document.createElement("p");
      line.id = "signs";
      line.textContent = ${JSON.stringify(signs)};
      document.body.append(line);
    }`);
    await soon(() => fontsOf(page, "#signs")).toEqual({ "Inter Variable": signs.length });
    expect(await filesOf(page)).toEqual(["latin"]);
  });

  it("for another script load when someone's name is written in it, and not before", async () => {
    const hindi = await journey.ask<{ id: string }>("POST", "/api/admin/orders", {
      email: "meera@example.com",
      name: "मीरा शाह",
      address,
      payment: "cod",
      lines: [{ variantId: bowl, quantity: 1 }],
    });
    const page = await journey.visitor({ at: `/orders/${hindi.id}` });
    await page.getByText("मीरा शाह").first().waitFor();
    await soon(() => filesOf(page)).toEqual(["latin", "noto-sans-devanagari-devanagari-wght-normal"]);
  });

  // "(VIP) כהן" had its words in the order of English, and the full stop of a note was on its wrong side.
  it("show a name in Hebrew from right to left, with the Latin in it, from the same edge as the others", async () => {
    const order = { email: "cohen@example.com", name: "כהן (VIP)", address, payment: "cod" };
    const lines = [{ variantId: bowl, quantity: 1 }];
    const { id } = await journey.ask<{ id: string }>("POST", "/api/admin/orders", { ...order, lines });
    const page = await journey.visitor({ at: `/orders/${id}` });
    await page.getByText("כהן (VIP)").first().waitFor();
    const [indent, surname, vip] = await page.evaluate<[number, number, number]>(`(() => {
      const shown = [...document.querySelectorAll("p")].find((one) => one.textContent === "כהן (VIP)");
      const leftOf = (from, to) => {
        const range = document.createRange();
        range.setStart(shown.firstChild, from);
        range.setEnd(shown.firstChild, to);
        return range.getBoundingClientRect().left - shown.getBoundingClientRect().left;
      };
      return [leftOf(0, 9), leftOf(0, 3), leftOf(5, 8)];
    })()`);
    expect(indent).toBeLessThan(2);
    expect(vip).toBeLessThan(surname);
  });

  it("are requested once, and cached while their names stay the same", async () => {
    const page = await journey.visitor();
    const [file] = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('link[rel="preload"][as="font"]')].map(({ href }) => href)`,
    );
    const response = await page.request.get(file ?? "");
    expect(response.headers()).toMatchObject({
      "content-type": "font/woff2",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await response.body()).length).toBeLessThan(30_000);
  });
});
