import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { attemptsMax, timeoutMs } from "#core/webhook/backoff";
import { deliveryLease } from "#core/webhook/delivery-lease";
import { call } from "../support/call.ts";
import { anEndpoint, rowsOf, send, someDeliveries, timePasses } from "../support/given/webhooks.ts";
import fc from "../support/harness/properties.ts";
import { answer, aReceiver } from "../support/receiver.ts";

const { waitSecondsAfter } = deliveryLease;

beforeEach(async () => {
  await db().$client`delete from webhook_endpoints`;
});
afterEach(() => void vi.useRealTimers());

/** With the senders of both lanes. */
const sendAll = async () => {
  const runs = [await send(), await send({ lane: "slow" })];
  return { wakeUps: runs.flatMap(({ wakeUps }) => wakeUps) };
};

describe("the waits", () => {
  it("are 2 to 512 s, then 900 and 900; the twelfth failure makes the row dead, and there is no thirteenth POST", async () => {
    const receiver = await aReceiver(answer(500));
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const { wakeUps } = await sendAll();
      const [row] = await rowsOf(endpoint.id);
      expect(row).toMatchObject({ status: "pending", lastError: "http_500" });
      expect(row!.dueInSeconds).toBeGreaterThan(seconds - 1.5);
      expect(row!.dueInSeconds).toBeLessThanOrEqual(seconds);
      expect(wakeUps).toContainEqual(expect.objectContaining({ afterSeconds: seconds }));
      await timePasses();
    }
    expect((await sendAll()).wakeUps.filter(({ afterSeconds }) => afterSeconds)).toEqual([]);
    const [row] = await rowsOf(endpoint.id);
    expect(row).toMatchObject({ status: "dead", attempts: 12, dueInSeconds: null });
    expect(row!.history).toHaveLength(12);
    await timePasses();
    await sendAll();
    expect(receiver.received).toHaveLength(12);
  });

  // Someone who repairs a receiver reads there how much time they have.
  it("add up to the documented 45 minutes", async () => {
    const waits = Array.from({ length: attemptsMax }, (_, nth) => waitSecondsAfter(nth + 1) ?? 0);
    const minutes = waits.reduce((sum, seconds) => sum + seconds, 0) / 60;
    expect(minutes).toBeGreaterThan(40);
    expect(minutes).toBeLessThan(50);
    for (const path of ["README.md", "core/contract/openapi/document.ts", "web/webhooks/endpoints.tsx"]) {
      const text = await readFile(join(import.meta.dirname, "..", "..", path), "utf8");
      expect([path, text]).toEqual([
        path,
        expect.stringMatching(/twelve (times|attempts)( in all,)? over about\s+45 minutes/),
      ]);
    }
  });

  it("double, never beyond 900, and end with the twelfth", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (attempts) => {
        const [wait, next] = [waitSecondsAfter(attempts), waitSecondsAfter(attempts + 1)];
        if (attempts >= 12) expect(wait).toBeNull();
        else expect(wait).toBe(Math.min(900, 2 ** attempts));
        if (wait !== null && next !== null) expect(next).toBe(Math.min(900, wait * 2));
      }),
    );
  });
});

it("gives one POST ten seconds", () => {
  expect(timeoutMs).toBe(10_000);
});

describe("clocks", () => {
  it.each([
    ["an hour behind", -3_600_000],
    ["an hour ahead", 3_600_000],
  ])("a host %s sends when the database says so, hides for 60 s and waits 2 s", async (_how, off) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + off });
    const goesOn = Promise.withResolvers<void>();
    const receiver = await aReceiver(async (...given) => {
      await goesOn.promise;
      answer(500)(...given);
    });
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    const sending = send();
    await receiver.has(1);
    const [hidden] = await rowsOf(endpoint.id);
    goesOn.resolve();
    expect(hidden!.dueInSeconds).toBeGreaterThan(50);
    expect(hidden!.dueInSeconds).toBeLessThanOrEqual(60);
    await sending;
    const [waiting] = await rowsOf(endpoint.id);
    expect(waiting!.dueInSeconds).toBeGreaterThan(0);
    expect(waiting!.dueInSeconds).toBeLessThanOrEqual(2);
    expect(await send()).toMatchObject({ delivered: 0, failed: 0 });
  });

  it("a clock that jumps during a POST affects neither its deadline nor its recorded outcome", async () => {
    const receiver = await aReceiver(() => {});
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    vi.useFakeTimers({ toFake: ["Date"] });
    const sending = send({ timeoutMs: 500 });
    await receiver.has(1);
    vi.setSystemTime(Date.now() - 86_400_000);
    await sending;
    const [row] = await rowsOf(endpoint.id);
    expect(row).toMatchObject({ attempts: 1, lastError: "timeout" });
    expect(row!.history[0]!.ms).toBeGreaterThanOrEqual(400);
    expect(row!.history[0]!.ms).toBeLessThan(9_000); // the usual deadline is 10 s
    vi.useRealTimers();
    const { body } = await call(webhook.listDeliveries, { endpointId: endpoint.id });
    expect(Math.abs(Date.parse(body.items[0]!.history[0]!.at) - Date.now())).toBeLessThan(60_000);
  });
});
