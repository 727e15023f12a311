import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { required } from "#core/environment";
import { type TestFake, testFake, testKey, testSignature, testWebhookSecret } from "#test/provider/fakes/test";
import { anOrderOf, aStockedStore, journeys, soon } from "../support/harness/journey.ts";

// The runtime uses this file's database, in which a day without an answer is over at once.
const journey = journeys({
  TEST_GATEWAY: "1",
  DATABASE_URL: required("DATABASE_URL", "each test file has a database"),
  SECRETS_KEY: required("SECRETS_KEY", "the gateway's settings are sealed with it"),
});
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
});

interface Order {
  readonly paymentStatus: string;
  readonly refunds: readonly { readonly status: string; readonly gatewayRefundId: string | null }[];
}

const orderNow = (id: string) => journey.ask<Order>("GET", `/api/admin/orders/${id}`);

async function aPaidOrder(gateway: TestFake) {
  const order = await anOrderOf(journey, store.bowl, 1, "test");
  const paymentId = `payment_of_${order.id}`;
  const paid = { amountMinor: 40_000, currency: "INR" };
  gateway.payments.set(paymentId, { id: paymentId, ...paid, refunded: 0 });
  const body = JSON.stringify({
    ...{ id: `event_of_${order.id}`, kind: "payment.succeeded", at: new Date().toISOString() },
    ...{ paymentId, pageId: "page_of_nobody", reference: "", orderId: order.id, ...paid },
  });
  await fetch(`${journey.url}/api/gateways/test/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "test-gateway-signature": testSignature(body, new Date()) },
    body,
  });
  await soon(async () => (await orderNow(order.id)).paymentStatus).toBe("paid");
  return order;
}

/**
 * A refund that the gateway may have made: its answers are cut off until the day is over and the store stops asking.
 */
async function anUnknownRefund(gateway: TestFake) {
  const order = await aPaidOrder(gateway);
  for (let nth = 0; nth < 20; nth++) gateway.trouble("cuts its answer");
  await journey.ask("POST", `/api/admin/orders/${order.id}/refunds`, {});
  await soon(async () => (await orderNow(order.id)).refunds[0]?.status).toBe("unknown");
  await db().execute(sql`update calls set due_at = null where order_id = ${order.id}`);
  return order;
}

const money = (page: Page) => page.getByRole("region", { name: "Money", exact: true });

describe("a refund with an unknown outcome", () => {
  // Asking again by mistake pays the customer twice; doing nothing leaves them without their money.
  it("is linked from Home, and gets the outcome that staff found at the gateway", async () => {
    const gateway = await testFake("decided_");
    await journey.ask("PUT", "/api/admin/providers/test", {
      settings: { address: `${gateway.origin}/api/test-gateway`, key: testKey, webhookSecret: testWebhookSecret },
    });
    const made = await anUnknownRefund(gateway);
    const page = await journey.visitor();
    await page
      .getByRole("link", { name: /Outcome unknown/ })
      .filter({ hasText: "1" })
      .click();
    await page.locator("[data-row]").getByRole("link").first().click();
    const drawer = page.getByRole("dialog", { name: "Refund" });
    await drawer.getByText("The outcome is unknown").waitFor();
    await drawer.getByRole("button", { name: "It happened" }).click();
    const sure = page.getByRole("dialog", { name: "Record that it happened?" });
    await sure.getByText("This cannot be undone.").waitFor();
    await sure.getByLabel("Test gateway reference").fill("their_refund_7");
    await page.keyboard.press("Enter");
    await sure.waitFor({ state: "hidden" });
    expect((await orderNow(made.id)).refunds).toMatchObject([
      { status: "succeeded", gatewayRefundId: "their_refund_7" },
    ]);

    const lost = await anUnknownRefund(gateway);
    await page.goto(`/orders/${lost.id}`);
    await money(page).getByText("Outcome unknown").waitFor();
    expect(await money(page).getByText("Refunded", { exact: true }).count()).toBe(0);
    await money(page).getByRole("button", { name: "It did not" }).click();
    await page
      .getByRole("dialog", { name: "Record that it did not happen?" })
      .getByRole("button", { name: "It did not happen" })
      .click();
    await money(page).getByText("Refund failed").waitFor();
    await money(page).getByRole("button", { name: "Refund", exact: true }).waitFor();
    expect((await orderNow(lost.id)).refunds).toMatchObject([{ status: "failed" }]);
  });
});
