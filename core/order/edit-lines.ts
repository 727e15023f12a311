import type * as z from "zod";
import { audit } from "#core/audit/record";
import { linesMax } from "#core/contract/fields";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as order from "#core/contract/order";
import type { Change } from "#core/db/change";
import { dryRun } from "#core/db/dry-run";
import { pipelined } from "#core/db/pipelined";
import { pricesOf } from "#core/price/prices-of";
import { totalsOf } from "#core/price/totals";
import { invalidField, Refusal, refuseRepeats } from "#core/refusal";
import { commitAllocations } from "#core/stock/commit-allocations";
import { editAllocations } from "#core/stock/edit-allocations";
import { balanceOf } from "./balance.ts";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrderAndLines } from "./lock.ts";
import { namedLines } from "./named-lines.ts";
import { lineOf, moneyIn, pricedLine } from "./new-line.ts";
import type { LineRow, OrderRow } from "./order.table.ts";
import { orderReferenceOf } from "./order-reference.ts";
import { shownOrder } from "./show.ts";
import { refuseMove, waitsForPayment } from "./states.ts";
import { type Edit, writeLines } from "./write-lines.ts";

type Input = InputOf<typeof order.editLines>;
type Answer = OutputOf<typeof order.editLines>;

/**
 * Lines kept keep the price that was agreed, added ones take today's; discount, tax and totals are worked out anew, and
 * the answer says who owes what afterwards. An order that comes to nothing waits for no payment any more. A dry run does
 * all of it and takes it back.
 */
export async function editOrderLines(change: Change, input: Input): Promise<Answer> {
  // A line named twice would be changed by whichever came last.
  refuseRepeats("change", [...input.remove, ...input.change.map(({ lineId }) => lineId)]);
  const [row, before] = await lockedOrderAndLines(change, input);
  refuseMove("editLines", row);
  if (!input.dryRun) return editLocked(change, row, before, input);
  const answer = await dryRun(change, (trial) => editLocked(trial, row, before, input));
  // The version that an If-Match may name is the one the order still has.
  return { ...answer, order: { ...answer.order, version: row.version } };
}

async function editLocked(change: Change, row: OrderRow, before: readonly LineRow[], input: Input): Promise<Answer> {
  const edited = await planned(change, row, before, input);
  const changed = [...edited.kept, ...edited.added, ...edited.removed].flatMap(({ line, from, to }) =>
    from === to ? [] : [{ lineId: line.id, sku: line.sku, before: from, after: to }],
  );
  const totals = { before: totalsShown(row), after: totalsShown(edited.row) };
  const balance = balanceOf(edited.row);
  if (changed.length === 0) return { order: await shownOrder(change, row.id), changed, totals, balance };

  await pipelined(
    moveStock(change, row, edited),
    writeLines(change, edited),
    audit(change, order.editLines.name, row.id, {
      before: { status: row.status, totalMinor: row.totalMinor },
      after: { status: edited.row.status, totalMinor: edited.row.totalMinor, changed },
    }),
  );
  if (edited.row.status !== row.status) await commitAllocations(change, row.id);
  const shown = await shownOrder(change, row.id);
  await emitOrderEvent(change, "order.edited", shown, { changed: ["lines"], lineChanges: changed });
  return { order: shown, changed, totals, balance };
}

async function planned(change: Change, row: OrderRow, before: readonly LineRow[], input: Input): Promise<Edit> {
  namedLines(before, [...input.remove, ...input.change.map(({ lineId }) => lineId)]);
  const kept = before.filter(({ id }) => !input.remove.includes(id));
  if (kept.length + input.add.length === 0) throw new Refusal("order.lastLine");
  if (kept.length + input.add.length > linesMax) {
    throw invalidField("add", `no more than ${linesMax} lines in an order`);
  }
  const wanted = new Map(input.change.map(({ lineId, quantity }) => [lineId, quantity]));
  const resized = kept.map((line) => ({ ...line, quantity: wanted.get(line.id) ?? line.quantity }));
  const prices = input.add.length === 0 ? [] : await pricesOf(change.tx, input.add);
  const added = input.add.map(({ quantity }, index) => pricedLine(prices[index], quantity));

  const { lines: lineTotals, ...totals } = totalsOf([...resized, ...added], {
    discount: row.discountKind && {
      kind: row.discountKind,
      value: row.discountValue,
      minimumMinor: row.discountMinimumMinor ?? 0,
    },
    shippingMinor: row.shippingMinor,
    taxesInclusive: row.taxesInclusive,
  });
  const next = Math.max(...before.map(({ position }) => position)) + 1;
  const waits = waitsForPayment({ ...row, ...totals });
  return {
    row: { ...row, ...totals, status: waits ? row.status : "confirmed" },
    kept: resized.map((line, index) => ({
      line: { ...line, ...moneyIn(lineTotals[index]) },
      from: kept[index]?.quantity ?? 0,
      to: line.quantity,
    })),
    added: added.map((line, index) => ({
      line: lineOf(row, next + index, line, lineTotals[resized.length + index]),
      from: 0,
      to: line.quantity,
    })),
    removed: before.filter(({ id }) => input.remove.includes(id)).map((line) => ({ line, from: line.quantity, to: 0 })),
  };
}

/** Only the difference moves, in one go: what one line gives up another may take. */
async function moveStock(change: Change, row: OrderRow, { kept, added, removed }: Edit): Promise<void> {
  const tracked = [...kept, ...added, ...removed].filter(({ line }) => line.tracked);
  const release = tracked.filter(({ from, to }) => to < from);
  const allocate = tracked.filter(({ from, to }) => to > from);
  if (release.length + allocate.length === 0) return;
  await editAllocations(change, orderReferenceOf(row), {
    release: release.map(({ line, from, to }) => ({ lineId: line.id, quantity: from - to })),
    allocate: allocate.map(({ line, from, to }) => ({
      lineId: line.id,
      variantId: line.variantId,
      quantity: to - from,
    })),
  });
}

function totalsShown(row: OrderRow): z.output<typeof order.Totals> {
  const money = (amountMinor: number) => ({ amountMinor, currency: row.currency });
  return {
    subtotal: money(row.subtotalMinor),
    discount: money(row.discountMinor),
    shipping: money(row.shippingMinor),
    tax: money(row.taxMinor),
    total: money(row.totalMinor),
  };
}
