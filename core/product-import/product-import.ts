import { createCategory } from "#core/category/create-category";
import type { Change } from "#core/db/change";
import { inWords } from "#core/job/import-file/in-words";
import { importOf, type Run, refused, type Verdict } from "#core/job/import-kind";
import { settingsToOrderBy } from "#core/store/settings";
import { differencesOf } from "./differences.ts";
import { knownProducts } from "./known-products.ts";
import { ownProducts } from "./own-layout.ts";
import { type Plan, problem } from "./plan.ts";
import { planOf } from "./plan-product.ts";
import { shopifyProducts, shopifyTemplate } from "./shopify-layout.ts";
import type { TakenProduct } from "./taken-product.ts";
import { createdOf, writeProducts } from "./write-products.ts";

export const productImport = importOf<TakenProduct>({
  kind: "products",
  batchMax: 250,
  layouts: [ownProducts, shopifyProducts, shopifyTemplate],
  aboutOf: ({ slug }) => slug,
  keysOf: ({ slug, variants }) => [
    slug,
    ...variants.flatMap(({ fields, newSku }) => {
      const sku = fields.sku ?? newSku;
      return sku ? [`SKU ${sku}`] : [];
    }),
  ],
  whyTwice: (key, row) =>
    key.startsWith("SKU ") ? `The product in row ${row} of this file has the ${key} too.` : undefined,
  apply: importProducts,
});

/** Creates new products and updates existing ones from the file, unless staff have changed them since. */
async function importProducts(change: Change, taken: readonly TakenProduct[], run: Run): Promise<readonly Verdict[]> {
  const known = await knownProducts(change, taken);
  const plans: Plan[] = [];
  const verdicts = taken.map((product): Verdict => {
    const about = product.slug;
    const plan = planOf(product, known, change.at);
    if (!("product" in plan)) return refused(about, ...plan);
    if (plan.before === null) {
      plans.push(plan);
      return { outcome: "created", about, after: createdOf(plan) };
    }
    const { was: before, becomes: after } = differencesOf(plan);
    if (Object.keys(after).length === 0) return { outcome: "same", about };
    if (!run.options.overwrite && isStale(product, plan.before)) {
      const why = `It was changed here since, and the file says something else of: ${inWords(Object.keys(after))}. Allow the import to overwrite what was changed here, or export it anew.`;
      return refused(about, problem(why));
    }
    plans.push(plan);
    return { outcome: "changed", about, before, after };
  });
  const used = new Set(plans.map(({ product }) => product.categoryId));
  for (const [id, name] of known.newCategories) {
    if (used.has(id)) await createCategory(change, { name, parentId: null }, id);
  }
  const { currency } = await settingsToOrderBy(change);
  await writeProducts(change, plans, { jobId: run.jobId, currency });
  return verdicts;
}

/** Our own file contains the version; for another store's file the audit shows later changes. */
const isStale = ({ version, isForeign }: TakenProduct, { row, isTouched }: NonNullable<Plan["before"]>): boolean =>
  isForeign ? isTouched : version !== null && version !== row.version;
