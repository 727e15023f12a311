import { expect, it, vi } from "vitest";
import { paymentStatuses, statuses } from "#core/contract/order";
import * as session from "#core/contract/session";
import { db } from "#core/db/client";
import { hasOwner } from "#core/staff/create-owner";
import { endpoints } from "#core/webhook/webhook.table";
import { demoEndpoint } from "#local/demo/demo";
import { type Credentials, firstOwner } from "#local/first-start";
import { call } from "../support/call.ts";
import { aDataFolder, aRuntime, signedIn, statusAsSent } from "../support/harness/runtime.ts";

interface Item {
  readonly status: string;
  readonly paymentStatus: string;
  readonly active: boolean;
  readonly createdAt: string;
}

interface Order {
  readonly id: string;
  readonly lines: readonly { readonly id: string; readonly allocations: readonly { readonly locationId: string }[] }[];
}

interface Page {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

// The first thing that anyone sees of the program. Books that do not balance in the demo are a bug.
it("fills a new store with orders in every state, and the doctor finds nothing", { timeout: 300_000 }, async () => {
  // As on a fresh clone, where nothing is set: empty is the same as not set.
  const runtime = await aRuntime(undefined, { DEMO: "" });
  const ask = await signedIn(runtime);
  await vi.waitFor(() => expect(runtime.output()).toContain("The demo store is full."), {
    timeout: 240_000,
    interval: 100,
  });

  // Old debts on the first screen would look as if nobody cared for the store.
  const owed = (await ask<Page>("GET", "/api/admin/orders?limit=200&balance=storeOwes")).items;
  expect(owed.length).toBeLessThan(5);
  for (const { createdAt } of owed) expect(Date.now() - Date.parse(createdAt)).toBeLessThan(49 * 3_600_000);

  const { items, nextCursor } = await ask<Page>("GET", "/api/admin/orders?limit=200");
  expect([items.length, nextCursor]).toEqual([200, expect.any(String)]);
  expect([...new Set(items.map(({ status }) => status))].toSorted()).toEqual(statuses.toSorted());
  const payments = new Set(items.map(({ paymentStatus }) => paymentStatus));
  // Refunds come from gateways, and no demo order is paid through one.
  expect([...payments].toSorted()).toEqual(paymentStatuses.filter((status) => !/refunded/i.test(status)).toSorted());
  expect((await ask<Page>("GET", "/api/admin/products?limit=200")).items.length).toBeGreaterThan(30);
  expect((await ask<Page>("GET", "/api/admin/locations")).items).toHaveLength(3);
  expect((await ask<Page>("GET", "/api/admin/x/webhooks/endpoints")).items).toMatchObject([{ active: true }]);
  expect(runtime.output()).toMatch(/WEBHOOK_SECRET="whsec_[0-9a-f]{64}" npm run receiver/);

  // A label can be booked at once: a carrier has to know where to collect, and what the goods weigh.
  const ready = (await ask<{ items: Order[] }>("GET", "/api/admin/orders?fulfillable=true&limit=1")).items[0]?.id;
  const [line] = (await ask<Order>("GET", `/api/admin/orders/${ready}`)).lines;
  const parcel = { locationId: line?.allocations[0]?.locationId, lines: [{ lineId: line?.id, quantity: 1 }] };
  const rates = await ask<Page>("POST", `/api/admin/orders/${ready}/parcels/rates`, parcel, { prefer: "wait=10" });
  expect(rates.items).toHaveLength(3);

  // The demo's shop shows what the store sells.
  const shop = await fetch(`${runtime.url}/shop/`);
  expect([shop.status, await shop.text()]).toEqual([200, expect.stringContaining("shop.js")]);
  const { key } = await ask<{ key: string }>("GET", "/shop/settings.json");
  const listed = await ask<Page>("GET", "/api/store/products", undefined, { authorization: `Bearer ${key}` });
  expect(listed.items.length).toBeGreaterThan(30);
  // Emails about abandoned carts lead there.
  const { cartUrl } = await ask<{ cartUrl: string }>("GET", "/api/admin/store");
  expect(cartUrl).toBe(`${runtime.url}/shop/#cart={token}`);
  for (const path of [
    "shop-key",
    "../../package.json",
    "%2e%2e/%2e%2e/package.json",
    "..\\..\\package.json",
    "nothing.js",
  ]) {
    expect([path, await statusAsSent(runtime, `/shop/${path}`)]).toEqual([path, 404]);
  }

  const { checks } = await ask<{ checks: { name: string; status: string }[] }>("GET", "/api/admin/diagnostics");
  expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
  expect(await runtime.end()).toBe(0);
});

// A start that is killed before it has shown how to sign in must not leave credentials that no one knows.
it("shows how to sign in before there is an owner, and starts over if it was interrupted", async () => {
  await demoEndpoint();
  const killed = () => {
    throw new Error("killed");
  };
  await expect(firstOwner(killed)).rejects.toThrow("killed");
  expect(await hasOwner()).toBe(false);

  const { id } = await demoEndpoint();
  const say = vi.fn<(owner: Credentials) => void>();
  const { email = "", password = "" } = (await firstOwner(say)) ?? {};
  expect(await firstOwner(say)).toBeNull();
  expect(say.mock.calls).toEqual([[{ email, password }]]);
  expect(await db().select({ id: endpoints.id }).from(endpoints)).toEqual([{ id }]);
  expect(await call(session.signIn, { email, password }, { as: null })).toMatchObject({ status: 200 });
});

// The password was shown once and has scrolled away; the demo data is half complete, and sends nothing.
it("says at a later start who can sign in, and that an interrupted start left half a demo", {
  timeout: 120_000,
}, async () => {
  const folder = await aDataFolder();
  const first = await aRuntime(folder, { DEMO: "1" });
  await first.end();
  expect(first.output()).not.toContain("The demo store is full.");

  const second = await aRuntime(folder, { DEMO: "1", OWNER_PASSWORD: "another password" });
  await vi.waitFor(() => expect(second.output()).toContain("Ctrl-C"), { timeout: 60_000, interval: 20 });
  expect(second.output()).toContain(
    `the owner that the first start created. To start over, stop it and remove ${folder}.`,
  );
  await vi.waitFor(() => expect(second.output()).toContain("its endpoint is switched off"), {
    timeout: 60_000,
    interval: 20,
  });
  await signedIn(second);
  expect(await second.end()).toBe(0);
});
