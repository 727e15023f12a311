import type { Id } from "#core/contract/kit/fields";
import { availableOn, type LockedLevel } from "./stock-levels.ts";

/** How many sets of locations are tried to find the smallest; after that a small one will do. */
const setsMax = 1_000;

interface Wanted {
  readonly variantId: Id<"variant">;
  readonly quantity: number;
}

/** What an order wants of one variant, over all its lines, and the stock levels that have some. */
interface Need {
  readonly variantId: Id<"variant">;
  readonly levels: readonly LockedLevel[];
  /** The quantity wanted, or all there is. */
  readonly quantity: number;
  /** Some location has all of it, so it is not split. */
  readonly whole: boolean;
}

type Locations = readonly Id<"location">[];

/**
 * Where to take each variant from: as few locations as possible, so that the order leaves in as few parcels as
 * possible. A variant that some location has in full is not split. Among sets of the same size, locations with higher
 * priority win. Locations in `used` hold something for the order already, so they add no parcel.
 * @param levels for all variants wanted, by the locations' priority, as `lockStockLevels` returns them.
 */
export function chooseLocations(
  levels: readonly LockedLevel[],
  wanted: readonly Wanted[],
  used: ReadonlySet<Id<"location">>,
): ReadonlyMap<Id<"variant">, readonly LockedLevel[]> {
  const needs = [...Map.groupBy(wanted, ({ variantId }) => variantId)].map(([variantId, lines]) =>
    needOf(levels, variantId, lines),
  );
  const stocked = new Set(needs.flatMap((need) => need.levels.map(({ locationId }) => locationId)));
  const inOrder = [...new Set(levels.map(({ locationId }) => locationId))].filter((id) => stocked.has(id));
  const usable = inOrder.filter((id) => used.has(id));
  const chosen = smallestSet(
    inOrder.filter((id) => !used.has(id)),
    (more) => needs.every((need) => suffices(need, [...usable, ...more])),
  );
  return new Map(needs.map((need) => [need.variantId, levelsToUse(need, [...usable, ...chosen])]));
}

function needOf(levels: readonly LockedLevel[], variantId: Id<"variant">, lines: readonly Wanted[]): Need {
  const stocked = levels.filter((level) => level.variantId === variantId && level.active && availableOn(level) > 0);
  const all = sumOf(stocked.map(availableOn));
  const quantity = Math.min(sumOf(lines.map((line) => line.quantity)), all);
  return { variantId, levels: stocked, quantity, whole: stocked.some((level) => availableOn(level) >= quantity) };
}

const at = ({ levels }: Need, locations: Locations) =>
  levels.filter(({ locationId }) => locations.includes(locationId));

function suffices(need: Need, locations: Locations): boolean {
  const figures = at(need, locations).map(availableOn);
  return (need.whole ? Math.max(0, ...figures) : sumOf(figures)) >= need.quantity;
}

/** The location that has all of it, or all the chosen ones that have some. */
function levelsToUse(need: Need, locations: Locations): readonly LockedLevel[] {
  const levels = at(need, locations);
  const whole = levels.find((level) => availableOn(level) >= need.quantity);
  return whole ? [whole] : levels;
}

/** The smallest set that suffices, the first in order among those of its size. All locations together suffice. */
function smallestSet(all: Locations, enough: (locations: Locations) => boolean): Locations {
  let tried = 0;
  for (let size = 0; size <= all.length; size++) {
    for (const set of setsOf(all, size)) {
      if (enough(set)) return set;
      if (++tried >= setsMax) return withoutUnneeded(all, enough);
    }
  }
  return all;
}

function* setsOf(all: Locations, size: number): Generator<Locations> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [place, first] of all.entries()) {
    for (const others of setsOf(all.slice(place + 1), size - 1)) yield [first, ...others];
  }
}

/** Leaves out locations that are not needed, beginning with the lowest priority. */
const withoutUnneeded = (all: Locations, enough: (locations: Locations) => boolean): Locations =>
  all.toReversed().reduce((kept, location) => {
    const others = kept.filter((one) => one !== location);
    return enough(others) ? others : kept;
  }, all);

const sumOf = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);
