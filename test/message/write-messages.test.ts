/** From an event to a message: each is written once, from the event's data. */

import { beforeEach, describe, expect, it } from "vitest";
import { system } from "#core/actor";
import { eraseCarts } from "#core/cart/erase-carts";
import * as channel from "#core/contract/channel";
import * as customer from "#core/contract/customer";
import * as key from "#core/contract/key";
import * as message from "#core/contract/message";
import * as order from "#core/contract/order";
import * as parcel from "#core/contract/parcel";
import * as product from "#core/contract/product";
import * as returns from "#core/contract/returns";
import * as store from "#core/contract/store";
import * as template from "#core/contract/template";
import * as variant from "#core/contract/variant";
import { eraseCustomer } from "#core/customer/erase-customer";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { eraseMessages } from "#core/message/erase-messages";
import { handler as sweepCarts } from "#functions/schedule/sweep-carts";
import { handler } from "#functions/worker/write-messages";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { someEmail } from "../support/given/customers.ts";
import { imported } from "../support/given/imports.ts";
import { aMailServer, mailsGoTo, workOnMessages } from "../support/given/mail.ts";
import { anOrder, shipped } from "../support/given/orders.ts";
import { shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom, aVariantInStock } from "../support/given/stock.ts";
import { invocation, scheduled } from "../support/invocation.ts";

beforeEach(async () => {
  await db().execute(sql`update events set unwritten = false`);
  await db().execute(sql`update providers set removed_at = clock_timestamp() where kind = 'sender'`);
  await db().execute(sql`delete from message_switches`);
});

const eventOf = async (orderId: string, name: string) => {
  const [row] = await db().execute<{ id: string; body: string }>(sql`
    select id, body from events where subject_id = ${orderId} and name = ${name} order by id desc limit 1`);
  return row!;
};

/** As the bus delivers it. */
const told = (id: string, times = 1) => toldTogether(Array.from({ length: times }, () => id));

const toldTogether = (ids: readonly string[]) =>
  handler(
    {
      Records: ids.map((id, nth) => ({
        messageId: String(nth),
        body: JSON.stringify({ "detail-type": "order.created", detail: { id } }),
      })),
    } as never, // the worker does not read the rest
    invocation,
  );

const messagesOf = async (orderId: string) =>
  (await call(message.list, { orderId: orderId as `ord_${string}`, limit: 200 })).body.items;

describe("an event", () => {
  // Bus and queue deliver an event at least once: a customer must not be told of one parcel five times. Erased data
  // would reappear, and mail would go to an address that is not one.
  it("about an order of an erased customer sends nothing and says why, even if the event arrived earlier", async () => {
    const { id, customerId, lines: bought } = await anOrder({ email: someEmail(), shippedQuantity: 2 });
    const shippedBefore = await eventOf(id, "order.shipped");
    expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
    const lines = [{ lineId: bought[0]!.id, quantity: 1, restock: false }];
    expect((await call(returns.record, { id, lines })).status).toBe(201);
    for (const event of [shippedBefore, await eventOf(id, "order.returned")]) await told(event.id);
    const skipped = { recipient: null, status: "skipped", why: "erased", subject: null };
    expect(await messagesOf(id)).toMatchObject([
      { kind: "order.returned", channel: "email", ...skipped },
      { kind: "order.shipped", channel: "sms", ...skipped },
      { kind: "order.shipped", channel: "email", ...skipped },
    ]);
  });

  // It was written after the erasure had removed the messages, and was sent and kept.
  it.each(["order.shipped", "cart.abandoned"])(
    "%s of a customer who is erased at that moment sends nothing",
    async (name) => {
      const { customerId, contact } = await anOrder({ email: someEmail(), shippedQuantity: 2 });
      await aFilledCart({ contact: { email: contact!.email } });
      await db().execute(sql`update carts set updated_at = now() - interval '2 days' where email = ${contact!.email}`);
      await sweepCarts(scheduled, invocation);
      const [event] = await db().execute<{ id: string }>(sql`
      select id from events where name = ${name} order by id desc limit 1`);
      const [writing] = await inChange(system("test"), async (change) => {
        await eraseCustomer(eraseMessages, eraseCarts)(change, { id: customerId! });
        const written = told(event!.id);
        await Promise.race([written, untilSomebodyWaits()]);
        return [written];
      });
      await writing;
      const { items } = (await call(message.list, { limit: 200 })).body;
      expect(items.filter(({ recipient }) => recipient === contact!.email)).toEqual([]);
    },
  );

  it("about a cart of a customer erased in the meantime sends nothing and says why", async () => {
    const { customerId, contact } = await anOrder({ email: someEmail(), shippedQuantity: 2 });
    const { cart: left } = await aFilledCart({ contact: { email: contact!.email } });
    await db().execute(sql`update carts set updated_at = now() - interval '2 days' where email = ${contact!.email}`);
    await sweepCarts(scheduled, invocation);
    const [event] = await db().execute<{ id: string }>(sql`
      select id from events where name = 'cart.abandoned' order by id desc limit 1`);
    expect(left.email).toBe(contact!.email);
    expect((await call(customer.erase, { id: customerId! })).status).toBe(200);
    await told(event!.id);
    const [made] = (await call(message.list, { kind: "cart.abandoned" })).body.items;
    expect(made).toMatchObject({ recipient: null, status: "skipped", why: "erased", subject: null });
  });

  it("that arrives 100 times, many at once, writes one message", async () => {
    const { id } = await anOrder();
    const event = await eventOf(id, "order.created");
    await Promise.all(Array.from({ length: 10 }, () => told(event.id, 10)));
    expect(await messagesOf(id)).toMatchObject([
      { kind: "order.created", channel: "email", recipient: "asha@example.com" },
    ]);
  });

  // An edit, a merge and new orders of one customer can wait for each other in a circle with the writer: its messages
  // waited six minutes, for the queue's next delivery.
  it("is written at once if the writer lost a deadlock", async () => {
    const orders = [await anOrder(), await anOrder()];
    const events = await Promise.all(orders.map(({ id }) => eventOf(id, "order.created")));
    const lock = (id: string) => sql`select from orders where id = ${id} for update`;
    const [writing] = await db().transaction(async (tx) => {
      await tx.execute(sql`set local deadlock_timeout = '1min'`); // so that PostgreSQL stops the writer
      await tx.execute(lock(orders[1]!.id));
      const written = toldTogether(events.map(({ id }) => id));
      await untilSomebodyWaits();
      await tx.execute(lock(orders[0]!.id)); // the writer holds it
      return [written];
    });
    expect((await writing)?.batchItemFailures).toEqual([]);
    for (const { id } of orders) expect(await messagesOf(id)).toHaveLength(1);
  });

  it("is picked up by the sweep if its queue message was lost", async () => {
    const { id } = await anOrder();
    await workOnMessages();
    expect(await messagesOf(id)).toHaveLength(1);
  });

  it("uses the order as it was at the time of the event", async () => {
    const { id } = await anOrder();
    const event = await eventOf(id, "order.created");
    await call(order.editDetails, { id, name: "Somebody Else", email: "else@example.com" });
    await told(event.id);
    const [made] = (await messagesOf(id)).filter(({ kind }) => kind === "order.created");
    const { body } = await call(message.read, { id: made!.id });
    expect(body).toMatchObject({ recipient: "asha@example.com" });
    expect(body.body).toContain("Hello Asha Rao");
  });

  it("older than a day is skipped, and the message says so", async () => {
    const { id } = await anOrder();
    await db().execute(sql`update events set time = time - interval '25 hours' where subject_id = ${id}`);
    await workOnMessages();
    expect(await messagesOf(id)).toMatchObject([{ status: "skipped", why: "tooOld", subject: null }]);
  });

  it("of an imported order is skipped, and the message says so", async () => {
    const { id } = await anOrder();
    await db().execute(sql`
      update events set body = jsonb_set(body::jsonb, '{data,imported}', 'true')::text where subject_id = ${id}`);
    await workOnMessages();
    expect(await messagesOf(id)).toMatchObject([{ status: "skipped", why: "imported" }]);
  });

  // Thousands of customers would get messages about last year's orders.
  it("of an import sends nothing, and if its events are emitted, its messages say why", async () => {
    await aStockroom();
    const server = await aMailServer();
    await mailsGoTo(server);
    const file = (Name: string) => shopifyOrders([shopifyRow({ Name })]);
    const made = { status: "done", counts: { created: 1 } };
    expect(await imported("orders", file("#7001"))).toMatchObject(made);
    expect(await imported("orders", file("#7002"), { options: { emit: true } })).toMatchObject(made);
    await workOnMessages();
    const orders = await db().execute<{ id: string }>(sql`
      select id from orders where number in ('#7001', '#7002') order by number`);
    const [silent, told] = await Promise.all(orders.map(({ id }) => messagesOf(id)));
    expect(silent).toEqual([]);
    expect(new Set(told!.map(({ status, why }) => `${status} ${why}`))).toEqual(new Set(["skipped imported"]));
    for (const q of ["#7002", "7002"]) {
      expect((await call(message.list, { q })).body.items.map(({ orderNumber }) => orderNumber)).toContain("#7002");
    }
    expect(server.begun()).toBe(0);
  });

  it("about tags alone writes no message", async () => {
    const { id } = await anOrder();
    await db().execute(sql`update events set unwritten = false`);
    await call(order.tag, { id, tags: ["gift"] });
    await workOnMessages();
    expect(await messagesOf(id)).toEqual([]);
  });

  // Ten are written in one statement, which fails as a whole.
  it("whose messages the database refuses does not block others", async () => {
    const orders = [await anOrder(), await anOrder(), await anOrder()];
    const [, broken] = orders;
    await db().$client.unsafe(`
      alter table messages add constraint not_this check (order_id is distinct from '${broken!.id}') not valid`);
    await workOnMessages().finally(() => db().execute(sql`alter table messages drop constraint not_this`));
    const written = await Promise.all(orders.map(async ({ id }) => (await messagesOf(id)).length));
    expect(written).toEqual([1, 0, 1]);
    await workOnMessages();
    expect(await messagesOf(broken!.id)).toHaveLength(1);
  });

  it("that cannot be read does not block others", async () => {
    const [broken, fine] = [await anOrder(), await anOrder()];
    await db().execute(sql`update events set body = '{"data":{}}' where subject_id = ${broken.id}`);
    await workOnMessages();
    expect([await messagesOf(broken.id), await messagesOf(fine.id)]).toMatchObject([[], [{ kind: "order.created" }]]);
  });
});

// A reminder is useless without a link back to the cart.
it("about an abandoned cart shows its items, and links back to it", async () => {
  await call(store.edit, { cartUrl: "https://shop.example.com/cart?t={token}" });
  const { token, cart } = await aFilledCart();
  await db().execute(sql`update carts set updated_at = clock_timestamp() - interval '30 days'`);
  await sweepCarts(scheduled, invocation);
  await workOnMessages();
  const [made] = (await call(message.list, { kind: "cart.abandoned" })).body.items;
  expect(made).toMatchObject({ channel: "email", recipient: cart.email });
  const { html, body } = (await call(message.read, { id: made!.id })).body;
  expect(body).toContain(`2 × ${cart.lines[0]!.title}`);
  expect(html).toContain(`href="https://shop.example.com/cart?t=${token}"`);
  const wrong = await call(store.edit, { cartUrl: "https://shop.example.com/cart" });
  expect(wrong.body.error?.detail?.["issues"]).toMatchObject([{ path: "cartUrl" }]);
  await call(store.edit, { cartUrl: null });
});

// Otherwise whoever has the shop's key could send their words to any address.
it("about an abandoned cart repeats nothing that was typed into it", async () => {
  const { cart } = await aFilledCart({ contact: { name: "You have won at evil.example" } });
  await db().execute(sql`update carts set updated_at = clock_timestamp() - interval '30 days'`);
  await sweepCarts(scheduled, invocation);
  await workOnMessages();
  const { items } = (await call(message.list, { kind: "cart.abandoned" })).body;
  const made = items.find(({ recipient }) => recipient === cart.email);
  const { subject, html, body } = (await call(message.read, { id: made!.id })).body;
  expect([subject, html, body].join()).toContain("left something in your cart");
  expect([subject, html, body].join()).not.toContain("evil.example");
});

it("about an abandoned cart names only what is still sold, and is not written where nothing is", async () => {
  const [gone, sold] = [await aVariantInStock(5, { priceMinor: 1100 }), await aVariantInStock(5, { priceMinor: 2200 })];
  const lines = [gone, sold].map(({ variantId }) => ({ variantId, quantity: 1 }));
  const [some, none] = [await aFilledCart({ lines }), await aFilledCart({ lines: lines.slice(0, 1) })];
  const { productId } = (await call(variant.read, { id: gone.variantId })).body;
  await call(product.edit, { id: productId, status: "archived" });
  await db().execute(sql`update carts set updated_at = clock_timestamp() - interval '30 days'`);
  await sweepCarts(scheduled, invocation);
  await workOnMessages();
  const { items } = (await call(message.list, { kind: "cart.abandoned" })).body;
  expect(items.filter(({ recipient }) => recipient === none.cart.email)).toEqual([]);
  const made = items.find(({ recipient }) => recipient === some.cart.email);
  const { body } = (await call(message.read, { id: made!.id })).body;
  expect(body?.match(/₹[\d.]+/g)).toEqual(["₹22.00", "₹22.00"]);
});

// Its shopper would come back to a shop that takes no orders.
it("about an abandoned cart is not written while its channel is turned off", async () => {
  const made = (await call(channel.create, { code: "closing", name: "Web" })).body;
  const shop = { name: "Shop", role: "staff", storefront: true, channel: made.code } as const;
  const { cart } = await aFilledCart({ as: (await call(key.create, shop)).body.key });
  await call(channel.edit, { id: made.id, active: false });
  await db().execute(sql`update carts set updated_at = clock_timestamp() - interval '30 days'`);
  await sweepCarts(scheduled, invocation);
  await workOnMessages();
  const { items } = (await call(message.list, { kind: "cart.abandoned" })).body;
  expect(items.filter(({ recipient }) => recipient === cart.email)).toEqual([]);
});

it.each([
  [false, "skipped", "declined"],
  [true, "skipped", "noProvider"],
])(
  "a reminder of a cart respects what its customer has said about marketing: %s",
  async (acceptsMarketing, status, why) => {
    const { cart } = await aFilledCart();
    await call(customer.create, { email: cart.email!, name: "Asha Rao", acceptsMarketing });
    await db().execute(sql`update carts set updated_at = clock_timestamp() - interval '30 days'`);
    await sweepCarts(scheduled, invocation);
    await workOnMessages();
    const { items } = (await call(message.list, { kind: "cart.abandoned" })).body;
    expect(items.find(({ recipient }) => recipient === cart.email)).toMatchObject({ channel: "email", status, why });
  },
);

// Some come back on another device, and would be reminded of what they have bought.
it.each([
  ["since", "1 hour", "ordered"],
  ["before", "30 hours", "noProvider"],
  ["and cancelled since", "1 hour", "noProvider"],
])("a reminder of a cart knows whether its customer has ordered %s it was last written", async (when, ago, why) => {
  const { cart } = await aFilledCart();
  const { id } = await anOrder({ email: cart.email! });
  if (when === "and cancelled since") await call(order.cancel, { id, reason: "other" });
  await db().execute(sql`update orders set created_at = clock_timestamp() - ${ago}::interval where id = ${id}`);
  await db().execute(sql`update carts set updated_at = clock_timestamp() - interval '25 hours' where id = ${cart.id}`);
  await sweepCarts(scheduled, invocation);
  await workOnMessages();
  const { items } = (await call(message.list, { kind: "cart.abandoned" })).body;
  expect(items.find(({ recipient }) => recipient === cart.email)).toMatchObject({ status: "skipped", why });
});

// Whoever had got anything else that day, such as the news of an earlier order, was never reminded.
it("a reminder of a cart is held back by another reminder, and by no other message", async () => {
  const { cart } = await aFilledCart();
  const sent = (kind: string) =>
    db().execute(sql`
      insert into messages (id, cause, kind, channel, recipient, status, body, asked_by, created_at)
      values (${newId("message")}, ${newId("event")}, ${kind}, 'email', ${cart.email}, 'sent', 'Sent', 'test', now())`);
  const remindedAgain = async () => {
    await db().execute(sql`
      update carts set abandoned_at = null, updated_at = clock_timestamp() - interval '30 days' where id = ${cart.id}`);
    await sweepCarts(scheduled, invocation);
    await workOnMessages();
    const { items } = (await call(message.list, { kind: "cart.abandoned" })).body;
    return items.filter(({ recipient, status }) => recipient === cart.email && status === "skipped")[0]?.why;
  };
  await sent("order.shipped");
  // Nor by one that was not sent.
  for (let round = 0; round < 2; round++) expect(await remindedAgain()).toBe("noProvider");
  await sent("cart.abandoned");
  expect(await remindedAgain()).toBe("reminded");
});

describe("a message", () => {
  it("can be read even if there is no sender", async () => {
    const { id, number } = await anOrder();
    await workOnMessages();
    const [made] = await messagesOf(id);
    expect(made).toMatchObject({
      status: "skipped",
      why: "noProvider",
      subject: `We have received your order ${number}`,
      sender: null,
    });
    const { body } = await call(message.read, { id: made!.id });
    expect(body.html).toContain(number);
    expect(body.cannotResend).toBeNull();
  });

  it("is written for each enabled channel, and for no other", async () => {
    const made = await anOrder({ paid: true });
    await call(template.setSwitch, { kind: "order.shipped", channel: "email", isOn: false });
    await db().execute(sql`update events set unwritten = false`);
    await shipped(made, 1);
    await workOnMessages();
    expect(await messagesOf(made.id)).toMatchObject([
      { kind: "order.shipped", channel: "sms", recipient: "+919876543210", why: "noProvider" },
    ]);
  });

  it("shows the parcel of its event, with a tracking link", async () => {
    const made = await anOrder({ paid: true });
    const [line] = made.lines;
    await call(parcel.ship, {
      ...{ id: made.id, locationId: line!.allocations[0]!.locationId, lines: [{ lineId: line!.id, quantity: 1 }] },
      ...{ trackingNumber: "QM123IN", trackingUrl: "https://track.test/QM123IN?a=1&b=2" },
    });
    await workOnMessages();
    const found = (await messagesOf(made.id)).find(
      ({ kind, channel }) => kind === "order.shipped" && channel === "email",
    );
    const { html, body } = (await call(message.read, { id: found!.id })).body;
    expect(html).toContain('href="https://track.test/QM123IN?a=1&amp;b=2"');
    expect(body).toContain("https://track.test/QM123IN?a=1&b=2");
    expect(body).toContain("1 × ");
  });

  it("writes amounts and days in the store's language and time zone", async () => {
    await call(store.edit, { language: "de-DE", timeZone: "Asia/Kolkata" });
    const { id } = await anOrder();
    await db().execute(sql`
      update events set body = jsonb_set(body::jsonb, '{data,createdAt}', '"2026-03-31T20:00:00.000Z"')::text
      where subject_id = ${id}`);
    await workOnMessages();
    const { body } = (await call(message.read, { id: (await messagesOf(id))[0]!.id })).body;
    await call(store.edit, { language: "en-IN", timeZone: "UTC" });
    expect(body).toContain("1. April 2026");
    expect(body).toMatch(/\d,\d\d\s₹/);
  });

  // Customers choose their name, and see the result in their inbox.
  it.each(["<script>alert(1)</script>", "{{ order.total }}{% for a in (1..9) %}", 'Asha "A" & Co'])(
    "escapes a name like %s",
    async (name) => {
      const { id } = await anOrder({ name });
      await workOnMessages();
      const { html, body } = (await call(message.read, { id: (await messagesOf(id))[0]!.id })).body;
      const escaped = name
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&#34;");
      expect(html).toContain(escaped);
      expect(body).toContain(name);
    },
  );

  it("is skipped for a blocked address until it is unblocked", async () => {
    await mailsGoTo(await aMailServer());
    await inChange(system("test"), (change) =>
      change.tx.execute(sql`
        insert into suppressions (channel, recipient, why, at) values ('email', 'asha@example.com', 'bounced', now())`),
    );
    const { id } = await anOrder();
    await workOnMessages();
    const [made] = await messagesOf(id);
    expect(made).toMatchObject({ status: "skipped", why: "suppressed" });
    expect((await call(message.resend, { id: made!.id })).body.error?.code).toBe("message.suppressed");
    expect((await call(message.listSuppressions, {})).body.items).toMatchObject([{ recipient: "asha@example.com" }]);
    await call(message.liftSuppression, { channel: "email", recipient: "asha@example.com" });
    const again = (await call(message.resend, { id: made!.id })).body;
    expect(again).toMatchObject({ status: "queued", resendOf: made!.id });
    // Blocked by another message while this one waits.
    await db().execute(sql`
      insert into suppressions (channel, recipient, why, at) values ('email', 'asha@example.com', 'complained', now())`);
    await workOnMessages();
    expect((await call(message.read, { id: again.id })).body).toMatchObject({ status: "skipped", why: "suppressed" });
    await call(message.liftSuppression, { channel: "email", recipient: "asha@example.com" });
  });
});
