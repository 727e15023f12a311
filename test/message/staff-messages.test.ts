/** What the store sends to its own staff, and what it sends to customers without an event. */

import { beforeEach, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import * as staff from "#core/contract/staff";
import * as store from "#core/contract/store";
import * as template from "#core/contract/template";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { eraseMessages } from "#core/message/erase-messages";
import { notifyStaff } from "#core/message/notify-staff";
import { holdersOf } from "#core/staff/holders";
import { call } from "../support/call.ts";
import { aProduct } from "../support/given/catalogue.ts";
import { someEmail } from "../support/given/customers.ts";
import { aGateway, makeCalls } from "../support/given/gateways.ts";
import { aKey } from "../support/given/given.ts";
import { aMailServer, by, mailsGoTo, no, workOnMessages } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";
import { aPerson, aVendor, roleHas } from "../support/given/people.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { anEndpoint, someDeliveries } from "../support/given/webhooks.ts";

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from messages`);
});

const all = async (kind: (typeof message.Message)["shape"]["kind"]["options"][number]) =>
  (await call(message.list, { kind, limit: 200 })).body.items;

it("an invitation arrives with a link that works, which no one can read in the admin", async () => {
  const server = await aMailServer();
  await mailsGoTo(server);
  const { body: invited } = await call(staff.invite, { email: "new@store.test", name: "Ravi", role: "staff" });
  await workOnMessages();
  const [{ parsed, raw }] = server.mails as [(typeof server.mails)[number]];
  expect(parsed.text).toContain(invited.link);
  expect(parsed.html).toContain(invited.link);
  expect(raw).not.toContain("link-removed");
  const [made] = await all("staff.invited");
  const { body } = await call(message.read, { id: made!.id });
  const token = invited.link.split("token=")[1]!;
  expect(JSON.stringify(body)).not.toContain(token);
  const [row] = await db().execute<{ whole: string }>(
    sql`select messages::text as whole from messages where id = ${made!.id}`,
  );
  expect(row!.whole).not.toContain(token);
  expect((await call(message.resend, { id: made!.id })).body.error?.code).toBe("message.usedOnce");
});

// Everyone who may read messages reads the server's answer: with the link in it they could take over the account.
it("an invitation's link is not shown where a server quotes it in its refusal", async () => {
  const invited = await call(staff.invite, { email: "refused@store.test", name: "Ravi", role: "staff" });
  const { link } = invited.body;
  await mailsGoTo(await aMailServer({ afterText: () => no(554, `5.7.1 Blocked for <${link}>`) }));
  await workOnMessages();
  const [made] = await all("staff.invited");
  expect(made).toMatchObject({ status: "rejected", says: expect.stringContaining("Blocked for") });
  expect(made!.says).not.toContain(link.split("token=")[1]!);
});

it("a payment link is sent to the customer once it is open, and only once", async () => {
  await aGateway();
  const { id } = await anOrder();
  await call(order.requestPayment, { id, gateway: "test" });
  expect(await all("payment.requested")).toEqual([]);
  await makeCalls();
  await makeCalls();
  await workOnMessages();
  const made = await all("payment.requested");
  expect(made.map(({ channel }) => channel).toSorted()).toEqual(["email", "sms"]);
  const { body } = await call(message.read, { id: made.find(({ channel }) => channel === "email")!.id });
  const { paymentRequests } = (await call(order.read, { id })).body;
  expect(body.body).toContain(paymentRequests[0]!.url);
});

it("a payment link is sent to no one once the customer is erased", async () => {
  await aGateway();
  const { id, customerId } = await anOrder({ email: someEmail(), payment: "cod", shippedQuantity: 2 });
  expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
  expect((await call(order.requestPayment, { id, gateway: "test" })).status).toBe(201);
  await makeCalls();
  expect((await call(message.list, { orderId: id })).body.items).toEqual([]);
});

it("low stock is reported once each morning of the store, to those who reorder", async () => {
  const manager = await aPerson({ role: "manager" });
  await call(store.edit, { timeZone: "Asia/Kolkata" });
  await aVariantInStock(1, { lowStockThreshold: 3 });
  // No one reorders what is not sold.
  await aProduct({ status: "archived", variants: [{ sku: "NO-LONGER-SOLD", lowStockThreshold: 3 }] });
  // Half past eight in India; at night no one wants to know.
  await notifyStaff(holdersOf, new Date("2026-03-31T22:00:00Z"));
  expect(await all("stock.low")).toEqual([]);
  await notifyStaff(holdersOf, new Date("2026-04-01T03:00:00Z"));
  await notifyStaff(holdersOf, new Date("2026-04-01T04:00:00Z"));
  await workOnMessages();
  const told = await all("stock.low");
  expect(told.filter(({ recipient }) => recipient === manager.email)).toHaveLength(1);
  const { body } = (await call(message.read, { id: told[0]!.id })).body;
  expect(body).toContain("1 left");
  expect(body).not.toContain("NO-LONGER-SOLD");
  await call(store.edit, { timeZone: "UTC" });
});

// It said “And 180 or more more.”
it("low stock of more items than are listed is counted, as far as is looked", async () => {
  await aPerson({ role: "manager" });
  const reported = async (items: number, day: string) => {
    await db().execute(sql`delete from messages`);
    await db().execute(sql`update products set status = 'archived'`);
    for (let left = items; left > 0; left -= 50) {
      const variants = Array.from({ length: Math.min(left, 50) }, (_, nth) => ({
        ...{ options: [String(nth)], lowStockThreshold: 3 },
      }));
      await aProduct({ options: ["Size"], variants });
    }
    await notifyStaff(holdersOf, new Date(`${day}T08:00:00Z`));
    await workOnMessages();
    const [told] = await all("stock.low");
    return (await call(message.read, { id: told!.id })).body.body;
  };
  expect(await reported(20, "2026-05-01")).not.toContain("more.");
  expect(await reported(25, "2026-05-02")).toContain("And 5 more.");
  expect(await reported(200, "2026-05-03")).toContain("And 180 more.");
  expect(await reported(201, "2026-05-04")).toContain("And at least 180 more.");
  await db().execute(sql`update products set status = 'archived'`);
});

it("low stock is reported to nobody while its message is switched off", async () => {
  await aPerson();
  await aVariantInStock(1, { lowStockThreshold: 3 });
  await call(template.setSwitch, { kind: "stock.low", channel: "email", isOn: false });
  await notifyStaff(holdersOf, new Date("2026-04-02T08:00:00Z"));
  await workOnMessages();
  await call(template.setSwitch, { kind: "stock.low", channel: "email", isOn: true });
  const told = await all("stock.low");
  expect(new Set(told.map(({ status, why }) => `${status} ${why}`))).toEqual(new Set(["skipped switchedOff"]));
});

// No one looks at the webhooks page without a reason; a delivery that was given up must be brought to someone.
it("an endpoint whose deliveries are given up is reported to the owners, once until it works again", async () => {
  const server = await aMailServer();
  await mailsGoTo(server);
  await db().execute(sql`delete from sessions`);
  await db().execute(sql`update staff set removed_at = now() where removed_at is null`);
  await aPerson({ role: "owner" });
  const { id } = await anEndpoint("https://hidden:password@receiver.test/hooks?to=ops@store.test");
  await someDeliveries(2);
  const die = async (lastSuccess: string | null) => {
    await db().execute(sql`
      update webhook_deliveries set status = 'dead', next_attempt_at = null, last_error = 'connection refused' where endpoint_id = ${id}`);
    await db().execute(sql`
      update webhook_endpoints set failures_in_a_row = 12, last_success_at = ${lastSuccess}::timestamptz where id = ${id}`);
    // At night: low stock is another email, sent in the morning.
    await notifyStaff(holdersOf, new Date("2026-04-01T22:00:00Z"));
    await notifyStaff(holdersOf, new Date("2026-04-01T22:00:00Z"));
    await workOnMessages();
  };
  await die(null);
  await die(null);
  const [{ parsed }] = server.mails as [(typeof server.mails)[number]];
  expect(server.mails).toHaveLength(1);
  expect(parsed.text).toContain("https://hidden:***@receiver.test/hooks?to=ops@store.test");
  expect(parsed.text).toContain("connection refused");
  expect(parsed.text).toContain(`/settings/webhooks/${id}`);
  expect(parsed.text).not.toContain("password");
  await die("2026-11-20T10:00:00Z");
  expect(await all("webhook.dead")).toHaveLength(2);
});

// Whatever was ever given up is kept, so every failed attempt after a success was reported as an endpoint's end.
it("an endpoint that works again is not reported for a failed attempt, until something is given up anew", async () => {
  await aPerson({ role: "owner" });
  const { id } = await anEndpoint("https://us@er:pass%20word@receiver.test/again");
  await someDeliveries(2);
  const reported = async (failures: number) => {
    await db().execute(sql`
      update webhook_endpoints set failures_in_a_row = ${failures}, last_success_at = now() where id = ${id}`);
    await notifyStaff(holdersOf, new Date("2026-04-01T22:00:00Z"));
    await workOnMessages();
    const { items } = (await call(message.list, { kind: "webhook.dead" })).body;
    const bodies = await Promise.all(items.map(async (one) => (await call(message.read, { id: one.id })).body.body));
    return bodies.filter((body) => body?.includes("receiver.test/again"));
  };
  const dies = (at: string) =>
    db().execute(sql`
      update webhook_deliveries set status = 'dead', next_attempt_at = null, last_error = 'timeout',
        history = jsonb_build_array(jsonb_build_object('at', ${at}::timestamptz, 'status', null, 'error', 'timeout', 'ms', 1))
      where endpoint_id = ${id}`);
  await dies("2026-01-01T00:00:00Z");
  expect(await reported(1)).toEqual([]);
  await dies("2100-01-01T00:00:00Z");
  const bodies = await reported(1);
  expect(bodies[0]).toContain("2 deliveries to https://us@er:***@receiver.test/again were given up");
  // Whoever turned it off knows.
  await db().execute(sql`update webhook_endpoints set active = false where id = ${id}`);
  expect(await reported(1)).toEqual(bodies);
});

// A store that lets its managers look after webhooks, or its clerks after stock, wants them to be told.
it("what needs attention is reported to those with the right to act on it, whatever their role", async () => {
  await db().execute(sql`delete from sessions`);
  await db().execute(sql`update staff set removed_at = now() where removed_at is null`);
  const owner = await aPerson({ role: "owner" });
  const manager = await aPerson({ role: "manager" });
  const clerk = await aPerson({ role: "staff" });
  await aPerson({ role: "vendor", vendorId: await aVendor() });
  const gone = await aPerson({ role: "staff" });
  await call(staff.remove, { id: gone.id });
  await call(staff.invite, { email: "not.yet@store.test", name: "Not yet", role: "owner" });
  await roleHas("manager", ["webhooks.read", "webhooks.write", "inventory.read"]);
  await roleHas("staff", ["inventory.read", "inventory.write"]);
  await roleHas("vendor", ["inventory.read", "inventory.write", "webhooks.read", "webhooks.write"]);
  await aVariantInStock(1, { lowStockThreshold: 3 });
  const { id } = await anEndpoint("https://receiver.test/silent");
  await someDeliveries(1);
  await db().execute(sql`
    update webhook_deliveries set status = 'dead', next_attempt_at = null, last_error = 'timeout' where endpoint_id = ${id}`);
  await db().execute(sql`update webhook_endpoints set failures_in_a_row = 12 where id = ${id}`);
  await notifyStaff(holdersOf, new Date("2026-04-02T08:00:00Z"));
  await workOnMessages();
  const told = async (kind: "stock.low" | "webhook.dead") =>
    [...new Set((await all(kind)).map(({ recipient }) => recipient))].toSorted();
  expect(await told("stock.low")).toEqual([owner.email, clerk.email].toSorted());
  expect(await told("webhook.dead")).toEqual([owner.email, manager.email].toSorted());
});

it("a message to the team can only be read by those who may see its content elsewhere", async () => {
  const told = [
    ...([
      ["report.scheduled", "reports.read"],
      ["webhook.dead", "webhooks.read"],
    ] as const),
    ...([
      ["staff.invited", "team.read"],
      ["stock.low", "inventory.read"],
    ] as const),
  ] as const;
  for (const [kind, right] of told) {
    const id = newId("message");
    await db().execute(sql`
      insert into messages (id, kind, channel, cause, recipient, status, subject, body, asked_by, created_at, settled_at)
      values (${id}, ${kind}, 'email', ${id}, 'asha@store.test', 'sent', 'Takings', '4,000,000', 'test', now(), now())`);
    await roleHas("staff", ["messages.read", "messages.send"]);
    const as = await aKey({ role: "staff" });
    const refused = { status: 403, body: { error: { code: "right.missing", detail: { right } } } };
    expect(await call(message.read, { id }, { as })).toMatchObject(refused);
    expect(await call(message.resend, { id }, { as })).toMatchObject(refused);
    const { body } = await call(message.list, { kind }, { as });
    expect(body.items).toMatchObject([{ id, subject: null }]);
    await roleHas("staff", ["messages.read", right]);
    expect((await call(message.read, { id }, { as })).body).toMatchObject({ subject: "Takings", body: "4,000,000" });
  }
});

it("an erased person appears in no message and receives none", async () => {
  const server = await aMailServer();
  await mailsGoTo(server);
  const { id } = await anOrder({ email: "gone@example.com", name: "Very Private", phone: "+919811111111" });
  await workOnMessages();
  await call(message.resend, { id: (await call(message.list, { orderId: id })).body.items[0]!.id });
  await inChange(by, (change) =>
    eraseMessages(change, { emails: ["Gone@example.com"], phones: ["+919811111111"], orderIds: [id] }),
  );
  await workOnMessages();
  expect(server.mails).toHaveLength(1);
  const rows = await db().execute<{ whole: string }>(sql`select messages::text as whole from messages`);
  expect(JSON.stringify(rows)).not.toMatch(/gone@example|Very Private|919811111111/i);
  const { items } = (await call(message.list, { orderId: id })).body;
  expect(items).toMatchObject([
    { recipient: null, status: "skipped", why: "erased" },
    { recipient: null, status: "sent" },
  ]);
  expect((await call(message.resend, { id: items[1]!.id })).body.error?.code).toBe("message.erased");
});
