import { describe, expect, it, vi } from "vitest";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { createEndpoint } from "#core/webhook/endpoints/create-endpoint";
import { someEvents } from "#test/support/given/webhooks";
import { aReceiver, isGenuine, type Received } from "#test/support/receiver";
import { aDataFolder, aRuntime, signedIn } from "../support/harness/runtime.ts";

const soon = { timeout: 60_000, interval: 20 };

const eventIn = ({ body }: Received) => JSON.parse(body.toString());

const aProduct = (nth: number) => ({ title: `Product ${nth}`, variants: [{ sku: `SKU-${nth}`, priceMinor: 1999 }] });

const anOrder = (variantId: string) => ({
  email: "asha@example.com",
  name: "Asha Rao",
  address: { line1: "12 Park Street", city: "Kolkata", postalCode: "700016", country: "IN" },
  payment: "manual",
  lines: [{ variantId, quantity: 1 }],
});

describe("from a change to a signed POST", () => {
  it("notifies a receiver of what was done, signed with the secret that it was given", {
    timeout: 120_000,
  }, async () => {
    const receiver = await aReceiver();
    const runtime = await aRuntime();
    const ask = await signedIn(runtime);
    const { secret } = await ask<{ secret: string }>("POST", "/api/admin/x/webhooks/endpoints", {
      url: receiver.url,
      events: ["product.created"],
    });

    const { id } = await ask<{ id: string }>("POST", "/api/admin/products", aProduct(1));

    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), soon);
    const [told] = receiver.received;
    expect(isGenuine(told!, secret)).toBe(true);
    expect(eventIn(told!)).toMatchObject({ name: "product.created", subject: { id } });
    // The receiver is notified a moment before the outcome is recorded.
    await vi.waitFor(async () => {
      const { items } = await ask<{ items: unknown[] }>("GET", "/api/admin/x/webhooks/deliveries?status=delivered");
      expect(items).toHaveLength(1);
    }, soon);
    expect(await runtime.end()).toBe(0);
  });

  // The power fails in a busy hour. Whatever was confirmed to a client must reach every receiver.
  it("loses no event of a committed change if it is killed in the middle of a burst", {
    timeout: 360_000,
  }, async () => {
    const receiver = await aReceiver();
    const folder = await aDataFolder();
    const first = await aRuntime(folder);
    const ask = await signedIn(first);
    const { secret } = await ask<{ secret: string }>("POST", "/api/admin/x/webhooks/endpoints", {
      url: receiver.url,
      events: ["order.*"],
    });

    const { id: locationId } = await ask<{ id: string }>("POST", "/api/admin/locations", {
      code: "MAIN",
      name: "Main",
    });
    const { variants } = await ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", {
      ...aProduct(2),
      status: "active",
    });
    const [{ id: variantId } = { id: "" }] = variants;
    await ask("POST", `/api/admin/variants/${variantId}/stock/receive`, { locationId, quantity: 1_000 });

    const answered: string[] = [];
    const clients = Array.from({ length: 8 }, async () => {
      for (;;) {
        const { id } = await ask<{ id: string }>("POST", "/api/admin/orders", anOrder(variantId));
        answered.push(id);
      }
    });
    const over = Promise.allSettled(clients);
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(60), soon);
    await first.end("SIGKILL");
    await over;

    const second = await aRuntime(folder);
    const askAgain = await signedIn(second);
    const untold = (ids: readonly string[]) => {
      const told = new Set(receiver.received.map((one) => eventIn(one).subject.id));
      return ids.filter((id) => !told.has(id));
    };
    // Includes those whose answer never arrived: what has committed is delivered.
    const { items } = await askAgain<{ items: { id: string }[] }>("GET", "/api/admin/orders?limit=200");
    const placed = items.map(({ id }) => id);
    expect(answered.filter((id) => !placed.includes(id))).toEqual([]);
    // A delivery that was claimed at the kill stays hidden for 60 s, and the sweep that finds it runs once a minute.
    await vi.waitFor(() => expect(untold(placed)).toEqual([]), { timeout: 240_000, interval: 100 });
    expect(receiver.received.every((one) => isGenuine(one, secret))).toBe(true);

    const { checks } = await askAgain<{ checks: { name: string; status: string }[] }>("GET", "/api/admin/diagnostics");
    expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
    expect(await second.end()).toBe(0);
  });

  // In-memory queues are gone with their process; their content must not wait until the sweep considers it lost.
  it("sends at its start what was in progress when it was killed", { timeout: 120_000 }, async () => {
    const receiver = await aReceiver();
    await inChange(system("test"), (change) =>
      createEndpoint(change, { url: receiver.url, events: ["product.created"], active: true }),
    );
    const ids = await someEvents(50, "product.created");
    await db().execute(
      sql`update events set next_put_at = now() + interval '1 hour' where id = any(${sql.param(ids)}::text[])`,
    );
    const { DATABASE_URL = "", SECRETS_KEY = "" } = process.env;
    const runtime = await aRuntime(undefined, { DATABASE_URL, SECRETS_KEY });
    await vi.waitFor(
      () => expect(receiver.received.map((one) => eventIn(one).id).toSorted()).toEqual(ids.toSorted()),
      soon,
    );
    expect(await runtime.end()).toBe(0);
  });
});
