import { beforeAll, describe, expect, it } from "vitest";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { removeOldDeliveries } from "#core/webhook/remove-old";
import { call } from "../support/call.ts";
import { aReceiver } from "../support/hostile-receiver.ts";
import { anEndpoint, rowsOf, send, someDeliveries } from "../support/webhooks.ts";

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
  type Filter = Parameters<typeof call<typeof webhook.listDeliveries>>[1];
  const list = async (filter: Filter) => (await call(webhook.listDeliveries, filter)).body.items;

  it("shows all of them, newest first, in pages that join up", async () => {
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

  it("takes each filter", async () => {
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
    expect(await list({ to: "2020-01-01T00:00:00.000Z" })).toEqual([]);
    expect(await list({ from: "2999-01-01T00:00:00.000Z" })).toEqual([]);
  });

  it.each([
    "status=lost",
    "eventName=customer.created",
    "endpointId=ord_1",
    "from=yesterday",
    "limit=201",
    "offset=1",
    "cursor=x",
  ])("refuses ?%s", async (rawQuery) => {
    expect(await call(webhook.listDeliveries, {}, { rawQuery })).toMatchObject({ status: 400 });
  });
});

describe("old deliveries", () => {
  // Without this the table grows for ever; with too much of it a dead row loses the body that a retry would send.
  it("go when delivered and past the retention, with their events; dead and waiting ones stay, and so do their bodies", async () => {
    const sql = db().$client;
    await sql`delete from webhook_endpoints`;
    await sql`delete from events`;
    const receiver = await aReceiver();
    const endpoint = await anEndpoint(receiver.url);
    const delivered = await someDeliveries(3);
    await send();
    const [dead, waiting] = await someDeliveries(2);
    await sql`update webhook_deliveries set status = 'dead', next_attempt_at = null where event_id = ${dead!}`;
    const age = async (days: number) => {
      await sql`update events set time = now() - make_interval(days => ${days}), sent_at = now() - make_interval(days => ${days})`;
      await sql`update webhook_deliveries set created_at = now() - make_interval(days => ${days}),
        delivered_at = case when status = 'delivered' then now() - make_interval(days => ${days}) end`;
    };
    await age(29);
    expect(await removeOldDeliveries(performance.now() + 10_000)).toEqual({ deliveries: 0, events: 0 });
    await age(31);
    // One of them was delivered after a retry, just now.
    await sql`update webhook_deliveries set delivered_at = now() where event_id = ${delivered[0]!}`;
    const both = await Promise.all([
      removeOldDeliveries(performance.now() + 10_000),
      removeOldDeliveries(performance.now() + 10_000),
    ]);
    expect(both[0]!.deliveries + both[1]!.deliveries).toBe(2);
    await removeOldDeliveries(performance.now() + 10_000);
    expect((await rowsOf(endpoint.id)).map(({ eventId }) => eventId).sort()).toEqual(
      [delivered[0], dead, waiting].sort(),
    );
    expect((await sql`select id from events order by id`).map(({ id }) => id)).toEqual(
      [delivered[0], dead, waiting].sort(),
    );
  });

  it("events that were never sent are never removed", async () => {
    const sql = db().$client;
    await someDeliveries(1);
    await sql`update events set time = now() - interval '400 days', sent_at = null`;
    const [before] = await sql`select count(*)::int as count from events`;
    await removeOldDeliveries(performance.now() + 10_000);
    expect(await sql`select count(*)::int as count from events`).toMatchObject([before]);
  });
});
