import { beforeAll, expect, it } from "vitest";
import { aMailServer, smtpSettings } from "../support/given/mail.ts";
import { anOrderOf, aStockedStore, journeys, soon } from "../support/harness/journey.ts";
import { faultsAt, looks } from "../support/harness/looks.ts";

const journey = journeys();
let order: { readonly id: string; readonly number: string };

beforeAll(async () => {
  const { bowl } = await aStockedStore(journey);
  order = await anOrderOf(journey, bowl);
}, 60_000);

// A customer calls and says that they have heard nothing.
it("shows what a customer was told as they got it, with what became of it, and sends it again", async () => {
  const page = await journey.visitor();
  await page.goto("/messages");
  await page.getByText("no sender").first().waitFor();
  const server = await aMailServer();
  await journey.ask("PUT", "/api/admin/providers/smtp", { settings: smtpSettings(server.port) });
  await page.goto(`/orders/${order.id}`);
  await page.getByRole("button", { name: "Order placed" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByText("No sender is set up.").waitFor();
  const frame = drawer.frameLocator("iframe");
  await frame.getByText("Thank you for your order").waitFor();
  expect(await frame.locator("body").textContent()).toContain(order.number);
  await drawer.getByRole("button", { name: "Send again" }).click();
  await soon(() => server.mails.length).toBe(1);
  expect(server.mails[0]?.parsed.subject).toBe(`Your order ${order.number}`);
  await page.goto("/messages?status=sent");
  await page.getByRole("link", { name: "Order placed" }).click();
  await drawer.getByText("The sender accepted it.").waitFor();
});

it("writes a text: says what is wrong where it stands, shows it as it will arrive, keeps versions and goes back", async () => {
  const page = await journey.visitor();
  await page.goto("/settings/messages");
  await page
    .getByRole("row", { name: /Order placed/ })
    .getByRole("link", { name: "Edit the text" })
    .first()
    .click();
  await page.getByRole("heading", { name: "Order placed: E-mail" }).waitFor();
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

// Carriers in India drop what is not worded as it was registered, and tell nobody.
it("takes what is registered of an SMS, and shows where the text differs and as how many parts it is sent", async () => {
  const page = await journey.visitor();
  await page.goto("/settings/messages/order.shipped/sms");
  await page.getByText(/1 part, \d+ characters, GSM-7/).waitFor();
  await page.getByRole("button", { name: "Add a registered text" }).click();
  await page.getByLabel("Template ID at the sender").fill("63a1f0c2d6fc051d9a3b8e42");
  await page.getByLabel("Text as it was registered").fill("{#var#}: order {#var#} has left.");
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
});

it.each(looks)("is there for everybody %s", async (_, look) => {
  const page = await journey.visitor(look);
  const urls = [
    "/messages",
    "/settings/messages",
    "/settings/messages/order.created/email",
    "/settings/messages/order.shipped/sms",
  ];
  expect(await faultsAt(page, urls)).toEqual({});
});
