import { randomBytes } from "node:crypto";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { editLocation } from "#core/location/edit-location";
import { createKey } from "#core/staff/keys/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { aDiscount, aLocation, aProduct } from "#test/support/given/catalogue";
import type { World } from "./step.ts";

const address = { line1: "14 MG Road", city: "Bengaluru", postalCode: "560001", country: "IN" };

/** Few stock levels, so that everyone wants the same: a third of the variants may be sold past what is there. */
export async function aWorld(): Promise<{ world: Omit<World, "carrier">; key: string }> {
  const owner = { ...system("soak"), role: "owner" as const };
  const name = `soak ${randomBytes(4).toString("hex")}`;
  const { key } = await inChange(owner, (change) => createKey(change, { name, role: "owner" }));
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
  return {
    key,
    world: {
      products: products.map(({ id }) => id),
      variants,
      locations: [...stocked, corner].map(({ id }) => id),
      corner: corner.id,
      discounts: discounts.map(({ id, code }) => ({ id, code })),
    },
  };
}
