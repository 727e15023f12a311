/** Who sees which calls to providers. */
import { expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { aGateway, makeCalls } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";
import { aSignedIn, roleHas } from "../support/given/people.ts";

// Its answer is about the store's account with the provider, and whoever packs orders may list their calls.
it("the test of a provider's settings is listed only for those who may read them", async () => {
  await aGateway();
  const { id } = await anOrder();
  await call(order.requestPayment, { id, gateway: "test" });
  await call(provider.test, { code: "test" });
  await makeCalls();
  const { headers } = await aSignedIn({ role: "staff" });
  const seen = async () => {
    const { items } = (await call(provider.listCalls, { provider: "test" }, { headers })).body;
    return items.map(({ does }) => does).toSorted();
  };
  await roleHas("staff", ["orders.read"]);
  expect(await seen()).toEqual(["requestPayment"]);
  await roleHas("staff", ["orders.read", "providers.read"]);
  expect(await seen()).toEqual(["check", "requestPayment"]);
});

// A provider decides what it answers, and a call may be made a hundred times.
it("a list shows the last twenty attempts of a call, and stays smaller than an answer may be", async () => {
  await aGateway();
  const { id } = await anOrder();
  await db().execute(sql`
    with made as (
      insert into calls (id, provider, does, subject_id, order_id, change_id, asked, status, created_at, settled_at)
      select 'cal_' || lpad(n::text, 26, '0'), 'test', 'refund', 'ref_' || n, ${id}, 'chg', '{}', 'refused', now(), now()
      from generate_series(1, 60) n returning id)
    insert into call_attempts (call_id, at, milliseconds, method, url, status, request, answer)
    select id, now(), 1, 'POST', 'https://gateway.test/' || nth, 500, repeat('q', 8000), repeat('a', 8000)
    from made, generate_series(1, 30) nth`);
  const { items } = (await call(provider.listCalls, { orderId: id, limit: 200 })).body;
  expect(items).toHaveLength(60);
  expect(items.map(({ attempts }) => attempts.length)).toEqual(items.map(() => 20));
  expect(items[0]?.attempts.map(({ url }) => url.split("/").at(-1))).toEqual(
    Array.from({ length: 20 }, (_, nth) => String(nth + 11)),
  );
  expect([items[0]?.attempts[0]?.answer.length, items.at(-1)?.attempts[0]?.answer]).toEqual([8_000, "…"]);
  expect(JSON.stringify(items).length).toBeLessThan(4_000_000);
});
