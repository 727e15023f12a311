/** The worker that asks gateways and carriers: what it begins, it sees through. */
import { expect, it, onTestFinished } from "vitest";
import * as order from "#core/contract/order";
import { queues } from "#functions/wiring";
import { handler } from "#functions/worker/make-calls";
import { startCloud } from "#local/cloud/cloud";
import { call } from "../support/call.ts";
import { aGateway, makeCalls, orderNow, paidThrough } from "../support/given/gateways.ts";
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
