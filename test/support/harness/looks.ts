/** Whether a screen works for people with poor eyesight, without a mouse, or on a phone. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { phone } from "./journey.ts";
import { quiet } from "./quiet.ts";

interface Look {
  readonly colorScheme?: "light" | "dark";
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Only the width of the screen. */
  readonly onlyWidth?: true;
}

/** The screen sizes and colours in which axe checks the screens. */
export const looks = [
  ["at a desk, light", { colorScheme: "light" }],
  ["on a phone, dark", { colorScheme: "dark", ...phone }],
] as const;

const program = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe checks: everything, or only what depends on colours. */
const looksFor = {
  everything: {},
  colours: { runOnly: ["color-contrast", "link-in-text-block"] },
} satisfies Record<string, axe.RunOptions>;

/** A label whose colour is on its way from one look to the next has a contrast that nobody sees. */
const transitionsOver = `Promise.allSettled(document.getAnimations()
  .filter((one) => one instanceof CSSTransition).map(({ finished }) => finished)).then(() => {})`;

/** The serious problems that axe finds. It is not asked for passes, which would be most of its work. */
export async function seriousFaults(page: Page, what: keyof typeof looksFor = "everything"): Promise<string[]> {
  await quiet(page);
  await page.evaluate(transitionsOver);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(program);
  const options = JSON.stringify({ ...looksFor[what], resultTypes: ["violations"] });
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`));
}

/** By how many pixels the page is wider than the screen. */
const pixelsOver = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

/** By URL: the serious problems, and by how many pixels the page is wider than the screen. */
export async function faultsAt(page: Page, urls: readonly string[]): Promise<Record<string, unknown>> {
  const faults: Record<string, unknown> = {};
  for (const url of urls) {
    await page.goto(url);
    await page.locator("h1").waitFor();
    const found = await seriousFaults(page);
    const over = await pixelsOver(page);
    if (found.length > 0 || over !== 0) faults[url] = { found, over };
  }
  return faults;
}

/**
 * The same by URL and look. A screen is loaded once, and then shown in one look after the other; where a look differs
 * from the one before only in its colours, axe checks only these.
 */
export async function faultsInLooks(
  page: Page,
  urls: readonly string[],
  seen: readonly (readonly [name: string, look: Look])[] = looks,
): Promise<Record<string, unknown>> {
  const faults: Record<string, unknown> = {};
  const desk = page.viewportSize();
  for (const url of urls) {
    let loaded = false;
    for (const [name, { colorScheme = "light", viewport = desk, onlyWidth }] of seen) {
      const isResized = viewport?.width !== page.viewportSize()?.width;
      await page.emulateMedia({ colorScheme });
      if (viewport) await page.setViewportSize(viewport);
      if (!loaded) await page.goto(url);
      await page.locator("h1").waitFor();
      if (onlyWidth) await quiet(page);
      const found = onlyWidth ? [] : await seriousFaults(page, loaded && !isResized ? "colours" : "everything");
      const over = await pixelsOver(page);
      if (found.length > 0 || over !== 0) faults[`${url} ${name}`] = { found, over };
      loaded = true;
    }
  }
  return faults;
}
