import type { Cart } from "#core/contract/cart";
import { amountMinorMax, type Id } from "#core/contract/kit/fields";
import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { pipelined } from "#core/db/pipelined";
import { discounts } from "#core/discount/discount.table";
import { type DiscountTerms, hasCode, refusalOf } from "#core/discount/use-discount";
import { type ListPrice, listPrices, quantitiesOf } from "#core/price/list-prices";
import { totalsOf } from "#core/price/totals";
import { storeSettings } from "#core/store/settings";
import type { CartRow } from "./cart.table.ts";
import { allRates, shippingOf } from "./shipping-of.ts";
import { type ForSale, variantsForSale } from "./variants-for-sale.ts";

type Line = Cart["lines"][number];

export interface PricedCart extends Pick<Cart, "lines" | "discountProblem" | "totals" | "currency" | "problems"> {
  readonly shippingMinor: number;
  /** The cart's lines at current prices. */
  readonly priced: CartRow["lines"];
}

/**
 * A cart's current totals, at the prices for its customer and channel, with the lines that are not available and why.
 * Unavailable lines count as zero; lines without enough stock count in full, for the shopper to decide. Never refuses,
 * whatever the prices are now, because carts are shown and announced in batches.
 */
export async function priceCart(tx: Db, row: CartRow, at: Date): Promise<PricedCart> {
  const ids = row.lines.map(({ variantId }) => variantId);
  const [customerId, settings, rates, discount, forSale] = await pipelined(
    customerBy(tx, row.email),
    storeSettings(tx),
    allRates(tx),
    discountBy(tx, row.discountCode),
    variantsForSale(tx, ids),
  );
  const buyer = { customerId, channelId: row.channelId, at };
  const [listed, used] = await pipelined(
    listPrices(tx, quantitiesOf(row.lines), buyer),
    discount ? usesBy(tx, discount.id, customerId) : 0,
  );
  const { currency, taxesInclusive } = settings;
  const lines = shownLines(row.lines, forSale, listed, currency);
  const counted = lines.filter(counts).map(({ variantId, quantity, unitPrice }) => ({
    quantity,
    unitPriceMinor: unitPrice.amountMinor,
    taxBasisPoints: forSale.get(variantId)?.taxBasisPoints ?? 0,
  }));
  const { subtotalMinor } = totalsOf(counted, { discount: null, shippingMinor: 0, taxesInclusive });
  const refusal = discount && refusalOf(discount, at, subtotalMinor);
  const overused = discount?.perCustomerLimit != null && used >= discount.perCustomerLimit;
  const discountProblem =
    row.discountCode === null
      ? null
      : discount
        ? (refusal?.code ?? (overused ? "discount.usedByCustomer" : null))
        : "discount.unknown";
  const terms: DiscountTerms | null = discount && discountProblem === null ? discount : null;
  const goods = totalsOf(counted, { discount: terms, shippingMinor: 0, taxesInclusive });
  const goodsMinor = goods.subtotalMinor - goods.discountMinor;
  const charge = row.address ? shippingOf(rates, row.address.country, goodsMinor) : 0;
  const shipping = charge !== null && subtotalMinor + charge <= amountMinorMax ? charge : null;
  const totals = totalsOf(counted, { discount: terms, shippingMinor: shipping ?? 0, taxesInclusive });
  const money = (amountMinor: number) => ({ amountMinor, currency });
  return {
    lines,
    currency,
    discountProblem,
    shippingMinor: shipping ?? 0,
    priced: lines.map(({ variantId, quantity, unitPrice, problem }) => ({
      variantId,
      quantity,
      unitPriceMinor: problem === "unknown" ? null : unitPrice.amountMinor,
    })),
    totals: {
      subtotal: money(totals.subtotalMinor),
      discount: money(totals.discountMinor),
      shipping: money(totals.shippingMinor),
      tax: money(totals.taxMinor),
      total: money(totals.totalMinor),
    },
    problems: [
      ...(row.lines.length === 0 ? (["empty"] as const) : []),
      ...(missingOf(row).length > 0 ? (["incomplete"] as const) : []),
      ...(lines.some(({ problem }) => problem !== null) ? (["lines"] as const) : []),
      ...(discountProblem !== null ? (["discount"] as const) : []),
      ...(shipping === null ? (["shipping"] as const) : []),
      ...(totals.totalMinor !== row.totalMinor ? (["changed"] as const) : []),
    ],
  };
}

/** The fields that an order needs and the cart lacks. */
export const missingOf = ({ email, name, address }: CartRow): string[] =>
  Object.entries({ email, name, address }).flatMap(([field, value]) => (value === null ? [field] : []));

function shownLines(
  lines: CartRow["lines"],
  forSale: ReadonlyMap<Id<"variant">, ForSale>,
  listed: ReadonlyMap<Id<"variant">, ListPrice>,
  currency: string,
): Line[] {
  const money = (amountMinor: number) => ({ amountMinor, currency });
  let roomMinor = amountMinorMax;
  return lines.map(({ variantId, quantity, unitPriceMinor: before }) => {
    const variant = forSale.get(variantId);
    const now = variant ? (listed.get(variantId)?.unitPriceMinor ?? variant.priceMinor) : 0;
    const fits = now * quantity <= roomMinor;
    const line: Line = {
      variantId,
      sku: variant?.sku ?? "",
      title: variant?.title ?? "",
      slug: variant?.sold ? variant.slug : null,
      quantity,
      unitPrice: money(now),
      unitPriceBefore: before === null || before === now ? null : money(before),
      total: money(fits ? now * quantity : 0),
      problem: problemOf(variant, quantity, fits),
    };
    if (counts(line)) roomMinor -= line.total.amountMinor;
    return line;
  });
}

const counts = ({ problem }: Line): boolean => problem === null || problem === "short";

function problemOf(variant: ForSale | undefined, quantity: number, fits: boolean): Line["problem"] {
  if (!variant) return "unknown";
  if (!variant.sold) return "notSold";
  if (!fits) return "tooLarge";
  return variant.availableMax !== null && variant.availableMax < quantity ? "short" : null;
}

async function customerBy(tx: Db, email: string | null): Promise<Id<"customer"> | null> {
  if (email === null) return null;
  const [known] = await tx.execute<{ id: Id<"customer"> }>(sql`
    select coalesce(merged_into, id) as id from customers where email = ${email}`);
  return known?.id ?? null;
}

async function discountBy(tx: Db, code: string | null): Promise<typeof discounts.$inferSelect | null> {
  if (code === null) return null;
  const [row] = await tx.select().from(discounts).where(hasCode(code));
  return row ?? null;
}

async function usesBy(tx: Db, id: Id<"discount">, customerId: Id<"customer"> | null): Promise<number> {
  const [counted] = await tx.execute<{ uses: number }>(sql`
    select count(*)::integer as uses from orders
    where customer_id = ${customerId} and discount_id = ${id} and status <> 'cancelled'`);
  return counted?.uses ?? 0;
}
