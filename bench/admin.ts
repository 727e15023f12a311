/**
 * The admin in a real browser, on a store with a hundred thousand orders: opening an order, scrolling a long list, the
 * first load.
 */
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
import type { LocalPostgres } from "#local/postgres/postgres";
import { startBrowser } from "#test/support/harness/browser";
import { type AdminRow, coldOrders, inPage, interactions, previewed, searched } from "./admin-felt.ts";
import { generatedId, generateOrders } from "./generate.ts";
import { percentiles } from "./load.ts";

/** The result of `scrollThrough`. */
interface Scrolled {
  readonly gaps: readonly number[];
  readonly blanks: number;
  readonly rows: number;
}

const orders = 100_000;
const owner = { email: "owner@example.com", password: "a-bench-password" };

/**
 * The admin's figures for "Measured" in docs: click to painted page, a list of 200 rows, compressed JavaScript of the
 * first load.
 */
export async function admin({ server }: { server: LocalPostgres }): Promise<AdminRow[]> {
  await server.create("admin");
  const url = server.url("admin");
  await migrate(url);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await generateOrders(sql, orders);
  await sql.unsafe("vacuum analyze");
  const some = await sql<{ number: string }[]>`select number from orders order by md5(id) limit 30`;
  const numbers = some.map(({ number }) => number);
  await sql.end();
  await buildAdmin();

  const folder = await mkdtemp(join(tmpdir(), "quartermaster-bench-admin-"));
  const runtime = await startChild({
    folder,
    environment: {
      DATABASE_URL: server.nearUrl("admin"),
      SECRETS_KEY: newSecretsKey(),
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
    },
  });
  const browser = await startBrowser();
  try {
    const storageState = await sessionOf(browser, runtime.url);
    return [
      ...(await firstLoads(browser, runtime.url, storageState)),
      ...(await coldOrders(browser, runtime.url, storageState)),
      ...(await opened(browser, runtime.url)),
      await searched(browser, { baseURL: runtime.url, visitor, numbers }),
      await previewed(browser, runtime.url, visitor),
      await interactions(browser, runtime.url, visitor),
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
  await context.addInitScript({ path: inPage });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("#content").waitFor();
  return page;
}

/** The storage state of a signed-in browser. */
async function sessionOf(browser: Browser, baseURL: string) {
  const signedIn = await visitor(browser, baseURL);
  const storageState = await signedIn.context().storageState();
  await signedIn.context().close();
  return storageState;
}

/** Each screen in a browser with nothing but the session: the compressed size of what it fetches. */
async function firstLoads(
  browser: Browser,
  baseURL: string,
  storageState: Awaited<ReturnType<typeof sessionOf>>,
): Promise<AdminRow[]> {
  const rows: AdminRow[] = [];
  for (const [name, address, state] of [
    ["sign-in", "/", undefined],
    ["Home", "/", storageState],
    ["orders", "/orders", storageState],
    ["an order", `/orders/${generatedId("order", 1)}`, storageState],
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

/** The result of `clickToPaint`. */
interface Painted {
  readonly paintedMs: number;
  readonly wholeMs: number;
}

/** An odd number, because the median counts. */
const clicks = 31;

/**
 * From the click on a row until the browser has painted the order. `at once`: the pointer arrives and clicks in the
 * same moment, so the order is not fetched yet; `rested`: it rests on the row as long as it takes to read it.
 */
async function opened(browser: Browser, baseURL: string): Promise<AdminRow[]> {
  const rows: AdminRow[] = [];
  for (const [name, restMs] of [
    ["at once", 0],
    ["rested", 250],
  ] as const) {
    const page = await visitor(browser, baseURL);
    const took: Painted[] = [];
    for (let nth = 0; nth < clicks; nth++) {
      // A page of the list that has not been shown yet, with 25 orders that have not been fetched.
      if (nth % 25 === 0) await page.goto(`/orders?limit=25&sort=${nth === 0 ? "newest" : "oldest"}`);
      const row = page.locator("[data-row]").nth(nth % 25);
      await row.waitFor();
      await page.waitForLoadState("networkidle");
      const number = (await row.locator("a").first().innerText()).trim();
      const painted = page.evaluate<Painted>(`clickToPaint(${JSON.stringify(number)})`);
      const cell = row.locator("td").last();
      if (restMs > 0) {
        await cell.hover();
        await page.waitForTimeout(restMs);
      }
      await cell.click();
      took.push(await painted);
      await page.mouse.move(0, 0);
      await page.goBack();
    }
    const [first, ...others] = took;
    rows.push({
      name: `click to painted order, ${name}`,
      orders,
      ...percentiles(others.map(({ paintedMs }) => paintedMs)),
      // The first one also fetches the screen's code.
      firstMs: Math.round((first?.paintedMs ?? 0) * 10) / 10,
      // Including the timeline, which is rendered last.
      wholeP50Ms: percentiles(others.map(({ wholeMs }) => wholeMs)).p50Ms,
    });
    await page.context().close();
  }
  return rows;
}

/** Twice the time of a frame at 60 frames a second. */
const lateMs = 33.4;

/** A list of 200 orders from top to bottom and back, by a third of the window per frame. */
async function scrolled(browser: Browser, baseURL: string): Promise<AdminRow> {
  const page = await visitor(browser, baseURL);
  await page.goto("/orders?limit=200");
  await page.locator("[data-row]").nth(199).waitFor();
  await page.waitForLoadState("networkidle");
  const still = await page.evaluate<readonly number[]>("standStill()");
  const { gaps, blanks, rows } = await page.evaluate<Scrolled>("scrollThrough()");
  await page.context().close();
  const longest = Math.max(...gaps);
  return {
    name: "scrolling 200 orders",
    orders,
    rows,
    frames: gaps.length,
    ...percentiles(gaps),
    longestMs: Math.round(longest * 10) / 10,
    lateFrames: gaps.filter((gap) => gap > lateMs).length,
    // The same number of frames on the same page at rest: the lateness of the machine itself.
    stillP99Ms: percentiles(still).p99Ms,
    stillLateFrames: still.filter((gap) => gap > lateMs).length,
    blanks,
  };
}
