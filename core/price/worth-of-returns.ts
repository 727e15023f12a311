import { portion } from "#core/money";

interface Priced {
  /** What the customer pays for all of it, shipping included, in minor units. */
  readonly totalMinor: number;
  readonly lines: readonly {
    readonly id: string;
    readonly quantity: number;
    /** Less its discount, with its tax. */
    readonly totalMinor: number;
  }[];
}

interface Returned {
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
}

/**
 * What the goods of each return were sold for, in minor units: their share of their lines' totals, so with discount and
 * tax as the order was priced. Shipping belongs to the return that brings back the last unit of the whole order. The
 * returns are given oldest first; each is worth what it adds to those before it, so that together they are never a minor
 * unit more or less than their lines, nor than the order once all of it has come back.
 */
export function worthOfReturns(order: Priced, returns: readonly Returned[]): number[] {
  const shippingMinor = order.lines.reduce((rest, line) => rest - line.totalMinor, order.totalMinor);
  const back = new Map<string, number>();
  const worthSoFar = (): number => {
    const goods = order.lines.map(({ id, quantity, totalMinor }) => portion(totalMinor, back.get(id) ?? 0, quantity));
    const isWhole = order.lines.every(({ id, quantity }) => back.get(id) === quantity);
    return goods.reduce((sum, amount) => sum + amount, isWhole ? shippingMinor : 0);
  };
  let before = 0;
  return returns.map(({ lines }) => {
    for (const { lineId, quantity } of lines) back.set(lineId, (back.get(lineId) ?? 0) + quantity);
    const after = worthSoFar();
    const worth = after - before;
    before = after;
    return worth;
  });
}
