/** Setting a provider up in a form: errors are shown at their field, or in the provider's own words. */
import { expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { call } from "../support/call.ts";
import { aGateway, dueNow, makeCalls, onceMade } from "../support/given/gateways.ts";
import { providersUnpaused } from "../support/given/mail.ts";
import { anOrder, nothingChanged } from "../support/given/orders.ts";
import { testKey, testWebhookSecret } from "./fakes/test.ts";

it("refuses settings of wrong types, unknown ones and missing ones with the path of each, and changes nothing", async () => {
  const right = { address: "https://gateway.test", key: testKey, webhookSecret: testWebhookSecret };
  const refused = async (settings: object, paths: readonly string[]) => {
    const { status, body } = await call(provider.configure, { code: "test", settings } as never);
    expect([status, body.error?.code]).toEqual([400, "request.invalid"]);
    expect(body.error).toMatchObject({ detail: { issues: paths.map((path) => ({ path })) } });
  };
  await nothingChanged(async () => {
    await refused({ ...right, address: "no address" }, ["settings.address"]);
    await refused({ ...right, key: 12 }, ["settings.key"]);
    await refused({ address: right.address }, ["settings.key", "settings.webhookSecret"]);
    await refused({ ...right, colour: "red" }, ["settings"]);
    expect(await call(provider.configure, { code: "nobody", settings: right })).toMatchObject({ status: 404 });
  });
});

it("quotes the gateway if it refuses the key, and confirms that it works once it does", async () => {
  const fake = await aGateway();
  const tested = async () =>
    (await onceMade(() => call(provider.test, { code: "test" }, { headers: { prefer: "wait=15" } }))).body;
  fake.set({ key: "another-key-0123456789" });
  expect(await tested()).toMatchObject({ status: "refused", says: expect.stringContaining("The key is wrong.") });
  const failing = (await call(provider.list, {})).body.items.find(({ code }) => code === "test");
  expect(failing).toMatchObject({ lastFailure: { says: expect.stringContaining("The key is wrong.") } });
  fake.set({ key: testKey });
  expect(await tested()).toMatchObject({ status: "done", says: null });
});

// Otherwise nobody knows why nothing is refunded at the moment.
it("shows until when it is not asked, if it has asked for fewer requests", async () => {
  const fake = await aGateway();
  const shown = async () => (await call(provider.list, {})).body.items.find(({ code }) => code === "test");
  expect(await shown()).toMatchObject({ pausedUntil: null });
  const began = Date.now();
  await call(provider.test, { code: "test" });
  fake.trouble("is busy for 7 s");
  await makeCalls();
  expect(Date.parse((await shown())!.pausedUntil!)).toBeGreaterThanOrEqual(began + 7_000);
  const asked = fake.asked.length;
  await dueNow();
  await makeCalls();
  expect(fake.asked).toHaveLength(asked);
  await providersUnpaused();
  await dueNow();
  await makeCalls();
  expect(fake.asked.length).toBeGreaterThan(asked);
});

it("cannot be used once it is removed: no page, no refund, no test", async () => {
  await aGateway();
  const { id } = await anOrder({ payment: "test" });
  expect(await call(provider.remove, { code: "test" })).toMatchObject({ status: 200 });
  for (const answer of [
    await call(order.requestPayment, { id, gateway: "test" }),
    await call(provider.test, { code: "test" }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { error: { code: "provider.missing" } } });
});
