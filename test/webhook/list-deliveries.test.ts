import { beforeAll, describe, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import type { Id } from "#core/contract/kit/fields";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { idSince, newId } from "#core/id";
import { within } from "#core/time-left";
import { fanOut } from "#core/webhook/fan-out";
import { removeOldDeliveries } from "#core/webhook/remove-old";
import { call } from "../support/call.ts";
import { noSuchCursor } from "../support/cursor.ts";
import { aFilledCart } from "../support/given/carts.ts";
import { someEmail } from "../support/given/customers.ts";
import { anOrder } from "../support/given/orders.ts";
import { anEndpoint, rowsOf, send, someDeliveries, timePasses } from "../support/given/webhooks.ts";
import { rowsReadOf } from "../support/plans.ts";
import { answer, aReceiver } from "../support/receiver.ts";

type Filter = Parameters<typeof call<typeof webhook.listDeliveries>>[1];

/** Only what a busy day leaves behind. */
async function manyDelivered() {
  const sql = db().$client;
  await sql`delete from webhook_endpoints`;
  await sql`delete from events`;
  const { id } = await anEndpoint("http://127.0.0.1:9/", { events: ["cart.*"] });
  const prefix = idSince("event", new Date()).slice("evt_".length, 14);
  await sql`
    insert into events (id, name, subject_type, subject_id, change_id, body, time, fanned_out_at)
    select 'evt_' || ${prefix}::text || lpad(n::text, 16, '0'), 'order.paid', 'order', 'ord_x', 'chg_x', '{}', now(), now()
    from generate_series(1, 20000) n`;
  await sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event_name, status, delivered_at)
    select 'whd_' || substr(id, 5), ${id}, id, name, 'delivered', now() from events`;
  await sql`analyze webhook_deliveries, events`;
  return id;
}

describe("webhook.listDeliveries", () => {
  let [one, other] = ["whe_", "whe_"] as [webhook.Endpoint["id"], webhook.Endpoint["id"]];
  beforeAll(async () => {
    one = (await anEndpoint("http://127.0.0.1:9/", { events: ["order.*"] })).id;
    other = (await anEndpoint("http://127.0.0.1:9/", { events: ["*"] })).id;
    for (let nth = 0; nth < 3; nth++) {
      await someDeliveries(1, "order.paid");
      await someDeliveries(1, "product.created");
    }
    await db().$client`update webhook_deliveries set status = 'dead', next_attempt_at = null
      where id = (select max(id) from webhook_deliveries where endpoint_id = ${one})`;
  });
  const list = async (filter: Filter) => (await call(webhook.listDeliveries, filter)).body.items;

  it("shows all of them, newest first, in pages without gaps or repeats", async () => {
    const all = await list({});
    expect(all).toHaveLength(9);
    for (const filter of [{}, { endpointId: other }]) {
      const whole = await list(filter);
      const paged: typeof whole = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const { body } = await call(webhook.listDeliveries, { ...filter, limit: 2, ...(cursor && { cursor }) });
        paged.push(...body.items);
        cursor = body.nextCursor;
      }
      expect(paged).toEqual(whole);
      expect(whole.map(({ eventId }) => eventId)).toEqual(
        whole
          .map(({ eventId }) => eventId)
          .toSorted()
          .toReversed(),
      );
    }
  });

  it("supports each filter", async () => {
    const endpointId = one;
    expect(await list({ endpointId })).toHaveLength(3);
    expect(await list({ endpointId, status: "dead" })).toHaveLength(1);
    expect(await list({ status: "pending" })).toHaveLength(8);
    expect(await list({ status: "delivered" })).toHaveLength(0);
    expect(await list({ eventName: "product.created" })).toHaveLength(3);
    const [newest] = await list({ eventName: "order.paid", limit: 1 });
    expect((await list({ eventId: newest!.eventId })).map((delivery) => delivery.endpointId).sort()).toEqual(
      [one, other].sort(),
    );
    expect(await list({ from: newest!.createdAt })).not.toHaveLength(0);
    // A period excludes its end, so that the next one can start with it.
    expect(await list({ from: newest!.createdAt, to: newest!.createdAt })).toEqual([]);
    expect(await list({ to: newest!.createdAt })).not.toContainEqual(expect.objectContaining({ id: newest!.id }));
    expect(await list({ to: "2020-01-01T00:00:00.000Z" })).toEqual([]);
    expect(await list({ from: "2999-01-01T00:00:00.000Z" })).toEqual([]);
  });

  it("shows when one is tried next, and when it was delivered", async () => {
    const receiver = await aReceiver(answer(500));
    const endpointId = (await anEndpoint(receiver.url, { events: ["collection.updated"] })).id;
    await someDeliveries(1, "collection.updated");
    const now = async () => (await list({ endpointId }))[0]!;
    await send();
    const failed = await now();
    expect(failed).toMatchObject({ status: "pending", deliveredAt: null });
    expect(Date.parse(failed.nextAttemptAt!)).toBeGreaterThan(Date.parse(failed.history[0]!.at));
    receiver.behave = answer(200);
    await timePasses(endpointId);
    await send();
    const delivered = await now();
    expect(delivered).toMatchObject({ status: "delivered", nextAttemptAt: null });
    expect(Date.parse(delivered.deliveredAt!)).toBeGreaterThanOrEqual(Date.parse(delivered.history[1]!.at));
  });

  it.each([
    "status=lost",
    "eventName=customer.created",
    "endpointId=ord_1",
    "from=yesterday",
    "limit=201",
    "offset=1",
    "cursor=x.y",
  ])("refuses ?%s", async (rawQuery) => {
    expect(await call(webhook.listDeliveries, {}, { rawQuery })).toMatchObject({ status: 400 });
  });

  it("refuses a forged cursor", async () => {
    expect(await call(webhook.listDeliveries, { cursor: "x" })).toMatchObject(noSuchCursor);
  });
});

describe("old deliveries", () => {
  // Without this the table grows for ever; if it removed too much, a dead row would lose the body that a retry sends.
  it("are removed if delivered and past the retention, with their events; dead and waiting ones stay, and so do their bodies", async () => {
    const sql = db().$client;
    await sql`delete from webhook_endpoints`;
    await sql`delete from events`;
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(3);
    await send();
    await someDeliveries(2);
    // Ids contain their creation time, too.
    const made = idSince("event", new Date(Date.now() - 31 * 86_400_000)).slice("evt_".length, 14);
    await sql`update events set id = 'evt_' || ${made}::text || substr(id, 15)`;
    await sql`update webhook_deliveries set id = 'whd_' || ${made}::text || substr(id, 15), event_id = 'evt_' || ${made}::text || substr(event_id, 15)`;
    const [dead, waiting, ...delivered] = (
      await sql`select event_id from webhook_deliveries order by status = 'delivered', event_id`
    ).map(({ event_id }) => event_id as string);
    await sql`update webhook_deliveries set status = 'dead', next_attempt_at = null where event_id = ${dead!}`;
    const age = async (days: number) => {
      await sql`update events set time = now() - make_interval(days => ${days}), fanned_out_at = now() - make_interval(days => ${days})`;
      await sql`update webhook_deliveries set created_at = now() - make_interval(days => ${days}),
        delivered_at = case when status = 'delivered' then now() - make_interval(days => ${days}) end`;
    };
    await age(29);
    expect(await removeOldDeliveries(within(60_000))).toEqual({ weeks: 0, deliveries: 0, events: 0 });
    await age(31);
    // One of them was delivered after a retry, just now.
    await sql`update webhook_deliveries set delivered_at = now() where event_id = ${delivered[0]!}`;
    const both = await Promise.all([removeOldDeliveries(within(60_000)), removeOldDeliveries(within(60_000))]);
    expect(both[0]!.deliveries + both[1]!.deliveries).toBe(2);
    await removeOldDeliveries(within(60_000));
    expect((await rowsOf(endpoint.id)).map(({ eventId }) => eventId).sort()).toEqual(
      [delivered[0], dead, waiting].sort(),
    );
    expect((await sql`select id from events order by id`).map(({ id }) => id)).toEqual(
      [delivered[0], dead, waiting].sort(),
    );
  });

  // A dead one keeps its body for a retry: for ever, with the address of someone who was erased.
  it("are removed with their events if these tell of someone who was erased, whatever their state", async () => {
    const sql = db().$client;
    await sql`delete from webhook_endpoints`;
    await sql`delete from events`;
    const { id: endpointId } = await anEndpoint("http://127.0.0.1:9/", { events: ["*"] });
    const [gone, stays] = [someEmail(), someEmail()];
    const sent = await anOrder({ email: gone, shippedQuantity: 2 });
    await anOrder({ email: stays, shippedQuantity: 2 });
    const carts = [await aFilledCart({ contact: { email: gone } }), await aFilledCart({ contact: { email: stays } })];
    for (const { cart } of carts)
      await sql`
        insert into events (id, name, subject_type, subject_id, change_id, body, time)
        values (${newId("event")}, 'cart.abandoned', 'cart', ${cart.id}, 'chg_x', ${JSON.stringify(cart)}, now())`;
    await fanOut((await sql<{ id: Id<"event"> }[]>`select id from events`).map(({ id }) => id));
    await sql`update webhook_deliveries set status = 'dead', next_attempt_at = null where event_name <> 'order.created'`;
    const made = idSince("event", new Date(Date.now() - 31 * 86_400_000)).slice("evt_".length, 14);
    await sql`update events set id = 'evt_' || ${made}::text || substr(id, 15),
      time = time - interval '31 days', fanned_out_at = fanned_out_at - interval '31 days'`;
    await sql`update webhook_deliveries set id = 'whd_' || ${made}::text || substr(id, 15),
      event_id = 'evt_' || ${made}::text || substr(event_id, 15), created_at = created_at - interval '31 days'`;
    const told = async (email: string) => (await sql`select from events where strpos(body, ${email}) > 0`).length;
    const others = await told(stays);
    expect(await told(gone)).toBe(others);
    expect((await call(customer.erase, { id: sent.customerId! })).status).toBe(200);
    await removeOldDeliveries(within(60_000));
    expect(await told(gone)).toBe(0);
    expect(await told(stays)).toBe(others);
    expect(await rowsOf(endpointId)).toHaveLength(
      (await sql`select from events join webhook_deliveries row on row.event_id = events.id`).length,
    );
  });

  it("events that have never arrived are never removed", async () => {
    const sql = db().$client;
    await someDeliveries(1);
    await sql`update events set time = now() - interval '400 days', fanned_out_at = null`;
    const [before] = await sql`select count(*)::int as count from events`;
    await removeOldDeliveries(within(60_000));
    expect(await sql`select count(*)::int as count from events`).toMatchObject([before]);
  });

  // Every hour, with a year's deliveries: the new ones must not be read to find that nothing is old.
  it("the search reads nothing newer than the retention period", async () => {
    await manyDelivered();
    const remove = () => removeOldDeliveries(within(60_000));
    expect(await rowsReadOf("webhook_deliveries", remove)).toBeLessThan(100);
    expect(await rowsReadOf("events", remove)).toBeLessThan(100);
  });
});

describe("what a list reads", () => {
  // The admin requests one dead row each time a page is opened: without its index every delivery would be read.
  it("is only the dead ones if those are requested, and no row older or newer than the period", async () => {
    const sql = db().$client;
    const endpointId = await manyDelivered();
    await sql`update webhook_deliveries set status = 'dead' where id = (select min(id) from webhook_deliveries)`;
    await sql`analyze webhook_deliveries, events`;
    const read = (filter: Filter) =>
      rowsReadOf("webhook_deliveries", async () => {
        expect(await call(webhook.listDeliveries, { limit: 1, ...filter })).toMatchObject({ status: 200 });
      });
    for (const filter of [{ status: "dead" }, { status: "dead", endpointId }, { status: "pending" }] as const)
      expect([filter, await read(filter)]).toEqual([filter, expect.toSatisfy((rows: number) => rows < 100)]);
    for (const filter of [
      { from: "2999-01-01T00:00:00.000Z" },
      { to: "2020-01-01T00:00:00.000Z" },
      { to: "2020-01-01T00:00:00.000Z", status: "delivered" },
    ] as const)
      expect([filter, await read(filter)]).toEqual([filter, expect.toSatisfy((rows: number) => rows < 100)]);
  });

  // Lambda answers with 6 MB at most: a page of large events would not be answered at all.
  it("ends a page before its answer grows too large, and continues with the next", async () => {
    const sql = db().$client;
    await sql`delete from webhook_endpoints`;
    const { id: endpointId } = await anEndpoint("http://127.0.0.1:9/");
    // Quotes are escaped in the answer, and count twice.
    const ids = await someDeliveries(200, "order.paid", { note: '"'.repeat(15_000), text: "x".repeat(30_000) });
    for (const filter of [{ endpointId }, {}]) {
      const found: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const { body } = await call(webhook.listDeliveries, { ...filter, limit: 200, ...(cursor && { cursor }) });
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(6 * 1024 * 1024);
        found.push(...body.items.map(({ eventId }) => eventId));
        cursor = body.nextCursor;
      }
      expect(found.toSorted()).toEqual(ids);
    }
  });
});
