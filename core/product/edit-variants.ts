import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { editOf } from "#core/audit/edit-of";
import type { Difference } from "#core/audit/record";
import { auditEach } from "#core/audit/record-each";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { Product } from "#core/contract/product";
import type * as variant from "#core/contract/variant";
import type { Change } from "#core/db/change";
import { and, sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { updateRows } from "#core/db/update-rows";
import { emitEach } from "#core/event/emit";
import { Refusal } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";
import { goesOffSale, ownProducts } from "./lock-product.ts";
import { products, variants } from "./product.table.ts";
import { type ProductRow, shownProducts, shownVariant, type VariantRow } from "./show-product.ts";

type Row = InputOf<typeof variant.editMany>["rows"][number];
type Result = OutputOf<typeof variant.editMany>["results"][number];

const fields = ["priceMinor", "compareAtMinor", "costMinor", "weightGrams", "barcode", "lowStockThreshold"] as const;

/** The result for a row; `edit` if it must be written. */
interface Decided {
  readonly result: Result;
  readonly edit?: { readonly after: VariantRow; readonly difference: Difference };
}

/**
 * Edits many variants as `editVariant` edits one: with an audit entry for each, and one event per product. Refused rows
 * change nothing and do not stop the others. A row that already has the new values counts as unchanged, whatever values
 * the client expected, so that a request whose answer was lost can be repeated.
 */
export async function editVariants(
  change: Change,
  { rows }: InputOf<typeof variant.editMany>,
): Promise<OutputOf<typeof variant.editMany>> {
  refuseRepeatedIds(rows);
  const { owners, known } = await lockedVariants(
    change,
    rows.map(({ id }) => id),
  );
  const decided = rows.map((row) => decide(row, known.get(row.id)));
  const edits = decided.flatMap(({ edit }) => edit ?? []);
  if (edits.length > 0) await write(change, edits, owners);
  return { results: decided.map(({ result }) => result) };
}

function refuseRepeatedIds(rows: readonly Row[]): void {
  const first = new Map<string, number>();
  const issues = rows.flatMap(({ id }, index) => {
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    return earlier === undefined
      ? []
      : [{ path: `rows.${index}.id`, message: `It is the same variant as rows.${earlier}.` }];
  });
  if (issues.length > 0) throw new Refusal("request.invalid", { issues: issues.slice(0, 50) });
}

interface Known {
  readonly variant: VariantRow;
  readonly currency: string;
}

/** The variants with their products, which are locked in the order of their ids. Other vendors' are left out. */
async function lockedVariants(change: Change, ids: readonly Id<"variant">[]) {
  const { tx, by } = change;
  const isRequested = sql`${variants.id} = any(${sql.param(ids)})`;
  const productIds = tx.select({ productId: variants.productId }).from(variants).where(isRequested);
  const owners = await tx
    .select()
    .from(products)
    .where(and(sql`${products.id} in (${productIds})`, ownProducts(by)))
    .orderBy(products.id)
    .for("no key update");
  const owned = sql`${variants.productId} = any(${sql.param(owners.map(({ id }) => id))})`;
  const rows: Known[] = await tx
    .select({ variant: variants, currency: storeCurrency })
    .from(variants)
    .where(and(isRequested, owned));
  return { owners, known: new Map(rows.map((row) => [row.variant.id, row])) };
}

function decide({ id, set, expected }: Row, known: Known | undefined): Decided {
  if (!known) return { result: { id, outcome: "refused", refusedFor: "variant.unknown", variant: null } };
  const { after, difference } = editOf(known.variant, set);
  const answer = (outcome: Result["outcome"], row: VariantRow, refusedFor: Result["refusedFor"] = null): Result => ({
    id,
    outcome,
    refusedFor,
    variant: shownVariant(row, known.currency),
  });
  if (!difference) return { result: answer("same", after) };
  if (fields.some((field) => field in set && hasConflict(field, known.variant, expected, set))) {
    return { result: answer("refused", known.variant, "variant.changed") };
  }
  return { result: answer("changed", after), edit: { after, difference } };
}

/** Whether a field has neither the value that the client saw nor the new one. */
const hasConflict = (
  field: (typeof fields)[number],
  now: VariantRow,
  expected: Row["expected"] = {},
  set: Row["set"],
): boolean =>
  field in expected && !isDeepStrictEqual(now[field], expected[field]) && !isDeepStrictEqual(now[field], set[field]);

async function write(
  change: Change,
  edits: readonly NonNullable<Decided["edit"]>[],
  owners: readonly ProductRow[],
): Promise<void> {
  const { tx, at } = change;
  const touched = new Set(edits.map(({ after }) => after.productId));
  const changed = owners.filter(({ id }) => touched.has(id));
  const offSale = changed.filter((product) => goesOffSale(change, product));
  await pipelined(
    updateRows(
      tx,
      variants,
      edits.map(({ after }) => after),
      fields,
    ),
    updateRows(
      tx,
      products,
      changed.map((product) => ({ ...product, updatedAt: at, ...(offSale.includes(product) && { status: "draft" }) })),
      ["updatedAt", "status"],
    ),
  );
  auditEach(
    change,
    "variant.editMany",
    "variant",
    edits.map(({ after, difference }) => ({ subjectId: after.id, ...difference })),
  );
  auditEach(
    change,
    "variant.editMany",
    "product",
    offSale.map(({ id, status }) => ({ subjectId: id, before: { status }, after: { status: "draft" } })),
  );
  const shown = await shownProducts(
    tx,
    changed.map(({ id }) => id),
  );
  emitEach(
    change,
    shown.map((product) => ({
      name: "product.updated",
      subjectId: product.id,
      data: z.encode(Product, product),
    })),
  );
}
