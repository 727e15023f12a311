/** The gateways that a customer can pay at. Users who may not see how providers are set up still have to choose one. */
import { expect, it, onTestFinished } from "vitest";
import * as payment from "#core/contract/payment";
import * as provider from "#core/contract/provider";
import { call } from "../support/call.ts";
import { aGateway } from "../support/given/gateways.ts";
import { aKey } from "../support/given/given.ts";

const listed = async () => (await call(payment.listGateways, {}, { as: await aKey({ role: "staff" }) })).body.items;

it("lists those that are set up, with their mode and none of their settings", async () => {
  expect(await listed()).toEqual([]);
  await aGateway();
  expect(await listed()).toEqual([{ code: "test", label: "Test gateway", mode: "test" }]);
});

// No one is asked to pay where the store is no longer notified.
it("leaves out one that was removed", async () => {
  await aGateway();
  await call(provider.remove, { code: "test" });
  expect(await listed()).toEqual([]);
});

// A demo store's test gateway takes everything for paid.
it("leaves out one that is set up and not offered any more", async () => {
  await aGateway();
  onTestFinished(() => {
    process.env["TEST_GATEWAY"] = "1";
  });
  process.env["TEST_GATEWAY"] = "0";
  expect(await listed()).toEqual([]);
});
