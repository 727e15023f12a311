import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { anOrderOf, aStockedStore, journeys, soon } from "../../support/harness/journey.ts";

const journey = journeys();
let order: Awaited<ReturnType<typeof anOrderOf>>;

beforeAll(async () => {
  const { bowl } = await aStockedStore(journey);
  order = await anOrderOf(journey, bowl, 1);
}, 60_000);

/** A browser that has seen the list and the order, and keeps what it has seen. */
async function aVisitor(): Promise<Page> {
  const page = await journey.visitor({ serviceWorkers: "allow", expects: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/ });
  // It is kept once the browser is idle, which takes its time beside other tests.
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
  return page;
}

const bar = (page: Page) => page.getByText(/^Offline, as of \d\d:\d\d\.$/);

describe("without a network", { timeout: 120_000 }, () => {
  // The warehouse's corner has no signal, and the phone has thrown the tab away: the order to pack is a dinosaur.
  it("the order and the list seen last are there, with the time at which they were so", async () => {
    const page = await aVisitor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole("heading", { name: order.number }).waitFor();
    await bar(page).waitFor();
    await page.getByRole("link", { name: "Orders", exact: true }).first().click();
    await page.locator("[data-row]").first().waitFor();
    await bar(page).waitFor();
    expect(await page.locator("[data-row]").first().innerText()).toContain(order.number);

    // Back again, what is shown is what there is now.
    await anOrderOf(
      journey,
      (await journey.ask<{ lines: { variantId: string }[] }>("GET", `/api/admin/orders/${order.id}`)).lines[0]!
        .variantId,
    );
    await page.context().setOffline(false);
    await bar(page).waitFor({ state: "detached", timeout: 30_000 });
    await soon(() => page.locator("[data-row]").count()).toBe(2);
  });

  it("what was not seen says so and offers to try again, and comes by itself with the network", async () => {
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

  // The shop's computer is everybody's.
  it("nothing is there of somebody who has signed out", async () => {
    const page = await aVisitor();
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByLabel("E-mail", { exact: true }).waitFor();
    expect(await page.evaluate(`caches.open("answers").then((kept) => kept.keys()).then((keys) => keys.length)`)).toBe(
      0,
    );
    await page.context().setOffline(true);
    await page.goto(`/orders/${order.id}`);
    await page.getByLabel("E-mail", { exact: true }).waitFor();
    expect(await page.getByText(order.number).count()).toBe(0);
  });

  // An owner has ended the sessions of somebody who left. Their browser hears of it at the next request.
  it("nothing is there of somebody whose session has ended", async () => {
    const page = await aVisitor();
    await page.context().clearCookies();
    await page.reload();
    await page.getByLabel("E-mail", { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText("The store cannot be reached").first().waitFor();
    expect(await page.getByText(order.number).count()).toBe(0);
  });

  // The connection is gone, and with it the store that would end the session.
  it("signing out leaves nothing to read, although the store does not hear of it", async () => {
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
