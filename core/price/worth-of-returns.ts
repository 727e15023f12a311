import { portion } from "#core/money";

interface Priced {
  /** The order's total with shipping, in minor units. */
  readonly totalMinor: number;
  readonly lines: readonly {
    readonly id: string;
    readonly quantity: number;
    /** After discount, with tax. */
    readonly totalMinor: number;
  }[];
}

interface Returned {
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
}

/**
 * The value of each return's goods, in minor units: their share of their lines' totals, with discount and tax as the
 * order was priced. Shipping is added to the return that brings back the last unit of the whole order. The returns are
 * given oldest first; each is worth what it adds to those before it, so that the sum always equals that of the returned
 * units, and the order's total once everything has come back.
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
