import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { type Buyer, type ListPrice, listPrices, quantitiesOf } from "./list-prices.ts";
import type { Wanted } from "./prices-of.ts";

/** The fields of an order line that its price depends on. */
interface Line extends Wanted {
  readonly id: Id<"line">;
  readonly unitPriceMinor: number;
  readonly priceListId: Id<"priceList"> | null;
}

/** An order's current lines, the kept lines with their new quantities, and the added lines. */
interface Lines<Kept extends Line> {
  readonly before: readonly Line[];
  readonly resized: readonly Kept[];
  readonly added: readonly Wanted[];
}

type ListPrices = ReadonlyMap<Id<"variant">, ListPrice>;

/** Today's list prices for everything that is added to an order: new lines, and lines whose quantity increases. */
export async function pricesOfAdditions(
  change: Change,
  { customerId, channelId }: Omit<Buyer, "at">,
  lines: Lines<Line>,
): Promise<ListPrices> {
  const added = new Set([...linesThatGrew(lines), ...lines.added].map(({ variantId }) => variantId));
  if (added.size === 0) return new Map();
  const after = quantitiesOf([...lines.resized, ...lines.added]);
  const quantities = new Map([...after].filter(([variantId]) => added.has(variantId)));
  return listPrices(change.tx, quantities, { customerId, channelId, at: change.at });
}

/**
 * Kept lines with their new prices: the agreed ones, except for a line whose quantity now reaches a break that the
 * order did not reach before. It gets today's price of that break.
 */
export function repricedLines<Kept extends Line>(lines: Lines<Kept>, listed: ListPrices): Kept[] {
  const before = quantitiesOf(lines.before);
  const grown = new Set(linesThatGrew(lines));
  return lines.resized.map((line) => {
    const price = grown.has(line) ? listed.get(line.variantId) : undefined;
    if (!price || price.minQuantity <= (before.get(line.variantId) ?? 0)) return line;
    return { ...line, unitPriceMinor: price.unitPriceMinor, priceListId: price.priceListId };
  });
}

function linesThatGrew<Kept extends Line>({ before, resized }: Lines<Kept>): Kept[] {
  const sizes = new Map(before.map(({ id, quantity }) => [id, quantity]));
  return resized.filter(({ id, quantity }) => quantity > (sizes.get(id) ?? 0));
}
