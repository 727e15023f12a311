/** A customer asks why a price is what it is: each list says whether it counted, and why not. */

import { expect, it } from "vitest";
import * as channel from "#core/contract/channel";
import * as price from "#core/contract/price";
import * as priceList from "#core/contract/priceList";
import { call } from "../support/call.ts";
import { aVariant } from "../support/given/catalogue.ts";
import { aCustomer, aGroup, aPriceList } from "../support/given/customers.ts";
import { aKey } from "../support/given/given.ts";
import { roleHas } from "../support/given/people.ts";

type Said = Parameters<typeof aPriceList>[1];

it("says of each list why it gave the price or did not", async () => {
  const { id: variantId } = await aVariant({ priceMinor: 1_000 });
  await call(channel.create, { code: "stall", name: "Stall" });
  const group = await aGroup();
  const { id: customerId } = await aCustomer({ groupIds: [group.id] });
  const lists = new Map<string, string>();
  const list = async (verdict: string, amountMinor: number, minQuantity: number, said: Said = {}) => {
    const { id } = await aPriceList([{ variantId, minQuantity, amountMinor }], { priority: 5, ...said });
    lists.set(id, verdict);
    return id;
  };
  const given = await list("given", 800, 5, { groupIds: [group.id] });
  await list("later", 800, 5);
  await list("dearer", 900, 5);
  await list("smallerBreak", 100, 2);
  await list("lowerPriority", 100, 5, { priority: 4 });
  await list("quantityTooSmall", 100, 11);
  await list("inactive", 100, 1, { active: false });
  await list("notYet", 100, 1, { startsAt: "2030-01-01T00:00:00Z" });
  await list("over", 100, 1, { endsAt: "2020-01-01T00:00:00Z" });
  await list("otherChannel", 100, 1, { channel: "stall" });
  const others = await aGroup();
  await aCustomer({ groupIds: [others.id] });
  await list("otherGroup", 100, 1, { groupIds: [others.id] });
  const archived = await list("archived", 100, 1);
  await call(priceList.remove, { id: archived as `prl_${string}` });

  const asked = { variantId, quantity: 10, customerId, at: "2026-01-01T00:00:00Z" };
  const { body } = await call(price.explain, asked);
  expect(body).toMatchObject({
    ...{ price: { amountMinor: 800 }, priceListId: given, variantPrice: { amountMinor: 1_000 } },
    lists: [{ id: given, verdict: "given", minQuantity: 5, amount: { amountMinor: 800 } }, ...Array(11).fill({})],
  });
  expect(new Map(body.lists.map(({ id, verdict }) => [id, verdict]))).toEqual(lists);

  const priceAt = async (more: object) => (await call(price.explain, { ...asked, ...more })).body.price.amountMinor;
  expect(await priceAt({ at: "2031-01-01T00:00:00Z" })).toBe(800);
  expect(await priceAt({ channel: "stall", quantity: 1 })).toBe(100);
  expect(await priceAt({ channel: "stall" })).toBe(800);
  expect(await priceAt({ quantity: 1 })).toBe(1_000);
});

// A customer's prices tell which groups they are in.
it("of a customer is for those who may see customers", async () => {
  const { id: variantId } = await aVariant();
  const { id: customerId } = await aCustomer();
  await roleHas("staff", ["pricing.read"]);
  const as = await aKey({ role: "staff" });
  expect((await call(price.explain, { variantId }, { as })).status).toBe(200);
  expect(await call(price.explain, { variantId, customerId }, { as })).toMatchObject({
    status: 403,
    body: { error: { code: "right.missing", detail: { right: "customers.read" } } },
  });
});
