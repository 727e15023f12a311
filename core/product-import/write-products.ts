import * as z from "zod";
import { auditEach } from "#core/audit/record-each";
import { Product } from "#core/contract/product";
import type { Change } from "#core/db/change";
import { insertRows } from "#core/db/insert-rows";
import { pipelined } from "#core/db/pipelined";
import { updateRows } from "#core/db/update-rows";
import { emitEach } from "#core/event/emit";
import { discardMedia } from "#core/file/media";
import type { Run, StoreMoney } from "#core/job/import-kind";
import { products, variants } from "#core/product/product.table";
import { shownVariant } from "#core/product/show-product";
import { mediaOf, shownImage } from "#core/product/stored-image";
import { differencesOf, productFields, variantFields } from "./differences.ts";
import type { Plan } from "./plan.ts";

/** Writes new and changed products with their variants, and an audit entry and an event for each. */
export async function writeProducts(
  change: Change,
  plans: readonly Plan[],
  { jobId, currency }: Pick<Run, "jobId"> & Pick<StoreMoney, "currency">,
): Promise<void> {
  if (plans.length === 0) return;
  const { tx } = change;
  const fresh = plans.filter(({ before }) => before === null);
  const changed = plans.filter(({ before }) => before !== null);
  const knownVariants = new Set(changed.flatMap(({ before }) => (before?.variants ?? []).map(({ id }) => id)));
  const all = plans.flatMap((plan) => plan.variants);
  await insertRows(
    tx,
    products,
    fresh.map(({ product }) => product),
  );
  // Every changed product gets a new version, even if only a variant has changed.
  const touched = changed.map(({ product }) => ({ ...product, updatedAt: change.at }));
  await pipelined(
    updateRows(tx, products, touched, [...productFields, "updatedAt"]),
    updateRows(
      tx,
      variants,
      all.filter(({ id }) => knownVariants.has(id)),
      variantFields,
    ),
    insertRows(
      tx,
      variants,
      all.filter(({ id }) => !knownVariants.has(id)),
    ),
    discardMedia(change, changed.flatMap(filesGone)),
  );
  auditEach(
    change,
    "import.start",
    "product",
    plans.map((plan) => {
      const { was, becomes } = differencesOf(plan);
      const after = plan.before ? becomes : createdOf(plan);
      return { subjectId: plan.product.id, before: plan.before && was, after: { ...after, import: jobId } };
    }),
  );
  emitEach(
    change,
    plans.map((plan) => ({
      name: plan.before ? "product.updated" : "product.created",
      subjectId: plan.product.id,
      data: z.encode(Product, shownAfter(plan, change.at, currency)),
    })),
  );
}

export const createdOf = ({ product, variants: all }: Plan) => ({
  title: product.title,
  status: product.status,
  variants: all.length,
});

function filesGone({ before, product }: Plan) {
  const kept = new Set(mediaOf(product.images));
  return mediaOf(before?.row.images ?? []).filter((key) => !kept.has(key));
}

/** As the API will show it. */
function shownAfter({ before, product, variants: all }: Plan, at: Date, currency: string): Product {
  const version = before ? before.row.version + 1 : product.version;
  return {
    ...product,
    ...(before && { updatedAt: at }),
    version,
    images: product.images.map(shownImage),
    variants: all.map((variant) => shownVariant(variant, currency)),
  };
}
