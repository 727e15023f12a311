/** Marketing can be declined by the link in each message: by a mailbox's own button (RFC 8058), or on a page. */
import { beforeEach, describe, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as message from "#core/contract/message";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as sweepCarts } from "#functions/schedule/sweep-carts";
import { sesAccount, sesFake } from "../sender/fakes/ses.ts";
import { auditMark, entriesSince } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { aCustomer, someEmail } from "../support/given/customers.ts";
import {
  aMailServer,
  type Mail,
  mailsGoTo,
  messagesDueNow,
  no,
  providersUnpaused,
  workOnMessages,
} from "../support/given/mail.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { invocation, scheduled } from "../support/invocation.ts";

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from messages`);
  await db().execute(sql`update providers set removed_at = clock_timestamp() where kind = 'sender'`);
});

/** A cart that its shopper has left, and the reminder of it. */
async function aReminder(email = someEmail(), name = "Asha Rao") {
  await aFilledCart({ contact: { email, name } });
  await db().execute(sql`update carts set updated_at = clock_timestamp() - interval '30 days' where email = ${email}`);
  await sweepCarts(scheduled, invocation);
  await workOnMessages();
  return email;
}

const headerIn = ({ raw }: Pick<Mail, "raw">, name: string) =>
  new RegExp(`^${name}: ?(.*(?:\\r\\n[ \\t].*)*)`, "im").exec(raw)?.[1]?.replace(/\r\n[ \t]+/g, "");
const linkIn = (mail: Pick<Mail, "raw">) => /^<(.*)>$/.exec(headerIn(mail, "List-Unsubscribe") ?? "")?.[1] ?? "";
const tokenIn = (link: string) => link.slice(link.lastIndexOf("/") + 1);

/** As mailboxes do it: a form that nobody signed in sends. */
const oneClick = (token: string) =>
  call(
    message.declineMarketing,
    { token },
    {
      as: null,
      rawBody: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    },
  );
const saidBy = async (email: string) => {
  const [found] = (await call(customer.list, { q: email })).body.items;
  return found && (await call(customer.read, { id: found.id })).body.marketing.accepts;
};

describe("a reminder of a cart", () => {
  it("says how mailboxes can decline more, by SMTP and by SES; messages about orders do not", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    await aReminder();
    const [mail] = server.mails as [Mail];
    expect(linkIn(mail)).toMatch(/^https:\/\/store\.test\/api\/messages\/decline-marketing\/[\w.-]+$/);
    expect(headerIn(mail, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(mail.parsed.text).toContain("https://store.test/api/messages/decline-marketing/");
    expect(mail.parsed.html).toContain('href="https://store.test/api/messages/decline-marketing/');
    await anOrder();
    await workOnMessages();
    expect(server.mails).toHaveLength(2);
    expect(headerIn(server.mails[1]!, "List-Unsubscribe")).toBeUndefined();
    const fake = await sesFake();
    await call(provider.configure, { code: "ses", settings: { ...sesAccount, server: fake.origin } });
    await aReminder();
    const raw = Buffer.from(fake.sent[0]!.Content.Raw.Data, "base64").toString();
    expect(linkIn({ raw })).toMatch(/^https:\/\/store\.test\//);
    expect(headerIn({ raw }, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  });

  it("is the last one once its button was used, also for someone who is no customer yet", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const email = await aReminder(someEmail(), "Mira Sen");
    const token = tokenIn(linkIn(server.mails[0]!));
    const mark = await auditMark();
    for (let nth = 0; nth < 2; nth++) expect(await oneClick(token)).toMatchObject({ status: 200 });
    expect(await saidBy(email)).toBe(false);
    expect((await call(customer.list, { q: email })).body.items).toMatchObject([{ name: "Mira Sen" }]);
    const declined = (await entriesSince(mark)).filter(({ action }) => action === "message.declineMarketing");
    expect(declined).toMatchObject([{ actorKind: "anyone", after: { acceptsMarketing: false } }]);
    expect(JSON.stringify(declined)).not.toContain(email);
    await aReminder(email);
    const { items } = (await call(message.list, { q: email })).body;
    expect(items[0]).toMatchObject({ kind: "cart.abandoned", status: "skipped", why: "declined" });
    await anOrder({ email });
    await workOnMessages();
    expect(server.mails.at(-1)!.parsed.subject).toContain("We have received your order");
  });

  // Anyone can leave anyone's address in hundreds of carts a minute.
  it("reaches an address once a day, whatever the number of carts with it", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const email = someEmail();
    await aFilledCart({ contact: { email } });
    await aReminder(email);
    await aReminder(email);
    const outcomes = async () =>
      (await call(message.list, { q: email })).body.items.map(({ status, why }) => why ?? status).toSorted();
    expect([server.mails.length, await outcomes()]).toEqual([1, ["reminded", "reminded", "sent"]]);
    await db().execute(sql`update messages set created_at = created_at - interval '25 hours'`);
    await aReminder(email);
    expect(server.mails).toHaveLength(2);
    // Other people's carts that are found in the same minute do not count.
    for (let nth = 0; nth < 2; nth++) await aFilledCart();
    await db().execute(
      sql`update carts set updated_at = clock_timestamp() - interval '30 days' where abandoned_at is null`,
    );
    await sweepCarts(scheduled, invocation);
    await workOnMessages();
    expect(server.mails).toHaveLength(4);
  });

  it.each(["its customer", "a later customer"])("waiting when %s declined is not sent", async (whose) => {
    let isDown = true;
    const server = await aMailServer({
      onRcptTo: (_address, _session, done) => done(isDown ? no(450, "4.3.0 Later") : undefined),
    });
    await mailsGoTo(server);
    const email = await aReminder();
    const its = (await call(customer.create, { email, name: "Asha Rao", acceptsMarketing: true })).body;
    const { id } = whose === "its customer" ? its : await aCustomer();
    if (id !== its.id) await call(customer.merge, { id, otherId: its.id });
    const { items } = (await call(message.list, { q: email })).body;
    const { body } = await call(message.read, { id: items[0]!.id });
    expect(body).toMatchObject({ status: "queued" });
    await oneClick(tokenIn(/https:\S+/.exec(body.body!.split("such emails:")[1]!)![0]));
    expect((await call(customer.read, { id })).body.marketing.accepts).toBe(false);
    isDown = false;
    await messagesDueNow();
    await providersUnpaused();
    await workOnMessages();
    expect(server.mails).toEqual([]);
    expect((await call(message.read, { id: items[0]!.id })).body).toMatchObject({ status: "skipped", why: "declined" });
  });
});

describe("the link", () => {
  it("opened in a browser asks first, and changes nothing", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    await aReminder();
    const token = tokenIn(linkIn(server.mails[0]!));
    await nothingChanged(async () => {
      const page = await call(message.declineMarketingPage, { token }, { as: null });
      expect(page).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8" } });
      expect(page.body).toContain('<form method="post">');
      expect(page.headers["content-security-policy"]).toContain("form-action 'self'");
    });
  });

  it("declines for nobody else: one that we have not made is refused", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const email = await aReminder();
    const token = tokenIn(linkIn(server.mails[0]!));
    await nothingChanged(async () => {
      const half = token.length / 2;
      const changed = `${token.slice(0, half)}${token[half] === "A" ? "B" : "A"}${token.slice(half + 1)}`;
      for (const wrong of [changed, token.slice(0, -4), Buffer.from(email).toString("base64url"), "k1..", "x"]) {
        expect(await oneClick(wrong)).toMatchObject({ status: 404, body: { error: { code: "message.linkUnknown" } } });
        const { status, body } = await call(message.declineMarketingPage, { token: wrong }, { as: null });
        expect([status, body]).toEqual([200, expect.stringContaining("<h1>This link does not work</h1>")]);
        expect(body).not.toContain("<form");
      }
    });
  });

  // Otherwise the next reminder would reach someone who has declined them.
  it("of someone who was erased is remembered for their address, without their name", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const email = await aReminder();
    const { id } = (await call(customer.create, { email, name: "Asha Rao" })).body;
    expect((await call(customer.erase, { id })).status).toBe(200);
    await oneClick(tokenIn(linkIn(server.mails[0]!)));
    expect((await call(customer.read, { id })).body).toMatchObject({ email: null, name: "Erased" });
    expect((await call(customer.list, { q: email })).body.items).toMatchObject([{ email, name: "-" }]);
    await aReminder(email);
    expect((await call(message.list, { q: email })).body.items).toMatchObject([{ status: "skipped", why: "declined" }]);
  });

  it("of a merged customer declines for the remaining one", async () => {
    const server = await aMailServer();
    await mailsGoTo(server);
    const email = await aReminder();
    const { id: intoId } = (
      await call(customer.create, { email: `kept-${email}`, name: "Asha", acceptsMarketing: true })
    ).body;
    const { id } = (await call(customer.create, { email, name: "Asha" })).body;
    await call(customer.merge, { id: intoId, otherId: id });
    await oneClick(tokenIn(linkIn(server.mails[0]!)));
    expect((await call(customer.read, { id: intoId })).body.marketing.accepts).toBe(false);
  });
});
