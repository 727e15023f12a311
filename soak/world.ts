import { randomBytes } from "node:crypto";
import { system } from "#core/actor";
import * as priceList from "#core/contract/priceList";
import { inChange } from "#core/db/change";
import { createGroup } from "#core/group/create-group";
import { editLocation } from "#core/location/edit-location";
import { createPriceList } from "#core/price-list/create-price-list";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { aDiscount, aLocation, aProduct } from "#test/support/given/catalogue";
import { aStorefrontKey } from "#test/support/given/given";
import type { Keys, World } from "./step.ts";

const address = { line1: "14 MG Road", city: "Bengaluru", postalCode: "560001", country: "IN" };

/** Few stock levels, so that everyone wants the same: a third of the variants may be sold past what is there. */
export async function aWorld(): Promise<{ world: Omit<World, "carrier" | "gateway">; keys: Keys }> {
  const owner = { ...system("soak"), role: "owner" as const };
  const name = `soak ${randomBytes(4).toString("hex")}`;
  const { key } = await inChange(owner, (change) => createKey(change, { name, role: "owner", storefront: false }));
  const keys = { owner: key, storefront: await aStorefrontKey() };
  const stocked = [await aLocation({ priority: 1 }), await aLocation({ priority: 2 }), await aLocation()];
  const corner = await aLocation({ priority: 200 });
  for (const { id } of [...stocked, corner]) await inChange(owner, (change) => editLocation(change, { id, address }));
  const products = [];
  for (let index = 0; index < 4; index++) {
    const sizes = ["S", "L"].map((size, at) => ({ options: [size], continueSelling: (index * 2 + at) % 3 === 0 }));
    products.push(await aProduct({ options: ["Size"], variants: sizes }));
  }
  const variants = products.flatMap((product) => product.variants.map(({ id }) => id));
  for (const id of variants) {
    for (const { id: locationId } of stocked) {
      await inChange(owner, (change) => receiveStock(change, { id, locationId, quantity: 20 }));
    }
  }
  const discounts = [
    await aDiscount({ usageLimit: 5 }),
    await aDiscount({ kind: "fixed", amountMinor: 500, minimumMinor: 3000 }),
    await aDiscount({ kind: "freeShipping" }),
  ];
  const group = await inChange(owner, (change) => createGroup(change, { name, description: null }));
  const lists = [{ name: "Everybody" }, { name: "Members", groupIds: [group.id], priority: 10 }];
  const priceLists = [];
  for (const said of lists) {
    const input = priceList.create.input.parse(said);
    priceLists.push(await inChange(owner, (change) => createPriceList(change, input)));
  }
  return {
    keys,
    world: {
      products: products.map(({ id }) => id),
      variants,
      locations: [...stocked, corner].map(({ id }) => id),
      corner: corner.id,
      discounts: discounts.map(({ id, code }) => ({ id, code })),
      groups: [group.id],
      priceLists: priceLists.map(({ id }) => id),
    },
  };
}
