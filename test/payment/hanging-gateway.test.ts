/** A gateway that accepts requests and never answers slows nothing but itself. */
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { call } from "../support/call.ts";
import { aGateway, makeCalls, orderNow, paidThrough } from "../support/given/gateways.ts";

/** Its URL, and how many requests wait for it. */
async function aHangingServer() {
  let waiting = 0;
  const server = createServer(() => {
    waiting++;
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, waiting: () => waiting, stop };
}

const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await pause(5);
};

/** How many calls to one provider may run at once. */
const share = 8;

// The one worker that is awake is busy with a gateway that is down: refunds through the other must not wait for it.
it("uses only its share of concurrent calls, and the same worker makes calls to others meanwhile", async () => {
  const works = await aGateway();
  const made = await paidThrough(works);
  const hangs = await aHangingServer();
  const settings = {
    server: hangs.url,
    secretKey: "sk_test_hangs_0123456789",
    webhookSecret: "whsec_hangs_0123456789",
  };
  expect((await call(provider.configure, { code: "stripe", settings })).status).toBe(200);
  for (let nth = 0; nth < share + 4; nth++) await call(provider.test, { code: "stripe" });
  let isDone = false;
  const working = makeCalls().finally(() => {
    isDone = true;
  });
  await until(() => hangs.waiting() === share);

  for (const amountMinor of [300, 400]) {
    await call(order.refund, { id: made.id, amountMinor });
    await until(async () => {
      const { refunds } = await orderNow(made);
      return refunds?.every(({ status }) => status === "succeeded") ?? false;
    });
  }

  expect([isDone, hangs.waiting()]).toEqual([false, share]);
  expect(works.refunds.map(({ amountMinor }) => amountMinor)).toEqual([300, 400]);
  hangs.stop();
  await working;
});
