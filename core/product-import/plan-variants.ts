import type { Id } from "#core/contract/kit/fields";
import { newId } from "#core/id";
import type { Problem } from "#core/job/import-file/cells";
import { codeLost, zerosLost } from "#core/job/import-file/spreadsheet-damage";
import type { ProductRow, VariantRow } from "#core/product/show-product";
import { idGiven, problem, type Within } from "./plan.ts";
import type { TakenProduct, TakenVariant } from "./taken-product.ts";

/** The product's variants after the import: variants missing from the file stay unchanged, and new ones come last. */
export function variantsAfter(
  taken: TakenProduct,
  product: ProductRow,
  before: readonly VariantRow[],
  within: Within,
): readonly VariantRow[] {
  const after = new Map(before.map((variant) => [variant.id, variant]));
  const seen = new Set<string>();
  for (const variant of taken.variants) {
    const known = knownAs(variant, before);
    if (known && seen.has(known.id)) {
      within.problems.push(problem(`Row ${variant.row} is about variant ${known.sku}, and so is a row above it.`));
    }
    const problems: Problem[] = [];
    const row = variantAfter(variant, product, known, { ...within, problems, position: after.size });
    within.problems.push(...problems.map(inRow(variant.row, taken.variants[0]?.row)));
    seen.add(row.id);
    after.set(row.id, row);
  }
  const all = [...after.values()];
  refuseOdd(product, before, all, within);
  return all;
}

const inRow =
  (row: number, first = row) =>
  (one: Problem) =>
    row === first ? one : { ...one, why: `In row ${row}: ${one.why}` };

/** By its SKU, otherwise by its options, otherwise by the SKU that an earlier import made for it. */
export function knownAs({ fields, newSku }: TakenVariant, before: readonly VariantRow[]): VariantRow | undefined {
  const bySku = before.find(({ sku }) => sku === fields.sku);
  if (bySku || (fields.sku !== undefined && !fields.options)) return bySku;
  const options = (fields.options ?? []).join("\0");
  const byOptions = before.find((one) => one.archivedAt === null && one.options.join("\0") === options);
  return byOptions ?? (fields.sku === undefined ? before.find(({ sku }) => sku === newSku) : undefined);
}

function variantAfter(
  { fields, newSku, taxRate, archived }: TakenVariant,
  product: ProductRow,
  before: VariantRow | undefined,
  { known, problems, at, position }: Within & { readonly position: number },
): VariantRow {
  const row: VariantRow = before ?? {
    ...{ id: newId("variant"), productId: product.id, sku: fields.sku ?? newSku ?? "", options: [], priceMinor: 0 },
    ...{ compareAtMinor: null, costMinor: null, weightGrams: null, hsCode: null, originCountry: null, barcode: null },
    ...{ trackStock: true, continueSelling: false, lowStockThreshold: null, taxRateId: null },
    ...{ position, createdAt: at, archivedAt: null },
  };
  if (!before && fields.priceMinor === undefined)
    problems.push(problem(`A new variant needs a price: ${row.sku} has none.`, "price"));
  const sku = fields.sku ?? row.sku;
  const owner = known.skus.get(sku);
  if (owner && owner.id !== row.id) {
    const of = owner.slug === product.slug ? "this product" : `the product “${owner.slug}”`;
    const again =
      owner.slug === product.slug ? "" : " If that product gives it up in this file, import the file a second time.";
    problems.push(problem(`Another variant already has this SKU, of ${of}.${again}`, "sku", sku));
  }
  problems.push(
    ...codeLost("sku", row.sku, sku),
    ...zerosLost("barcode", row.barcode, fields.barcode),
    ...zerosLost("hs code", row.hsCode, fields.hsCode),
    ...(fields.options ?? []).flatMap((value, nth) => codeLost(`option ${nth + 1} value`, row.options[nth], value)),
  );
  if (row.trackStock && fields.trackStock === false && known.stocked.has(row.id)) {
    problems.push(problem("It has stock, or orders are waiting for it, so its stock must be tracked.", null, row.sku));
  }
  return {
    ...row,
    ...(fields as Partial<VariantRow>), // `fieldsBy` omits missing fields
    ...idGiven("taxRateId", taxRate, { among: known.taxRates, now: row.taxRateId }, problems, "tax rate"),
    ...(archived !== undefined && { archivedAt: archived ? (row.archivedAt ?? at) : null }),
  };
}

/** Refuses variants that the database would refuse, or that could not be corrected afterwards. */
function refuseOdd(
  { options }: ProductRow,
  before: readonly VariantRow[],
  after: readonly VariantRow[],
  { problems }: Within,
): void {
  const live = after.filter(({ archivedAt }) => archivedAt === null);
  const other = live.find((variant) => variant.options.length !== options.length);
  if (other) {
    const isUnknown = before.length > 0 && !before.some(({ id }) => id === other.id);
    const asks = isUnknown ? " Does the file lack its SKU, or its options, by which it would be known here?" : "";
    const why =
      options.length > 0
        ? `Variant ${other.sku} needs one value for each option: ${options.join(", ")}.${asks}`
        : `The product has no options, so its variant ${other.sku} can have no values for them.`;
    problems.push(problem(why, null, other.options.join(" / ") || null));
  }
  const wasAt = new Map<string, Id<"variant">>(before.flatMap((one) => (one.archivedAt ? [] : [[keyOf(one), one.id]])));
  const isAt = new Map<string, Id<"variant">>();
  for (const variant of live) {
    const holder = isAt.get(keyOf(variant)) ?? wasAt.get(keyOf(variant));
    if (holder !== undefined && holder !== variant.id) {
      problems.push(
        problem(
          `Another variant of the product has these options.`,
          null,
          [variant.sku, ...variant.options].join(" / "),
        ),
      );
    }
    isAt.set(keyOf(variant), variant.id);
  }
  const skus = after.map(({ sku }) => sku);
  const twice = skus.find((sku, nth) => skus.indexOf(sku) !== nth);
  if (twice !== undefined) problems.push(problem("Two variants of the product have this SKU.", "sku", twice));
}

const keyOf = ({ options }: VariantRow): string => options.join("\0");
