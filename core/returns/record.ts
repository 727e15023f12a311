import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as returned from "#core/contract/returns";
import type { Change } from "#core/db/change";
import { insertOf } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { emitOrderEvent } from "#core/order/emit-order-event";
import { lockedOrderAndLines } from "#core/order/lock";
import { refuseTooMany, requestedLines } from "#core/order/requested-lines";
import { shownAfter, shownOrder } from "#core/order/show";
import { refuseMove } from "#core/order/states";
import { Refusal, refuseRepeats } from "#core/refusal";
import { writesOf } from "#core/stock/plan";
import { planRestock } from "#core/stock/plan-restock";
import { countReturned } from "./count-returned.ts";
import { originsOf } from "./origins.ts";
import { returnIn, wireReturn } from "./return-in.ts";
import { returnLines, returns } from "./returns.table.ts";

type Input = InputOf<typeof returned.record>;

/**
 * Records returned goods, at most the units of a line that are shipped and not yet returned. Refunding is a separate
 * step.
 */
export async function recordReturn(change: Change, input: Input): Promise<OutputOf<typeof returned.record>> {
  const lineIds = input.lines.map(({ lineId }) => lineId);
  refuseRepeats("lines", lineIds);
  const [row, before] = await lockedOrderAndLines(change, input);
  refuseMove("return", row);
  const lines = requestedLines(before, lineIds);
  refuseTooMany("returns.tooMany", lines, input.lines, (line) => line.shippedQuantity - line.returnedQuantity);
  const uncounted = input.lines.filter(({ lineId, restock }) => restock && !lines.get(lineId)?.tracked);
  if (uncounted.length > 0) throw new Refusal("stock.untracked", { lineIds: uncounted.map(({ lineId }) => lineId) });

  const id = newId("return");
  const placed = await withPlaces(change, row.id, input);
  const reason = input.reason ?? null;
  const plan = await planRestock(
    change,
    placed.flatMap(({ lineId, quantity, locationId }) => (locationId ? [{ lineId, quantity, locationId }] : [])),
    id,
  );
  const rows = placed.map((line) => ({ ...line, returnId: id }));
  const shown = await shownAfter(
    change,
    row.id,
    writesOf(change, plan),
    countReturned(change, row, before, placed, 1),
    {
      recorded: insertOf(returns, [{ id, orderId: row.id, reason, recordedAt: change.at }]),
      lined: insertOf(returnLines, rows),
    },
  );
  audit(change, returned.record.name, row.id, { after: { returnId: id, lines: placed, reason } });
  const made = returnIn(shown, id);
  emitOrderEvent(change, "order.returned", shown, { return: wireReturn(made) });
  return { return: made, order: shown };
}

/** Each line with its destination: by default where it was shipped from, none if it is not restocked. */
async function withPlaces(change: Change, orderId: Id<"order">, { lines }: Input) {
  const unsaid = lines.some(({ restock, locationId }) => restock && locationId === undefined);
  const origins = unsaid ? await originsOf(await shownOrder(change, orderId)) : new Map<Id<"line">, Id<"location">>();
  return lines.map(({ lineId, quantity, restock, locationId }) => {
    const place = restock ? (locationId ?? origins.get(lineId)) : null;
    if (place === undefined) throw new Error(`${lineId} has no location that it shipped from`);
    return { lineId, quantity, restock, locationId: place };
  });
}
