import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();
let order: Awaited<ReturnType<typeof anOrderOf>>;

beforeAll(async () => {
  const { bowl } = await aStockedStore(journey);
  order = await anOrderOf(journey, bowl, 1);
});

/** The answers in the cache, by their paths. */
const keptFrom = (page: Page) =>
  page.evaluate<readonly string[]>(`caches.open("answers").then((kept) => kept.keys())
    .then((asked) => asked.map(({ url }) => url.replace(/.*\\/admin|(?<=\\?).*/g, "")))`);

/** A browser that has loaded the list and the order, and has cached them. */
async function aVisitor(): Promise<Page> {
  const page = await journey.visitor({ serviceWorkers: "allow", expects: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/ });
  // They are cached once the browser is idle, which takes a while when other tests run.
  await expect
    .poll(() => page.evaluate(`caches.open("program").then((kept) => kept.match("/")).then(Boolean)`), {
      timeout: 60_000,
    })
    .toBe(true);
  await page.goto("/orders");
  await page.locator("[data-row]").first().waitFor();
  await page.getByRole("link", { name: order.number }).click();
  await page.getByRole("heading", { name: order.number }).waitFor();
  await page.getByText("placed the order").waitFor();
  await soon(() => page.evaluate(`document.querySelector('[aria-busy="true"]') === null`)).toBe(true);
  // Answers are put into the cache after the page has them.
  const shown = ["/orders?", `/orders/${order.id}`, `/orders/${order.id}/timeline?`];
  await soon(() => keptFrom(page)).toEqual(expect.arrayContaining(shown));
  return page;
}

const bar = (page: Page) => page.getByText(/^Offline, as of \d\d:\d\d\.$/);

describe("without a network", { timeout: 120_000 }, () => {
  // The warehouse's corner has no signal, and the phone has discarded the tab: without a cache, the packer sees the
  // browser's offline page.
  it("the order and the list seen last are shown, with the time they were loaded", async () => {
    const page = await aVisitor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole("heading", { name: order.number }).waitFor();
    await bar(page).waitFor();
    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    await page.locator("[data-row]").first().waitFor();
    await bar(page).waitFor();
    expect(await page.locator("[data-row]").first().innerText()).toContain(order.number);

    // Back online, the current data is shown.
    await anOrderOf(
      journey,
      (await journey.ask<{ lines: { variantId: string }[] }>("GET", `/api/admin/orders/${order.id}`)).lines[0]!
        .variantId,
    );
    await page.context().setOffline(false);
    await bar(page).waitFor({ state: "detached", timeout: 30_000 });
    await soon(() => page.locator("[data-row]").count()).toBe(2);
  });

  it("a page not seen before says so and offers to try again, and loads automatically once online", async () => {
    const page = await aVisitor();
    await page.goto("/customers");
    await page.locator("[data-row]").first().waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole("alert").getByText("The store cannot be reached").waitFor();
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.locator('[aria-busy="true"]').count()).toBe(0);
    await page.context().setOffline(false);
    await page.locator("[data-row]").first().waitFor();
  });

  // The shop's computer is shared.
  it("nothing is left of a user who has signed out", async () => {
    const page = await aVisitor();
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByLabel("Email", { exact: true }).waitFor();
    expect(await page.evaluate(`caches.open("answers").then((kept) => kept.keys()).then((keys) => keys.length)`)).toBe(
      0,
    );
    await page.context().setOffline(true);
    await page.goto(`/orders/${order.id}`);
    await page.getByLabel("Email", { exact: true }).waitFor();
    expect(await page.getByText(order.number).count()).toBe(0);
  });

  // An owner has ended the sessions of someone who left. Their browser learns of it with its next request.
  it("nothing is left of a user whose session has ended", async () => {
    const page = await aVisitor();
    await page.context().clearCookies();
    await page.reload();
    await page.getByLabel("Email", { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("The store cannot be reached").first().waitFor();
    expect(await page.getByText(order.number).count()).toBe(0);
  });

  // The connection is gone, so the store cannot end the session.
  it("signing out leaves nothing to read, even if the store cannot be reached", async () => {
    const page = await aVisitor();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("alert").getByText("The store cannot be reached").first().waitFor();
    await page.reload();
    await page.getByText("The store cannot be reached").first().waitFor();
    expect(await page.getByText(order.number).count()).toBe(0);
  });
});
