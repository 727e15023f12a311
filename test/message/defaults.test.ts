/** The emails of a new store before anyone has edited them, as a customer sees them. */
import { describe, expect, it } from "vitest";
import type { Asked } from "#core/contract/kit/operation";
import * as orderApi from "#core/contract/order";
import * as store from "#core/contract/store";
import * as template from "#core/contract/template";
import { hasChannel, messageKinds, recipientsOf } from "#core/contract/values/message-kinds";
import { originalOf } from "#core/message/defaults/original";
import { parsed, rendered } from "#core/message/template/engine";
import { exampleOf } from "#core/message/template/example";
import { eventDataIn, scopeOfEvent } from "#core/message/template/scope-of-order";
import { call } from "../support/call.ts";
import { anOrder } from "../support/given/orders.ts";

type Kind = Asked<typeof template.preview>["kind"];
const previewed = async (kind: Kind) => {
  const { body } = await call(template.preview, { kind, channel: "email" });
  expect(body.faults).toEqual([]);
  return { html: body.html ?? "", text: body.body, subject: body.subject ?? "" };
};

const mails = messageKinds.filter((kind) => hasChannel(kind, "email"));
const toCustomers = mails.filter((kind) => recipientsOf(kind) === "customer");

describe.each(mails)("%s", (kind) => {
  // Most mails are read on a phone, many of them on a dark screen, and some as plain text.
  it("fits a phone, has colours for dark screens, and has the same content as plain text", async () => {
    const { html, text, subject } = await previewed(kind);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toMatch(/@media \(prefers-color-scheme: dark\) \{[^}]*background: #[0-9a-f]{6} !important/);
    expect(html).toMatch(/@media \(max-width: 480px\)/);
    expect(html).not.toMatch(/<script|javascript:|<link|@import|src="(?!https:)/i);
    expect([subject.length > 5, text.length > 20, text.includes("<")]).toEqual([true, true, false]);
    // Each link can also be copied from the plain text.
    for (const [, address = ""] of html.matchAll(/<a class="button" href="([^"]+)"/g)) {
      expect(text).toContain(address.replaceAll("&amp;", "&"));
    }
  });
});

it.each(toCustomers)("%s has the shop's name as its sender, and shows its logo if there is one", async (kind) => {
  const { name } = (await call(store.read, {})).body;
  await call(store.edit, { logoUrl: null });
  const named = await previewed(kind);
  expect(named.html).not.toContain('height="40"');
  expect(named.html).toContain(`font-weight:700;color:#14181c">${name}</span>`);
  expect(named.text).toContain(name);
  await call(store.edit, { logoUrl: "https://shop.example.com/logo.png" });
  const pictured = await previewed(kind);
  await call(store.edit, { logoUrl: null });
  expect(pictured.html).toContain(`<img src="https://shop.example.com/logo.png" alt="${name}" height="40"`);
});

it("the confirmation shows each line with its image and price, and the order's total", async () => {
  const { html, text } = await previewed("order.created");
  for (const sum of ["Subtotal", "Shipping", "Total"]) {
    expect([sum, html.includes(sum), text.includes(sum)]).toEqual([sum, true, true]);
  }
  expect(text).toMatch(/^\d+ × .+ {2}.*\d/m);
  const example = exampleOf("order.created") as { order: { lines: object[] } }; // its type
  const lines = example.order.lines.map((line, nth) => ({ ...line, imageUrl: `https://shop.example.com/${nth}.jpg` }));
  const { html: source = "" } = originalOf("order.created", "email")!;
  const pictured = rendered(parsed(source, "html"), "html", { ...example, order: { ...example.order, lines } });
  for (const [nth] of lines.entries()) {
    expect(pictured).toContain(`<img src="https://shop.example.com/${nth}.jpg" alt="" width="56" height="56"`);
  }
});

// In a store whose prices are without tax, a text without it showed a total that its sums did not add up to.
it.each([
  ["yes", "Tax included"],
  ["", "Tax"],
])("the confirmation shows the same sums in both its parts (taxIncluded is %j)", (taxIncluded, label) => {
  const example = exampleOf("order.created") as { order: object }; // its type
  const order = { ...example.order, taxIncluded, paid: "₹100.00", due: "₹4,996.00" };
  const { html = "", body } = originalOf("order.created", "email")!;
  const shown = rendered(parsed(html, "html"), "html", { ...example, order });
  const text = rendered(parsed(body, "text"), "text", { ...example, order });
  for (const [name, sum] of [
    [label, "₹777.36"],
    ["Still to pay", "₹4,996.00"],
  ] as const) {
    expect(shown).toMatch(new RegExp(`>${name}</td>\\s*<td[^>]*>${sum}</td>`));
    expect(text).toContain(`\n${name}  ${sum}\n`);
  }
});

it("the message about a parcel has a button that leads to its tracking page", async () => {
  const { html, text } = await previewed("order.shipped");
  const [, address = ""] = /<a class="button" href="(https:[^"]+)"[^>]*>Track your parcel<\/a>/.exec(html) ?? [];
  expect(address).not.toBe("");
  expect(text).toContain(`Track it: ${address}`);
  expect(text).toMatch(/Tracking number: \S+/);
});

// Shiprocket's services are numbers: "has shipped with 24".
it("the message about a parcel names its service only in words", async () => {
  const { body: shop } = await call(store.read, {});
  const { body: order } = await call(orderApi.read, { id: (await anOrder()).id });
  const html = parsed(originalOf("order.shipped", "email")!.html ?? "", "html");
  const sentWith = (carrier: string, service: string) =>
    rendered(html, "html", scopeOfEvent(eventDataIn({ ...order, parcel: { carrier, service } }), shop, new Map()));
  expect(sentWith("fedex", "FEDEX_GROUND")).toContain("has shipped with Fedex ground.");
  expect(sentWith("shiprocket", "24")).toContain("has shipped.");
});
