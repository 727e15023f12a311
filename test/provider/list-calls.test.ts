/** Who sees which calls to providers. */
import { expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as provider from "#core/contract/provider";
import { call } from "../support/call.ts";
import { aGateway, makeCalls } from "../support/given/gateways.ts";
import { anOrder } from "../support/given/orders.ts";
import { aSignedIn, roleHas } from "../support/given/people.ts";

// Its answer is about the store's account with the provider, and whoever packs orders may list their calls.
it("the test of a provider's settings is listed only for those who may read them", async () => {
  await aGateway();
  const { id } = await anOrder();
  await call(order.requestPayment, { id, gateway: "test" });
  await call(provider.test, { code: "test" });
  await makeCalls();
  const { headers } = await aSignedIn({ role: "staff" });
  const seen = async () => {
    const { items } = (await call(provider.listCalls, { provider: "test" }, { headers })).body;
    return items.map(({ does }) => does).toSorted();
  };
  await roleHas("staff", ["orders.read"]);
  expect(await seen()).toEqual(["requestPayment"]);
  await roleHas("staff", ["orders.read", "providers.read"]);
  expect(await seen()).toEqual(["check", "requestPayment"]);
});
