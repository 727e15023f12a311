/**
 * Payments and refunds at the test gateway, through a whole store on this machine: each step is a request over a
 * socket.
 */
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Answer } from "#core/contract/kit/operation";
import type * as order from "#core/contract/order";
import type { Child } from "#local/child";
import { aDataFolder, aRuntime, signedIn } from "../support/harness/runtime.ts";

const soon = { timeout: 60_000, interval: 50 };
const withGateway = { TEST_GATEWAY: "1" };

type Ask = Awaited<ReturnType<typeof signedIn>>;
type Shown = Answer<typeof order.read>;

interface Shop {
  readonly runtime: Child;
  readonly ask: Ask;
  readonly variantId: string;
  /** Calls the gateway as the shop does, with its key. */
  readonly gateway: (method: string, path: string, body?: object, key?: string) => Promise<Response>;
}

/** A store with goods and a test gateway, in a new or an existing folder. */
async function aShop(folder: string): Promise<Shop> {
  const runtime = await aRuntime(folder, withGateway);
  const ask = await signedIn(runtime);
  const { items } = await ask<{ items: { id: string }[] }>("GET", "/api/admin/variants");
  return { runtime, ask, variantId: items[0]?.id ?? (await stocked(ask)), gateway: await gatewayOf(runtime, folder) };
}

async function stocked(ask: Ask): Promise<string> {
  const { id: locationId } = await ask<{ id: string }>("POST", "/api/admin/locations", { code: "MAIN", name: "Main" });
  const { variants } = await ask<{ variants: { id: string }[] }>("POST", "/api/admin/products", {
    title: "Lamp",
    status: "active",
    variants: [{ sku: "LAMP", priceMinor: 2_500 }],
  });
  const variantId = variants[0]!.id;
  await ask("POST", `/api/admin/variants/${variantId}/stock/receive`, { locationId, quantity: 1_000 });
  return variantId;
}

async function gatewayOf({ url }: Child, folder: string): Promise<Shop["gateway"]> {
  const { key } = JSON.parse(await readFile(join(folder, "test-gateway.json"), "utf8"));
  return (method, path, body, idempotencyKey) =>
    fetch(`${url}/api/test-gateway${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}

/** An order and the URL of its payment page, once the gateway has answered. */
async function anOrderToPay({ ask, variantId }: Shop) {
  const { id } = await ask<Shown>("POST", "/api/admin/orders", {
    email: "asha@example.com",
    name: "Asha Rao",
    address: { line1: "12 Park Street", city: "Kolkata", postalCode: "700016", country: "IN" },
    payment: "test",
    lines: [{ variantId, quantity: 2 }],
  });
  const { paymentRequests } = await ask<Shown>(
    "POST",
    `/api/admin/orders/${id}/payment-requests`,
    { gateway: "test" },
    { prefer: "wait=10" },
  );
  expect(paymentRequests).toMatchObject([{ status: "open", mode: "test", url: expect.any(String) }]);
  return { id, page: paymentRequests[0]!.url! };
}

/** Submits a form of the page. */
const press = (page: string, choice: string) =>
  fetch(page, { method: "POST", body: new URLSearchParams({ choice }), redirect: "manual" });

const read = ({ ask }: Shop, id: string) => ask<Shown>("GET", `/api/admin/orders/${id}`);

const becomes = (shop: Shop, id: string, like: object) =>
  vi.waitFor(async () => expect(await read(shop, id)).toMatchObject(like), soon);

/** A paid order, and the gateway's id of its payment. */
async function aPaidOrder(shop: Shop) {
  const { id, page } = await anOrderToPay(shop);
  expect((await press(page, "pay")).status).toBe(303);
  await becomes(shop, id, { paymentStatus: "paid" });
  const { payments } = await read(shop, id);
  return { id, page, paymentId: payments[0]!.reference! };
}

let shop: Shop;
beforeAll(async () => {
  shop = await aShop(await aDataFolder());
}, 120_000);

describe("a customer at the test gateway", { timeout: 120_000 }, () => {
  it("pays on a page without scripts, returns to the shop, and the order is paid", async () => {
    const { id, page } = await anOrderToPay(shop);
    const shown = await fetch(page);
    expect(shown.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const html = await shown.text();
    expect(html).toContain("₹50.00");
    expect(html).not.toContain("<script");
    for (const choice of ["pay", "decline", "hang"]) expect(html).toContain(`value="${choice}"`);

    const answer = await press(page, "pay");
    const back = answer.headers.get("location") ?? "";
    expect([answer.status, new URL(back).pathname]).toEqual([303, "/api/payments/thank-you"]);
    const thanks = await fetch(back);
    expect(thanks.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await thanks.text()).toContain("your payment is being confirmed");

    await becomes(shop, id, {
      paymentStatus: "paid",
      payments: [{ kind: "captured", method: "test", mode: "test", amount: { amountMinor: 5_000 } }],
      paymentRequests: [{ status: "paid" }],
    });
  });

  // Pressed twice, or in a second tab.
  it("pays once, however often the button is pressed", async () => {
    const { id, page } = await anOrderToPay(shop);
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await press(page, "pay")).status));
    expect(statuses.toSorted()).toEqual([303, ...Array<number>(7).fill(409)]);
    await becomes(shop, id, { paymentStatus: "paid" });
    expect((await read(shop, id)).payments).toHaveLength(1);
    expect(await (await fetch(page)).text()).toContain("This is paid");
  });

  it("is declined, which the order records, and can try again", async () => {
    const { id, page } = await anOrderToPay(shop);
    expect((await press(page, "decline")).headers.get("location")).toBe(new URL(page).pathname.split("/").at(-1));
    expect(await (await fetch(page)).text()).toContain("The payment was declined.");
    await becomes(shop, id, {
      paymentStatus: "failed",
      payments: [{ kind: "failed", reason: "The customer's bank has declined the payment." }],
    });
    await press(page, "pay");
    await becomes(shop, id, { paymentStatus: "paid" });
  });

  // The gateway's event is late: hours can pass between the two.
  it("can hold the notification back: the order stays unpaid until the shop is notified", async () => {
    const { id, page } = await anOrderToPay(shop);
    expect((await press(page, "hang")).status).toBe(303);
    expect(await (await fetch(page)).text()).toContain("The shop has not been told.");
    // Once a later order is paid, the shop has received every earlier notification.
    await aPaidOrder(shop);
    expect(await read(shop, id)).toMatchObject({
      paymentStatus: "unpaid",
      payments: [],
      paymentRequests: [{ status: "open" }],
    });
    expect(new URL((await press(page, "tell")).headers.get("location") ?? "").pathname).toBe("/api/payments/thank-you");
    await becomes(shop, id, { paymentStatus: "paid" });
  });

  it("gets an error page for an unknown page, and for an unknown choice", async () => {
    const { page } = await anOrderToPay(shop);
    expect((await fetch(`${page}0`)).status).toBe(404);
    for (const choice of ["", "constructor", "tell"]) {
      expect((await press(page, choice)).status).toBe(choice === "tell" ? 409 : 400);
    }
    expect((await fetch(page, { method: "PUT" })).status).toBe(405);
    expect(await (await fetch(page)).text()).toContain('value="pay"');
  });
});

describe("a shop at the test gateway", { timeout: 120_000 }, () => {
  it("has it set up from the start, with a valid key", async () => {
    const call = await shop.ask("POST", "/api/admin/providers/test/test", {}, { prefer: "wait=10" });
    expect(call).toMatchObject({ provider: "test", status: "done" });
  });

  it("refunds what was paid, in parts, and the order shows it", async () => {
    const { id } = await aPaidOrder(shop);
    const refund = (body: object) =>
      shop.ask<Shown>("POST", `/api/admin/orders/${id}/refunds`, body, { prefer: "wait=10" });
    expect(await refund({ amountMinor: 1_000 })).toMatchObject({
      paymentStatus: "partiallyRefunded",
      refunds: [{ status: "succeeded", amount: { amountMinor: 1_000 }, gatewayRefundId: expect.any(String) }],
    });
    expect(await refund({})).toMatchObject({ paymentStatus: "refunded", refunds: [{}, { status: "succeeded" }] });
  });

  // Concurrent requests must not get more than there was: neither of two may count on what the other takes.
  it("gets back no more than was paid with twenty concurrent refunds", async () => {
    const { id, paymentId } = await aPaidOrder(shop);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        shop.gateway("POST", "/refunds", {
          ...{ reference: `elsewhere-${id}-${nth}`, paymentId, amountMinor: 700, currency: "INR" },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    const refusals = answers.filter(({ ok }) => !ok);
    const bodies = await Promise.all(refusals.map((answer) => answer.json() as Promise<{ error: { code: string } }>));
    expect(new Set(bodies.map(({ error }) => error.code))).toEqual(new Set(["aboveRemaining"]));
    // The shop did not request them: it is notified of them, and counts each.
    await vi.waitFor(async () => expect((await read(shop, id)).refunds).toHaveLength(7), soon);
    expect(await read(shop, id)).toMatchObject({ refundable: { amountMinor: 100 } });
  });

  it("gets the same answer for the same key, and a refusal if it reuses it for something else", async () => {
    const { id, paymentId } = await aPaidOrder(shop);
    const asked = { reference: `twice-${id}`, paymentId, amountMinor: 100, currency: "INR" };
    const refund = (body: object) => shop.gateway("POST", "/refunds", body, `key-${id}`);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, async () => (await refund(asked)).json() as Promise<{ id: string }>),
    );
    expect(others).toEqual(Array(4).fill(first));
    const other = await refund({ ...asked, amountMinor: 200 });
    expect([other.status, await other.json()]).toMatchObject([409, { error: { code: "key.mismatch" } }]);
    const { items } = (await (await shop.gateway("GET", `/refunds?reference=twice-${id}`)).json()) as {
      items: object[];
    };
    expect(items).toEqual([first]);
  });

  it("learns why a refund is refused", async () => {
    const { paymentId } = await aPaidOrder(shop);
    const refund = async (change: object) => {
      const asked = { reference: "no", paymentId, amountMinor: 5_000, currency: "INR", ...change };
      const answer = await shop.gateway("POST", "/refunds", asked);
      const { error } = (await answer.json()) as { error: { code: string } };
      return [answer.status, error.code];
    };
    expect(await refund({ paymentId: "payment_0" })).toEqual([404, "unknownPayment"]);
    expect(await refund({ currency: "EUR" })).toEqual([422, "amount"]);
    expect(await refund({ amountMinor: 5_001 })).toEqual([422, "aboveRemaining"]);
    for (const amountMinor of [0, -1, 1.5, "10"]) expect(await refund({ amountMinor })).toEqual([400, "invalid"]);
  });

  it("is refused with a wrong key or none, whatever the request", async () => {
    const { url } = shop.runtime;
    for (const authorization of ["Bearer wrong", "Bearer ", ""]) {
      for (const [method, path] of [
        ["GET", "/account"],
        ["POST", "/refunds"],
        ["GET", "/pages?reference=a"],
      ]) {
        const answer = await fetch(`${url}/api/test-gateway${path}`, { method: method!, headers: { authorization } });
        expect([answer.status, await answer.json()]).toMatchObject([401, { error: { code: "credentials" } }]);
      }
    }
  });

  it("refuses notifications from anyone else", async () => {
    const { id } = await anOrderToPay(shop);
    const body = JSON.stringify({
      id: "event_1",
      kind: "payment.succeeded",
      at: new Date().toISOString(),
      orderId: id,
    });
    const headers = { "test-gateway-signature": `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}` };
    const answer = await fetch(`${shop.runtime.url}/api/gateways/test/webhook`, { method: "POST", body, headers });
    expect(answer.status).toBe(401);
  });
});

describe("a restart of the store", { timeout: 180_000 }, () => {
  it("keeps the test gateway's pages, payments and refunds, and sets it up at the new port", async () => {
    const folder = await aDataFolder();
    const first = await aShop(folder);
    const paid = await aPaidOrder(first);
    const open = await anOrderToPay(first);
    const hanging = await anOrderToPay(first);
    await press(hanging.page, "hang");
    await first.ask("POST", `/api/admin/orders/${paid.id}/refunds`, { amountMinor: 4_000 }, { prefer: "wait=10" });
    expect(await first.runtime.end("SIGKILL")).toBe("SIGKILL");

    const second = await aShop(folder);
    expect(second.runtime.url).not.toBe(first.runtime.url);
    const here = ({ page }: { page: string }) => page.replace(first.runtime.url, second.runtime.url);
    await press(here(open), "pay");
    await press(here(hanging), "tell");
    await becomes(second, open.id, { paymentStatus: "paid" });
    await becomes(second, hanging.id, { paymentStatus: "paid" });
    const asked = { reference: "after", paymentId: paid.paymentId, amountMinor: 1_001, currency: "INR" };
    expect((await second.gateway("POST", "/refunds", asked)).status).toBe(422);
    // Through the store too: it knows the gateway's current address.
    const { refunds } = await second.ask<Shown>(
      "POST",
      `/api/admin/orders/${paid.id}/refunds`,
      {},
      { prefer: "wait=10" },
    );
    expect(refunds).toMatchObject([{ amount: { amountMinor: 4_000 } }, { status: "succeeded" }]);
    expect((await stat(join(folder, "test-gateway.json"))).mode & 0o777).toBe(0o600);
    await second.runtime.end();

    await writeFile(join(folder, "test-gateway.json"), "{}");
    await expect(aRuntime(folder, withGateway)).rejects.toThrow("does not hold the test gateway's books");
  });

  // In a real store, whoever could choose it would have orders paid for free.
  it("has no test gateway unless it was asked for", async () => {
    const folder = await aDataFolder();
    const runtime = await aRuntime(folder);
    const ask = await signedIn(runtime);
    expect((await fetch(`${runtime.url}/api/test-gateway/account`)).status).toBe(404);
    const { items } = await ask<{ items: { code: string }[] }>("GET", "/api/admin/providers?kind=gateway");
    expect(items.map(({ code }) => code)).not.toContain("test");
    await runtime.end();
    // Nor does a later start with DEMO set add one.
    const later = await aRuntime(folder, { DEMO: "1" });
    expect((await fetch(`${later.url}/api/test-gateway/account`)).status).toBe(404);
    await later.end();
  });
});
