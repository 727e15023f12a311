/**
 * Texts that have arrived cut, with question marks, or with an injected header at some store; through a real mail
 * server and parser.
 */

import { beforeEach, expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aMailServer, type MailServer, mailsGoTo, smtpSettings, workOnMessages } from "../support/given/mail.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from messages`);
  await call(template.reset, named);
});

const named = { kind: "order.created", channel: "email" } as const;

/** What arrives for an order if the store's own template has this text. */
async function arrived(server: MailServer, source: { subject: string; html: string; body: string }) {
  await mailsGoTo(server);
  expect(await call(template.edit, { ...named, source })).toMatchObject({ status: 200 });
  const made = await anOrder();
  await workOnMessages();
  const [mail] = server.mails;
  return { mail: mail!, made };
}

const headersOf = (raw: string) => raw.slice(0, raw.indexOf("\r\n\r\n"));
const longestLine = (raw: string) => Math.max(...raw.split("\r\n").map((line) => Buffer.byteLength(line)));

// RFC 5322: 998 bytes in a line. A server that gets more cuts the line there, or refuses the message.
it.each([
  ["998 letters", "x".repeat(998)],
  ["999 letters", "x".repeat(999)],
  ["9000 letters without a blank", "x".repeat(9_000)],
  ["Devanagari", "आशाकीदुकान".repeat(300)],
  ["right to left", "متجر‏آشا".repeat(300)],
  ["emoji that are put together", "👩‍👩‍👧🛍️".repeat(300)],
  ["lines that begin with dots", ".\n..\n.x\n".repeat(100).trim()],
  ["equals signs and From lines", "From here = there\n=41=3D\n".repeat(50).trim()],
])("delivers a text of %s unchanged, in lines that every server accepts", async (_, long) => {
  const { mail } = await arrived(await aMailServer(), { subject: "Hello", html: `<p>${long}</p>`, body: long });
  expect(mail.parsed.text?.trim()).toBe(long);
  expect(String(mail.parsed.html).replaceAll("\r\n", "\n")).toContain(`<p>${long}</p>`);
  expect(longestLine(mail.raw)).toBeLessThanOrEqual(998);
});

it.each([
  ["Devanagari", "आपका ऑर्डर रास्ते में है".repeat(8)],
  ["emoji", "📦👩‍👩‍👧 ".repeat(20).trim()],
  ["right to left beside left to right", "طلبك رقم QM-1 في الطريق ".repeat(8).trim()],
  ["one word that is too long for a line", "x".repeat(290)],
])("delivers a subject of %s unchanged", async (_, subject) => {
  const { mail } = await arrived(await aMailServer(), { subject, html: "<p>Hi</p>", body: "Hi" });
  expect(mail.parsed.subject).toBe(subject);
  expect(longestLine(headersOf(mail.raw))).toBeLessThanOrEqual(998);
  // Every byte of a header is ASCII: not every server accepts others.
  expect(headersOf(mail.raw)).toMatch(/^[\t\r\n -~]*$/);
});

// With an injected header, a copy of the message goes to whomever its author likes.
it.each(["\\r\\nBcc: victim@example.com", "\\nBcc: victim@example.com", "\\u2028Bcc: victim@example.com"])(
  "does not let a customer's name in the subject inject a header: %s",
  async (typed) => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const source = { subject: "Thank you, {{ customer.name }}", html: "<p>Hi</p>", body: "Hi" };
    await call(template.edit, { ...named, source });
    await anOrder();
    await db().execute(sql`
      update events set body = replace(body, 'Asha Rao', ${`Asha${typed}`}) where unwritten`);
    await workOnMessages();
    const [{ parsed, envelope, raw }] = server.mails as [(typeof server.mails)[number]];
    expect(parsed.subject).toBe("Thank you, Asha Bcc: victim@example.com");
    expect([envelope.to, parsed.bcc]).toEqual([["asha@example.com"], undefined]);
    expect(headersOf(raw)).not.toMatch(/^bcc:/im);
  },
);

it("an address with a line break is refused, a customer's and the store's own", async () => {
  const breaks = "asha@example.com\r\nBcc: victim@example.com";
  const { id } = await anOrder();
  await nothingChanged(async () => {
    expect(await call(order.editDetails, { id, email: breaks })).toMatchObject({ status: 400 });
    for (const wrong of [{ fromAddress: breaks }, { replyTo: breaks }, { fromName: "Shop\r\nBcc: v@example.com" }]) {
      const settings = smtpSettings(25, wrong);
      expect([wrong, (await call(provider.configure, { code: "smtp", settings })).status]).toEqual([wrong, 400]);
    }
  });
});
