import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { navItems } from "../../web/shell/navigation.ts";
import { anOrderOf, aStockedStore, journeys, pressInTurn, signIn, soon } from "../support/harness/journey.ts";
import { quiet } from "../support/harness/quiet.ts";
import { owner } from "../support/harness/runtime.ts";

const journey = journeys();
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
});

const password = "a password of theirs";

/** Invites someone, who accepts on the page behind the link. */
async function accepted(page: Page, role: "manager" | "staff" | "vendor", more: Record<string, string> = {}) {
  const email = `${role}.${crypto.randomUUID()}@store.test`;
  const { link } = await journey.ask<{ link: string }>("POST", "/api/admin/staff/invitations", {
    email,
    name: `A ${role}`,
    role,
    ...more,
  });
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Join the store" }).click();
  await page.locator("#content").waitFor();
  return { email, password };
}

const navigation = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });

describe("an invitation", () => {
  it("adds a team member, who is signed in at once and can sign in again later", async () => {
    const page = await journey.visitor({ as: null });
    const who = await accepted(page, "staff");
    await page.getByRole("heading", { name: "Hello, A" }).waitFor();
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByText("Sign in to your store").waitFor();
    await signIn(page, who);
  });

  it("shows a message when its link is no longer valid", async () => {
    const page = await journey.visitor({ at: "/accept-invitation#token=expired", as: null, expects: /404/ });
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Join the store" }).click();
    await page.getByText("This invitation is no longer valid").waitFor();
  });

  it("marks a password that is too short before it is sent", async () => {
    const page = await journey.visitor({ at: "/accept-invitation#token=any", as: null });
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Join the store" }).click();
    await page.getByText("At least 10 characters.", { exact: true }).waitFor();
  });
});

describe("a link to a new password", () => {
  it("is created beside a team member, who chooses a new password with it and signs in", async () => {
    const member = await journey.visitor({ as: null });
    const who = await accepted(member, "staff");
    const page = await journey.visitor({ at: "/settings/team" });
    await page.getByRole("link", { name: "A staff" }).last().click();
    await page.getByRole("button", { name: "Create a link to a new password" }).click();
    const dialog = page.getByRole("dialog", { name: "Link to a new password" });
    const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
    await dialog.getByRole("button", { name: "I have saved it" }).click();
    await dialog.waitFor({ state: "hidden" });

    const guest = await journey.visitor({ as: null });
    await guest.goto(link);
    await guest.getByLabel("New password", { exact: true }).fill("another password of theirs");
    await guest.getByRole("button", { name: "Change password" }).click();
    await guest.getByText("Your password has been changed").waitFor();
    await guest.getByRole("link", { name: "Sign in" }).click();
    await signIn(guest, { email: who.email, password: "another password of theirs" });
  });
});

describe("names and email addresses", () => {
  it("of a team member are changed in the team, and the member signs in with the new address", async () => {
    const member = await journey.visitor({ as: null, expects: /401/ });
    await accepted(member, "staff");
    const page = await journey.visitor({ at: "/settings/team" });
    await page.getByRole("link", { name: "A staff" }).last().click();
    const email = `married.${crypto.randomUUID()}@store.test`;
    await page.getByLabel("Name", { exact: true }).fill("Asha Rao");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByText("They are signed out everywhere").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Asha Rao saved").waitFor();
    await page.getByRole("cell", { name: email }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "hidden" });

    const guest = await journey.visitor({ as: null });
    await signIn(guest, { email, password });
    await guest.getByRole("heading", { name: "Hello, Asha" }).waitFor();
  });

  it("of one's own: the name", async () => {
    const page = await journey.visitor({ as: null });
    await accepted(page, "staff");
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Name and password" }).click();
    await page.getByLabel("Your name").fill("Asha Rao");
    await page.getByRole("button", { name: "Change name" }).click();
    await page.getByText("Name changed").waitFor();
    await page.getByRole("button", { name: "Signed in as Asha Rao" }).waitFor();
  });
});

describe("two tabs of one browser", () => {
  // A colleague signs in at the counter's computer; the order that was open in another tab would be saved as theirs.
  it("save nothing in the name of someone who signed in in the other, and go on once one has signed in again", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/orders/${id}` });
    await page.getByLabel("Note for the team").fill("Ring before noon");
    const other = await page.context().newPage();
    await accepted(other, "staff");
    const dialog = page.getByRole("dialog", { name: "You have been signed out" });
    await dialog.getByLabel("Password", { exact: true }).and(page.locator(":focus")).waitFor();
    await other.getByRole("button", { name: /^Signed in as/ }).click();
    await other.getByRole("menuitem", { name: "Sign out" }).click();
    await other.getByLabel("Email", { exact: true }).and(other.locator(":focus")).waitFor();
    await signIn(other, owner);
    await dialog.waitFor({ state: "hidden" });
    await page.getByLabel("Note for the team").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Note added").waitFor();
  });
});

describe("a URL without a page", () => {
  it("shows a message, with the navigation around it", async () => {
    const page = await journey.visitor({ at: "/no/such/page" });
    await page.getByText("There is no page at this address").waitFor();
    await navigation(page).getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("heading", { name: "Orders" }).waitFor();
  });
});

describe("the navigation", () => {
  // Someone looks for the audit log among thirty screens; it has to be where they would look first.
  it("opens a group by its name, with its first screen, and groups the settings by topic", async () => {
    const page = await journey.visitor({ at: "/" });
    await navigation(page).getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("heading", { name: "Store", exact: true }).waitFor();
    await navigation(page).getByText("Developers", { exact: true }).waitFor();
    await navigation(page).getByRole("link", { name: "Audit log", exact: true }).click();
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    // The settings are longer than the window is high.
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto("/settings/doctor");
    const current = navigation(page).getByRole("link", { name: "Health check", exact: true });
    await soon(() => current.boundingBox().then((box) => (box ? box.y + box.height : 0))).toBeLessThanOrEqual(600);
    await navigation(page).getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
    expect(await navigation(page).getByRole("link", { name: "Audit log", exact: true }).count()).toBe(0);
    await navigation(page).getByRole("link", { name: "Unmatched payments", exact: true }).click();
    await page.getByRole("heading", { name: "Unmatched payments", exact: true }).waitFor();
  });

  it("has one's own password in one's own menu", async () => {
    const page = await journey.visitor({ at: "/" });
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Name and password" }).click();
    await page.getByLabel("Current password", { exact: true }).waitFor();
  });
});

describe("what a user has no right to", () => {
  // Otherwise a guessed URL would open a screen that only owners may see.
  it.each(["manager", "staff"] as const)("is not offered to a %s, and its URL shows no access", async (role) => {
    const page = await journey.visitor({ as: null, expects: /403/ });
    await accepted(page, role);
    const { rights } = await page.evaluate<{ rights: string[] }>(
      "fetch('/api/admin/session').then((answer) => answer.json())",
    );
    const forbidden = navItems.filter(({ right }) => right !== null && !rights.includes(right));
    for (const { to, label } of forbidden) {
      expect(await navigation(page).getByRole("link", { name: label, exact: true }).count(), to).toBe(0);
      await page.goto(to);
      await page.getByText("Your role does not have access to this screen").waitFor();
    }
  });

  // An owner removes a right while the person works: no button must stay whose action is refused.
  it("disappears from the screen when the right is removed, with a message", async () => {
    const { id } = await anOrderOf(journey, store.bowl, 1, "manual");
    const page = await journey.visitor({ as: null, expects: /403/ });
    const { email } = await accepted(page, "manager");
    await page.goto(`/orders/${id}?open=pay`);
    await page.getByRole("button", { name: "Mark as paid" }).waitFor();
    const { items } = await journey.ask<{ items: { id: string; email: string }[] }>(
      "GET",
      "/api/admin/staff?limit=200",
    );
    const member = items.find((one) => one.email === email);
    await journey.ask("PUT", `/api/admin/staff/${member?.id}/role`, { role: "staff" });
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("button", { name: "Record a payment", exact: true }).waitFor({ state: "detached" });
    await page.getByText("Your role does not allow this").waitFor();
    expect(await journey.ask("GET", `/api/admin/orders/${id}`)).toMatchObject({ paymentStatus: "unpaid" });
  });

  // A user who sets up carriers packs nothing: Settings showed them a refusal where the boxes would be.
  it("is not requested: boxes are not loaded for a user who may see carriers but not ship", async () => {
    await journey.ask("PUT", "/api/admin/roles/staff", { rights: ["providers.read"] });
    const page = await journey.visitor({ as: null });
    await accepted(page, "staff");
    await page.getByText("Your screens are in the menu.").waitFor();
    await page.goto("/settings/shipping");
    await page.getByText("Needs no account.").waitFor();
    await journey.ask("DELETE", "/api/admin/roles/staff");
    expect(await page.getByText("Your role does not allow this").count()).toBe(0);
    expect(await page.getByText("Boxes", { exact: true }).count()).toBe(0);
  });

  // Each search ended in a refusal, and nothing said why there were no items.
  it("is named where a field would search for it: items, for a user who may change orders and stock only", async () => {
    const rights = ["orders.read", "orders.write", "inventory.read", "inventory.write", "locations.read"];
    await journey.ask("PUT", "/api/admin/roles/staff", { rights });
    const page = await journey.visitor({ as: null });
    await accepted(page, "staff");
    for (const url of ["/orders/new", "/stock/levels?open=receive", "/stock/count"]) {
      await page.goto(url);
      await page.getByText("needs the right “See products and categories”").waitFor();
    }
    await journey.ask("DELETE", "/api/admin/roles/staff");
    expect(await page.getByText("Your role does not allow this").count()).toBe(0);
  });

  // Both the button and the page's own watch over rights showed it.
  it("is refused with one message", async () => {
    const { id } = await anOrderOf(journey, store.bowl);
    const { lines } = await journey.ask<{ lines: { id: string }[] }>("GET", `/api/admin/orders/${id}`);
    await journey.ask("POST", `/api/admin/orders/${id}/parcels`, {
      locationId: store.front.id,
      lines: [{ lineId: lines[0]?.id, quantity: 1 }],
    });
    const page = await journey.visitor({ expects: /403/ });
    await page.route("**/deliver", (route) =>
      route.fulfill({ status: 403, json: { error: { code: "right.missing", message: "", detail: {} } } }),
    );
    await page.goto(`/orders/${id}`);
    await page.getByRole("button", { name: "Mark as delivered" }).click();
    const messages = page.getByText("Your role does not allow this");
    await messages.first().waitFor();
    expect(await messages.count()).toBe(1);
  });

  it("is not offered on an order: a clerk without the right to record payments sees no payment button", async () => {
    const { id } = await anOrderOf(journey, store.bowl, 1, "manual");
    const page = await journey.visitor({ as: null });
    await accepted(page, "staff");
    await page.goto(`/orders/${id}`);
    await page.getByRole("heading", { name: /^QM-/ }).waitFor();
    await page.getByRole("button", { name: "Edit customer" }).waitFor();
    expect(await page.getByRole("button", { name: "Record a payment" }).count()).toBe(0);
  });

  // Everyone sees Home first, but only those who may see reports should learn what the store earns.
  it("is not on Home: a manager sees the sales there, as a chart and as a table, and a clerk does not", async () => {
    await anOrderOf(journey, store.bowl);
    for (const [role, count] of [
      ["manager", 1],
      ["staff", 0],
    ] as const) {
      const page = await journey.visitor({ as: null });
      await accepted(page, role);
      await page.goto("/");
      await page.getByRole("heading", { name: "Latest orders" }).waitFor();
      await quiet(page);
      await soon(() => page.getByRole("img", { name: /^Sales by day/ }).count()).toBe(count);
      if (count === 0) continue;
      await page.getByRole("button", { name: "Show as a table" }).click();
      await page.getByRole("cell", { name: "Today" }).getByRole("link").click();
      await page.locator("[data-row]").first().waitFor();
    }
  });

  it("is hidden from vendors: screens that have nothing of theirs, and the customer of an order", async () => {
    const vendor = await journey.ask<{ id: string }>("POST", "/api/admin/vendors", { name: "Potter & Co" });
    await journey.ask("PATCH", `/api/admin/products/${store.productId}`, { vendorId: vendor.id });
    const page = await journey.visitor({ as: null });
    await accepted(page, "vendor", { vendorId: vendor.id });
    await page.goto("/orders");
    // It went on: "You can also place one for a customer".
    await page.getByText("Orders appear here as soon as they are placed.", { exact: true }).waitFor();
    const { id, number } = await anOrderOf(journey, store.bowl);
    await page.goto("/orders/new");
    await page.getByText("Your role does not have access to this screen").waitFor();
    await page.goto(`/orders/${id}`);
    await page.getByRole("heading", { name: number }).waitFor();
    await page.getByText("BOWL", { exact: true }).waitFor();
    expect(await page.getByText("Meera Shah").count()).toBe(0);
    expect(await page.getByText("Total", { exact: true }).count()).toBe(1);
  });
});

describe("the keyboard alone", () => {
  // A clerk has a phone or a parcel in the other hand, so nothing may need a mouse.
  it("signs in, opens an order, edits its lines and finds it again", async () => {
    const { number, id } = await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ as: null });
    const { keyboard } = page;
    const path = () => new URL(page.url()).pathname;
    await page.getByLabel("Email").and(page.locator(":focus")).waitFor();
    await keyboard.type(owner.email);
    await keyboard.press("Tab");
    await keyboard.type(owner.password);
    await keyboard.press("Enter");
    await page.locator("#content").waitFor();

    await pressInTurn(page, "go");
    await page.locator("[data-row]").first().waitFor();
    await keyboard.press("/");
    await keyboard.type(number);
    await soon(() => page.locator("[data-row]").count()).toBe(1);
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await soon(path).toBe(`/orders/${id}`);
    await page.getByRole("heading", { name: number }).waitFor();

    await keyboard.press("e");
    const quantity = page.getByLabel("Quantity of BOWL");
    await page.locator(":focus").and(quantity).waitFor();
    await keyboard.press("Control+a");
    await keyboard.type("2");
    await keyboard.press("Enter");
    await soon(() => new URL(page.url()).search).toBe("");
    await quantity.waitFor({ state: "hidden" });
    expect(await journey.ask("GET", `/api/admin/orders/${id}`)).toMatchObject({ lines: [{ quantity: 2 }] });

    await keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Edit lines").waitFor();
    await keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor({ state: "hidden" });

    await pressInTurn(page, "gh");
    await soon(path).toBe("/");
    // What is typed immediately goes into the palette, and no letter runs a shortcut of the page.
    await keyboard.press("Control+k");
    await keyboard.type(number);
    await page.getByRole("dialog").getByText(number).waitFor();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await soon(path).toBe(`/orders/${id}`);
  });
});
