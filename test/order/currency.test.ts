/** The store's currency and its first order, at the same moment: each lock is seen to block. */
import { expect, it } from "vitest";
import { system } from "#core/actor";
import type { InputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as store from "#core/contract/store";
import { inChange } from "#core/db/change";
import { createOrder } from "#core/order/create";
import { editStore } from "#core/store/edit";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { somebody } from "../support/given/orders.ts";
import { aVariantInStock } from "../support/given/stock.ts";

const by = system("test");
const anInput = async () => ({
  ...somebody,
  lines: [{ variantId: (await aVariantInStock(2)).variantId, quantity: 1 }],
});

// If both succeeded, the books would have an order in a currency that is not the store's.
it("an order waits for a currency change in progress, and uses the new currency", async () => {
  const input = await anInput();
  const { placing } = await inChange(by, async (change) => {
    await editStore(change, { currency: "EUR" });
    const asked = call(order.create, { ...input, dryRun: true });
    await untilSomebodyWaits();
    return { placing: asked };
  });
  expect(await placing).toMatchObject({
    status: 200,
    body: { currency: "EUR", totals: { total: { currency: "EUR" } } },
  });
});

it("a currency change waits for an order that is being placed, and is refused", async () => {
  const input = order.create.input.parse(await anInput()) as InputOf<typeof order.create>;
  const { editing } = await inChange(by, async (change) => {
    await createOrder(change, input);
    expect(await call(store.edit, { name: "Meanwhile" })).toMatchObject({ status: 200, body: { name: "Meanwhile" } });
    const asked = call(store.edit, { currency: "USD" });
    await untilSomebodyWaits();
    return { editing: asked };
  });
  expect(await editing).toMatchObject({ status: 409, body: { error: { code: "store.currencyInUse" } } });
  expect((await call(store.read, {})).body).toMatchObject({ currency: "EUR" });
});
