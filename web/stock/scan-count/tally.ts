/** The scanned units at a location, with the units on hand when each item was first scanned. */
import * as stockApi from "#core/contract/stock";
import { callApi } from "../../api/api-client.ts";
import { findVariant } from "../find-variant.ts";
import type { LocationId, VariantId } from "../types.ts";

export interface Tally {
  readonly variantId: VariantId;
  readonly sku: string;
  readonly title: string;
  readonly barcode: string | null;
  readonly counted: number;
  /** The units on hand when it was first scanned, or as reported by the store since. */
  readonly expected: number;
}

export type Tallies = readonly Tally[];

/** Scanning this code saves the counts, without putting the scanner down. */
export const saveCode = "QM-SAVE-COUNT";

/** The maximum of the API. */
const countedMax = 1_000_000;

/** "12*MUG", typed by hand, counts twelve at once. */
export function readScan(typed: string): { readonly code: string; readonly units: number } {
  const [, units, code] = /^(\d{1,6})\*(.+)$/.exec(typed) ?? [];
  return code === undefined ? { code: typed, units: 1 } : { code, units: Number(units) };
}

const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

export const isOf = ({ sku, barcode }: Pick<Tally, "sku" | "barcode">, code: string): boolean =>
  isSame(sku, code) || isSame(barcode, code);

const plus = (tally: Tally, by: number): Tally => ({
  ...tally,
  counted: Math.min(Math.max(tally.counted + by, 0), countedMax),
});

/** Adds units of an item. The last scanned item comes first. */
export function counted(tallies: Tallies, item: Tally, by: number): Tallies {
  const before = tallies.find(({ variantId }) => variantId === item.variantId) ?? { ...item, counted: 0 };
  return [plus(before, by), ...tallies.filter(({ variantId }) => variantId !== item.variantId)];
}

/** Adds or removes units, but not below zero; the item keeps its position in the list. */
export const corrected = (tallies: Tallies, item: Tally, by: number): Tallies =>
  tallies.map((tally) => (tally.variantId === item.variantId ? plus(tally, by) : tally));

/** The item with a code, and its units on hand at a location; null if none or several have it. */
export async function findItem(code: string, locationId: LocationId) {
  const item = await findVariant(code);
  if (!item) return null;
  const { trackStock, locations } = await callApi(stockApi.read, { id: item.id });
  const expected = locations.find((one) => one.locationId === locationId)?.onHand ?? 0;
  const tally: Tally = {
    variantId: item.id,
    sku: item.sku,
    title: item.title,
    barcode: item.barcode,
    counted: 0,
    expected,
  };
  return { trackStock, tally };
}
