import { randomBytes } from "node:crypto";
import { system } from "#core/actor";
import type { Id } from "#core/contract/fields";
import { inChange } from "#core/db/change";
import { createKey } from "#core/staff/create-key";
import { receiveStock } from "#core/stock/receive-stock";
import { aStocklessVariant, aStockroom } from "#test/support/stock";
import type { World } from "./steps.ts";

/** Few shelves, so that everyone wants the same: a third of the variants may be sold past what is there. */
export async function aWorld(): Promise<{ world: World; key: string }> {
  const owner = { ...system("soak"), role: "owner" as const };
  const name = `soak ${randomBytes(4).toString("hex")}`;
  const { key } = await inChange(owner, (change) => createKey(change, { name, role: "owner" }));
  const locations = [await aStockroom({ priority: 1 }), await aStockroom({ priority: 2 }), await aStockroom()];
  const variants: Id<"variant">[] = [];
  for (let index = 0; index < 8; index++) {
    const id = await aStocklessVariant({ continueSelling: index % 3 === 0 });
    for (const locationId of locations) {
      await inChange(owner, (change) => receiveStock(change, { id, locationId, quantity: 20 }));
    }
    variants.push(id);
  }
  return { world: { variants, locations }, key };
}
