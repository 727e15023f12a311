import type { Id } from "#core/contract/fields";
import type { Change } from "#core/db/change";
import { type Buyer, type ListPrice, listPrices, quantitiesOf } from "./list-prices.ts";
import type { Wanted } from "./prices-of.ts";

/** What of an order's line has to do with its price. */
interface Line extends Wanted {
  readonly id: Id<"line">;
  readonly unitPriceMinor: number;
  readonly priceListId: Id<"priceList"> | null;
}

/** An order's lines as they stand, those that are kept as they are to be, and what comes to them. */
interface Lines<Kept extends Line> {
  readonly before: readonly Line[];
  readonly resized: readonly Kept[];
  readonly added: readonly Wanted[];
}

type ListPrices = ReadonlyMap<Id<"variant">, ListPrice>;

/** What price lists say today of all that comes to an order: of new lines and of those that grow. */
export async function pricesOfWhatComes(
  change: Change,
  { customerId, channelId }: Omit<Buyer, "at">,
  lines: Lines<Line>,
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
export function repricedLines<Kept extends Line>(lines: Lines<Kept>, listed: ListPrices): Kept[] {
  const was = quantitiesOf(lines.before);
  const grown = new Set(grownIn(lines));
  return lines.resized.map((line) => {
    const price = grown.has(line) ? listed.get(line.variantId) : undefined;
    if (!price || price.minQuantity <= (was.get(line.variantId) ?? 0)) return line;
    return { ...line, unitPriceMinor: price.unitPriceMinor, priceListId: price.priceListId };
  });
}

function grownIn<Kept extends Line>({ before, resized }: Lines<Kept>): Kept[] {
  const sizes = new Map(before.map(({ id, quantity }) => [id, quantity]));
  return resized.filter(({ id, quantity }) => quantity > (sizes.get(id) ?? 0));
}
