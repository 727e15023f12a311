import { createCategory } from "#core/category/create-category";
import type { Change } from "#core/db/change";
import { inWords } from "#core/job/import-file/in-words";
import { importOf } from "#core/job/import-items/import-of";
import { type File, type Run, refused, type Verdict } from "#core/job/import-kind";
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
      return sku ? [skuKey(sku)] : [];
    }),
  ],
  whyTwice: (key, row) =>
    key.startsWith("SKU ")
      ? `The product in row ${row} of this file has or had the ${key} too. If it gives it up here, import the file a second time.`
      : undefined,
  apply: importProducts,
});

const skuKey = (sku: string): string => `SKU ${sku}`;

/** Creates new products and updates existing ones from the file, unless staff have changed them since. */
async function importProducts(
  change: Change,
  taken: readonly TakenProduct[],
  run: Run,
  { othersAbout }: File<TakenProduct>,
): Promise<readonly Verdict[]> {
  const known = await knownProducts(change, taken);
  const plans: Plan[] = [];
  const skusLeft = new Map<TakenProduct, readonly string[]>();
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
    const left = skusLeftBy(plan);
    if (left.length > 0) skusLeft.set(product, left);
    return { outcome: "changed", about, before, after };
  });
  // For a product further down they are taken in a dry run, which undoes this, and must be in a real one.
  if (skusLeft.size > 0)
    await othersAbout(change, [...skusLeft.keys()], (product) => (skusLeft.get(product) ?? []).map(skuKey));
  const used = new Set(plans.map(({ product }) => product.categoryId));
  for (const [id, name] of known.newCategories) {
    if (used.has(id)) await createCategory(change, { name, parentId: null }, id);
  }
  const { currency } = await settingsToOrderBy(change);
  await writeProducts(change, plans, { jobId: run.jobId, currency });
  return verdicts;
}

/** SKUs that the product's variants no longer have. */
function skusLeftBy({ before, variants }: Plan): readonly string[] {
  const kept = new Set(variants.map(({ sku }) => sku));
  return (before?.variants ?? []).flatMap(({ sku }) => (kept.has(sku) ? [] : [sku]));
}

/** Our own file contains the version; for another store's file the audit shows later changes. */
const isStale = ({ version, isForeign }: TakenProduct, { row, isTouched }: NonNullable<Plan["before"]>): boolean =>
  isForeign ? isTouched : version !== null && version !== row.version;
