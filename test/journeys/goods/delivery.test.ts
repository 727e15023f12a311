/** A delivery of several items, received in one go: nothing of it may be lost, and nothing come in twice. */
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { comeSignedIn } from "../../support/harness/come-signed-in.ts";
import { aStockedStore, focused, journeys, pastes, scan, scanIntoField, soon } from "../../support/harness/journey.ts";
import { faultsAt } from "../../support/harness/looks.ts";
import { owner } from "../../support/harness/runtime.ts";

const journey = journeys();
const shots = process.env["SHOTS"];
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
  await journey.ask("PATCH", `/api/admin/variants/${store.bowl}`, { barcode: "4006381333931" });
});

/** The units at the front: mugs, and bowls. */
const onHand = () =>
  Promise.all(
    [store.mug, store.bowl].map(async (id) => {
      const { locations } = await journey.ask<{ locations: { locationId: string; onHand: number }[] }>(
        "GET",
        `/api/admin/variants/${id}/stock`,
      );
      return locations.find(({ locationId }) => locationId === store.front.id)?.onHand ?? 0;
    }),
  ) as Promise<[mugs: number, bowls: number]>;
let mugs = 0;
let bowls = 0;
beforeEach(async () => {
  [mugs, bowls] = await onHand();
});

const hasFocus = (page: Page, label: string) => soon(() => focused(page)).toBe(label);
const units = (page: Page, sku: string) => page.getByLabel(`Units of ${sku}`);
const paste = async (page: Page, text: string) => {
  await page.getByLabel("Paste lines").focus();
  await pastes(page, text);
};
const url = "**/api/admin/inventory/receive";

it("is scanned, typed and pasted; what cannot be added stays, with what is wrong with it", async () => {
  const page = await journey.visitor({ at: "/stock/levels?open=receive" });
  await page.getByRole("link", { name: "Receive a whole delivery" }).click();
  await hasFocus(page, "Add an item");
  await scan(page, "4006381333931", "MUG", "4006381333931");
  await soon(() => units(page, "BOWL").inputValue()).toBe("2");
  // Enter after the units does not receive a delivery that is half entered, and a scan there is the next item's.
  await units(page, "MUG").fill("4");
  await page.keyboard.press("Enter");
  await hasFocus(page, "Add an item");
  await units(page, "MUG").focus();
  await scanIntoField(page, "4006381333931");
  await hasFocus(page, "Add an item");
  await scan(page, "4006381333931");
  await soon(() => units(page, "BOWL").inputValue()).toBe("4");
  expect(await units(page, "MUG").inputValue()).toBe("4");
  // Where the location has the focus, a scan must not choose another one.
  await page.getByLabel("Location").focus();
  await scanIntoField(page, "BOWL");
  await hasFocus(page, "Add an item");
  await page.keyboard.press("Enter");
  await soon(() => units(page, "BOWL").inputValue()).toBe("5");
  expect(await page.getByLabel("Location").inputValue()).toBe(store.front.id);
  await paste(page, "SKU\tUnits\nMUG\t2");
  await paste(page, "NO-SUCH\t1\nBOWL\tsix");
  await scanIntoField(page, "4006381333931");
  await soon(() => units(page, "BOWL").inputValue()).toBe("6");
  await page.getByRole("button", { name: "Receive 10 units" }).click();
  await page.getByText("Add these lines first, or clear them.").waitFor();
  await hasFocus(page, "Paste lines");
  await page.getByRole("button", { name: "Add these lines" }).click();
  await page.getByText("BOWL: “six” is not a number of units. Enter a whole number.").waitFor();
  await page.getByText("NO-SUCH: there is no single item with this SKU or barcode.").waitFor();
  expect(await page.getByLabel("Paste lines").inputValue()).toBe("NO-SUCH\t1\nBOWL\tsix");
  expect(await units(page, "MUG").inputValue()).toBe("6");
  await page.getByLabel("Paste lines").fill("");
  await page.getByLabel("Reason").fill("Delivery note 7");
  if (shots) await page.screenshot({ path: `${shots}/delivery.png`, fullPage: true });
  // A reload, or a look at another screen, loses nothing.
  expect(await faultsAt(page, ["/stock/receive"])).toEqual({});
  await page.getByRole("button", { name: "Receive 12 units" }).click();
  await page.getByText("12 units received at Front shop").waitFor();
  await hasFocus(page, "Add an item");
  if (shots) await page.screenshot({ path: `${shots}/delivered.png`, fullPage: true });
  expect(await onHand()).toEqual([mugs + 6, bowls + 6]);
  expect(await units(page, "MUG").count()).toBe(0);
});

it("comes in once even if its answer is lost, and what is scanned meanwhile belongs to the next", async () => {
  const page = await journey.visitor({ at: "/stock/receive", expects: /ERR_FAILED/ });
  await page.getByLabel("Add an item").waitFor();
  await scan(page, "MUG");
  await units(page, "MUG").waitFor();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await route.fetch();
    asked.resolve();
    await held.promise;
    await route.abort();
  });
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await asked.promise;
  await hasFocus(page, "Add an item");
  await scan(page, "BOWL");
  await units(page, "BOWL").waitFor();
  // Someone who looks elsewhere meanwhile finds it as it is.
  await page.getByRole("link", { name: "Stock levels" }).first().click();
  await page.locator("[data-row]").first().waitFor();
  await page.goBack();
  await page.getByText("Receiving 1 unit at Front shop").waitFor();
  held.resolve();
  await page.getByText("It is not known whether the delivery at Front shop (1 unit) was received").waitFor();
  expect(await page.getByRole("button", { name: "Receive 1 unit" }).isDisabled()).toBe(true);
  await page.reload();
  await page.getByText("1 × MUG").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/delivery-unknown.png`, fullPage: true });
  await page.unroute(url);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("1 unit received at Front shop").waitFor();
  await hasFocus(page, "Add an item");
  expect(await onHand()).toEqual([mugs + 1, bowls]);
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await soon(onHand).toEqual([mugs + 1, bowls + 1]);
});

it("is put back if it is refused, with the item that cannot be received", async () => {
  const { variants } = await journey.ask<{ variants: { id: string; sku: string }[] }>(
    "POST",
    `/api/admin/products/${store.productId}/variants`,
    { sku: "CUP", options: ["Cup"], priceMinor: 100 },
  );
  const page = await journey.visitor({ at: "/stock/receive", expects: /404/ });
  await page.getByLabel("Add an item").waitFor();
  await scan(page, "MUG", "CUP");
  await units(page, "CUP").waitFor();
  await journey.ask("DELETE", `/api/admin/variants/${variants.find(({ sku }) => sku === "CUP")?.id}`);
  await page.getByRole("button", { name: "Receive 2 units" }).click();
  await page.getByText("No longer there").waitFor();
  expect(await onHand()).toEqual([mugs, bowls]);
  await page.getByRole("button", { name: "Remove CUP" }).click();
  await hasFocus(page, "Add an item");
  expect(await page.getByText("There is no such item").count()).toBe(0);
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await page.getByText("1 unit received at Front shop").waitFor();
  expect(await onHand()).toEqual([mugs + 1, bowls]);
});

// Each line leaves the text in the moment in which its units are added.
it("adds pasted lines once, also if its page is left and opened again in the middle", async () => {
  const page = await journey.visitor({ at: "/stock/receive" });
  await page.getByLabel("Add an item").waitFor();
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route("**/api/admin/variants?*code=BOWL*", async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await paste(page, [...Array(8).fill("MUG\t1"), ...Array(8).fill("BOWL\t1")].join("\n"));
  await page.getByRole("button", { name: "Add these lines" }).click();
  await asked.promise;
  await page.getByRole("link", { name: "Stock levels" }).first().click();
  await page.locator("[data-row]").first().waitFor();
  await page.goBack();
  await soon(() => units(page, "MUG").inputValue()).toBe("8");
  expect((await page.getByLabel("Paste lines").inputValue()).split("\n")).toEqual(Array(8).fill("BOWL\t1"));
  held.resolve();
  await soon(() => units(page, "BOWL").inputValue()).toBe("8");
  expect(await page.getByLabel("Paste lines").inputValue()).toBe("");
});

/** A duplicate of the tab, with what it keeps. */
const copyOf = async (page: Page) => {
  const [copy] = await Promise.all([page.waitForEvent("popup"), page.evaluate(`void open("/stock/receive")`)]);
  await copy.getByRole("button", { name: /^Receive \d/ }).waitFor();
  return copy;
};

it("comes in once, also if copies of its tab send it, whose changes are not received as well", async () => {
  const page = await journey.visitor({ at: "/stock/receive" });
  await page.getByLabel("Add an item").waitFor();
  await scan(page, "MUG");
  await units(page, "MUG").waitFor();
  const same = await copyOf(page);
  const changed = await copyOf(page);
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await page.getByText("1 unit received at Front shop").waitFor();
  await same.getByRole("button", { name: "Receive 1 unit" }).click();
  await same.getByText("1 unit had been received at Front shop already: nothing was received now").waitFor();
  expect(await onHand()).toEqual([mugs + 1, bowls]);
  await changed.getByLabel("Add an item").focus();
  await scan(changed, "BOWL");
  await changed.getByRole("button", { name: "Receive 2 units" }).click();
  await changed.getByText("Another version of this delivery was already received").waitFor();
  if (shots) await changed.screenshot({ path: `${shots}/delivery-taken.png`, fullPage: true });
  // Neither a reload nor a changed line makes it another delivery: only whoever has looked.
  await changed.reload();
  await changed.getByRole("button", { name: "Remove BOWL" }).click();
  await changed.getByRole("button", { name: "Remove MUG" }).click();
  await hasFocus(changed, "Add an item");
  await scan(changed, "BOWL");
  await units(changed, "BOWL").waitFor();
  expect(await changed.getByRole("button", { name: "Receive 1 unit" }).isDisabled()).toBe(true);
  await changed.getByRole("button", { name: "Go on with what is left" }).click();
  await hasFocus(changed, "Add an item");
  await changed.getByRole("button", { name: "Receive 1 unit" }).click();
  await changed.getByText("1 unit received at Front shop").waitFor();
  expect(await onHand()).toEqual([mugs + 1, bowls + 1]);
});

it("is not changed and received again if it came in without an answer", async () => {
  const page = await journey.visitor({ at: "/stock/receive", expects: /ERR_FAILED|409/ });
  await page.getByLabel("Add an item").waitFor();
  await scan(page, "MUG");
  await units(page, "MUG").waitFor();
  await page.route(url, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await page.getByRole("button", { name: "Change it instead" }).click();
  // Its only line is scanned anew: it is the same delivery.
  await page.getByRole("button", { name: "Remove MUG" }).click();
  await hasFocus(page, "Add an item");
  await scan(page, "MUG");
  await units(page, "MUG").fill("3");
  const held = Promise.withResolvers<void>();
  await page.route(url, (route) => held.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole("button", { name: "Receive 3 units" }).click();
  await page.getByRole("link", { name: "Stock levels" }).first().click();
  await page.locator("[data-row]").first().waitFor();
  held.resolve();
  await page.getByText("Your delivery was not received").waitFor();
  await page.goBack();
  await page.getByText("Another version of this delivery was already received").waitFor();
  expect(await onHand()).toEqual([mugs + 1, bowls]);
  await page.getByRole("button", { name: "Clear all lines" }).click();
  await hasFocus(page, "Add an item");
  expect(await units(page, "MUG").count()).toBe(0);
  // The next delivery has been begun elsewhere: what comes back must not take it along.
  await page.getByLabel("Location").selectOption("Back store");
  await page.getByRole("button", { name: "Undo" }).click();
  await soon(() => units(page, "MUG").inputValue()).toBe("3");
  expect(await page.getByLabel("Location").inputValue()).toBe(store.back.id);
  expect(await page.getByRole("button", { name: "Receive 3 units" }).isDisabled()).toBe(true);
});

// The store forgets keys after a day.
it("is not simply sent again a day later", async () => {
  const page = await journey.visitor({ at: "/stock/receive", expects: /ERR_FAILED/ });
  await page.getByLabel("Add an item").waitFor();
  await scan(page, "MUG");
  await units(page, "MUG").waitFor();
  await page.route(url, (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.clock.setFixedTime(Date.now() + 21 * 60 * 60_000);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("it was begun too long ago to be sent again").waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.getByRole("button", { name: "Change it instead" }).click();
  await page.getByText("You began this delivery").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/delivery-old.png`, fullPage: true });
  expect(await page.getByRole("button", { name: "Receive 1 unit" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Go on with what is left" }).click();
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await page.getByText("1 unit received at Front shop").waitFor();
  expect(await onHand()).toEqual([mugs + 1, bowls]);
  // Nor is one that was begun, and has become too old while its page stood open.
  await scan(page, "MUG");
  await units(page, "MUG").waitFor();
  await page.clock.setFixedTime(Date.now() + 45 * 60 * 60_000);
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await page.getByText("You began this delivery").waitFor();
  expect(await onHand()).toEqual([mugs + 1, bowls]);
  // While lines are looked up nobody decides about them: they would come into what was cleared.
  const held = Promise.withResolvers<void>();
  await page.route("**/api/admin/variants?*code=BOWL*", (route) => held.promise.then(() => route.continue()));
  await paste(page, "BOWL\t2");
  await page.getByRole("button", { name: "Add these lines" }).click();
  await soon(() => page.getByRole("button", { name: "Clear all lines" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Go on with what is left" }).isDisabled()).toBe(true);
  held.resolve();
  await soon(() => units(page, "BOWL").inputValue()).toBe("2");
  expect(await page.getByRole("button", { name: "Clear all lines" }).isDisabled()).toBe(false);
});

// The question was asked before the dialog, behind which hours may pass.
it("is not sent either when it has become too old at the sign-in", async () => {
  const page = await journey.visitor({ at: "/stock/receive", expects: /ERR_FAILED|401/ });
  await page.getByLabel("Add an item").waitFor();
  await scan(page, "MUG");
  await units(page, "MUG").waitFor();
  await page.route(url, (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Receive 1 unit" }).click();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  for (const hours of [21, 42]) {
    await page.evaluate(`fetch("/api/admin/session", { method: "DELETE" })`);
    await page.getByRole("button", { name: hours === 21 ? "Try again" : "Receive 1 unit" }).click();
    await page.getByRole("dialog").waitFor();
    await page.clock.setFixedTime(Date.now() + hours * 60 * 60_000);
    await page.getByLabel("Password", { exact: true }).fill(owner.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    if (hours === 21) {
      await page.getByText("it was begun too long ago to be sent again").waitFor();
      await page.getByRole("button", { name: "Change it instead" }).click();
      await page.getByRole("button", { name: "Go on with what is left" }).click();
    }
  }
  // At its first attempt nothing was sent: it is a draft again.
  await page.getByText("You began this delivery").waitFor();
  expect(await onHand()).toEqual([mugs, bowls]);
});

it("is found as the version before this one kept it, with one key for all copies", async () => {
  const page = await journey.visitor({ at: "/stock/receive" });
  await page.getByLabel("Add an item").waitFor();
  await scan(page, "MUG");
  await units(page, "MUG").waitFor();
  const kept = `Object.entries(sessionStorage).find(([name]) => name.startsWith("delivery."))`;
  await page.evaluate(`(() => {
    const [name, value] = ${kept};
    const { lines, locationId } = JSON.parse(value).draft;
    const input = { locationId, lines: [{ variantId: lines[0].variantId, quantity: 1 }] };
    const sent = { key: crypto.randomUUID(), input, lines, locationName: "Front shop", uncertain: false };
    sessionStorage.setItem(name, JSON.stringify({ draft: { locationId, lines, pasted: "", reason: "" }, sent }));
  })()`);
  await page.reload();
  await page.getByText("it was begun too long ago to be sent again").waitFor();
  const keyOf = `JSON.parse(${kept}[1]).draft.key`;
  const key = await page.evaluate(keyOf);
  expect(key).toMatch(/^.{36}$/);
  // The browser, which asks only once the page was used, would ask in the same way when it is signed out.
  const asked: string[] = [];
  page.on("dialog", (dialog) => void dialog.accept().then(() => asked.push(dialog.type())));
  await page.keyboard.press("End");
  await page.reload();
  await page.getByText("it was begun too long ago to be sent again").waitFor();
  expect(await page.evaluate(keyOf)).toBe(key);
  await page.getByRole("button", { name: "Change it instead" }).click();
  await page.getByText("You began this delivery").waitFor();
  await soon(() => units(page, "MUG").inputValue()).toBe("2");
  expect(asked).toEqual([]);
});

it("is seen by nobody else who signs in in the same tab, and found by its own person again", async () => {
  const sam = { email: "sam@store.test", password: "a password of theirs" };
  const invited = { email: sam.email, name: "Sam Roy", role: "manager" };
  const { link } = await journey.ask<{ link: string }>("POST", "/api/admin/staff/invitations", invited);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token");
  await journey.ask("POST", "/api/admin/invitations/accept", { token, password: sam.password });
  const page = await journey.visitor({ at: "/stock/receive" });
  await page.getByLabel("Add an item").waitFor();
  await scan(page, "MUG");
  await units(page, "MUG").waitFor();
  await comeSignedIn(page, "/stock/receive", journey.url, sam);
  await page.getByRole("button", { name: "Receive", exact: true }).waitFor();
  expect(await units(page, "MUG").count()).toBe(0);
  await comeSignedIn(page, "/stock/receive", journey.url, owner);
  await units(page, "MUG").waitFor();
});
