import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { type ListPrice, listPrices, quantitiesOf } from "#core/price/list-prices";
import type { Wanted } from "#core/price/prices-of";
import type { LineRow, OrderRow } from "./order.table.ts";

/** An order's lines as they stand, those that are kept as they are to be, and what comes to them. */
interface Lines {
  readonly before: readonly LineRow[];
  readonly resized: readonly LineRow[];
  readonly added: readonly Wanted[];
}

type ListPrices = ReadonlyMap<Id<"variant">, ListPrice>;

/** What price lists say today of all that comes to an order: of new lines and of those that grow. */
export async function pricesOfWhatComes(
  change: Change,
  { customerId, channelId }: OrderRow,
  lines: Lines,
): Promise<ListPrices> {
  const coming = new Set([...grownIn(lines), ...lines.added].map(({ variantId }) => variantId));
  if (coming.size === 0) return new Map();
  const after = quantitiesOf([...lines.resized, ...lines.added]);
  const asked = new Map([...after].filter(([variantId]) => coming.has(variantId)));
  return listPrices(change.tx, asked, { customerId, channelId, at: change.at });
}

/**
 * Kept lines at the prices they are to have: those that were agreed, but for a line whose quantity goes up past a break
 * that the order did not reach before. It gets the price of that break as it is today.
 */
export function repricedLines(lines: Lines, listed: ListPrices): LineRow[] {
  const was = quantitiesOf(lines.before);
  const grown = new Set(grownIn(lines));
  return lines.resized.map((line) => {
    const price = grown.has(line) ? listed.get(line.variantId) : undefined;
    if (!price || price.minQuantity <= (was.get(line.variantId) ?? 0)) return line;
    return { ...line, unitPriceMinor: price.unitPriceMinor, priceListId: price.priceListId };
  });
}

function grownIn({ before, resized }: Lines): LineRow[] {
  const sizes = new Map(before.map(({ id, quantity }) => [id, quantity]));
  return resized.filter(({ id, quantity }) => quantity > (sizes.get(id) ?? 0));
}
