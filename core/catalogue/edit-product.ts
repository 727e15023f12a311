import { and, count, eq, isNull } from "drizzle-orm";
import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit";
import type * as product from "#core/contract/product";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { invalidField, Refusal } from "#core/refusal";
import { products, variants } from "./catalogue.table.ts";
import { refuseActivation, refusedProduct, vendorFor } from "./create-product.ts";
import { announceProduct, goesOffSale, lockedProduct } from "./lock-product.ts";
import type { ProductRow } from "./show-product.ts";

export async function editProduct(change: Change, input: InputOf<typeof product.edit>): Promise<product.Product> {
  const { id, expectedVersion, ...asked } = input;
  const before = await lockedProduct(change, id, expectedVersion);
  if (asked.vendorId !== undefined && vendorFor(change, asked.vendorId) !== asked.vendorId) {
    throw new Refusal("vendor.unknown");
  }
  if (asked.status === "active" && before.status !== "active") await refuseSale(change, before);
  const said = reviewed(change, before, asked);
  if (said.options && said.options.length !== before.options.length) await refuseOtherShape(change, before);
  await orRefuse(
    change.tx
      .update(products)
      .set({ ...said, updatedAt: change.at })
      .where(eq(products.id, id)),
    refusedProduct(said),
  );
  await audit(change, "product.edit", id, differenceOf<Record<string, unknown>>(before, said));
  return announceProduct(change, "product.updated", id);
}

type Said = Omit<InputOf<typeof product.edit>, "id" | "expectedVersion">;

/** A vendor login's edit takes a product off sale, unless it archives it or changes nothing. */
function reviewed(change: Change, before: ProductRow, said: Said): Said {
  if (!goesOffSale(change, before) || (said.status !== undefined && said.status !== "active")) return said;
  const changed = Object.keys(differenceOf<Record<string, unknown>>(before, said).after ?? {});
  return changed.length > 0 ? { ...said, status: "draft" } : said;
}

async function refuseSale(change: Change, row: ProductRow): Promise<void> {
  refuseActivation(change);
  if ((await liveVariants(change, row, true)) === 0) throw new Refusal("product.noVariants");
}

/** Options can be renamed at any time; their number is fixed by the variants that have values for them. */
async function refuseOtherShape(change: Change, row: ProductRow): Promise<void> {
  if ((await liveVariants(change, row, false)) > 0) {
    throw invalidField("options", `The product's variants have ${row.options.length} values each.`);
  }
}

async function liveVariants(change: Change, { id }: ProductRow, onSale: boolean): Promise<number> {
  const [counted] = await change.tx
    .select({ variants: count() })
    .from(variants)
    .where(and(eq(variants.productId, id), onSale ? isNull(variants.archivedAt) : undefined));
  return counted?.variants ?? 0;
}
