/** The worker that asks gateways and carriers: what it begins, it sees through. */
import { expect, it, onTestFinished, vi } from "vitest";
import { isAccountAsked } from "#core/call/account-asked";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newSecretsKey } from "#core/secret";
import { queues } from "#functions/wiring";
import { handler } from "#functions/worker/make-calls";
import { startCloud } from "#local/cloud/cloud";
import { testKey, testWebhookSecret } from "../provider/fakes/test.ts";
import { call } from "../support/call.ts";
import { aGateway, dueNow, makeCalls, orderNow, paidThrough } from "../support/given/gateways.ts";
import { invocation } from "../support/invocation.ts";
import { purge, receiveFrom } from "../support/queues.ts";

// Lambda stops a worker when its time is up. A label for which a carrier was being asked just then was left to a person,
// because it could be neither repeated nor looked up.
it("begins no call that its time may not be enough for, and wakes another worker for it", async () => {
  const cloud = await startCloud();
  onTestFinished(cloud.stop);
  const queue = cloud.urlOf(queues.find(({ name }) => name === "calls")!);
  const fake = await aGateway();
  const made = await paidThrough(fake);
  await call(order.refund, { id: made.id, amountMinor: 500 });
  await purge(queue);
  await handler({ Records: [] }, { ...invocation, getRemainingTimeInMillis: () => 60_000 });
  expect(fake.refunds).toHaveLength(0);
  expect(await receiveFrom(queue)).toHaveLength(1);
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
  expect(fake.refunds).toHaveLength(1);
  expect(await receiveFrom(queue)).toHaveLength(0);
});

// Counted as made, a label that could be neither repeated nor looked up was left to a person, though nobody was asked.
it("counts no attempt while SECRETS_KEY does not decrypt the provider's settings", async () => {
  const fake = await aGateway();
  const made = await paidThrough(fake);
  const settings = { address: `${fake.origin}/api/test-gateway`, key: testKey, webhookSecret: testWebhookSecret };
  await call(provider.configure, { code: "test", settings });
  await call(order.refund, { id: made.id, amountMinor: 500 });
  vi.stubEnv("SECRETS_KEY", newSecretsKey());
  onTestFinished(() => void vi.unstubAllEnvs());
  await makeCalls();
  const [row] = await db().execute(
    sql`select status, attempts - harmless as made from calls where order_id = ${made.id}`,
  );
  expect(row).toEqual({ status: "asked", made: 0 });
  vi.unstubAllEnvs();
  await dueNow();
  await makeCalls();
  expect(await orderNow(made)).toMatchObject({ refunds: [{ status: "succeeded" }] });
});

// Otherwise every call would be held to the account of one, and be left to a person.
it("remembers with which account each call was first made, for that call alone", async () => {
  const made = await paidThrough(await aGateway());
  for (const amountMinor of [100, 200]) await call(order.refund, { id: made.id, amountMinor });
  const [one, other] = await db().execute<{ id: string }>(
    sql`select id from calls where order_id = ${made.id} and does = 'refund'`,
  );
  expect(await isAccountAsked(one!.id, "first", true)).toBe(true);
  expect(await isAccountAsked(other!.id, "second", true)).toBe(true);
  expect(await isAccountAsked(one!.id, "first", true)).toBe(true);
  expect(await isAccountAsked(one!.id, "second", true)).toBe(false);
  await makeCalls();
});
