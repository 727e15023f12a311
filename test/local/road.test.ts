import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { aReceiver, type Receiver } from "#test/support/receiver";
import { aDataFolder, aRuntime, signedIn } from "#test/support/runtime";

const soon = { timeout: 20_000, interval: 20 };

let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
});
afterAll(() => receiver.close());

const aProduct = (nth: number) => ({ title: `Product ${nth}`, variants: [{ sku: `SKU-${nth}`, priceMinor: 1999 }] });

describe("from a change to a signed POST", () => {
  it("tells a receiver of what was done, signed with the secret that it was given", async () => {
    const runtime = await aRuntime();
    const ask = await signedIn(runtime);
    const { secret } = await ask<{ secret: string }>("POST", "/api/admin/x/webhooks/endpoints", {
      url: receiver.url,
      events: ["product.created"],
    });
    receiver.trust(secret);

    const { id } = await ask<{ id: string }>("POST", "/api/admin/products", aProduct(1));

    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), soon);
    expect(receiver.received[0]).toMatchObject({ genuine: true, event: { name: "product.created", subject: { id } } });
    const { items } = await ask<{ items: unknown[] }>("GET", "/api/admin/x/webhooks/deliveries?status=delivered");
    expect(items).toHaveLength(1);
    expect(await runtime.end()).toBe(0);
  });

  // The power goes in the middle of a busy hour. What a client was told is done must be told to every receiver.
  it("loses no event of a committed change when it is killed in the middle of a burst", {
    timeout: 180_000,
  }, async () => {
    const folder = await aDataFolder();
    const first = await aRuntime(folder);
    const ask = await signedIn(first);
    const { secret } = await ask<{ secret: string }>("POST", "/api/admin/x/webhooks/endpoints", {
      url: receiver.url,
      events: ["product.*"],
    });
    receiver.trust(secret);

    const answered: string[] = [];
    let next = 100;
    const clients = Array.from({ length: 8 }, async () => {
      for (;;) {
        const { id } = await ask<{ id: string }>("POST", "/api/admin/products", aProduct(next++));
        answered.push(id);
      }
    });
    const over = Promise.allSettled(clients);
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(60), soon);
    await first.end("SIGKILL");
    await over;

    const second = await aRuntime(folder);
    const askAgain = await signedIn(second);
    const told = () => new Set(receiver.received.map(({ event }) => event.subject.id));
    // A delivery that was claimed at the kill stays hidden for 60 s, and the sweep that finds it runs once a minute.
    await vi.waitFor(() => expect(answered.filter((id) => !told().has(id))).toEqual([]), {
      timeout: 150_000,
      interval: 100,
    });
    expect(receiver.received.every(({ genuine }) => genuine)).toBe(true);

    const { items } = await askAgain<{ items: { id: string }[] }>("GET", "/api/admin/products?limit=200");
    expect(items.map(({ id }) => id).filter((id) => !told().has(id))).toEqual([]);
    expect(await second.end()).toBe(0);
  });
});
