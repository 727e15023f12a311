import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import type { Id } from "#core/contract/kit/fields";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { within } from "#core/time-left";
import { claimMax, perEndpointMax } from "#core/webhook/slots";
import { call } from "../support/call.ts";
import { statementsOf } from "../support/database-asked.ts";
import { anEndpoint, rowsOf, send, someDeliveries } from "../support/given/webhooks.ts";
import { answer, aReceiver, isGenuine } from "../support/receiver.ts";

beforeEach(async () => {
  await db().$client`truncate webhook_deliveries`;
  await db().$client`delete from webhook_endpoints`;
});

const count = 600;

it("claims ahead for a fast endpoint: far fewer claims than its ten slots would take, and never more than ten in flight", async () => {
  let inFlight = 0;
  let most = 0;
  const quick = await aReceiver(async (socket, request, nth) => {
    most = Math.max(most, ++inFlight);
    await pause(1);
    inFlight--;
    answer(200)(socket, request, nth);
  });
  const endpoint = await anEndpoint(quick.url);
  await someDeliveries(count);
  const statements = await statementsOf(() => send());
  const claims = statements.filter(({ text }) => text.includes("skip locked"));
  expect(most).toBeLessThanOrEqual(perEndpointMax);
  expect(claims.length).toBeLessThan(count / perEndpointMax);
  const sizes = claims.map(({ parameters: [takes] }) => {
    const planned: { most: number }[] = JSON.parse(String(takes));
    return planned.reduce((sum, { most }) => sum + most, 0);
  });
  expect(Math.max(...sizes)).toBe(claimMax);
  const rows = await rowsOf(endpoint.id);
  expect(rows.filter(({ status, attempts }) => status === "delivered" && attempts === 1)).toHaveLength(count);
  expect(quick.received).toHaveLength(count);
});

it("gives back the rows it holds for an endpoint that stopped answering: no attempt is counted, and they are due at once", async () => {
  const stuck = await aReceiver((socket, request, nth) => nth < 200 && answer(200)(socket, request, nth));
  const endpoint = await anEndpoint(stuck.url);
  await someDeliveries(count);
  await send({ timeoutMs: 3_000, timeLeft: within(2_500) });
  const rows = await rowsOf(endpoint.id);
  const tried = rows.filter(({ attempts }) => attempts > 0);
  expect(tried).toHaveLength(stuck.received.length);
  const [held] = await db().$client`
    select count(*)::integer as count from webhook_deliveries where status = 'pending' and attempts = 0
      and (hidden_until is not null or claim_id is not null or next_attempt_at > now())`;
  expect(held).toEqual({ count: 0 });
  // They keep their place: behind the whole backlog, the oldest would come last.
  const [moved] = await db().$client`
    select count(*)::integer as count from webhook_deliveries held, webhook_deliveries later
    where held.attempts = 0 and later.attempts = 0 and held.id < later.id and held.next_attempt_at > later.next_attempt_at`;
  expect(moved).toEqual({ count: 0 });
});

it.each<[string, (id: Id<"endpoint">) => Promise<{ body: object }>]>([
  ["that has a new secret", (id) => call(webhook.rotateSecret, { id })],
  ["that is switched off", (id) => call(webhook.editEndpoint, { id, active: false })],
  ["that is removed", (id) => call(webhook.removeEndpoint, { id })],
])("does not send rows claimed earlier for an endpoint %s", async (_, change) => {
  const goesOn = Promise.withResolvers<void>();
  const quick = await aReceiver(async (socket, request, nth) => {
    if (nth > 200) await goesOn.promise;
    answer(200)(socket, request, nth);
  });
  const { id } = await anEndpoint(quick.url);
  await someDeliveries(count);
  const sending = send();
  await quick.has(200 + perEndpointMax);
  const { body } = await change(id);
  const secret = "secret" in body ? String(body.secret) : null;
  const before = quick.received.length;
  goesOn.resolve();
  await sending;
  const after = quick.received.slice(before);
  expect(after).toHaveLength(secret ? count - before : 0);
  expect(after.every((request) => isGenuine(request, secret ?? ""))).toBe(true);
});

it("gives back at once what it has not started when its time is up", async () => {
  const quick = await aReceiver();
  await anEndpoint(quick.url);
  await someDeliveries(count);
  await send({ timeLeft: within(100) });
  const [left] = await db().$client`
    select count(*)::integer as count from webhook_deliveries where status = 'pending' and hidden_until is not null`;
  expect(left).toEqual({ count: 0 });
  await send();
  expect(quick.received).toHaveLength(count);
});
