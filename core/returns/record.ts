import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit";
import * as returned from "#core/contract/returns";
import type { Change } from "#core/db/change";
import { insertRows } from "#core/db/insert-rows";
import { newId } from "#core/id";
import { announce } from "#core/order/announce";
import { knownLocations } from "#core/order/known-locations";
import { linesOf, lockedOrder, namedLines } from "#core/order/lock";
import { returnLines, returns } from "#core/order/order.table";
import { shownOrder } from "#core/order/show";
import { mayMove } from "#core/order/states";
import { invalidField, Refusal } from "#core/refusal";
import { restockUnits } from "#core/stock/restock-units";
import { countReturned } from "./count-returned.ts";
import { returnIn, wireReturn } from "./return-in.ts";

type Input = InputOf<typeof returned.record>;

/** Goods came back. Never more of a line than has shipped and not come back yet; the money is a separate step. */
export async function recordReturn(change: Change, input: Input): Promise<OutputOf<typeof returned.record>> {
  refuseMuddle(input);
  const row = await lockedOrder(change, input);
  mayMove("return", row);
  const lineIds = input.lines.map(({ lineId }) => lineId);
  const lines = namedLines(await linesOf(change, row.id), lineIds);
  const tooMany = input.lines.flatMap(({ lineId, quantity }) => {
    const line = lines.get(lineId);
    const left = line ? line.shippedQuantity - line.returnedQuantity : 0;
    return quantity > left ? [{ lineId, wanted: quantity, left }] : [];
  });
  if (tooMany.length > 0) throw new Refusal("returns.tooMany", { lines: tooMany });

  const id = newId("return");
  const placed = await shelved(change, input);
  const reason = input.reason ?? null;
  await restockUnits(
    change,
    placed.flatMap(({ lineId, quantity, locationId }) => (locationId ? [{ lineId, quantity, locationId }] : [])),
    id,
  );
  await change.tx.insert(returns).values({ id, orderId: row.id, reason, recordedAt: change.at });
  await insertRows(
    change.tx,
    returnLines,
    placed.map((line) => ({ ...line, returnId: id })),
  );
  await countReturned(change, row.id, placed, 1);
  await audit(change, returned.record.name, row.id, { after: { returnId: id, lines: placed, reason } });
  const shown = await shownOrder(change, row.id);
  const made = returnIn(shown, id);
  await announce(change, "order.returned", shown, { return: wireReturn(made) });
  return { return: made, order: shown };
}

/** Each line with where it goes: the default location when nothing is said, nowhere when it does not go back. */
async function shelved(change: Change, { lines }: Input) {
  const named = lines.flatMap(({ locationId }) => locationId ?? []);
  const { standard } = await knownLocations(change, named);
  return lines.map(({ lineId, quantity, restock, locationId }) => {
    const place = restock ? (locationId ?? standard) : null;
    if (place === undefined) throw new Refusal("location.unknown", { locationIds: [] });
    return { lineId, quantity, restock, locationId: place };
  });
}

function refuseMuddle({ lines }: Input): void {
  if (new Set(lines.map(({ lineId }) => lineId)).size < lines.length) {
    throw invalidField("lines", "each line at most once");
  }
  const astray = lines.findIndex(({ restock, locationId }) => !restock && locationId !== undefined);
  if (astray >= 0) throw invalidField(`lines.${astray}.locationId`, "only for what goes back on the shelf");
}
