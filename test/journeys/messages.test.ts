import { beforeAll, expect, it } from "vitest";
import { originalOf } from "#core/message/defaults/original";
import { parsed, rendered } from "#core/message/template/engine";
import { exampleOf } from "#core/message/template/example";
import { aMailServer, no, smtpSettings } from "../support/given/mail.ts";
import { anOrderOf, aStockedStore, journeys, phone, soon } from "../support/harness/journey.ts";
import { faultsInLooks } from "../support/harness/looks.ts";
import { quiet } from "../support/harness/quiet.ts";

const journey = journeys();
let order: { readonly id: string; readonly number: string };
let bowl: string;
const shots = process.env["SHOTS"];

beforeAll(async () => {
  ({ bowl } = await aStockedStore(journey));
  order = await anOrderOf(journey, bowl);
});

// A customer calls and says that they have heard nothing.
it("shows a message as the customer got it, with what happened to it, and sends it again", async () => {
  const page = await journey.visitor({ at: "/messages" });
  await page.getByText("no sender").first().waitFor();
  const server = await aMailServer();
  await journey.ask("PUT", "/api/admin/providers/smtp", { settings: smtpSettings(server.port) });
  await page.goto(`/orders/${order.id}`);
  await page.getByRole("button", { name: "Order placed" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByText("No sender is set up.").waitFor();
  // Nothing in it is executed: parts of it may have been written by a customer.
  expect(await drawer.locator("iframe").getAttribute("sandbox")).toBe("");
  const frame = drawer.frameLocator("iframe");
  await frame.getByText("Thank you for your order").waitFor();
  expect(await frame.locator("body").textContent()).toContain(order.number);
  await drawer.getByRole("button", { name: "Send again" }).click();
  await soon(() => server.mails.length).toBe(1);
  expect(server.mails[0]?.parsed.subject).toBe(`We have received your order ${order.number}`);
  await page.goto("/messages?status=sent");
  await page.getByRole("link", { name: "Order placed" }).click();
  await drawer.getByText("The sender accepted it.").waitFor();
});

// Whoever has just recorded a payment would see "Queued" until they reload, and think that the email is stuck.
it("shows on the order's page that a message of the last change was written and sent", async () => {
  const server = await aMailServer();
  await journey.ask("PUT", "/api/admin/providers/smtp", { settings: smtpSettings(server.port) });
  const unpaid = await anOrderOf(journey, bowl, 1, "manual");
  const page = await journey.visitor({ at: `/orders/${unpaid.id}` });
  await page.getByRole("button", { name: "Record a payment" }).click();
  await page.getByRole("button", { name: "Mark as paid" }).click();
  const messages = page.getByRole("region", { name: "Messages" });
  await soon(() => messages.innerText()).toMatch(
    /^Messages\s+Payment received\s+Email, (?:today|yesterday), [\d:]+\s+Sent\s/,
  );
  await page.getByText("Payment received (sent)").waitFor();
});

it("edits a text: shows errors in place and a preview, keeps versions and restores one", async () => {
  const page = await journey.visitor({ at: "/settings/messages" });
  await page.getByRole("link", { name: "Edit text: Order placed by Email" }).click();
  await page.getByRole("heading", { name: "Order placed: Email" }).waitFor();
  const write = async (text: string) => {
    await page.getByRole("textbox", { name: "Plain text" }).click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText(text);
  };
  await write("Hello {{ customer.name }},\nyour order {{ order.nmber }}");
  const save = page.getByRole("button", { name: "Save" });
  await page.getByText("Text, line 2, column 15: There is no order.nmber in this message.").waitFor();
  await page.getByText("Did you mean order.number?").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await write("Hello {{ customer.name }},\nyour order {{ order.number }} is here");
  await page.getByRole("radiogroup", { name: "Shown as" }).getByText("Plain text").click();
  await page.getByText("Hello Asha Rao, your order QM-100042 is here").waitFor();
  await save.click();
  await page.getByText("Saved. Messages use this text from now on").waitFor();
  await page.getByRole("button", { name: "Versions" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Version 1/ })
    .click();
  await page.getByText("It is the same as the current text.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("button", { name: "Restore text" }).click();
  await page.getByText("Original text restored").waitFor();
  await page.getByText("the original text").first().waitFor();
});

// Carriers in India drop messages that differ from their registered wording, and tell no one.
it("saves the registration of an SMS, and shows where the text differs and in how many parts it is sent", async () => {
  const page = await journey.visitor({ at: "/settings/messages/order.shipped/sms", expects: /400/ });
  await page.getByText(/1 part, \d+ characters, GSM-7/).waitFor();
  await page.getByRole("button", { name: "Add a registered text" }).click();
  await page.getByLabel("Template ID at the sender").fill("63a1f0c2d6fc051d9a3b8e42");
  await page.getByLabel("Registered wording").fill("{#var#}: order {#var#} has left.");
  await page.getByText(/Registered text: The registered text goes on with ": order "/).waitFor();
  await page.getByRole("textbox", { name: "SMS" }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText("{{ shop.name }}: order {{ order.number }} has left.");
  await page.getByLabel("Gap 2").fill("number");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Messages use this text from now on").waitFor();
  expect(await journey.ask("GET", "/api/admin/templates/order.shipped/sms")).toMatchObject({
    source: { registered: { id: "63a1f0c2d6fc051d9a3b8e42", names: ["VAR1", "number"] } },
  });
  // A test says at the field what is wrong with its number, and that nobody sends it.
  await page.getByLabel("Send a test to").fill("98300 41074");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByLabel("Send a test to").and(page.locator('[aria-invalid="true"]')).waitFor();
  expect(await page.getByText("Check the highlighted fields").count()).toBe(0);
  await page.getByLabel("Send a test to").fill("+919830041074");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("The test was not sent. No sender is set up.").waitFor();
});

// Authors of a text see what the customer of a real order will get, and can send it to their own inbox first.
it("lists the variables, shows a preview for a chosen order at desktop and phone width, and sends a test", async () => {
  const server = await aMailServer();
  await journey.ask("PUT", "/api/admin/providers/smtp", { settings: smtpSettings(server.port) });
  const page = await journey.visitor({ at: "/settings/messages/order.created/email" });
  const text = page.getByRole("textbox", { name: "Plain text" });
  await text.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Your number is {{ order.nu");
  await page.getByRole("option", { name: /^order\.number/ }).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/names.png` });
  // The list ignores keys for the first 75 ms, so that no one selects from it by typing on.
  await page.waitForTimeout(300);
  await page.keyboard.press("Enter");
  await soon(() => text.textContent()).toMatch(/order\.number/);
  await text.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText("Your number is {{ order.number }}");

  const frame = page.frameLocator('iframe[title="Preview"]');
  await frame.locator("strong", { hasText: "QM-100042" }).waitFor();
  await page.getByRole("combobox", { name: "Order of the preview" }).click();
  await page.getByRole("option", { name: new RegExp(order.number) }).click();
  await frame.locator("strong", { hasText: order.number }).waitFor();
  const shown = page.getByRole("radiogroup", { name: "Shown as" });
  const width = async () => (await page.locator('iframe[title="Preview"]').boundingBox())?.width ?? 0;
  const atADesk = await width();
  await shown.getByText("Phone").click();
  await soon(async () => (await width()) < atADesk && (await width()) <= 390).toBe(true);
  if (shots) await page.screenshot({ path: `${shots}/template-phone.png`, fullPage: true });
  await shown.getByText("Plain text").click();
  await page.getByText(`Your number is ${order.number}`).waitFor();

  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Messages use this text from now on").waitFor();
  await page.getByLabel("Send a test to").fill("me@store.test");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("The test is on its way").waitFor();
  await soon(() => server.mails.map(({ envelope }) => envelope.to)).toEqual([["me@store.test"]]);
  expect(server.mails[0]?.parsed.text).toContain("Your number is ");

  // The previous text next to the current one.
  await text.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText("Your number is now {{ order.number }}");
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "PUT" && response.ok()),
    page.getByRole("button", { name: "Save" }).click(),
  ]);
  await page.getByRole("button", { name: "Versions" }).click();
  const versions = page.getByRole("dialog").getByRole("button", { name: /^Version/ });
  await versions.nth(1).click();
  await page.locator(".cm-deletedChunk").getByText("Your number is {{ order.number }}").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/versions.png` });
  await journey.ask("POST", "/api/admin/templates/order.created/email/reset", {});
});

// No one misses a message that was never sent: the store has to report it.
it("shows on Home that a sender fails, lets staff unblock an address, and switches a kind of message off", async () => {
  const server = await aMailServer({
    onRcptTo: (_address, _session, done) => done(no(550, "5.1.1 No such user here")),
  });
  await journey.ask("PUT", "/api/admin/providers/smtp", { settings: smtpSettings(server.port) });
  const [{ id }] = (await journey.ask<{ items: { id: string }[] }>("GET", `/api/admin/messages?orderId=${order.id}`))
    .items as [{ id: string }];
  await journey.ask("POST", `/api/admin/messages/${id}/resend`, {});
  const page = await journey.visitor();
  await soon(async () => {
    await page.goto("/settings/messages");
    await page.getByText("Messages sent").waitFor();
    return page.getByText("5.1.1 No such user here").count();
  }).toBe(1);
  await page.getByText("meera@example.com").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/blocked.png`, fullPage: true });
  await page.getByRole("button", { name: "Unblock" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unblock" }).click();
  await page.getByText("Messages are sent there again").waitFor();
  await soon(() => page.getByText("meera@example.com").count()).toBe(0);

  const toggle = page.getByRole("switch", { name: "Order placed by Email" });
  await toggle.click({ force: true });
  await soon(() => toggle.isChecked()).toBe(false);
  const silent = await anOrderOf(journey, bowl);
  await journey.ask("PUT", "/api/admin/providers/smtp", { settings: { ...smtpSettings(server.port), port: "9" } });
  await toggle.click({ force: true });
  await soon(() => toggle.isChecked()).toBe(true);
  const told = await anOrderOf(journey, bowl);
  const about = async ({ id: orderId }: { readonly id: string }) =>
    (await journey.ask<{ items: unknown[] }>("GET", `/api/admin/messages?orderId=${orderId}&channel=email`)).items
      .length;
  await soon(() => about(told)).toBe(1);
  expect(await about(silent)).toBe(0);
  await soon(async () => {
    await page.goto("/");
    await page.locator("#content").waitFor();
    await quiet(page);
    return page.getByText("Senders failing").count();
  }).toBe(1);
  if (shots) await page.screenshot({ path: `${shots}/home-failing.png` });
  await page.getByRole("link", { name: /Senders failing/ }).click();
  await page.getByRole("heading", { name: "Messages and senders" }).waitFor();
});

it("is accessible in light and dark, at a desk and on a phone", async () => {
  const urls = [
    "/messages",
    "/settings/messages",
    "/settings/messages/order.created/email",
    "/settings/messages/order.shipped/sms",
  ];
  expect(await faultsInLooks(await journey.visitor(), urls)).toEqual({});
});

// A compound word is a whole title in German, and an address pasted as a name has no spaces: the price was off the screen.
it.each(["order.created", "order.shipped", "cart.abandoned", "stock.low"] as const)(
  "the email %s is no wider than a phone, however long its words are",
  async (kind) => {
    const word = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft";
    const example = JSON.stringify(exampleOf(kind), (key, value) =>
      ["title", "name", "trackingNumber"].includes(key) ? word : value,
    );
    const { html = "" } = originalOf(kind, "email") ?? {};
    const page = await journey.visitor(phone);
    await page.setContent(rendered(parsed(html, "html"), "html", JSON.parse(example)));
    await page.getByText(word).first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(phone.viewport.width);
  },
);

const linesOfFigures = `[...document.querySelectorAll("td[align=right]")].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(({ y }) => y)).size;
})`;

// A long name beside a figure took its width, and "1,234,567.89" was in four pieces below each other.
it("the figures in emails to staff stay whole beside a long text, at a desk and on a phone", async () => {
  const [figure, text] = ["1,234,567.89", "Stainless steel bottle with a bamboo lid and a sleeve of felt. ".repeat(5)];
  const cells = [text, figure, figure].map((cell) => ({ text: cell, align: cell === figure ? "right" : "left" }));
  const columns = [{ name: "title", align: "left" }, ...["sold", "left"].map((name) => ({ name, align: "right" }))];
  const lines = [{ title: text, sku: "BOTTLE", available: "1200" }];
  const more = { columns, rows: [{ cells }], lines };
  for (const [kind, figures] of [
    ["report.scheduled", 2],
    ["stock.low", 1],
  ] as const) {
    const example = JSON.stringify(exampleOf(kind), (key, value) =>
      ["report", "stock"].includes(key) ? { ...value, ...more } : value,
    );
    const { html = "" } = originalOf(kind, "email") ?? {};
    const email = rendered(parsed(html, "html"), "html", JSON.parse(example));
    for (const device of [{}, phone]) {
      const page = await journey.visitor(device);
      await page.setContent(email);
      await page.getByText(text.trim()).waitFor();
      expect(await page.evaluate(linesOfFigures), kind).toEqual(Array(figures).fill(1));
    }
  }
});
