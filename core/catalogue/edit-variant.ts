import { eq } from "drizzle-orm";
import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type { Product } from "#core/contract/product";
import type * as variant from "#core/contract/variant";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { variants } from "./catalogue.table.ts";
import { refuseArchivedRates, refusedVariant, refuseOtherOptions } from "./create-variant.ts";
import { lockedVariant, takeOffSale, touchProduct } from "./lock-product.ts";

/** Orders keep what a variant was called and what it cost when they were placed. */
export async function editVariant(change: Change, input: InputOf<typeof variant.edit>): Promise<Product> {
  const { id, expectedVersion, archived, ...said } = input;
  const { product, variant: before } = await lockedVariant(change, id, expectedVersion);
  if (said.options) refuseOtherOptions(product.options, said.options, "options");
  if (said.taxRateId !== before.taxRateId) await refuseArchivedRates(change, [said.taxRateId]);
  const after = { ...said, archivedAt: archived === false ? null : before.archivedAt };
  await orRefuse(change.tx.update(variants).set(after).where(eq(variants.id, id)), refusedVariant);
  const difference = differenceOf<Record<string, unknown>>(before, after);
  await audit(change, "variant.edit", id, difference);
  const changed = Object.keys(difference.after ?? {}).length > 0;
  return touchProduct(change, product.id, changed ? await takeOffSale(change, product, "variant.edit") : {});
}
