/** A worker whose time is up wakes the next one, and a schedule the worker for what it has left in the database. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as message from "#core/contract/message";
import * as report from "#core/contract/report";
import * as staff from "#core/contract/staff";
import * as store from "#core/contract/store";
import { admitReports } from "#core/db/bring-up/admit-reports";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as sendReports } from "#functions/schedule/send-reports";
import { handler as sweepWork } from "#functions/schedule/sweep-work";
import { handler as tellStaff } from "#functions/schedule/tell-staff";
import { queues } from "#functions/wiring";
import { handler as sendFast } from "#functions/worker/send-deliveries";
import { handler as sendMessages } from "#functions/worker/send-messages";
import { handler as takeInbox } from "#functions/worker/take-inbox";
import { handler as writeMessages } from "#functions/worker/write-messages";
import { type Cloud, startCloud } from "#local/cloud/cloud";
import { call } from "../support/call.ts";
import { someEmail } from "../support/given/customers.ts";
import { aGateway, orderNow, paymentEvent, takeInbox as takeAll, tell } from "../support/given/gateways.ts";
import { aMailServer, mailsGoTo, messagesDueNow, workOnMessages } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";
import { aPerson } from "../support/given/people.ts";
import { aVariantInStock } from "../support/given/stock.ts";
import { anEndpoint, someDeliveries } from "../support/given/webhooks.ts";
import { invocation } from "../support/invocation.ts";
import { purge, receiveFrom } from "../support/queues.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
  expect(await admitReports(process.env["DATABASE_URL"] ?? "")).toBe(true);
});
afterAll(() => cloud.stop());

const noRecords = { Records: [] };
const aWakeUp = { Records: [{ messageId: "1", body: "{}" }] } as never; // our workers read nothing else
const outOfTime = { ...invocation, getRemainingTimeInMillis: () => 0 };

beforeEach(async () => {
  for (const queue of queues) await purge(cloud.urlOf(queue));
});

/** The queues that have a wake-up, which this takes. */
async function woken(): Promise<string[]> {
  const found: string[] = [];
  for (const queue of queues) if ((await receiveFrom(cloud.urlOf(queue))).length > 0) found.push(queue.name);
  return found;
}

/** The time zone in which it is eight in the morning now. */
function eightInTheMorning(): string {
  const ahead = ((8 - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? "UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

it("the sender of messages", async () => {
  const server = await aMailServer();
  await mailsGoTo(server);
  const { id } = await anOrder({ email: someEmail() });
  await workOnMessages();
  const [{ id: messageId } = { id: "msg_" as const }] = (await call(message.list, { orderId: id })).body.items;
  await call(message.resend, { id: messageId });
  await messagesDueNow();
  await woken();

  await sendMessages(noRecords, outOfTime);
  expect(await woken()).toEqual(["outgoing"]);
  await sendMessages(noRecords, invocation);
  expect(await woken()).toEqual([]);
  expect(server.mails).toHaveLength(2);
});

it("the sender of webhooks", async () => {
  await anEndpoint("http://127.0.0.1:9/");
  await someDeliveries(1);
  await woken();
  await sendFast(noRecords, outOfTime);
  expect(await woken()).toEqual(["deliveries"]);
});

it("the reader of what providers have sent", async () => {
  const fake = await aGateway();
  const { id, totals } = await anOrder({ payment: "test" });
  await tell(paymentEvent(fake, { orderId: id, ...totals!.total }));
  await woken();

  // Reading an event takes up to 65 seconds.
  await takeInbox(noRecords, { ...invocation, getRemainingTimeInMillis: () => 65_000 });
  expect(await woken()).toEqual(["inbox"]);
  await takeAll();
  expect(await orderNow({ id })).toMatchObject({ paymentStatus: "paid" });
});

it("the sweep, for messages that are overdue, by what they wait for", async () => {
  await mailsGoTo(await aMailServer());
  const { id } = await anOrder({ email: someEmail() });
  await woken();
  await db().execute(sql`update events set time = time - interval '1 minute' where subject_id = ${id}`);
  await sweepWork({}, invocation);
  expect(await woken()).toEqual(["messages"]);
  await writeMessages(aWakeUp, invocation);
  await woken();
  await messagesDueNow();
  // What waits for its sender alone is not overdue: the alarm would ring for hours, and nobody could do anything.
  await senderPausedFor(5);
  await sweepWork({}, invocation);
  expect(await woken()).toEqual([]);
  await senderPausedFor(-1);
  await sweepWork({}, invocation);
  expect(await woken()).toEqual(["outgoing"]);
  await sendMessages(noRecords, invocation);
  await sweepWork({}, invocation);
  expect(await woken()).toEqual([]);
});

const senderPausedFor = (minutes: number) =>
  db().execute(sql`update providers set paused_until = now() + make_interval(mins => ${minutes}) where code = 'smtp'`);

// A link to choose a new password would never be sent.
it("the sweep, for messages that were requested", async () => {
  await mailsGoTo(await aMailServer());
  const { id } = await aPerson();
  await call(staff.resetPassword, { id });
  await woken();
  await sweepWork({}, invocation);
  expect(await woken()).toEqual(["messages"]);
  await workOnMessages();
});

it("the schedules that report low stock, and figures", async () => {
  await call(store.edit, { timeZone: eightInTheMorning() });
  const { id: staffId } = await aPerson();
  await aVariantInStock(1, { lowStockThreshold: 3 });
  await tellStaff();
  expect(await woken()).toEqual(["messages"]);
  await tellStaff();
  expect(await woken()).toEqual([]);

  const made = await call(report.createQuery, { name: "Countries", description: "All", statement: "select 1 as one" });
  const { id } = made.body;
  await call(report.setSchedule, { id, schedule: { every: "day", staffIds: [staffId] } });
  await sendReports({}, invocation);
  expect(await woken()).toEqual(["messages"]);
  await sendReports({}, invocation);
  expect(await woken()).toEqual([]);
});
