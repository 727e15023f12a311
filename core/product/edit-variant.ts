import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type { Product } from "#core/contract/product";
import type * as variant from "#core/contract/variant";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { orRefuse } from "#core/db/refused";
import { Refusal } from "#core/refusal";
import { refuseArchivedRates, refuseOptionMismatch } from "./create-variant.ts";
import { lockedVariant, takeOffSale, touchProduct } from "./lock-product.ts";
import { refusedVariant, variants } from "./product.table.ts";
import { shownProduct } from "./show-product.ts";

/** Orders keep a variant's title and price at the time they were placed. */
export async function editVariant(change: Change, input: InputOf<typeof variant.edit>): Promise<Product> {
  const { id, expectedVersion, archived, ...fields } = input;
  const { product, variant: before } = await lockedVariant(change, id, expectedVersion);
  // Stored in another form where a look-alike has this one: that SKU has not changed.
  if (fields.sku === before.sku.normalize("NFC")) fields.sku = before.sku;
  const archivedAt = archived === false ? null : before.archivedAt;
  const { after, difference } = editOf(before, { ...fields, archivedAt });
  if (!difference) return shownProduct(change.tx, product.id);
  // The product of a restored variant may have other options by now.
  if (fields.options || archived === false) refuseOptionMismatch(product.options, after.options, "options");
  if (after.taxRateId !== before.taxRateId) await refuseArchivedRates(change, [after.taxRateId]);
  if (before.trackStock && !after.trackStock) await refuseStocked(change, id);
  await orRefuse(change.tx.update(variants).set(after).where(eq(variants.id, id)), refusedVariant);
  audit(change, "variant.edit", id, difference);
  return touchProduct(change, product.id, await takeOffSale(change, product, "variant.edit"));
}

/**
 * Untracked stock cannot be moved: existing stock of a variant, and lines that wait for it, would be stuck for ever.
 * Concurrent orders and receipts lock the variant's row, so this waits for them, or they find it untracked. Reads
 * stock's tables, because stock imports the catalogue.
 */
async function refuseStocked(change: Change, id: Id<"variant">): Promise<void> {
  await change.tx.execute(sql`select from variants where id = ${id} for update`);
  const [held] = await change.tx.execute<{
    onHand: number;
    reserved: number;
    committed: number;
    backordered: number;
  }>(sql`
    select coalesce(sum(on_hand), 0)::float8 as "onHand", coalesce(sum(reserved), 0)::float8 as reserved,
      coalesce(sum(committed), 0)::float8 as committed,
      (select coalesce(sum(backordered), 0)::float8 from stock_requests where variant_id = ${id} and backordered > 0) as backordered
    from stock_levels where variant_id = ${id}`);
  if (held && held.onHand + held.backordered > 0) throw new Refusal("variant.inUse", { ...held });
}
