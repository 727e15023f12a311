import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type TestFake, testFake, testKey, testSignature, testWebhookSecret } from "#test/provider/fakes/test";
import { anOrderOf, aStockedStore, journeys, soon } from "../support/harness/journey.ts";
import { faultsInLooks } from "../support/harness/looks.ts";
import { quiet } from "../support/harness/quiet.ts";

const journey = journeys({ TEST_GATEWAY: "1" });
let store: Awaited<ReturnType<typeof aStockedStore>>;
beforeAll(async () => {
  store = await aStockedStore(journey);
  const { bowl, front } = store;
  await journey.ask("POST", `/api/admin/variants/${bowl}/stock/receive`, { locationId: front.id, quantity: 100 });
});

interface Refund {
  readonly id: string;
  readonly status: string;
}

interface Order {
  readonly id: string;
  readonly number: string;
  readonly paymentStatus: string;
  readonly refunds: readonly Refund[];
  readonly paymentRequests: readonly { readonly id: string; readonly status: string; readonly url: string | null }[];
}

const orderNow = (id: string) => journey.ask<Order>("GET", `/api/admin/orders/${id}`);

/** The gateway's own server, and the store configured to use it. */
async function aGateway(): Promise<TestFake> {
  const gateway = await testFake(`${crypto.randomUUID()}_`);
  await journey.ask("PUT", "/api/admin/providers/test", {
    settings: { address: `${gateway.origin}/api/test-gateway`, key: testKey, webhookSecret: testWebhookSecret },
  });
  return gateway;
}

/** Sends a signed webhook of the gateway. */
async function told(event: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify({ id: `event_${crypto.randomUUID()}`, at: new Date().toISOString(), ...event });
  const answer = await fetch(`${journey.url}/api/gateways/test/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "test-gateway-signature": testSignature(body, new Date()) },
    body,
  });
  expect(answer.status).toBe(200);
}

/** The customer pays on the gateway's page. */
async function pays(gateway: TestFake, orderId: string, amountMinor: number): Promise<string> {
  const paymentId = `payment_${crypto.randomUUID()}`;
  gateway.payments.set(paymentId, { id: paymentId, amountMinor, currency: "INR", refunded: 0 });
  const page = gateway.pages.find((one) => one.orderId === orderId);
  await told({
    kind: "payment.succeeded",
    paymentId,
    pageId: page?.id ?? "page_of_nobody",
    reference: page?.reference ?? "",
    orderId,
    amountMinor,
    currency: "INR",
  });
  return paymentId;
}

/** An order of ₹800 that a customer has paid at the gateway. */
async function aPaidOrder(gateway: TestFake) {
  const order = await anOrderOf(journey, store.bowl, 2, "test");
  await pays(gateway, order.id, 80_000);
  await soon(async () => (await orderNow(order.id)).paymentStatus).toBe("paid");
  return order;
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("Settings › Payments", () => {
  // A wrong key must be noticed here, and not by the first customer.
  it("sets a gateway up, shows errors at the field, tests it and quotes the gateway, and removes it", async () => {
    const gateway = await testFake();
    const page = await journey.visitor();
    // A store that offers the test gateway has set it up when it started.
    await journey.ask("DELETE", "/api/admin/providers/test");
    await page.goto("/settings/payments");
    await card(page, "Test gateway").getByText("Not set up").waitFor();
    await card(page, "Stripe").getByText("Not set up").waitFor();
    await page.getByRole("button", { name: "Set up Test gateway" }).click();
    const drawer = page.getByRole("dialog", { name: "Set up Test gateway" });
    await drawer.getByLabel("Address", { exact: true }).fill("ftp://nowhere");
    await drawer.getByLabel("Key", { exact: true }).fill("not-the-right-key-0000");
    await drawer.getByRole("button", { name: "Set up Test gateway", exact: true }).click();
    await drawer.getByText("Enter an address that begins with https://, without a slash at the end.").waitFor();
    await drawer.getByText("This field is required.").waitFor();
    await drawer.getByLabel("Address", { exact: true }).fill(`${gateway.origin}/api/test-gateway`);
    // A secret alone was neither found nor named: its error was repeated beside the button.
    await drawer.getByRole("button", { name: "Set up Test gateway", exact: true }).click();
    await drawer.getByLabel("Webhook secret", { exact: true }).and(page.locator(":focus")).waitFor();
    expect(await drawer.getByText("This field is required.").count()).toBe(1);
    await drawer.getByLabel("Webhook secret", { exact: true }).fill(testWebhookSecret);
    await drawer.getByRole("button", { name: "Set up Test gateway", exact: true }).click();
    await drawer.waitFor({ state: "hidden" });

    const shown = card(page, "Test gateway");
    await shown.getByText("Test mode", { exact: true }).waitFor();
    // What the store uses comes before what it could use.
    const titles = await page.getByRole("heading", { level: 2 }).allTextContents();
    expect(titles.indexOf("Test gateway")).toBeLessThan(titles.indexOf("Stripe"));
    expect(await shown.getByLabel("Webhook address", { exact: true }).inputValue()).toMatch(
      /\/api\/gateways\/test\/webhook$/,
    );
    await shown.getByText("payment.succeeded").waitFor();
    await shown.getByRole("button", { name: "Test Test gateway" }).click();
    await shown.getByText("Test gateway rejected these settings").waitFor();
    await shown.getByRole("status").getByText("The key is wrong.").first().waitFor();

    const address = await shown.getByLabel("Webhook address", { exact: true }).inputValue();
    expect((await fetch(address, { method: "POST", body: "{}" })).status).toBe(401);
    await page.reload();
    await shown.getByText("An update from Test gateway was refused").waitFor();

    // The webhook secret stays: only the key is typed again.
    await page.getByRole("button", { name: "Settings of Test gateway" }).click();
    const settings = page.getByRole("dialog", { name: "Test gateway settings" });
    await settings.getByText("ends in 0000. Leave empty to keep it.").waitFor();
    await settings.getByLabel("Key", { exact: true }).fill(testKey);
    await settings.getByRole("button", { name: "Save" }).click();
    await settings.waitFor({ state: "hidden" });
    await shown.getByRole("button", { name: "Test Test gateway" }).click();
    await shown.getByText("Test gateway accepted these settings").waitFor();
    expect((await page.content()).includes(testKey)).toBe(false);

    await page.getByRole("button", { name: "Remove Test gateway" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove Test gateway" }).click();
    await shown.getByText("Not set up").waitFor();
  });
});

describe("an order's payment", () => {
  it("is requested at a gateway, with a link to copy", async () => {
    const gateway = await aGateway();
    const order = await anOrderOf(journey, store.bowl, 2, "manual");
    const page = await journey.visitor({ at: `/orders/${order.id}` });
    await page.getByRole("button", { name: "Request payment" }).click();
    const drawer = page.getByRole("dialog", { name: "Request payment" });
    await drawer.getByText("No real money moves").waitFor();
    await drawer.getByRole("button", { name: "Request payment", exact: true }).click();
    await drawer.waitFor({ state: "hidden" });
    const money = card(page, "Money");
    await money.getByText("Waiting for the customer").waitFor();
    const [made] = gateway.pages;
    expect(await money.getByLabel("Payment link", { exact: true }).inputValue()).toContain(made!.id);
    await money.getByText("Create a payment page: 1 request to Test gateway").click();
    await money.getByText("HTTP 201").waitFor();
    await pays(gateway, order.id, 80_000);
    await soon(async () => (await orderNow(order.id)).paymentStatus).toBe("paid");
    await page.reload();
    await money.getByText("Test gateway").first().waitFor();
    expect(await page.getByRole("button", { name: "Request payment" }).count()).toBe(0);
  });

  // A clerk who reads "refunded" tells the customer. It must not be shown before the gateway has confirmed it.
  it("is refunded with the keyboard; pending is not success, and an excess amount is refused at the field", async () => {
    const gateway = await aGateway();
    const { id } = await aPaidOrder(gateway);
    gateway.set({ refundStatus: "pending" });
    const page = await journey.visitor({ at: `/orders/${id}`, expects: /409/ });
    await card(page, "Money").waitFor();
    await page.keyboard.press("f");
    const drawer = page.getByRole("dialog", { name: "Refund", exact: true });
    await drawer.getByText("₹800.00 can be refunded").waitFor();
    await drawer.getByLabel("Amount").fill("99999999999");
    await page.keyboard.press("Enter");
    await drawer.getByText("Enter a smaller amount.", { exact: true }).waitFor();
    await drawer.getByLabel("Amount").fill("900");
    await page.keyboard.press("Enter");
    await drawer.getByText("At most ₹800.00 can be refunded.", { exact: true }).waitFor();
    await drawer.getByLabel("Amount").fill("300.50");
    await drawer.getByLabel("Reason").fill("Too small");
    await page.keyboard.press("Enter");
    await drawer.waitFor({ state: "hidden" });
    const money = card(page, "Money");
    await money.getByText("Refund under way").waitFor();
    await money.getByText("₹499.50 of it can still be refunded").waitFor();
    expect(await money.getByText("Refunded", { exact: true }).count()).toBe(0);

    const [refund] = (await orderNow(id)).refunds;
    const [there] = gateway.refunds;
    await told({
      kind: "refund.succeeded",
      refundId: there!.id,
      paymentId: there!.paymentId,
      reference: refund!.id,
      amountMinor: 30_050,
      currency: "INR",
    });
    await money.locator('[data-refund="succeeded"]').waitFor();
    await page.getByText("Partially refunded").first().waitFor();
  });

  // What was typed was dropped: the form closed with the answer, and the team read half of the reason.
  it("takes no more input for a refund that is being made", async () => {
    const { id } = await aPaidOrder(await aGateway());
    const page = await journey.visitor({ at: `/orders/${id}?open=refund` });
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/refunds", async (route) => {
      asked.resolve();
      await released.promise;
      await route.fallback();
    });
    const drawer = page.getByRole("dialog", { name: "Refund", exact: true });
    await drawer.getByLabel("Amount").fill("300");
    await drawer.getByLabel("Reason").fill("Too small");
    await page.keyboard.press("Enter");
    await asked.promise;
    await drawer.locator("button[data-loading]").waitFor();
    for (const label of ["Amount", "Reason"]) expect(await drawer.getByLabel(label).isEditable()).toBe(false);
    expect(await drawer.getByRole("button", { name: /^Full remaining amount/ }).isDisabled()).toBe(true);
    released.resolve();
    await drawer.waitFor({ state: "hidden" });
    expect((await orderNow(id)).refunds).toMatchObject([{ reason: "Too small" }]);
  });

  it("shows a refund that failed with the gateway's message and the amount requested", async () => {
    const gateway = await aGateway();
    const { id, number } = await aPaidOrder(gateway);
    gateway.set({ disputed: true });
    const page = await journey.visitor({ at: `/orders/${id}?open=refund` });
    const drawer = page.getByRole("dialog", { name: "Refund", exact: true });
    await drawer.getByRole("button", { name: /^Full remaining amount/ }).click();
    await drawer.getByRole("button", { name: "Refund ₹800.00" }).click();
    const toast = page.getByRole("alert").filter({ hasText: `${number}: the refund failed` });
    await toast.getByText("The payment is disputed.").waitFor();
    const money = card(page, "Money");
    await money.getByText("Refund failed").waitFor();
    await money.locator('[data-refund="failed"]').getByText("The payment is disputed.").first().waitFor();
    await money.getByText("Refund: 1 request to Test gateway").click();
    await money.getByText("HTTP 422").waitFor();
    await money.getByText("Answer", { exact: true }).click();
    expect(await money.getByRole("region", { name: "Answer" }).textContent()).toContain("The payment is disputed.");
    await page.goto("/");
    await page.getByRole("link", { name: /Refund failed/ }).click();
    await page.getByRole("link", { name: number }).waitFor();
  });
});

describe("an unmatched payment", () => {
  it("is refused for an order that it does not settle, matched to the one that it does, or refunded", async () => {
    const gateway = await aGateway();
    const exact = await anOrderOf(journey, store.bowl, 1, "manual");
    const other = await anOrderOf(journey, store.bowl, 2, "manual");
    await pays(gateway, "ord_00000000000000000000000000", 40_000);
    await pays(gateway, "ord_00000000000000000000000000", 41_000);
    const page = await journey.visitor({ expects: /409/ });
    await soon(async () => {
      const { items } = await journey.ask<{ items: unknown[] }>("GET", "/api/admin/payments/unmatched");
      return items.length;
    }).toBe(2);
    await page.goto("/");
    await page
      .getByRole("link", { name: /Unmatched payments/ })
      .filter({ hasText: "2" })
      .click();
    const row = (amount: string) => page.locator("[data-row]").filter({ hasText: amount });
    await row("₹400.00").getByRole("link").click();
    const drawer = page.getByRole("dialog", { name: "Payment of ₹400.00" });
    const match = async (number: string) => {
      await drawer.getByLabel("Match it to an order").fill(number);
      await page.getByRole("option", { name: number }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await drawer.getByRole("button", { name: `Match to ${number}` }).click();
    };
    await match(other.number);
    await drawer.getByText("The order owes ₹800.00, and the payment is ₹400.00.").waitFor();
    await match(exact.number);
    await drawer.waitFor({ state: "hidden" });
    expect((await orderNow(exact.id)).paymentStatus).toBe("paid");
    await row("₹400.00").waitFor({ state: "hidden" });

    await row("₹410.00").getByRole("link").click();
    await page
      .getByRole("dialog", { name: "Payment of ₹410.00" })
      .getByRole("button", { name: "Refund ₹410.00" })
      .click();
    const sure = page.getByRole("dialog", { name: "Refund ₹410.00?" });
    await sure.getByRole("button", { name: "Refund ₹410.00" }).click();
    await sure.waitFor({ state: "hidden" });
    await page.goto("/payments/unmatched?status=refunded");
    await row("₹410.00").getByText("Refunded").waitFor();
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await quiet(page);
    expect(
      await page
        .getByRole("link", { name: /Unmatched payments/ })
        .filter({ hasText: "payments that match no order" })
        .count(),
    ).toBe(0);
  });
});

describe("every screen with payments", () => {
  // People with poor sight, or with only a phone, make refunds too.
  it("has no serious axe findings, and nothing wider than the screen, in light and dark, at a desk and on a phone", async () => {
    const gateway = await aGateway();
    const [failed, pending] = [await aPaidOrder(gateway), await aPaidOrder(gateway)];
    gateway.set({ disputed: true });
    await journey.ask("POST", `/api/admin/orders/${failed.id}/refunds`, { reason: "Too small" });
    await soon(async () => (await orderNow(failed.id)).refunds[0]?.status).toBe("failed");
    gateway.set({ disputed: false, refundStatus: "pending" });
    await journey.ask("POST", `/api/admin/orders/${pending.id}/refunds`, { amountMinor: 10_000 });
    const asked = await anOrderOf(journey, store.bowl, 2, "manual");
    await journey.ask("POST", `/api/admin/orders/${asked.id}/payment-requests`, { gateway: "test" });
    await soon(async () => (await orderNow(asked.id)).paymentRequests[0]?.status).toBe("open");
    await pays(gateway, "ord_00000000000000000000000000", 42_000);
    const { items } = await journey.ask<{ items: { id: string }[] }>("GET", "/api/admin/provider-calls?limit=1");
    expect(
      await faultsInLooks(await journey.visitor(), [
        "/",
        "/settings/payments",
        "/settings/payments?open=set-up&id=stripe",
        "/settings/payments?open=set-up&id=test",
        `/orders/${failed.id}`,
        `/orders/${failed.id}?open=refund`,
        `/orders/${pending.id}`,
        `/orders/${asked.id}`,
        `/orders/${asked.id}?open=ask-for-payment`,
        "/payments/unmatched",
        "/payments/requests",
        `/payments/requests?open=request&id=${items[0]?.id}`,
        "/orders?moneyTrouble=refundFailed",
      ]),
    ).toEqual({});
  }, 120_000);
});
