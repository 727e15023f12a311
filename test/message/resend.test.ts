/** Sending a message again: to where the customer can be reached now, and once its template works. */
import { beforeEach, expect, it } from "vitest";
import { system } from "#core/actor";
import * as customer from "#core/contract/customer";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import * as template from "#core/contract/template";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { resendMessage } from "#core/message/resend-message";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { someEmail } from "../support/given/customers.ts";
import { aGateway, makeCalls } from "../support/given/gateways.ts";
import { aMailServer, mailsGoTo, workOnMessages } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`delete from messages`);
  await db().execute(sql`delete from template_versions`);
});

const mailsOf = async (orderId: Awaited<ReturnType<typeof anOrder>>["id"]) =>
  (await call(message.list, { orderId, channel: "email" })).body.items;

/** A template that was saved with a data shape which has changed since: it cannot be rendered. */
const breakTemplate = (kind: string) =>
  db().execute(sql`
    insert into template_versions (kind, channel, version, source, actor_id, actor_name, at)
    values (${kind}, 'email', 1, '{"subject": "Hello", "html": "{% if %}", "body": "Hello", "registered": null}', 'x', 'x', now())`);

it("a message goes to the corrected address of its order, with the text that it had", async () => {
  const server = await aMailServer();
  await mailsGoTo(server);
  const { id } = await anOrder({ email: "tpyo@example.com" });
  await workOnMessages();
  await call(order.editDetails, { id, email: "typo@example.com" });
  await db().execute(sql`update events set unwritten = false`);
  const sent = (await mailsOf(id)).find(({ kind }) => kind === "order.created")!;
  expect(sent.recipient).toBe("tpyo@example.com");
  expect((await call(message.read, { id: sent.id })).body.resendsTo).toBe("typo@example.com");
  const { body } = await call(message.resend, { id: sent.id });
  expect(body).toMatchObject({ recipient: "typo@example.com", resendOf: sent.id, status: "queued" });
  await workOnMessages();
  expect(server.mails.map(({ raw }) => /^To: (.*)$/im.exec(raw)?.[1]?.trim())).toEqual([
    "tpyo@example.com",
    "typo@example.com",
  ]);
});

it("a message whose template failed is written and sent once the template is mended", async () => {
  const server = await aMailServer();
  await mailsGoTo(server);
  await breakTemplate("order.created");
  const { id, number } = await anOrder({ email: "asha@example.com" });
  await workOnMessages();
  const [failed] = await mailsOf(id);
  expect(failed).toMatchObject({ kind: "order.created", status: "failed" });
  expect((await call(message.read, { id: failed!.id })).body.cannotResend).toBeNull();
  const stillFaulty = await call(message.resend, { id: failed!.id });
  expect(stillFaulty).toMatchObject({ status: 409, body: { error: { code: "message.faulty" } } });
  expect(await mailsOf(id)).toHaveLength(1);

  await call(template.reset, { kind: "order.created", channel: "email" });
  expect(await call(message.resend, { id: failed!.id })).toMatchObject({ status: 201, body: { status: "queued" } });
  await workOnMessages();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]!.parsed.text).toContain(number);
});

it("so is one that no event causes, such as a payment link", async () => {
  await aGateway();
  await breakTemplate("payment.requested");
  const { id } = await anOrder({ email: "asha@example.com" });
  await call(order.requestPayment, { id, gateway: "test" });
  await makeCalls();
  await workOnMessages();
  const failed = (await mailsOf(id)).find(({ kind }) => kind === "payment.requested")!;
  expect(failed.status).toBe("failed");
  await call(template.reset, { kind: "payment.requested", channel: "email" });
  const { body } = await call(message.resend, { id: failed.id });
  const { paymentRequests } = (await call(order.read, { id })).body;
  expect(body.body).toContain(paymentRequests[0]!.url);
});

it("what was skipped without being written stays so", async () => {
  const { id } = await anOrder({ email: "asha@example.com" });
  await db().execute(sql`update events set time = now() - interval '2 days' where subject_id = ${id}`);
  await workOnMessages();
  const [skipped] = await mailsOf(id);
  expect(skipped).toMatchObject({ status: "skipped", why: "tooOld" });
  expect((await call(message.resend, { id: skipped!.id })).body.error?.code).toBe("message.empty");
});

// The new message had their address and text for good, and was sent.
it("a message that is being sent again while its customer is erased is erased as well", async () => {
  await mailsGoTo(await aMailServer());
  const { id, customerId } = await anOrder({ email: someEmail(), shippedQuantity: 2 });
  await workOnMessages();
  const [sent] = await mailsOf(id);
  const [erased] = await inChange(system("test"), async (change) => {
    await resendMessage(change, { id: sent!.id });
    const erasing = call(customer.erase, { id: customerId! });
    await Promise.race([erasing, untilSomebodyWaits()]);
    return [erasing];
  });
  expect(await erased).toMatchObject({ status: 200 });
  const all = await mailsOf(id);
  expect(all).toContainEqual(expect.objectContaining({ resendOf: sent!.id, status: "skipped", why: "erased" }));
  expect(all.filter(({ recipient }) => recipient !== null)).toEqual([]);
});

// They stayed for good with the customer's name and address, because a test belongs to no order.
it("tests with the data of an order are erased with its customer, and so are those sent again", async () => {
  await mailsGoTo(await aMailServer());
  const { id, customerId } = await anOrder({ email: someEmail(), name: "Asha Quint", shippedQuantity: 2 });
  const other = await anOrder({ email: someEmail(), name: "Ben Quint" });
  const named = { kind: "order.created", channel: "email", to: "tester@store.test" } as const;
  const test = async (orderId: typeof id) => (await call(template.sendTest, { ...named, orderId })).body.messageId;
  const [sent, kept] = [await test(id), await test(other.id)];
  const sentAgain = async (of: typeof sent) => {
    await workOnMessages();
    return (await call(message.resend, { id: of })).body.id;
  };
  const again = await sentAgain(sent);
  const onceMore = await sentAgain(again);
  expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
  for (const one of [sent, again, onceMore])
    expect((await call(message.read, { id: one })).body).toMatchObject({ recipient: null, html: null, body: null });
  expect((await call(message.read, { id: kept })).body.body).toContain("Ben Quint");
  expect(await db().execute(sql`select from messages where messages::text like '%Asha Quint%'`)).toHaveLength(0);
});
