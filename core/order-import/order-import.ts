import { amountMinorMax, type Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { damageOf, failureIn, postalDigits } from "#core/job/import-file/damaged-code";
import { importOf } from "#core/job/import-items/import-of";
import { type Run, refused, type Verdict } from "#core/job/import-kind";
import { settingsToOrderBy } from "#core/store/settings";
import { keepNumbersApart } from "./keep-numbers-apart.ts";
import { digestOf } from "./order-digest.ts";
import { ownOrders } from "./own-layout.ts";
import { ownRowsOf } from "./own-rows.ts";
import { placeholderVariant, variantsBySku } from "./placeholder-variant.ts";
import { shopifyOrders } from "./shopify-layout.ts";
import { skusOf, type TakenOrder } from "./taken-order.ts";
import { isTaken, writeOrRefuse } from "./write-or-refuse.ts";

export const orderImport = importOf<TakenOrder>({
  kind: "orders",
  batchMax: 400,
  layouts: [ownOrders, shopifyOrders],
  aboutOf: ({ number }) => number,
  keysOf: ({ number }) => [number],
  apply: importOrders,
});

/** Imports new orders as they were. An existing number is the same order or is refused: there are never two. */
async function importOrders(change: Change, taken: readonly TakenOrder[], run: Run): Promise<readonly Verdict[]> {
  const { currency } = await settingsToOrderBy(change);
  const known = await knownOrders(change, taken);
  const locationId = await defaultLocation(change);
  const verdicts = taken.map((order) =>
    verdictOn(order, known.get(order.number), { currency, locationId, at: change.at }),
  );
  const fresh = taken.filter((_, nth) => verdicts[nth]?.outcome === "created");
  if (fresh.length === 0 || locationId === null) return verdicts;
  const variants = await variantsBySku(
    change,
    fresh.flatMap(({ lines }) => lines.flatMap(skusOf)),
  );
  if (!run.dryRun) await keepNumbersApart(change, fresh);
  const refusedToo = await writeOrRefuse(change, fresh, {
    jobId: run.jobId,
    layout: run.layout,
    emit: run.options.emit,
    dryRun: run.dryRun,
    variants,
    otherwise: await placeholderVariant(change),
    locationId,
  });
  return verdicts.map((verdict, nth) => {
    const order = taken[nth];
    const why = order && refusedToo.get(order);
    return why === undefined ? verdict : refused(verdict.about, { column: null, text: null, why });
  });
}

interface Known {
  readonly wasSame: boolean;
  /** The digest of its rows if it were exported now. */
  readonly ownDigest: string;
}

/** Serializes imports of orders: with the same number in two of them, the second finds the first one's order. */
async function knownOrders(change: Change, taken: readonly TakenOrder[]): Promise<ReadonlyMap<string, Known>> {
  const orderBy = new Map(taken.map((order) => [order.number, order]));
  await change.tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('import.orders', 0))`);
  const found = await change.tx.execute<{ id: Id<"order">; number: string; digest: string | null }>(sql`
    select id, number,
      (select replace(digest::text, '-', '') from imported_orders where order_id = orders.id) as digest
    from orders where number = any(${sql.param([...orderBy.keys()])})`);
  const wasSame = ({ number, digest }: (typeof found)[number]) => {
    const order = orderBy.get(number);
    return digest !== null && (order?.digest === digest || order?.earlierDigests().includes(digest) === true);
  };
  const same = new Set(found.filter(wasSame).map(({ id }) => id));
  const others = found.map(({ id }) => id).filter((id) => !same.has(id));
  const shown = others.length > 0 ? await ownRowsOf(change.tx, sql`orders.id = any(${sql.param(others)})`) : [];
  const digests = new Map(shown.map(({ id, rows }) => [id, digestOf(rows)]));
  return new Map(found.map(({ id, number }) => [number, { wasSame: same.has(id), ownDigest: digests.get(id) ?? "" }]));
}

interface Here {
  readonly currency: string;
  readonly locationId: Id<"location"> | null;
  readonly at: Date;
}

/** Tolerance for another store's clock. */
const aheadMs = 24 * 60 * 60 * 1_000;

function verdictOn(order: TakenOrder, known: Known | undefined, { currency, locationId, at }: Here): Verdict {
  const about = order.number;
  if (known) {
    if (known.wasSame || known.ownDigest === order.digest) return { outcome: "same", about };
    return refused(about, { column: null, text: about, why: isTaken });
  }
  if (order.currency !== currency) {
    const why = `The store's currency is ${currency}, and amounts are not converted.`;
    return refused(about, { column: "Currency", text: order.currency, why });
  }
  // An order that was imported so before stays the same.
  for (const [column, text] of [
    ["name", order.name],
    ...order.lines.map(({ title }) => ["item", title] as const),
  ] as const) {
    const why = failureIn(text);
    if (why !== undefined) return refused(about, { column, text, why });
  }
  const { postalCode: text = "" } = order.address;
  const damage = damageOf(text, postalDigits);
  if (damage !== undefined) return refused(about, { column: "postal code", text, why: damage });
  if (largestSumOf(order) > amountMinorMax) {
    const why = "It comes to more than an order can: is a point missing in an amount?";
    return refused(about, { column: null, text: null, why });
  }
  for (const [what, when, column] of [
    ["It was placed", order.placedAt, "placed at"],
    ["It was paid", order.paidAt, "paid at"],
    ["It was shipped", order.shippedAt, "shipped at"],
    ["It was delivered", order.deliveredAt, "delivered at"],
    ["It was refunded", order.refundedAt, "refunded at"],
    ["It was cancelled", order.cancelledAt, "cancelled at"],
  ] as const) {
    if (!when || when.getTime() <= at.getTime() + aheadMs) continue;
    const text = when.toISOString();
    return refused(about, { column, text, why: `${what} on ${text.slice(0, 10)}, which is in the future.` });
  }
  if (locationId === null) {
    return refused(about, { column: null, text: null, why: "The store has no location yet: create one first." });
  }
  const { status, paymentStatus, totalMinor, capturedMinor, refundedMinor, lines } = order;
  const after = { status, paymentStatus, totalMinor, capturedMinor, refundedMinor, lines: lines.length };
  return { outcome: "created", about, after };
}

/** No line has a larger amount, because no part of a sum is negative. */
const largestSumOf = ({ subtotalMinor, shippingMinor, ...order }: TakenOrder): number =>
  Math.max(
    ...[subtotalMinor + shippingMinor, order.discountMinor, order.taxMinor, order.totalMinor],
    ...[order.capturedMinor, order.refundedMinor],
  );

/** The location of imported parcels. Null in a store that is not set up yet. */
async function defaultLocation(change: Change): Promise<Id<"location"> | null> {
  const [row] = await change.tx.execute<{ id: Id<"location"> }>(sql`
    select id from locations where is_default for share`);
  return row?.id ?? null;
}
