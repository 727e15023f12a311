import { audit, differenceOf } from "#core/audit/record";
import { linesMax } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { type Change, writeTogether } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { dryRun } from "#core/db/dry-run";
import { pipelined } from "#core/db/pipelined";
import { exchangeDiscountUse } from "#core/discount/exchange-discount-use";
import { pricesOf } from "#core/price/prices-of";
import { pricesOfAdditions, repricedLines } from "#core/price/reprice-lines";
import { invalidField, Refusal, refuseRepeats } from "#core/refusal";
import { writesOf } from "#core/stock/plan";
import { planCommit } from "#core/stock/plan-commit";
import { balanceOf } from "./balance.ts";
import { emitOrderEvent } from "./emit-order-event.ts";
import { lockedOrderAndLines, refuseParcels, underWayOf } from "./lock.ts";
import { lineOf, moneyIn, pricedLine } from "./new-line.ts";
import type { LineRow, OrderRow } from "./order.table.ts";
import { planLineStock } from "./plan-line-stock.ts";
import { requestedLines } from "./requested-lines.ts";
import { shownAfter, shownOrder } from "./show.ts";
import { refuseMove, waitsForPayment } from "./states.ts";
import { shownTotals, totalsBy } from "./terms.ts";
import { type Edit, lineChangesIn, linesWritten } from "./write-lines.ts";

type Input = InputOf<typeof order.editLines>;
type Answer = OutputOf<typeof order.editLines>;

/**
 * Existing lines keep their agreed price, unless they grow past a quantity break; added lines get today's. The shipping
 * charge and the code may change too. Discount, tax and totals are recomputed, and the answer has the balance
 * afterwards. An order whose total becomes zero no longer awaits payment. A dry run does everything and rolls it back.
 */
export async function editOrderLines(change: Change, input: Input): Promise<Answer> {
  // A line named twice would get the last change.
  refuseRepeats("change", [...input.remove, ...input.change.map(({ lineId }) => lineId)]);
  const [[row, before], underWay] = await pipelined(lockedOrderAndLines(change, input), underWayOf(change, input.id));
  refuseMove("editLines", row);
  refuseParcels(underWay.parcelIds);
  // Its money is as good as gone: the new total must not be compared with it.
  if (underWay.isRefunded) throw new Refusal("order.locked", { why: "refunded" });
  if (!input.dryRun) return editLocked(change, row, before, input);
  const answer = await dryRun(change, (trial) => editLocked(trial, row, before, input));
  // The order keeps its version, which If-Match needs.
  return { ...answer, order: { ...answer.order, version: row.version } };
}

/** The terms of an order that an edit may change. */
const editableTerms = ({ shippingMinor, discountCode }: OrderRow) => ({ shippingMinor, discountCode });

async function editLocked(change: Change, row: OrderRow, before: readonly LineRow[], input: Input): Promise<Answer> {
  const edited = await planEdit(change, row, before, input);
  const changed = lineChangesIn(edited);
  const terms = differenceOf(editableTerms(row), editableTerms(edited.row));
  const parts = [...(changed.length > 0 ? ["lines"] : []), ...Object.keys(terms.after ?? {})];
  const totals = { before: shownTotals(row), after: shownTotals(edited.row) };
  const balance = balanceOf(edited.row);
  if (parts.length === 0) return { order: await shownOrder(change, row.id), changed, totals, balance };

  const plan = await planLineStock(change, row, edited);
  let writes = [linesWritten(change, edited), writesOf(change, plan)];
  if (edited.row.status !== row.status) {
    await writeTogether(change.tx, ...writes);
    writes = [writesOf(change, await planCommit(change, [row.id]))];
  }
  const shown = await shownAfter(change, row.id, ...writes);
  audit(change, order.editLines.name, row.id, {
    before: { status: row.status, totalMinor: row.totalMinor, ...terms.before },
    after: { status: edited.row.status, totalMinor: edited.row.totalMinor, ...terms.after, changed },
  });
  emitOrderEvent(change, "order.edited", shown, { changed: parts, lineChanges: changed });
  return { order: shown, changed, totals, balance };
}

async function planEdit(change: Change, row: OrderRow, before: readonly LineRow[], input: Input): Promise<Edit> {
  requestedLines(before, [...input.remove, ...input.change.map(({ lineId }) => lineId)]);
  const kept = before.filter(({ id }) => !input.remove.includes(id));
  if (kept.length + input.add.length === 0) throw new Refusal("order.lastLine");
  if (kept.length + input.add.length > linesMax) {
    throw invalidField("add", `no more than ${linesMax} lines in an order`);
  }
  const wanted = new Map(input.change.map(({ lineId, quantity }) => [lineId, quantity]));
  const sized = kept.map((line) => ({ ...line, quantity: wanted.get(line.id) ?? line.quantity }));
  const lines = { before, resized: sized, added: input.add };
  const listed = await pricesOfAdditions(change, row, lines);
  const resized = repricedLines(lines, listed);
  const prices = input.add.length === 0 ? [] : await pricesOf(change.tx, input.add, listed);
  const added = input.add.map(({ quantity }, index) => pricedLine(prices[index], quantity));

  const shipped = { ...row, shippingMinor: input.shippingMinor ?? row.shippingMinor };
  const { subtotalMinor } = totalsBy(shipped, [...resized, ...added]);
  const terms = { ...shipped, ...(await discountAfter(change, row, input.discountCode, subtotalMinor)) };
  const { lines: lineTotals, ...totals } = totalsBy(terms, [...resized, ...added]);
  const next = Math.max(...before.map(({ position }) => position)) + 1;
  const waits = waitsForPayment({ ...terms, ...totals });
  return {
    row: { ...terms, ...totals, status: waits ? row.status : "confirmed" },
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

/** The discount after an edit: unchanged, none, or another code, with its use counted. The same code keeps terms. */
async function discountAfter(change: Change, row: OrderRow, code: Input["discountCode"], subtotalMinor: number) {
  if (code === undefined || (await isSameCode(change, code, row.discountCode))) return {};
  const used = await exchangeDiscountUse(change, row, code, subtotalMinor);
  return {
    discountId: used?.id ?? null,
    discountCode: used?.code ?? null,
    discountKind: used?.kind ?? null,
    discountValue: used?.value ?? null,
    discountMinimumMinor: used?.minimumMinor ?? null,
    shippingDiscountMinor: 0,
  };
}

/** Compared by the database, as when looking codes up: JavaScript's upper case differs for some letters, such as ß. */
async function isSameCode({ tx }: Change, code: string | null, other: string | null): Promise<boolean> {
  const [result] = await tx.execute<{ same: boolean }>(sql`
    select upper(normalize(${code}::text)) is not distinct from upper(normalize(${other}::text)) as same`);
  return result?.same ?? false;
}
