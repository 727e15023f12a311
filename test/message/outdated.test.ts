/** What has become wrong while it waited to be sent: each was sent all the same, hours later, after an outage. */
import { beforeEach, expect, it } from "vitest";
import { system } from "#core/actor";
import { checkOut } from "#core/contract/cart";
import type { Id } from "#core/contract/kit/fields";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as provider from "#core/contract/provider";
import * as role from "#core/contract/role";
import * as staff from "#core/contract/staff";
import * as template from "#core/contract/template";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { askForMessage } from "#core/message/ask-for-message";
import { handler as sweepCarts } from "#functions/schedule/sweep-carts";
import { handler as writeHandler } from "#functions/worker/write-messages";
import { stripeFake, stripeKey } from "../provider/fakes/stripe.ts";
import { call } from "../support/call.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { someEmail } from "../support/given/customers.ts";
import { aGateway, dueNow, makeCalls } from "../support/given/gateways.ts";
import { aMailServer, mailsGoTo, messagesDueNow, workOnMessages } from "../support/given/mail.ts";
import { anOrder, shipped } from "../support/given/orders.ts";
import { aPerson, aVendor } from "../support/given/people.ts";
import { invocation, scheduled } from "../support/invocation.ts";

type Cart = Awaited<ReturnType<typeof aFilledCart>>;

let server: Awaited<ReturnType<typeof aMailServer>>;

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`update messages set status = 'skipped', due_at = null where due_at is not null`);
  server = await aMailServer();
  await mailsGoTo(server);
});

/** Written, and not sent yet. */
const written = () => writeHandler({ Records: [{ messageId: "1", body: "{}" }] } as never, invocation);

/** How the newest message of this kind ended. */
async function ended(kind: message.Message["kind"]) {
  await messagesDueNow();
  await workOnMessages();
  const { items } = await call(message.list, { kind, channel: "email" }).then(({ body }) => body);
  return items[0]!;
}

async function aLinkWaits() {
  await aGateway();
  const { id } = await anOrder({ email: someEmail() });
  await call(order.requestPayment, { id, gateway: "test" });
  await makeCalls();
  await db().execute(sql`update events set unwritten = false`);
  await written();
  return id;
}

it("the link to a payment page is sent while the page can be paid", async () => {
  await aLinkWaits();
  expect(await ended("payment.requested")).toMatchObject({ status: "sent" });
});

it.each([
  ["cancelled", (id: order.Order["id"]) => call(order.cancel, { id, reason: "other" })],
  ["paid by hand", (id: order.Order["id"]) => call(order.markPaid, { id, method: "cash" })],
  [
    "left until its page had expired",
    (id: order.Order["id"]) =>
      db().execute(sql`update payment_requests set expires_at = now() - interval '1 second' where order_id = ${id}`),
  ],
])("the link to a payment page is not sent once its order was %s", async (_what, happens) => {
  const id = await aLinkWaits();
  await happens(id);
  const last = await ended("payment.requested");
  expect(last).toMatchObject({ orderId: id, status: "skipped", why: "pageClosed" });
  expect(server.mails.map(({ parsed }) => parsed.text).join()).not.toContain("/pay");
  // Whoever sends it again, by mistake, sends nothing either.
  const again = await call(message.resend, { id: last.id });
  expect(again.status).toBe(201);
  expect(await ended("payment.requested")).toMatchObject({ id: again.body.id, status: "skipped", why: "pageClosed" });
});

// A customer who had paid, unreported, was asked to pay once more as soon as that page had expired.
it.each(["paid", "open"])(
  "the link to a second page waits until it is known whether the first has been paid, which is %s",
  async (first) => {
    await aGateway();
    const stripe = await stripeFake();
    const settings = { secretKey: stripeKey, webhookSecret: "whsec_1", server: stripe.origin };
    await call(provider.configure, { code: "stripe", settings });
    const { id } = await anOrder({ email: someEmail() });
    await call(order.requestPayment, { id, gateway: "stripe" });
    await makeCalls();
    await db().execute(sql`update events set unwritten = false`);
    expect(await ended("payment.requested")).toMatchObject({ orderId: id, status: "sent" });
    if (first === "paid") stripe.sessions[0]!.status = "complete";
    await db().execute(
      sql`update payment_requests set expires_at = now() - interval '1 minute' where order_id = ${id}`,
    );
    stripe.trouble("is busy");
    await call(order.requestPayment, { id, gateway: "test" });
    await makeCalls();
    // So does a page at PayPal whose capture has no answer.
    if (first === "open")
      await db().execute(sql`
        update calls set does = 'capture', status = 'unknown' where does = 'closeRequest' and order_id = ${id}`);
    await written();
    const waits = { orderId: id, status: "queued", says: "An earlier page may have been paid." };
    // Each wait was longer than the one before, so that it was sent minutes after the answer.
    for (let nth = 0; nth < 4; nth++) expect(await ended("payment.requested")).toMatchObject(waits);
    const [waiting] = await db().execute(sql`
      select attempts, harmless, due_at <= now() + interval '20 seconds' as soon from messages
      where order_id = ${id} and status = 'queued'`);
    expect(waiting).toEqual({ attempts: 0, harmless: 0, soon: true });
    expect(server.mails).toHaveLength(1);
    await db().execute(sql`update providers set paused_until = null where code = 'stripe'`);
    await dueNow();
    if (first === "paid") await makeCalls();
    else
      await db().execute(
        sql`update messages set created_at = created_at - interval '10 minutes' where order_id = ${id}`,
      );
    expect(await ended("payment.requested")).toMatchObject(
      first === "paid" ? { status: "skipped", why: "pageClosed" } : { status: "sent" },
    );
    expect((await call(order.read, { id })).body.paymentStatus).toBe(first === "paid" ? "paid" : "unpaid");
    await makeCalls();
    await call(provider.remove, { code: "stripe" });
  },
);

it.each([
  ["elsewhere", (email: string, _cart: Cart) => anOrder({ email })],
  // The order is as old as the cart's last change.
  ["what is in it", (_email: string, { token, key }: Cart) => call(checkOut, { token, payment: "cod" }, { as: key })],
])("a reminder of a cart is not sent once its customer has ordered %s", async (_what, orders) => {
  const email = someEmail();
  const made = await aFilledCart({ contact: { email } });
  await db().execute(sql`update carts set updated_at = now() - interval '2 days' where email = ${email}`);
  await sweepCarts(scheduled, invocation);
  await written();
  await orders(email, made);
  await db().execute(sql`update events set unwritten = false`);
  expect(await ended("cart.abandoned")).toMatchObject({ recipient: email, status: "skipped", why: "ordered" });
  expect(server.mails).toEqual([]);
});

// Whoever cancels the order may want the goods after all.
it("a reminder of a cart is sent if its customer ordered before or cancelled the order, and others order", async () => {
  const email = someEmail();
  const earlier = await anOrder({ email });
  await db().execute(sql`update orders set created_at = now() - interval '3 days' where id = ${earlier.id}`);
  await db().execute(sql`update events set unwritten = false`);
  await aFilledCart({ contact: { email } });
  await db().execute(sql`update carts set updated_at = now() - interval '2 days' where email = ${email}`);
  await sweepCarts(scheduled, invocation);
  await written();
  await call(order.cancel, { id: (await anOrder({ email })).id, reason: "other" });
  await anOrder({ email: someEmail() });
  await db().execute(sql`update events set unwritten = false`);
  expect(await ended("cart.abandoned")).toMatchObject({ recipient: email, status: "sent" });
});

it("news that a parcel is on its way is not sent once that parcel was removed, but is sent for another", async () => {
  await shipped(await anOrder({ paid: true }), 1);
  const made = await anOrder({ email: someEmail(), paid: true });
  await db().execute(sql`update events set unwritten = false`);
  await shipped(made, 1);
  await written();
  const [sent] = (await call(order.read, { id: made.id })).body.parcels;
  expect((await call(parcel.unship, { id: made.id, parcelId: sent!.id })).status).toBe(200);
  await db().execute(sql`update events set unwritten = false`);
  expect(await ended("order.shipped")).toMatchObject({ orderId: made.id, status: "skipped", why: "unshipped" });
  await shipped(made, 1);
  expect(await ended("order.shipped")).toMatchObject({ orderId: made.id, status: "sent" });
  expect(server.mails).toHaveLength(1);
});

// Customers were told of parcels whose labels were being cancelled, and were never told otherwise.
it("news that a parcel is on its way waits while its label is being cancelled, and is sent if that is refused", async () => {
  const [made, other] = [await anOrder({ email: someEmail(), paid: true }), await anOrder({ paid: true })];
  await shipped(other, 1);
  await db().execute(sql`update events set unwritten = false`);
  await shipped(made, 1);
  await written();
  const becomes = (status: string, { id } = made) =>
    db().execute(sql`update parcels set status = ${status} where order_id = ${id}`);
  await becomes("voiding", other);
  await becomes("voiding");
  expect(await ended("order.shipped")).toMatchObject({ orderId: made.id, status: "queued" });
  expect(server.mails).toEqual([]);
  await becomes("shipped");
  expect(await ended("order.shipped")).toMatchObject({ orderId: made.id, status: "sent" });
  await becomes("shipped", other);
});

it("news that a parcel is on its way is not sent if its label is still being cancelled a day later", async () => {
  const made = await anOrder({ email: someEmail(), paid: true });
  await db().execute(sql`update events set unwritten = false`);
  await shipped(made, 1);
  await written();
  await db().execute(sql`update parcels set status = 'voiding' where order_id = ${made.id}`);
  await db().execute(
    sql`update messages set created_at = created_at - interval '25 hours' where order_id = ${made.id}`,
  );
  expect(await ended("order.shipped")).toMatchObject({
    ...{ orderId: made.id, status: "skipped", why: "unshipped" },
    says: "Its label was still being cancelled a day later.",
  });
  await db().execute(sql`update parcels set status = 'shipped' where order_id = ${made.id}`);
});

async function aReportWaits(who: Parameters<typeof aPerson>[0] = { role: "manager" }) {
  const { id, email } = await aPerson(who);
  const given = { queryId: "rep_1", name: "Margins", description: "", day: "2026-11-29", failed: "secret figures" };
  await inChange(system("test"), (change) =>
    askForMessage(change, {
      kind: "report.scheduled",
      channel: "email",
      cause: `report:${id}`,
      recipient: email,
      given,
    }),
  );
  await written();
  return { id, email };
}

it("a report is sent to someone who may still read reports", async () => {
  const { email } = await aReportWaits();
  expect(await ended("report.scheduled")).toMatchObject({ recipient: email, status: "sent" });
});

type Person = Id<"staff">;
it.each([
  ["was removed from the team", (id: Person) => call(staff.remove, { id })],
  ["was given a role without them", (id: Person) => call(staff.setRole, { id, role: "staff" })],
  ["has another email address", (id: Person) => call(staff.edit, { id, email: someEmail() })],
  // Reports are of the whole store, whatever that role may read.
  [
    "became a vendor's login",
    async (id: Person) => {
      await call(role.set, { role: "vendor", rights: ["reports.read"] });
      return await call(staff.setRole, { id, role: "vendor", vendorId: await aVendor() });
    },
  ],
  ["has a role that lost the right to them", () => call(role.set, { role: "manager", rights: ["audit.read"] })],
])("a report is not sent to someone who since %s", async (_what, happens) => {
  const { id, email } = await aReportWaits();
  expect((await happens(id)).status).toBe(200);
  const last = await ended("report.scheduled");
  expect(last).toMatchObject({ recipient: email, status: "skipped", why: "accessLost" });
  expect(server.mails.map(({ parsed }) => parsed.text).join()).not.toContain("secret figures");
  for (const changed of ["manager", "vendor"] as const) await call(role.reset, { role: changed });
});

// Whoever edits a template tries it with any address.
it("a test of a report's template is sent to someone who is not on the team", async () => {
  await call(template.sendTest, { kind: "report.scheduled", channel: "email", to: "somebody@example.com" });
  expect(await ended("report.scheduled")).toMatchObject({ recipient: "somebody@example.com", status: "sent" });
});
