import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { required } from "#core/environment";
import { hastened } from "#test/support/hastened";
import { answer, aReceiver } from "#test/support/receiver";
import { navItems } from "../../web/shell/navigation.ts";
import { anOrderOf, aStockedStore, journeys, phone, soon } from "../support/harness/journey.ts";
import { faultsInLooks } from "../support/harness/looks.ts";

// The runtime uses this file's database, in which a test can make all retries due at once.
const journey = journeys({
  DATABASE_URL: required("DATABASE_URL", "each test file has a database"),
  SECRETS_KEY: required("SECRETS_KEY", "the endpoints' secrets are sealed with it"),
});
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
});

const password = "a password of theirs";
const email = (name: string) => `${name}.${crypto.randomUUID()}@store.test`;

/** Someone whom the owner has invited, and who has accepted. */
async function aMember(role: string, more: Record<string, string> = {}) {
  const who = { email: email(role), password };
  const { link } = await journey.ask<{ link: string }>("POST", "/api/admin/staff/invitations", {
    email: who.email,
    name: `A ${role}`,
    role,
    ...more,
  });
  const token = new URL(link).hash.replace("#token=", "");
  const answer = await fetch(`${journey.url}/api/admin/invitations/accept`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: journey.url },
    body: JSON.stringify({ token, password }),
  });
  expect(answer.status).toBe(201);
  return who;
}

interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

const anEndpoint = (url: string, events = ["order.*"]) =>
  journey.ask<Endpoint>("POST", "/api/admin/x/webhooks/endpoints", { url, events });

const row = (page: Page, nth = 0) => page.locator("[data-row]").nth(nth);

describe("a webhook", () => {
  // With a lost secret or wrong sample code, no receiver could trust an event.
  it("is created, its secret is shown once, and its first delivery appears as delivered", async () => {
    const receiver = await aReceiver(answer(204));
    const page = await journey.visitor({ at: "/settings/webhooks" });
    await page.getByRole("button", { name: "New endpoint" }).first().click();
    await page.getByLabel("URL").fill(receiver.url);
    await page.getByRole("button", { name: "Create endpoint" }).click();
    const secret = await page.getByLabel("Signing secret", { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy: Signing secret" }).click();
    await soon(() => page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("Signing secret", { exact: true }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("button", { name: "I have saved it" }).waitFor({ state: "hidden" });

    await page.getByRole("region", { name: "Event backlog" }).getByText("No events are waiting to be sent.").waitFor();
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByText("Nothing sent yet").first().waitFor();
    expect(await page.content()).not.toContain(secret);
    await anOrderOf(journey, store.bowl);
    await row(page).getByText("Delivered").waitFor();
    await row(page).getByText("HTTP 204").waitFor();
    await page.getByText("Healthy").waitFor();

    const code = await page.getByRole("region", { name: "JavaScript code" }).textContent();
    const { verified } = await import(`data:text/javascript,${encodeURIComponent(`${code}\nexport { verified };`)}`);
    const [got] = receiver.received;
    expect(verified(secret, got?.headers["x-service-signature"], got?.body)).toBe(true);
    expect(verified(secret, got?.headers["x-service-signature"], Buffer.from("forged"))).toBe(false);
  });

  // A receiver was down overnight: everything that it missed has to be sent again.
  it("delivery that is dead is shown with every attempt, and all of them are retried from the list", async () => {
    const receiver = await aReceiver(answer(500));
    const { id } = await anEndpoint(receiver.url);
    const page = await journey.visitor({ at: `/settings/webhooks/${id}` });
    await anOrderOf(journey, store.bowl);
    await anOrderOf(journey, store.bowl);
    await soon(() => page.locator("[data-row]").getByText("HTTP 500").count()).toBe(2);
    // Nothing is attempted while the endpoint is paused.
    await page.getByRole("button", { name: "Pause" }).click();
    await soon(() => page.getByText("waits until its endpoint is resumed").count()).toBe(2);
    await page.getByRole("button", { name: "Resume" }).click();
    await soon(() => page.locator("[data-row]").getByText("next attempt").count()).toBe(2);
    await hastened();
    await soon(() => page.locator("[data-row]").getByText("Dead", { exact: true }).count()).toBe(2);

    await row(page).getByRole("link").click();
    const drawer = page.getByRole("dialog", { name: "order.created" });
    await drawer.getByText("Attempts (12 of 12)").waitFor();
    expect(await drawer.getByText("Failed with HTTP 500").count()).toBeGreaterThan(1);
    expect(await drawer.getByRole("region", { name: "Request body" }).textContent()).toContain(
      '"name": "order.created"',
    );
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });

    receiver.behave = answer(204);
    await page.getByRole("button", { name: "Retry all dead …" }).click();
    await page.getByRole("button", { name: "Retry 2 dead deliveries" }).click();
    const progress = page.getByRole("dialog", { name: "Retry 2 dead deliveries" });
    await progress.getByText("2 of 2 done").waitFor();
    expect(await progress.getByRole("listitem").allTextContents()).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/^order\.created .* done$/)),
    );
    await progress.getByRole("button", { name: "Close" }).last().click();
    await soon(() => page.locator("[data-row]").getByText("Delivered").count()).toBe(2);
  });

  it("delivery that is dead is retried from its details, with a message if someone else has retried it already", async () => {
    const receiver = await aReceiver(answer(500));
    const { id } = await anEndpoint(receiver.url);
    await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/settings/webhooks/${id}`, expects: /409/ });
    await row(page).getByText("HTTP 500").waitFor();
    await hastened();
    await row(page).getByText("Dead", { exact: true }).waitFor();
    await row(page).getByRole("link").click();
    receiver.behave = answer(204);
    const { items } = await journey.ask<{ items: { id: string }[] }>(
      "GET",
      `/api/admin/x/webhooks/deliveries?endpointId=${id}`,
    );
    await page.getByRole("button", { name: "Retry", exact: true }).waitFor();
    await journey.ask("POST", `/api/admin/x/webhooks/deliveries/${items[0]?.id}/retry`);
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await page.getByText("This delivery is not dead").waitFor();
    await row(page).getByText("Delivered").waitFor();
  });

  // The token gives access to a customer's cart, and every one of these patterns includes it.
  it.each(["cart.abandoned", "cart.*", "*"])("shows a warning when %s is selected", async (pattern) => {
    const page = await journey.visitor({ at: "/settings/webhooks?open=new" });
    const warning = page.getByRole("alert").filter({ hasText: "gives access to that cart like a password" });
    await page.getByRole("checkbox", { name: "order.*" }).waitFor();
    expect(await warning.count()).toBe(0);
    await page.getByRole("checkbox", { name: pattern === "*" ? /^All events/ : pattern }).check();
    await warning.waitFor();
  });

  it("is paused, edited, given a new secret, and removed", async () => {
    const receiver = await aReceiver(answer(204));
    const { id, secret } = await anEndpoint(receiver.url);
    const read = () => journey.ask("GET", `/api/admin/x/webhooks/endpoints/${id}`);
    const page = await journey.visitor({ at: `/settings/webhooks/${id}` });
    await page.getByRole("button", { name: "Pause" }).press("Enter");
    await page.getByText("Paused", { exact: true }).waitFor();
    await page.getByText("new events are not delivered to it, not even later").waitFor();
    expect(await read()).toMatchObject({ active: false });
    // The button was disabled meanwhile: the next Tab began at the top of the page.
    await page.getByRole("button", { name: "Resume" }).and(page.locator(":focus")).waitFor();
    // Whoever has clicked elsewhere meanwhile has moved on.
    const answered = Promise.withResolvers<void>();
    await page.route(`**/webhooks/endpoints/${id}`, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Resume" }).press("Enter");
    await soon(() => page.evaluate("document.activeElement.tagName")).toBe("BODY");
    await page.mouse.click(5, 5);
    answered.resolve();
    const pause = page.getByRole("button", { name: "Pause" });
    await pause.and(page.locator(":enabled")).waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("BODY");
    await pause.click();
    await page.getByRole("button", { name: "Resume" }).and(page.locator(":enabled")).waitFor();

    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("URL").fill("not a URL");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/Enter an address that begins with http/).waitFor();
    await page.getByLabel("URL").fill(`${receiver.url}/other`);
    await page.getByRole("checkbox", { name: "order.*" }).uncheck();
    await page.getByRole("checkbox", { name: "order.paid" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await soon(read).toMatchObject({ url: `${receiver.url}/other`, events: ["order.paid"], active: false });

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "New signing secret" }).click();
    await page.getByRole("button", { name: "Create a new secret" }).click();
    const rotated = await page.getByLabel("Signing secret", { exact: true }).inputValue();
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(secret);
    await page.getByRole("button", { name: "I have saved it" }).click();

    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove endpoint" }).click();
    await soon(() => new URL(page.url()).pathname).toBe("/settings/webhooks");
    await expect(read()).rejects.toThrow("webhook.endpointUnknown");
  });

  it("has filters for its deliveries, which a link keeps", async () => {
    const receiver = await aReceiver(answer(204));
    const { id } = await anEndpoint(receiver.url, ["order.created", "order.cancelled"]);
    const { id: orderId } = await anOrderOf(journey, store.bowl);
    await journey.ask("POST", `/api/admin/orders/${orderId}/cancel`, {});
    const page = await journey.visitor({ at: "/settings/webhooks/deliveries" });
    await page.getByLabel("Endpoint").selectOption(id);
    await soon(() => page.locator("[data-row]").count()).toBe(2);
    await page.getByLabel("Event").selectOption("order.cancelled");
    await soon(() => page.locator("[data-row]").count()).toBe(1);
    await page.reload();
    await row(page).getByText("order.cancelled").waitFor();
    expect(await page.locator("[data-row]").count()).toBe(1);
    await row(page).getByRole("link").click();
    const drawer = page.getByRole("dialog", { name: "order.cancelled" });
    await drawer.getByRole("link", { name: orderId }).click();
    await page.getByRole("heading", { name: /^QM-/ }).waitFor();
  });
});

describe("the team", () => {
  it("gets a member by the link of an invitation, who loses access when they are removed", async () => {
    const who = { email: email("ravi"), password };
    const page = await journey.visitor({ at: "/settings/team" });
    await page.getByRole("button", { name: "Invite someone" }).click();
    const drawer = page.getByRole("dialog", { name: "Invite someone" });
    await drawer.getByLabel("Name").fill("Ravi Kumar");
    await drawer.getByLabel("Email").fill("not an address");
    await drawer.getByRole("button", { name: "Create invitation" }).click();
    await drawer.getByText("Enter an email address.").waitFor();
    await drawer.getByLabel("Email").fill(who.email);
    await drawer.getByRole("button", { name: "Create invitation" }).click();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    await page.getByRole("button", { name: "I have saved it" }).click();
    await page.getByRole("button", { name: "Withdraw the invitation of Ravi Kumar" }).waitFor();

    const ravi = await journey.visitor({ at: link, as: null, expects: /401/ });
    await ravi.getByLabel("Password", { exact: true }).fill(password);
    await ravi.getByRole("button", { name: "Join the store" }).click();
    await ravi.getByRole("heading", { name: "Hello, Ravi" }).waitFor();

    await page.reload();
    await page.getByRole("link", { name: "Ravi Kumar" }).click();
    const member = page.getByRole("dialog", { name: "Ravi Kumar" });
    await member.getByLabel("Role").selectOption("manager");
    await member.getByText(/^Adds \(\d+\)$/).waitFor();
    await member.getByText("Record payments by hand").or(member.getByText("Mark orders paid or unpaid")).waitFor();
    await member.getByRole("button", { name: "Change the role to Manager" }).click();
    await page.getByText("Ravi Kumar now has the role Manager").waitFor();

    await page.getByRole("link", { name: "Ravi Kumar" }).click();
    await member.getByRole("button", { name: "Remove from the team" }).click();
    await page.getByRole("button", { name: "Remove Ravi Kumar" }).click();
    await soon(() => page.getByRole("link", { name: "Ravi Kumar" }).count()).toBe(0);
    await ravi.goto("/orders");
    await ravi.getByText("Sign in to your store").waitFor();
  });

  // Otherwise no one could manage the store.
  it("keeps its last owner, with a message", async () => {
    const page = await journey.visitor({ at: "/settings/team", expects: /409/ });
    await page.getByRole("link", { name: "Owner", exact: true }).click();
    const member = page.getByRole("dialog", { name: "Owner" });
    await member.getByLabel("Role").selectOption("staff");
    await member.getByText(/^Removes \(\d+\)$/).waitFor();
    await member.getByText("This is your own account.", { exact: false }).waitFor();
    await member.getByRole("button", { name: "Change the role to Staff" }).click();
    await member.getByText("The store needs at least one owner").waitFor();
  });
});

describe("a removed team member", () => {
  // They know the keys that they created: with one of them they would still have access.
  it("leaves keys that are listed, and can be revoked there", async () => {
    const who = { email: email("nina"), password };
    const { link } = await journey.ask<{ link: string }>("POST", "/api/admin/staff/invitations", {
      email: who.email,
      name: "Nina Roy",
      role: "owner",
    });
    const nina = await journey.visitor({ at: link, as: null });
    await nina.getByLabel("Password", { exact: true }).fill(password);
    await nina.getByRole("button", { name: "Join the store" }).click();
    await nina.getByRole("heading", { name: "Hello, Nina" }).waitFor();
    await nina.goto("/settings/api-keys");
    await nina.getByRole("button", { name: "New API key" }).first().click();
    await nina.getByLabel("Name").fill("Nightly export");
    await nina.getByRole("button", { name: "Create key" }).click();
    await nina.getByLabel("API key", { exact: true }).waitFor();
    await nina.close(); // what it asks for once she is removed is refused

    const page = await journey.visitor({ at: "/settings/team" });
    await page.getByRole("link", { name: "Nina Roy" }).click();
    await page.getByRole("button", { name: "Remove from the team" }).click();
    await page.getByRole("button", { name: "Remove Nina Roy" }).click();
    const dialog = page.getByRole("dialog", { name: "1 API key of Nina Roy still works" });
    await dialog.getByRole("button", { name: "Revoke Nightly export" }).click();
    await dialog.getByText("Revoked").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.goto("/settings/api-keys");
    await row(page).filter({ hasText: "Nightly export" }).getByText("Revoked").waitFor();
  });
});

describe("the event backlog", () => {
  // Orders come in, but no receiver learns of them: this card shows it.
  it("shows that events are late, and links to the doctor", async () => {
    const page = await journey.visitor();
    await page.route("**/api/admin/events/backlog", (route) =>
      route.fulfill({ json: { waiting: 3, lagSeconds: 300 } }),
    );
    await page.goto("/settings/webhooks");
    const backlog = page.getByRole("region", { name: "Event backlog" });
    await backlog.getByText("Late", { exact: true }).waitFor();
    await backlog
      .getByText("3 events are waiting to be sent, the oldest for 5 minutes. Something is wrong", { exact: false })
      .waitFor();
    await backlog.getByRole("link", { name: "Health check" }).click();
    await page.getByRole("heading", { name: "Health check" }).waitFor();
  });
});

describe("the audit log", () => {
  // Months later someone asks what happened to these units, and ids alone do not help.
  it("shows the names of records instead of ids, the values before and after, and links to them", async () => {
    const page = await journey.visitor({ at: "/settings/audit?action=stock.receive" });
    await row(page).getByRole("link").first().click();
    const entry = page.getByRole("dialog", { name: "Received stock" });
    await entry.getByRole("row", { name: /^On hand 0 \d+/ }).waitFor();
    await entry.getByRole("link", { name: "Front shop" }).click();
    await page.getByRole("dialog", { name: "Location" }).getByText("added a location").waitFor();
  });

  it("shows the address with which someone failed to sign in", async () => {
    await fetch(`${journey.url}/api/admin/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: journey.url },
      body: JSON.stringify({ email: "stranger@example.com", password: "a guess of theirs" }),
    });
    const page = await journey.visitor({ at: "/settings/audit?action=session.signInFailed" });
    await row(page).getByText("Staff stranger@example.com").waitFor();
  });
});

describe("a role", () => {
  // A wrong click could stop someone's work, so the change is shown before it is saved.
  it("shows what a change adds and removes before it is saved, and the audit log shows it afterwards", async () => {
    const page = await journey.visitor({ at: "/settings/roles?role=staff" });
    await page.getByRole("checkbox", { name: "Cancel orders" }).uncheck();
    await page.getByRole("checkbox", { name: "Mark orders paid or unpaid" }).check();
    await page.getByText("will be removed").waitFor();
    await page.getByRole("button", { name: "Save …" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the role Staff?" });
    await dialog.getByText("Removes (1)").waitFor();
    await dialog.getByText("Adds (1)").waitFor();
    const rightsOf = async () => {
      const { items } = await journey.ask<{ items: { role: string; rights: string[] }[] }>("GET", "/api/admin/roles");
      return items.find(({ role }) => role === "staff")?.rights ?? [];
    };
    expect(await rightsOf()).toContain("orders.cancel");
    await dialog.getByRole("button", { name: "Remove 1 right" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await rightsOf()).not.toContain("orders.cancel");
    expect(await rightsOf()).toContain("orders.pay");

    await page.goto("/settings/audit?action=role.set");
    await row(page).getByRole("link").first().click();
    const entry = page.getByRole("dialog", { name: "Changed a role" });
    await entry.getByRole("cell", { name: /Cancel orders/ }).waitFor();
    await entry.getByRole("cell", { name: /Mark orders paid or unpaid/ }).waitFor();

    await page.goto("/settings/roles?role=staff");
    await page.getByRole("button", { name: "Reset to default" }).click();
    const resetDialog = page.getByRole("dialog", { name: "Reset Staff to default?" });
    await resetDialog.getByRole("button", { name: "Reset to default" }).click();
    await resetDialog.waitFor({ state: "hidden" });
    await soon(rightsOf).toContain("orders.cancel");
  });

  it("of the owner cannot lose a right", async () => {
    const page = await journey.visitor({ at: "/settings/roles?role=owner" });
    await page.getByText("The owner always has every right.").waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(50);
    expect(await page.getByRole("checkbox", { disabled: true, checked: true }).count()).toBe(50);
  });
});

describe("someone who may set up providers and edit texts, and not everything", () => {
  // They filled in a form, and learned only from its refusal that it was not for them.
  it("is told before that senders of emails and texts about access take every right", async () => {
    const { items } = await journey.ask<{ items: { role: string; rights: string[] }[] }>("GET", "/api/admin/roles");
    const { rights = [] } = items.find(({ role }) => role === "manager") ?? {};
    const more = ["providers.read", "providers.write", "templates.read", "templates.write"];
    await journey.ask("PUT", "/api/admin/roles/manager", { rights: [...new Set([...rights, ...more])] });
    const page = await journey.visitor({ as: await aMember("manager"), at: "/settings/messages" });
    await page.getByRole("button", { name: "Set up Twilio" }).waitFor();
    await page.getByText("only someone with every right can set up a sender of them").first().waitFor();
    expect(await page.getByRole("button", { name: "Set up Mail server (SMTP)" }).count()).toBe(0);
    expect(await page.getByRole("switch", { name: "Email address changed" }).isDisabled()).toBe(true);
    expect(await page.getByRole("switch", { name: "Order placed by Email" }).isDisabled()).toBe(false);
    expect(await page.getByRole("link", { name: "View text" }).count()).toBe(3);
    await page.goto("/settings/messages/staff.invited/email");
    await page.getByText("only someone with every right can edit it").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
    await journey.ask("PUT", "/api/admin/roles/manager", { rights });
  });
});

describe("an API key", () => {
  it("is shown once, gives access, and gives none after it is revoked", async () => {
    const page = await journey.visitor({ at: "/settings/api-keys" });
    await page.getByRole("button", { name: "New API key" }).first().click();
    await page.getByLabel("Name").fill("Bookkeeping");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByLabel("API key", { exact: true }).inputValue();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy: API key" }).click();
    await soon(() => page.evaluate("navigator.clipboard.readText()")).toBe(key);
    await page.getByRole("button", { name: "I have saved it" }).click();
    await row(page).getByText("Bookkeeping").waitFor();
    // After either dialog there is no button to return the focus to: the next Tab began at the top of the page.
    const title = page.getByRole("heading", { name: "API keys" }).and(page.locator(":focus"));
    // Faster than any hand, the drawer before has only just closed, and has returned the focus to its own.
    const opener = page.getByRole("button", { name: "New API key" }).and(page.locator(":focus"));
    await title.or(opener).waitFor();
    expect(await page.content()).not.toContain(key);
    const status = async () =>
      (await fetch(`${journey.url}/api/admin/session`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await status()).toBe(200);
    await page.getByRole("button", { name: "Revoke Bookkeeping" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    await row(page).getByText("Revoked").waitFor();
    await title.waitFor();
    expect(await status()).toBe(401);
  });

  /** Creates a key with the API: as the owner, or with another key. */
  const createKey = async (name: string, by?: { key: string }) => {
    if (!by) return journey.ask<{ id: string; key: string }>("POST", "/api/admin/api-keys", { name, role: "owner" });
    const answer = await fetch(`${journey.url}/api/admin/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${by.key}`, "content-type": "application/json" },
      body: JSON.stringify({ name, role: "owner" }),
    });
    return (await answer.json()) as { id: string; key: string }; // the operation's response
  };
  const statusOf = async ({ key }: { key: string }) =>
    (await fetch(`${journey.url}/api/admin/session`, { headers: { authorization: `Bearer ${key}` } })).status;

  // Otherwise the keys that a thief created with a stolen key would keep working.
  it("lists the keys that were created with it when it is revoked, and revokes them on request", async () => {
    const stolen = await createKey("Stolen");
    const hidden = await createKey("Hidden", stolen);
    const page = await journey.visitor({ at: "/settings/api-keys" });
    await page.getByRole("button", { name: "Revoke Stolen" }).click();
    await page.getByRole("button", { name: "Revoke key" }).click();
    const dialog = page.getByRole("dialog", { name: "1 API key created with Stolen still works" });
    await dialog.getByRole("row", { name: /Hidden/ }).waitFor();
    expect([await statusOf(stolen), await statusOf(hidden)]).toEqual([401, 200]);
    await dialog.getByRole("button", { name: "Revoke it too" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await statusOf(hidden)).toBe(401);
  });

  // Otherwise someone who is no longer an owner would be one again with their key.
  it("is limited to the new role of its creator, and the screen lists these keys", async () => {
    const { link } = await journey.ask<{ link: string }>("POST", "/api/admin/staff/invitations", {
      email: "omar@store.test",
      name: "Omar Aziz",
      role: "owner",
    });
    const omar = await journey.visitor({ at: link, as: null });
    await omar.getByLabel("Password", { exact: true }).fill("a password of his");
    await omar.getByRole("button", { name: "Join the store" }).click();
    await omar.getByRole("heading", { name: "Hello, Omar" }).waitFor();
    await omar.goto("/settings/api-keys");
    await omar.getByRole("button", { name: "New API key" }).first().click();
    await omar.getByLabel("Name").fill("Price robot");
    await omar.getByLabel("Role").selectOption({ label: "Owner" });
    await omar.getByRole("button", { name: "Create key" }).click();
    const key = await omar.getByLabel("API key", { exact: true }).inputValue();

    const page = await journey.visitor({ at: "/settings/team" });
    await page.getByRole("link", { name: "Omar Aziz" }).click();
    await page.getByLabel("Role").selectOption({ label: "Staff" });
    await page.getByText("API keys that they created will be limited to the role Staff.").waitFor();
    await page.getByRole("button", { name: "Change the role to Staff" }).click();
    const limited = page.getByRole("dialog", { name: "1 API key of Omar Aziz is now limited to Staff" });
    await limited.getByRole("row", { name: /Price robot.*Owner, limited to Staff/ }).waitFor();
    await limited.getByRole("button", { name: "Done" }).click();
    const session = await fetch(`${journey.url}/api/admin/session`, { headers: { authorization: `Bearer ${key}` } });
    expect(await session.json()).toMatchObject({ role: "staff" });
  });
});

describe("the store's settings", () => {
  it("are saved one by one, and a field that is not valid is marked before anything is sent", async () => {
    await journey.ask("PATCH", "/api/admin/store", { name: "The Store", lowStockThreshold: 5 });
    const page = await journey.visitor({ at: "/settings/store" });
    await page.getByLabel("Low-stock threshold").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    // Someone else renames the store meanwhile, and their change stays.
    await journey.ask("PATCH", "/api/admin/store", { name: "The Larger Store" });
    await page.getByLabel("Low-stock threshold").fill("9");
    await page.getByRole("combobox", { name: "Ways to pay in shops" }).click();
    await page.getByRole("option", { name: "Cash on delivery" }).click();
    await page.getByRole("option", { name: "Stripe" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Settings saved").waitFor();
    await page.getByRole("banner").getByText("The Larger Store").waitFor();
    expect(await journey.ask("GET", "/api/admin/store")).toMatchObject({
      name: "The Larger Store",
      lowStockThreshold: 9,
      checkOutPayments: ["cod", "stripe"],
    });
  });

  it("add a vendor, and block the logins of a vendor", async () => {
    const page = await journey.visitor({ at: "/vendors?open=new" });
    await page.getByLabel("Name").fill("Potter & Co");
    await page.getByRole("button", { name: "Add vendor" }).click();
    await page.getByRole("link", { name: "Potter & Co" }).click();
    await page.getByRole("heading", { name: "Potter & Co" }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("switch", { name: "Active" }).click({ force: true });
    await page.getByRole("button", { name: "Save and block their logins" }).click();
    await page.getByText("Inactive").first().waitFor();
  });

  it("let all users change their own password, but only with the current one", async () => {
    const who = await aMember("staff");
    const page = await journey.visitor({ at: "/settings/password", as: who, expects: /403/ });
    await page.getByLabel("Current password", { exact: true }).fill("something else");
    await page.getByLabel("New password").fill("another of theirs");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The current password is wrong").waitFor();
    await page.getByLabel("Current password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed.", { exact: false }).waitFor();
    await journey.visitor({ as: { ...who, password: "another of theirs" } });
  });
});

describe("the doctor", () => {
  it("lists its findings, with links", async () => {
    const receiver = await aReceiver(answer(500));
    const { id } = await anEndpoint(receiver.url);
    await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ at: `/settings/webhooks/${id}` });
    await row(page).getByText("HTTP 500").waitFor();
    await hastened();
    await row(page).getByText("Dead", { exact: true }).waitFor();
    await page.goto("/settings/doctor");
    const check = page.getByRole("region", { name: "Webhook deliveries", exact: true });
    await check.getByText("Warning").waitFor();
    await check.getByRole("link", { name: id }).click();
    await soon(() => new URL(page.url()).pathname).toBe(`/settings/webhooks/${id}`);
  });
});

describe("the owner's screens", () => {
  // A guessed URL must not open what the navigation hides.
  it("are not open to staff, not even by URL", async () => {
    const receiver = await aReceiver(answer(204));
    const { id } = await anEndpoint(receiver.url);
    const page = await journey.visitor({ as: await aMember("staff"), expects: /403/ });
    const owners = navItems.filter(({ to, right }) => to.startsWith("/settings/") && right !== null);
    expect(owners.length).toBeGreaterThan(6);
    for (const { label } of owners) {
      expect(await page.getByRole("link", { name: label, exact: true }).count(), label).toBe(0);
    }
    const more = ["/settings/webhooks/deliveries", `/settings/webhooks/${id}`, "/settings/webhooks?open=new"];
    for (const url of [...owners.map(({ to }) => to), ...more]) {
      await page.goto(url);
      await page.getByText("Your role does not have access to this screen").waitFor();
    }
  });

  it("offer a manager only what a manager may do", async () => {
    const page = await journey.visitor({ at: "/settings/team", as: await aMember("manager") });
    await row(page).waitFor();
    expect(await page.getByRole("button", { name: "Invite someone" }).count()).toBe(0);
    expect(await page.locator("[data-row] a").count()).toBe(0);
    await page.goto("/vendors");
    await page.getByRole("heading", { name: "Vendors" }).waitFor();
    expect(await page.getByRole("button", { name: "New vendor" }).count()).toBe(0);
  });
});

describe("the drawers and subpages of the settings", () => {
  // `looks.test.ts` checks every screen of the navigation; these are opened from them.
  const openUrls = async () => {
    const receiver = await aReceiver(answer(204));
    const endpoint = await anEndpoint(receiver.url);
    await anOrderOf(journey, store.bowl);
    const deliveries = async () =>
      (
        await journey.ask<{ items: { endpointId: string; eventId: string; status: string }[] }>(
          "GET",
          `/api/admin/x/webhooks/deliveries?endpointId=${endpoint.id}`,
        )
      ).items;
    await soon(deliveries).toMatchObject([{ status: "delivered" }]);
    const [delivery] = await deliveries();
    const [entry] = (await journey.ask<{ items: { id: string }[] }>("GET", "/api/admin/audit?action=order.create"))
      .items;
    const [member] = (await journey.ask<{ items: { id: string }[] }>("GET", "/api/admin/staff")).items;
    return [
      "/settings/team?open=invite",
      `/settings/team?open=member&id=${member?.id}`,
      "/settings/roles?role=owner",
      "/settings/api-keys?open=new",
      "/vendors?open=new",
      "/settings/webhooks?open=new",
      "/settings/webhooks/deliveries",
      `/settings/webhooks/${endpoint.id}`,
      `/settings/webhooks/${endpoint.id}?open=edit`,
      `/settings/webhooks/deliveries?open=delivery&id=${delivery?.endpointId}.${delivery?.eventId}`,
      `/settings/audit?action=order.create&open=entry&id=${entry?.id}`,
    ];
  };

  it("have no serious axe findings, and no horizontal scrolling, in light and dark and on a phone", async () => {
    const seen = [
      ["at a desk, light", { colorScheme: "light" }],
      ["at a desk, dark", { colorScheme: "dark" }],
      ["on a phone, light", { colorScheme: "light", ...phone }],
      ["on a phone, dark", { colorScheme: "dark", ...phone }],
    ] as const;
    expect(await faultsInLooks(await journey.visitor(), await openUrls(), seen)).toEqual({});
  }, 120_000);
});
