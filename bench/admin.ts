/** The admin in a real browser, on a store of a hundred thousand orders: opening an order, scrolling a long list, the first load. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import postgres from "postgres";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { buildAdmin } from "#local/build-admin";
import { startChild } from "#local/child";
import type { LocalPostgres } from "#local/postgres";
import { startBrowser } from "#test/support/browser";
import { signIn } from "#test/support/journey";
import { generateOrders } from "./generate.ts";
import { percentiles } from "./load.ts";

export interface AdminRow {
  readonly name: string;
  readonly [figure: string]: string | number;
}

const orders = 100_000;
const owner = { email: "owner@example.com", password: "a-bench-password" };

/** What "Measured" in docs says of the admin: click to painted page, a list of 200 rows, compressed JavaScript of the first load. */
export async function admin({ server }: { server: LocalPostgres }): Promise<AdminRow[]> {
  await server.create("admin");
  const url = server.url("admin");
  await migrate(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await generateOrders(sql, orders);
  await sql.unsafe("vacuum analyze");
  await sql.end();
  await buildAdmin();

  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-admin-"));
  const runtime = await startChild({
    folder,
    environment: {
      DATABASE_URL: url,
      SECRETS_KEY: newSecretsKey(),
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
    },
  });
  const browser = await startBrowser();
  try {
    return [
      ...(await firstLoads(browser, runtime.url)),
      ...(await opened(browser, runtime.url)),
      await scrolled(browser, runtime.url),
    ];
  } finally {
    await browser.close();
    await runtime.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function visitor(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.goto("/");
  await signIn(page, owner);
  return page;
}

/** Each screen in a browser that has nothing yet but the session: what it fetches, as a web server compresses it. */
async function firstLoads(browser: Browser, baseURL: string): Promise<AdminRow[]> {
  const signedIn = await visitor(browser, baseURL);
  const storageState = await signedIn.context().storageState();
  await signedIn.context().close();
  const rows: AdminRow[] = [];
  for (const [name, address, state] of [
    ["sign-in", "/", undefined],
    ["Home", "/", storageState],
    ["orders", "/orders", storageState],
    ["an order", `/orders/${idOf(1)}`, storageState],
  ] as const) {
    const context = await browser.newContext({ baseURL, ...(state && { storageState: state }) });
    const page = await context.newPage();
    const sizes: Promise<{ file: string; bytes: number }>[] = [];
    page.on("response", (response) => {
      const file = new URL(response.url()).pathname;
      if (!/\.(js|css)$/.test(file)) return;
      sizes.push(response.body().then((body) => ({ file, bytes: gzipSync(body).length })));
    });
    await page.goto(address, { waitUntil: "networkidle" });
    const files = await Promise.all(sizes);
    const kB = (ending: string) =>
      Math.round(files.filter(({ file }) => file.endsWith(ending)).reduce((sum, { bytes }) => sum + bytes, 0) / 100) /
      10;
    rows.push({ name: `first load: ${name}`, javascriptKB: kB(".js"), stylesKB: kB(".css"), files: files.length });
    await context.close();
  }
  return rows;
}

const idOf = (number: number) => `ord_${String(number).padStart(26, "0")}`;

/** An odd number: the one in the middle counts. */
const clicks = 31;

/**
 * From the click on a row until the browser has painted the order. `at once`: the pointer arrives and presses in the same
 * moment, so the order is still to be asked for; `rested`: it lies on the row for as long as an eye needs to read it.
 */
async function opened(browser: Browser, baseURL: string): Promise<AdminRow[]> {
  const rows: AdminRow[] = [];
  for (const [name, restMs] of [
    ["at once", 0],
    ["rested", 250],
  ] as const) {
    const page = await visitor(browser, baseURL);
    const took: number[] = [];
    for (let nth = 0; nth < clicks; nth++) {
      // A page of the list that has not been looked at yet, with 25 orders that nobody has asked for.
      if (nth % 25 === 0) await page.goto(`/orders?limit=25&sort=${nth === 0 ? "newest" : "oldest"}`);
      const row = page.locator("[data-row]").nth(nth % 25);
      await row.waitFor();
      await page.waitForLoadState("networkidle");
      const number = (await row.locator("a").first().innerText()).trim();
      const painted = page.evaluate(clickToPaint, number);
      const cell = row.locator("td").last();
      if (restMs > 0) {
        await cell.hover();
        await page.waitForTimeout(restMs);
      }
      await cell.click();
      took.push(await painted);
      await page.goBack();
      await page.mouse.move(0, 0);
    }
    const [first = 0, ...others] = took;
    rows.push({
      name: `click to painted order, ${name}`,
      orders,
      ...percentiles(others),
      // The one that fetches the screen's code too.
      firstMs: Math.round(first * 10) / 10,
    });
    await page.context().close();
  }
  return rows;
}

/** Runs in the page. Milliseconds from the press until a frame with the order in it has been painted. */
function clickToPaint(number: string): Promise<number> {
  return new Promise((resolve) => {
    let pressed = 0;
    addEventListener("click", (event) => void (pressed = event.timeStamp), { capture: true, once: true });
    const look = () => {
      if (pressed === 0 || !document.querySelector("h1")?.textContent?.includes(number)) return;
      observer.disconnect();
      // The frame callback runs before the paint, a task that it queues after it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** A list of 200 orders from top to bottom and back, a third of the window with every frame. */
async function scrolled(browser: Browser, baseURL: string): Promise<AdminRow> {
  const page = await visitor(browser, baseURL);
  await page.goto("/orders?limit=200");
  await page.locator("[data-row]").nth(199).waitFor();
  await page.waitForLoadState("networkidle");
  const { gaps, blanks, rows } = await page.evaluate(scrollThrough);
  await page.context().close();
  const longest = Math.max(...gaps);
  return {
    name: "scrolling 200 orders",
    orders,
    rows,
    frames: gaps.length,
    ...percentiles(gaps),
    longestMs: Math.round(longest * 10) / 10,
    // Twice what a screen of 60 pictures a second has for one.
    lateFrames: gaps.filter((gap) => gap > 33.4).length,
    blanks,
  };
}

/** Runs in the page. The time between one frame and the next, and how often a row was not where one should be. */
function scrollThrough(): Promise<{ gaps: number[]; blanks: number; rows: number }> {
  return new Promise((resolve) => {
    const gaps: number[] = [];
    let blanks = 0;
    let before = 0;
    let by = innerHeight / 3;
    const frame = document.querySelector("[data-table]");
    const step = (now: number) => {
      if (before > 0) gaps.push(now - before);
      before = now;
      const { top = 0, bottom = 0, left = 0, width = 0 } = frame?.querySelector("tbody")?.getBoundingClientRect() ?? {};
      for (let y = Math.max(top, 80) + 5; y < Math.min(bottom, innerHeight) - 5; y += 30) {
        if (!document.elementFromPoint(left + width / 2, y)?.closest("[data-row]")) blanks++;
      }
      const last = document.documentElement.scrollHeight - innerHeight;
      if (by > 0 && scrollY >= last - 1) by = -by;
      if (by < 0 && scrollY <= 0) {
        resolve({ gaps, blanks, rows: frame?.querySelectorAll("[data-row]").length ?? 0 });
        return;
      }
      scrollBy({ top: by, behavior: "instant" });
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
