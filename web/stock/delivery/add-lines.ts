import { linesMax } from "#core/contract/kit/fields";
import { ApiError } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { findVariant } from "../find-variant.ts";
import type { Item } from "../item-lines.tsx";
import type { LocationId } from "../types.ts";
import { addUnits, type DeliveryStore, edit, hasRoomFor } from "./delivery.ts";
import { readSheet, type SheetLine } from "./read-sheet.ts";

/** How many are looked up at the same time. */
const atOnce = 8;
/** More than a delivery has, even if some are of the same item. */
const pastedMax = 500;

/**
 * Adds the pasted lines. Each leaves the text in the moment in which its units are added, so that none is added twice,
 * wherever this ends.
 * @returns what is wrong with the lines that stay.
 */
export async function addLines(store: DeliveryStore, at: LocationId): Promise<string[]> {
  const all = readSheet(store.current().draft.pasted);
  if (all.length > pastedMax) return [`These are ${all.length} lines. Paste at most ${pastedMax}.`];
  const left: SheetLine[] = [];
  store.change({ isAdding: true });
  try {
    for (let from = 0; from < all.length; from += atOnce) {
      const some = all.slice(from, from + atOnce);
      const items = await Promise.all(some.map(lookUp));
      for (const [nth, line] of some.entries()) {
        const item = items[nth] ?? noItem;
        const fault = typeof item === "string" ? item : hasRoomFor(store, item) ? null : noRoom;
        if (fault !== null) left.push({ ...line, fault });
        const added = typeof item === "object" && fault === null ? [[item, line.units] as const] : [];
        const pasted = [...left, ...all.slice(from + nth + 1)].map((one) => one.pasted).join("\n");
        addUnits(store, at, added, { pasted });
      }
    }
    if (all.length === 0) edit(store, { pasted: "" });
  } finally {
    store.change({ isAdding: false });
  }
  return left.map(({ code, fault }) => (code ? `${code}: ${fault}` : `A line: ${fault}`));
}

const noItem = "there is no single item with this SKU or barcode.";
const noRoom = `a delivery has at most ${linesMax} items. Receive the others first.`;

/** The item of a line, or why there is none. */
async function lookUp({ code, fault }: SheetLine): Promise<Item | string> {
  if (fault !== null) return fault;
  try {
    const item = await findVariant(code);
    if (!item) return noItem;
    return item.trackStock ? item : "its stock is not tracked.";
  } catch (error) {
    if (error instanceof ApiError) return errorMessage(error).title;
    throw error;
  }
}
