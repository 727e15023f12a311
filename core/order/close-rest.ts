import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { pipelined } from "#core/db/pipelined";
import { writesOf } from "#core/stock/plan";
import { balanceOf } from "./balance.ts";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrderAndLines, refuseParcels, underWayOf } from "./lock.ts";
import { moneyIn } from "./new-line.ts";
import type { LineRow, OrderRow } from "./order.table.ts";
import { planLineStock } from "./plan-line-stock.ts";
import { statusFromParcels } from "./settle-status.ts";
import { shownAfter } from "./show.ts";
import { refuseMove } from "./states.ts";
import { shownTotals, totalsBy } from "./terms.ts";
import { type Edit, lineChangesIn, linesWritten } from "./write-lines.ts";

/**
 * For goods that will not come: each line shrinks to what has shipped, and its allocated units are released. The
 * customer owes nothing for the rest: totals are recomputed, as in an edit of lines.
 */
export async function closeOrderRest(
  change: Change,
  input: InputOf<typeof order.closeRest>,
): Promise<OutputOf<typeof order.closeRest>> {
  const [[row, before], underWay] = await pipelined(lockedOrderAndLines(change, input), underWayOf(change, input.id));
  refuseMove("closeRest", row);
  refuseParcels(underWay.parcelIds);
  const reason = input.reason ?? null;
  const closed = await planClose(change, row, before);
  const changed = lineChangesIn(closed);
  const plan = await planLineStock(change, row, closed);
  const shown = await shownAfter(change, row.id, linesWritten(change, closed), writesOf(change, plan));
  audit(change, order.closeRest.name, row.id, {
    before: { status: row.status, totalMinor: row.totalMinor },
    after: { status: closed.row.status, totalMinor: closed.row.totalMinor, changed, reason },
  });
  emitOrderEvent(change, "order.edited", shown, { changed: ["lines"], lineChanges: changed, reason });
  const totals = { before: shownTotals(row), after: shownTotals(closed.row) };
  return { order: shown, changed, totals, balance: balanceOf(closed.row) };
}

async function planClose(change: Change, row: OrderRow, before: readonly LineRow[]): Promise<Edit> {
  const shipped = before.filter(({ shippedQuantity }) => shippedQuantity > 0);
  const lines = shipped.map((line) => ({ ...line, quantity: line.shippedQuantity }));
  const terms = { ...row, discountMinimumMinor: minimumAfter(row) };
  const { lines: lineTotals, ...totals } = totalsBy(terms, lines);
  return {
    row: { ...terms, ...totals, status: await statusFromParcels(change, row.id, lines) },
    kept: lines.map((line, index) => ({
      line: { ...line, ...moneyIn(lineTotals[index]) },
      from: shipped[index]?.quantity ?? 0,
      to: line.quantity,
    })),
    added: [],
    removed: before.filter((line) => !shipped.includes(line)).map((line) => ({ line, from: line.quantity, to: 0 })),
  };
}

/** An order that reached its code's minimum keeps the discount, although the store cannot send the rest. */
const minimumAfter = ({ discountMinimumMinor: minimum, subtotalMinor }: OrderRow) =>
  minimum !== null && minimum <= subtotalMinor ? 0 : minimum;
