import { expect, it, vi } from "vitest";
import { paymentStatuses, statuses } from "#core/contract/order";
import { aRuntime, signedIn } from "#test/support/runtime";

interface Page {
  readonly items: readonly { readonly status: string; readonly paymentStatus: string; readonly active: boolean }[];
  readonly nextCursor: string | null;
}

// The first thing that anybody sees of the program. Books that do not balance there are a bug, not a decoration.
it("fills a new store with orders in every state, and the doctor finds nothing", { timeout: 300_000 }, async () => {
  const runtime = await aRuntime(undefined, { DEMO: "1" });
  const ask = await signedIn(runtime);
  await vi.waitFor(() => expect(runtime.output()).toContain("The demo store is full."), {
    timeout: 240_000,
    interval: 100,
  });

  const { items, nextCursor } = await ask<Page>("GET", "/api/admin/orders?limit=200");
  expect([items.length, nextCursor]).toEqual([200, null]);
  expect([...new Set(items.map(({ status }) => status))].toSorted()).toEqual(statuses.toSorted());
  const payments = new Set(items.map(({ paymentStatus }) => paymentStatus));
  // Refunds are the gateways': nothing of the demo's is paid through one.
  expect([...payments].toSorted()).toEqual(paymentStatuses.filter((status) => !/refunded/i.test(status)).toSorted());
  expect((await ask<Page>("GET", "/api/admin/products?limit=200")).items.length).toBeGreaterThan(30);
  expect((await ask<Page>("GET", "/api/admin/locations")).items).toHaveLength(3);
  expect((await ask<Page>("GET", "/api/admin/x/webhooks/endpoints")).items).toMatchObject([{ active: true }]);
  expect(runtime.output()).toMatch(/WEBHOOK_SECRET="whsec_[0-9a-f]{64}" npm run receiver/);

  const { checks } = await ask<{ checks: { name: string; status: string }[] }>("GET", "/api/admin/diagnostics");
  expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
  expect(await runtime.end()).toBe(0);
});
