import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { required } from "#core/environment";
import { hastened } from "#test/support/hastened";
import { anOrderOf, aStockedStore, journeys, phone, seriousFaults, soon } from "#test/support/journey";
import { answer, aReceiver } from "#test/support/receiver";
import { places } from "../../web/shell/navigation.ts";

// The runtime works on this file's own database, in which a test can let three quarters of an hour of retries go by.
const journey = journeys({
  DATABASE_URL: required("DATABASE_URL", "each test file has a database"),
  SECRETS_KEY: required("SECRETS_KEY", "the endpoints' secrets are sealed with it"),
});
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
}, 60_000);

const password = "a password of theirs";
const email = (name: string) => `${name}.${crypto.randomUUID()}@store.test`;

/** Somebody on the team, made as the owner would. */
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
  // What an owner does on the first day: were the secret lost or the code wrong, no event of theirs could be trusted.
  it("is registered, its secret shown once, and its first delivery turns green on screen", async () => {
    const receiver = await aReceiver(answer(204));
    const page = await journey.visitor();
    await page.goto("/settings/webhooks");
    await page.getByRole("button", { name: "New endpoint" }).first().click();
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByRole("button", { name: "Send events there" }).click();
    const secret = await page.getByLabel("Signing secret", { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy: Signing secret" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    await page.keyboard.press("Escape");
    expect(await page.getByLabel("Signing secret", { exact: true }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("button", { name: "I have it" }).waitFor({ state: "hidden" });

    await page.getByRole("region", { name: "Event backlog" }).getByText("Every event has left").waitFor();
    await page.getByRole("link", { name: receiver.url }).click();
    await page.getByText("Nothing sent yet").first().waitFor();
    expect(await page.content()).not.toContain(secret);
    await anOrderOf(journey, store.bowl);
    await row(page).getByText("Delivered").waitFor();
    await row(page).getByText("Answered 204").waitFor();
    await page.getByText("Healthy").waitFor();

    const code = await page.getByRole("region", { name: "JavaScript code" }).textContent();
    const { verified } = await import(`data:text/javascript,${encodeURIComponent(`${code}\nexport { verified };`)}`);
    const [got] = receiver.received;
    expect(verified(secret, got?.headers["x-service-signature"], got?.body)).toBe(true);
    expect(verified(secret, got?.headers["x-service-signature"], Buffer.from("forged"))).toBe(false);
  }, 60_000);

  // A receiver that was down over night: everything that it missed is sent again, and one sees that it was.
  it("that died is shown with every attempt, and retried from the list, one by one", async () => {
    const receiver = await aReceiver(answer(500));
    const { id } = await anEndpoint(receiver.url);
    const page = await journey.visitor();
    await page.goto(`/settings/webhooks/${id}`);
    await anOrderOf(journey, store.bowl);
    await anOrderOf(journey, store.bowl);
    await soon(() => page.locator("[data-row]").getByText("Answered 500").count()).toBe(2);
    await hastened();
    await soon(() => page.locator("[data-row]").getByText("Dead", { exact: true }).count()).toBe(2);

    await row(page).getByRole("link").click();
    const drawer = page.getByRole("dialog", { name: "order.created" });
    await drawer.getByText("Attempts (12 of 12)").waitFor();
    expect(await drawer.getByText("Answered 500, which is not a yes").count()).toBeGreaterThan(1);
    expect(await drawer.getByRole("region", { name: "Body" }).textContent()).toContain('"name": "order.created"');
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
  }, 60_000);

  it("that died is retried from its own page, once, and says so when somebody else was faster", async () => {
    const receiver = await aReceiver(answer(500));
    const { id } = await anEndpoint(receiver.url);
    await anOrderOf(journey, store.bowl);
    const page = await journey.visitor({ expects: /409/ });
    await page.goto(`/settings/webhooks/${id}`);
    await row(page).getByText("Answered 500").waitFor();
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
  }, 60_000);

  // The cart's token opens somebody's basket. Who asks for everything asks for that, too.
  it.each(["cart.abandoned", "cart.*", "*"])("warns before %s is asked for", async (pattern) => {
    const page = await journey.visitor();
    await page.goto("/settings/webhooks?open=new");
    const warning = page.getByRole("alert").filter({ hasText: "opens that basket like a password" });
    await page.getByRole("checkbox", { name: "order.*" }).waitFor();
    expect(await warning.count()).toBe(0);
    await page.getByRole("checkbox", { name: pattern === "*" ? /^Everything/ : pattern }).check();
    await warning.waitFor();
  });

  it("is paused, edited, given a new secret, and removed", async () => {
    const receiver = await aReceiver(answer(204));
    const { id, secret } = await anEndpoint(receiver.url);
    const read = () => journey.ask("GET", `/api/admin/x/webhooks/endpoints/${id}`);
    const page = await journey.visitor();
    await page.goto(`/settings/webhooks/${id}`);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText("Paused", { exact: true }).waitFor();
    expect(await read()).toMatchObject({ active: false });

    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByLabel("Address").fill("no address");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/an address that begins with http/).waitFor();
    await page.getByLabel("Address").fill(`${receiver.url}/other`);
    await page.getByRole("checkbox", { name: "order.*" }).uncheck();
    await page.getByRole("checkbox", { name: "order.paid" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await soon(read).toMatchObject({ url: `${receiver.url}/other`, events: ["order.paid"], active: false });

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "New signing secret" }).click();
    await page.getByRole("button", { name: "Make a new secret" }).click();
    const rotated = await page.getByLabel("Signing secret", { exact: true }).inputValue();
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(secret);
    await page.getByRole("button", { name: "I have it" }).click();

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove the endpoint" }).click();
    await soon(() => new URL(page.url()).pathname).toBe("/settings/webhooks");
    await expect(read()).rejects.toThrow("webhook.endpointUnknown");
  }, 60_000);

  it("is found by its filters, which a link keeps", async () => {
    const receiver = await aReceiver(answer(204));
    const { id } = await anEndpoint(receiver.url, ["order.created", "order.cancelled"]);
    const { id: orderId } = await anOrderOf(journey, store.bowl);
    await journey.ask("POST", `/api/admin/orders/${orderId}/cancel`, {});
    const page = await journey.visitor();
    await page.goto("/settings/webhooks/deliveries");
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
  }, 60_000);
});

describe("the team", () => {
  it("is joined by the link of an invitation, and left when somebody is removed", async () => {
    const who = { email: email("ravi"), password };
    const page = await journey.visitor();
    await page.goto("/settings/team");
    await page.getByRole("button", { name: "Invite somebody" }).click();
    const drawer = page.getByRole("dialog", { name: "Invite somebody" });
    await drawer.getByLabel("Name").fill("Ravi Kumar");
    await drawer.getByLabel("E-mail").fill("not an address");
    await drawer.getByRole("button", { name: "Make the invitation" }).click();
    await drawer.getByText("An e-mail address, such as name@example.com.").waitFor();
    await drawer.getByLabel("E-mail").fill(who.email);
    await drawer.getByRole("button", { name: "Make the invitation" }).click();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("button", { name: "Withdraw the invitation of Ravi Kumar" }).waitFor();

    const ravi = await journey.visitor({ as: null, expects: /401/ });
    await ravi.goto(link);
    await ravi.getByLabel("Password", { exact: true }).fill(password);
    await ravi.getByRole("button", { name: "Join the store" }).click();
    await ravi.getByRole("heading", { name: "Hello, Ravi" }).waitFor();

    await page.reload();
    await page.getByRole("link", { name: "Ravi Kumar" }).click();
    const member = page.getByRole("dialog", { name: "Ravi Kumar" });
    await member.getByLabel("Role").selectOption("manager");
    await member.getByText(/^Gives \(\d+\)$/).waitFor();
    await member.getByText("Record payments by hand").or(member.getByText("Mark orders paid or unpaid")).waitFor();
    await member.getByRole("button", { name: "Make Ravi Kumar Manager" }).click();
    await page.getByText("Ravi Kumar is Manager now").waitFor();

    await page.getByRole("link", { name: "Ravi Kumar" }).click();
    await member.getByRole("button", { name: "Remove from the team" }).click();
    await page.getByRole("button", { name: "Remove Ravi Kumar" }).click();
    await soon(() => page.getByRole("link", { name: "Ravi Kumar" }).count()).toBe(0);
    await ravi.goto("/orders");
    await ravi.getByText("Sign in to your store").waitFor();
  }, 60_000);

  // The store would be nobody's any more.
  it("keeps its last owner, with words for it", async () => {
    const page = await journey.visitor({ expects: /409/ });
    await page.goto("/settings/team");
    await page.getByRole("link", { name: "Owner", exact: true }).click();
    const member = page.getByRole("dialog", { name: "Owner" });
    await member.getByLabel("Role").selectOption("staff");
    await member.getByText(/^Takes away \(\d+\)$/).waitFor();
    await member.getByText("This is you.", { exact: false }).waitFor();
    await member.getByRole("button", { name: "Make Owner Staff" }).click();
    await member.getByText("The store keeps at least one owner").waitFor();
  });
});

describe("somebody who is removed", () => {
  // They have seen the keys that they made: with one of those they would still be in.
  it("leaves keys behind that are named, and revoked on the spot", async () => {
    const who = { email: email("nina"), password };
    const { link } = await journey.ask<{ link: string }>("POST", "/api/admin/staff/invitations", {
      email: who.email,
      name: "Nina Roy",
      role: "owner",
    });
    const nina = await journey.visitor({ as: null });
    await nina.goto(link);
    await nina.getByLabel("Password", { exact: true }).fill(password);
    await nina.getByRole("button", { name: "Join the store" }).click();
    await nina.getByRole("heading", { name: "Hello, Nina" }).waitFor();
    await nina.goto("/settings/api-keys");
    await nina.getByRole("button", { name: "New API key" }).click();
    await nina.getByLabel("Name").fill("Nightly export");
    await nina.getByRole("button", { name: "Make the key" }).click();
    await nina.getByLabel("API key", { exact: true }).waitFor();

    const page = await journey.visitor();
    await page.goto("/settings/team");
    await page.getByRole("link", { name: "Nina Roy" }).click();
    await page.getByRole("button", { name: "Remove from the team" }).click();
    await page.getByRole("button", { name: "Remove Nina Roy" }).click();
    const left = page.getByRole("dialog", { name: "1 API key of Nina Roy still works" });
    await left.getByRole("button", { name: "Revoke Nightly export" }).click();
    await left.getByText("Revoked").waitFor();
    await left.getByRole("button", { name: "Done" }).click();
    await page.goto("/settings/api-keys");
    await row(page).filter({ hasText: "Nightly export" }).getByText("Revoked").waitFor();
  }, 60_000);
});

describe("the event backlog", () => {
  // Orders are taken, and no partner hears of them: this card is where somebody sees it.
  it("says that it is late, and where to look", async () => {
    const page = await journey.visitor();
    await page.route("**/api/admin/events/backlog", (route) =>
      route.fulfill({ json: { waiting: 3, lagSeconds: 300 } }),
    );
    await page.goto("/settings/webhooks");
    const backlog = page.getByRole("region", { name: "Event backlog" });
    await backlog.getByText("Late", { exact: true }).waitFor();
    await backlog
      .getByText("3 events wait to leave, the oldest for 5 minutes. Nobody carries them", { exact: false })
      .waitFor();
    await backlog.getByRole("link", { name: "Doctor" }).click();
    await page.getByRole("heading", { name: "Doctor" }).waitFor();
  });
});

describe("the audit", () => {
  // Months later somebody asks where those units went: an id tells nobody.
  it("tells what ids name, with before and after, and leads there", async () => {
    const page = await journey.visitor();
    await page.goto("/settings/audit?action=stock.receive");
    await row(page).getByRole("link").first().click();
    const entry = page.getByRole("dialog", { name: "Stock: receive" });
    await entry.getByRole("row", { name: /^On hand 0 \d+/ }).waitFor();
    await entry.getByRole("link", { name: "Front shop" }).click();
    await page.getByRole("dialog", { name: "Location" }).getByText("made it").waitFor();
  });
});

describe("a role", () => {
  // A box unticked by a slip of the hand stops somebody's work: one reads what goes before it goes.
  it("shows what a change takes away before it is saved, and the audit shows it afterwards", async () => {
    const page = await journey.visitor();
    await page.goto("/settings/roles?role=staff");
    await page.getByRole("checkbox", { name: "Cancel orders" }).uncheck();
    await page.getByRole("checkbox", { name: "Mark orders paid or unpaid" }).check();
    await page.getByText("will be taken away").waitFor();
    await page.getByRole("button", { name: "Save …" }).click();
    const sure = page.getByRole("dialog", { name: "Change what Staff may do?" });
    await sure.getByText("Takes away (1)").waitFor();
    await sure.getByText("Gives (1)").waitFor();
    const rightsOf = async () => {
      const { items } = await journey.ask<{ items: { role: string; rights: string[] }[] }>("GET", "/api/admin/roles");
      return items.find(({ role }) => role === "staff")?.rights ?? [];
    };
    expect(await rightsOf()).toContain("orders.cancel");
    await sure.getByRole("button", { name: "Take away 1 right" }).click();
    await sure.waitFor({ state: "hidden" });
    expect(await rightsOf()).not.toContain("orders.cancel");
    expect(await rightsOf()).toContain("orders.pay");

    await page.goto("/settings/audit?action=role.set");
    await row(page).getByRole("link").first().click();
    const entry = page.getByRole("dialog", { name: "Role: set" });
    await entry.getByRole("cell", { name: /Cancel orders/ }).waitFor();
    await entry.getByRole("cell", { name: /Mark orders paid or unpaid/ }).waitFor();

    await page.goto("/settings/roles?role=staff");
    await page.getByRole("button", { name: "Put back as in a new store" }).click();
    const back = page.getByRole("dialog", { name: "Put Staff back?" });
    await back.getByRole("button", { name: "Put back as in a new store" }).click();
    await back.waitFor({ state: "hidden" });
    await soon(rightsOf).toContain("orders.cancel");
  });

  it("of the owner cannot be cut", async () => {
    const page = await journey.visitor();
    await page.goto("/settings/roles?role=owner");
    await page.getByText("The owner has every right, always.").waitFor();
    expect(await page.getByRole("checkbox").count()).toBe(50);
    expect(await page.getByRole("checkbox", { disabled: true, checked: true }).count()).toBe(50);
  });
});

describe("an API key", () => {
  it("is shown once, opens the store, and opens nothing once it is revoked", async () => {
    const page = await journey.visitor();
    await page.goto("/settings/api-keys");
    await page.getByRole("button", { name: "New API key" }).first().click();
    await page.getByLabel("Name").fill("Bookkeeping");
    await page.getByRole("button", { name: "Make the key" }).click();
    const key = await page.getByLabel("API key", { exact: true }).inputValue();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy: API key" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key);
    await page.getByRole("button", { name: "I have it" }).click();
    await row(page).getByText("Bookkeeping").waitFor();
    expect(await page.content()).not.toContain(key);
    const status = async () =>
      (await fetch(`${journey.url}/api/admin/session`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await status()).toBe(200);
    await page.getByRole("button", { name: "Revoke Bookkeeping" }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await row(page).getByText("Revoked").waitFor();
    expect(await status()).toBe(401);
  });

  /** A key made over the API: by the owner, or with another key. */
  const makes = async (name: string, by?: { key: string }) => {
    if (!by) return journey.ask<{ id: string; key: string }>("POST", "/api/admin/api-keys", { name, role: "owner" });
    const answer = await fetch(`${journey.url}/api/admin/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${by.key}`, "content-type": "application/json" },
      body: JSON.stringify({ name, role: "owner" }),
    });
    return (await answer.json()) as { id: string; key: string }; // what the operation answers
  };
  const statusOf = async ({ key }: { key: string }) =>
    (await fetch(`${journey.url}/api/admin/session`, { headers: { authorization: `Bearer ${key}` } })).status;

  // Revoked alone, it leaves behind the keys that whoever stole it made with it.
  it("that had made others names them when it is revoked, and they go with it if one likes", async () => {
    const stolen = await makes("Stolen");
    const hidden = await makes("Hidden", stolen);
    const page = await journey.visitor();
    await page.goto("/settings/api-keys");
    await page.getByRole("button", { name: "Revoke Stolen" }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    const left = page.getByRole("dialog", { name: "1 API key that Stolen made still works" });
    await left.getByRole("row", { name: /Hidden/ }).waitFor();
    expect([await statusOf(stolen), await statusOf(hidden)]).toEqual([401, 200]);
    await left.getByRole("button", { name: "Revoke it too" }).click();
    await left.waitFor({ state: "hidden" });
    expect(await statusOf(hidden)).toBe(401);
  });

  // The owner of yesterday would be owner again with it.
  it("is held to the role that its maker is given, and the screen says which are", async () => {
    const { link } = await journey.ask<{ link: string }>("POST", "/api/admin/staff/invitations", {
      email: "omar@store.test",
      name: "Omar Aziz",
      role: "owner",
    });
    const omar = await journey.visitor({ as: null });
    await omar.goto(link);
    await omar.getByLabel("Password", { exact: true }).fill("a password of his");
    await omar.getByRole("button", { name: "Join the store" }).click();
    await omar.getByRole("heading", { name: "Hello, Omar" }).waitFor();
    await omar.goto("/settings/api-keys");
    await omar.getByRole("button", { name: "New API key" }).first().click();
    await omar.getByLabel("Name").fill("Price robot");
    await omar.getByLabel("Role").selectOption({ label: "Owner" });
    await omar.getByRole("button", { name: "Make the key" }).click();
    const key = await omar.getByLabel("API key", { exact: true }).inputValue();

    const page = await journey.visitor();
    await page.goto("/settings/team");
    await page.getByRole("link", { name: "Omar Aziz" }).click();
    await page.getByLabel("Role").selectOption({ label: "Staff" });
    await page.getByText("API keys that they made are held to what Staff may do").waitFor();
    await page.getByRole("button", { name: "Make Omar Aziz Staff" }).click();
    const held = page.getByRole("dialog", { name: "1 API key of Omar Aziz is held to Staff" });
    await held.getByRole("row", { name: /Price robot.*Owner, held to Staff/ }).waitFor();
    await held.getByRole("button", { name: "Done" }).click();
    const session = await fetch(`${journey.url}/api/admin/session`, { headers: { authorization: `Bearer ${key}` } });
    expect(await session.json()).toMatchObject({ role: "staff" });
  }, 60_000);
});

describe("the store's settings", () => {
  it("are changed one by one, and what cannot be right is marked before it is sent", async () => {
    await journey.ask("PATCH", "/api/admin/store", { name: "The Shelf", lowStockThreshold: 5 });
    const page = await journey.visitor();
    await page.goto("/settings/store");
    await page.getByLabel("Stock is low at").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    // Somebody else renames it meanwhile: what they did stays.
    await journey.ask("PATCH", "/api/admin/store", { name: "The Longer Shelf" });
    await page.getByLabel("Stock is low at").fill("9");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The store's settings are saved").waitFor();
    await page.getByRole("banner").getByText("The Longer Shelf").waitFor();
    expect(await journey.ask("GET", "/api/admin/store")).toMatchObject({
      name: "The Longer Shelf",
      lowStockThreshold: 9,
    });
  });

  it("let a vendor in and close the door again", async () => {
    const page = await journey.visitor();
    await page.goto("/settings/vendors?open=new");
    await page.getByLabel("Name").fill("Potter & Co");
    await page.getByRole("button", { name: "Add the vendor" }).click();
    await page.getByRole("link", { name: "Potter & Co" }).click();
    await page.getByRole("switch", { name: "Their logins and keys are open" }).click({ force: true });
    await page.getByRole("button", { name: "Save, and close their logins" }).click();
    await row(page).getByText("Closed").waitFor();
  });

  it("let everybody change their own password, which the wrong one does not", async () => {
    const who = await aMember("staff");
    const page = await journey.visitor({ as: who, expects: /403/ });
    await page.goto("/settings/password");
    await page.getByLabel("Password now").fill("something else");
    await page.getByLabel("New password").fill("another of theirs");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("The current password is wrong").waitFor();
    await page.getByLabel("Password now").fill(password);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Your password is changed", { exact: false }).waitFor();
    await journey.visitor({ as: { ...who, password: "another of theirs" } });
  });
});

describe("the doctor", () => {
  it("names what it found, as links to it", async () => {
    const receiver = await aReceiver(answer(500));
    const { id } = await anEndpoint(receiver.url);
    await anOrderOf(journey, store.bowl);
    const page = await journey.visitor();
    await page.goto(`/settings/webhooks/${id}`);
    await row(page).getByText("Answered 500").waitFor();
    await hastened();
    await row(page).getByText("Dead", { exact: true }).waitFor();
    await page.goto("/settings/doctor");
    const check = page.getByRole("region", { name: "Webhook deliveries", exact: true });
    await check.getByText("Look at this").waitFor();
    await check.getByRole("link", { name: id }).click();
    await soon(() => new URL(page.url()).pathname).toBe(`/settings/webhooks/${id}`);
  }, 60_000);
});

describe("the owner's screens", () => {
  // A guessed address must not open what the navigation hides.
  it("are closed to staff, by address too", async () => {
    const receiver = await aReceiver(answer(204));
    const { id } = await anEndpoint(receiver.url);
    const page = await journey.visitor({ as: await aMember("staff"), expects: /403/ });
    const owners = places.filter(({ group, right }) => group === "Settings" && right !== null);
    expect(owners.length).toBeGreaterThan(6);
    for (const { label } of owners) {
      expect(await page.getByRole("link", { name: label, exact: true }).count(), label).toBe(0);
    }
    const more = ["/settings/webhooks/deliveries", `/settings/webhooks/${id}`, "/settings/webhooks?open=new"];
    for (const address of [...owners.map(({ to }) => to), ...more]) {
      await page.goto(address);
      await page.getByText("Your role does not open this screen").waitFor();
    }
  }, 60_000);

  it("offer a manager only what a manager may do", async () => {
    const page = await journey.visitor({ as: await aMember("manager") });
    await page.goto("/settings/team");
    await row(page).waitFor();
    expect(await page.getByRole("button", { name: "Invite somebody" }).count()).toBe(0);
    expect(await page.locator("[data-row] a").count()).toBe(0);
    await page.goto("/settings/vendors");
    await page.getByRole("heading", { name: "Vendors" }).waitFor();
    expect(await page.getByRole("button", { name: "New vendor" }).count()).toBe(0);
  });
});

describe("what opens over the settings", () => {
  // `looks.test.ts` looks at every screen of the navigation; these open from within.
  const opened = async () => {
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
      `/settings/team?open=member&of=${member?.id}`,
      "/settings/roles?role=owner",
      "/settings/api-keys?open=new",
      "/settings/vendors?open=new",
      "/settings/webhooks?open=new",
      "/settings/webhooks/deliveries",
      `/settings/webhooks/${endpoint.id}`,
      `/settings/webhooks/${endpoint.id}?open=edit`,
      `/settings/webhooks/deliveries?open=delivery&of=${delivery?.endpointId}.${delivery?.eventId}`,
      `/settings/audit?action=order.create&open=entry&of=${entry?.id}`,
    ];
  };

  it.each(["light", "dark"] as const)(
    "has nothing that axe finds serious, %s, and nothing that hangs out on a phone",
    async (colorScheme) => {
      const addresses = await opened();
      const page = await journey.visitor({ colorScheme });
      const narrow = await journey.visitor({ colorScheme, ...phone });
      const faults: Record<string, unknown> = {};
      for (const address of addresses) {
        await page.goto(address);
        await page.locator("h1").waitFor();
        const found = await seriousFaults(page);
        if (found.length > 0) faults[address] = found;
        await narrow.goto(address);
        await narrow.locator("h1").waitFor();
        await narrow.waitForLoadState("networkidle");
        const over = await narrow.evaluate("document.documentElement.scrollWidth - innerWidth");
        if (over !== 0) faults[`${address} on a phone`] = `${String(over)} px`;
      }
      expect(faults).toEqual({});
    },
    120_000,
  );
});
