import type { Id } from "#core/contract/kit/fields";
import { Refusal } from "#core/refusal";
import type { Units } from "./count-units.ts";
import type { LineRow } from "./order.table.ts";

/**
 * The lines that a request names, each once.
 * @throws Refusal `order.lineUnknown` with the ids that are not lines of this order.
 */
export function requestedLines(lines: readonly LineRow[], ids: readonly Id<"line">[]): Map<Id<"line">, LineRow> {
  const known = new Map(lines.map((line) => [line.id, line]));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Refusal("order.lineUnknown", { lineIds: unknown });
  return new Map(ids.flatMap((id) => known.get(id) ?? []).map((line) => [line.id, line]));
}

/** @throws Refusal with each line for which more is requested than is left. */
export function refuseTooMany(
  code: "parcel.tooMany" | "returns.tooMany",
  lines: ReadonlyMap<Id<"line">, LineRow>,
  requested: Units,
  leftOf: (line: LineRow) => number,
): void {
  const tooMany = requested.flatMap(({ lineId, quantity }) => {
    const line = lines.get(lineId);
    const left = line ? leftOf(line) : 0;
    return quantity > left ? [{ lineId, wanted: quantity, left }] : [];
  });
  if (tooMany.length > 0) throw new Refusal(code, { lines: tooMany });
}
