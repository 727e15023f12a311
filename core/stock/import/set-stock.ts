import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { pipelined } from "#core/db/pipelined";
import type { Problem } from "#core/job/import-file/cells";
import { type Run, refused, type Verdict } from "#core/job/import-kind";
import { lockOpenLocations } from "#core/location/lock-location";
import { keyOf, type Movement, type Opening, openLevels, type Place, writeMovements } from "../ledger.ts";
import { applyPlan, newPlan, planMovement } from "../plan.ts";
import { serveBackorders } from "../serve-backorders.ts";
import {
  backorderedVariants,
  ensureStockLevels,
  type LockedLevel,
  lockStockLevels,
  removeEmptyLevels,
} from "../stock-levels.ts";
import { canChange, type Found, isFound } from "./places.ts";
import { aboutSettings, type Setting, type StockRow } from "./setting.ts";

/**
 * Sets stock levels from many rows of a file, each row in full or not at all. Only available units move: if more is
 * allocated than the file says is there, the row is refused, because only a count may take units from orders.
 *
 * @param found the place of each setting; no two rows have the same
 */
export async function setStock(
  change: Change,
  rows: readonly StockRow[],
  found: readonly Found[],
  { jobId, dryRun, options: { overwrite } }: Run,
): Promise<readonly Verdict[]> {
  const settings = rows.flatMap((row) => row.settings);
  const places = found.filter(canChange);
  await lockOpenLocations(change, [...new Set(places.map(({ locationId }) => locationId))]);
  const { openings, others } = openingsIn(rows, found, jobId);
  const opened = await openLevels(change, openings);
  const created = new Set([...opened, ...(others.length > 0 ? await ensureStockLevels(change, others) : [])]);
  const known = [...new Set(found.filter(isFound).map(({ variantId }) => variantId))];
  const [{ levels }, waitedFor] = await pipelined(lockStockLevels(change, known), backorderedVariants(change, known));
  const levelOf = new Map(levels.map((level) => [keyOf(level), level]));

  const movements: Movement[] = [];
  const used = new Set<string>();
  const settingOf = settings.values();
  const placeOf = found.values();
  const verdicts = rows.map((row): Verdict => {
    const steps = row.settings.map(() =>
      stepOf(settingOf.next().value, placeOf.next().value, { levelOf, created, opened, overwrite }),
    );
    const problems = steps.filter((step) => "why" in step);
    if (problems.length > 0) return refused(aboutSettings(row), ...withoutRepeats(problems));
    if (steps.length > 1 && new Set(steps.map((step) => "key" in step && step.key)).size < steps.length)
      return refused(aboutSettings(row), { column: null, text: null, why: "Two columns are for the same location." });
    const taken = steps.flatMap((step) => ("why" in step || (step.difference === 0 && !step.isNew) ? [] : [step]));
    for (const { key, place, difference, isNew, reason } of taken) {
      used.add(key);
      if (difference === 0 || (isNew && opened.has(key))) continue;
      movements.push({ kind: "import", ...place, quantity: difference, source: jobId, ...(reason && { reason }) });
    }
    if (taken.length === 0) return { outcome: "same", about: aboutSettings(row) };
    const outcome = taken.every(({ isNew }) => isNew) ? "created" : "changed";
    if (!dryRun) return { outcome, about: aboutSettings(row) };
    return {
      outcome,
      about: aboutSettings(row),
      before: Object.fromEntries(taken.map(({ location, before, isNew }) => [location, isNew ? null : before])),
      after: Object.fromEntries(taken.map(({ location, before, difference }) => [location, before + difference])),
    };
  });
  // A refused row leaves nothing behind, even if another of its places was new.
  const unused = others.filter((place) => created.has(keyOf(place)) && !used.has(keyOf(place)));
  if (unused.length > 0) await removeEmptyLevels(change, unused);
  const backordered = new Set(waitedFor.map(({ id }) => id));
  const hasOpenings = openings.some((opening) => backordered.has(opening.variantId) && opened.has(keyOf(opening)));
  await moveAndServe(change, movements, levels, { backordered, hasOpenings });
  return verdicts;
}

/** An unknown variant is unknown at each location. */
const withoutRepeats = (problems: readonly Problem[]) =>
  new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values();

interface Filled {
  /** Rows with one place only: if nothing was kept there they cannot be refused, and are applied at once. */
  readonly openings: readonly Opening[];
  /** Rows with several places: if one is refused, all are. */
  readonly others: readonly Place[];
}

/** The places that the rows set, even to none: each needs a stock level to lock. */
function openingsIn(rows: readonly StockRow[], found: readonly Found[], source: string): Filled {
  const openings: Opening[] = [];
  const others: Place[] = [];
  const placeOf = found.values();
  for (const { settings } of rows) {
    for (const { onHand, current, reason } of settings) {
      const place = placeOf.next().value;
      const quantity = onHand ?? current;
      if (!place || !canChange(place) || quantity === null) continue;
      const { variantId, locationId } = place;
      if (settings.length > 1) others.push(place);
      else openings.push({ variantId, locationId, quantity, source, ...(reason && { reason }) });
    }
  }
  return { openings, others };
}

interface Step {
  readonly key: string;
  readonly place: { readonly variantId: Id<"variant">; readonly locationId: Id<"location"> };
  readonly location: string;
  readonly before: number;
  readonly difference: number;
  readonly isNew: boolean;
  readonly reason: string | null;
}

interface Levels {
  readonly levelOf: ReadonlyMap<string, LockedLevel>;
  readonly created: ReadonlySet<string>;
  /** Those of `created` that have their first units already. */
  readonly opened: ReadonlySet<string>;
  readonly overwrite: boolean;
}

function stepOf(
  setting: Setting | undefined,
  found: Found | undefined,
  { levelOf, created, opened, overwrite }: Levels,
): Step | Problem {
  if (!setting || !found) throw new Error("a place is missing for a row of the file");
  if (!isFound(found)) return found;
  const { variantId, locationId } = found;
  const key = keyOf(found);
  const level = levelOf.get(key);
  if ("fixed" in found && level?.onHand !== (setting.onHand ?? setting.current)) return found.fixed;
  const isNew = !level || created.has(key);
  const { reserved = 0, committed = 0 } = level ?? {};
  const onHand = (opened.has(key) ? 0 : level?.onHand) ?? 0;
  const { column, currentColumn = column, location, current, reason } = setting;
  // The other store's quantity comes in if nothing was ever kept here, or if the file may overwrite what is here now.
  const wanted = setting.onHand ?? (isNew || overwrite ? current : onHand) ?? onHand;
  // A figure that is right already may have been set by this same file.
  if (!overwrite && current !== null && !isNew && current !== onHand && setting.onHand !== onHand) {
    const why = `The file expects ${current} on hand, and there are ${onHand}: the stock has changed since.`;
    return { column: currentColumn, text: String(current), why };
  }
  if (wanted < reserved + committed) {
    const why = `${reserved + committed} are allocated to orders here: count the stock instead, which shows the orders that must wait.`;
    return { column: setting.onHand === null ? currentColumn : column, text: String(wanted), why };
  }
  return {
    key,
    place: { variantId, locationId },
    location,
    before: onHand,
    difference: wanted - onHand,
    isNew,
    reason,
  };
}

/** Moves units that no order waits for at once, and serves the others to backorders within the same change. */
async function moveAndServe(
  change: Change,
  movements: readonly Movement[],
  levels: readonly LockedLevel[],
  { backordered, hasOpenings }: { backordered: ReadonlySet<Id<"variant">>; hasOpenings: boolean },
): Promise<void> {
  const isBackordered = ({ variantId }: Movement) => backordered.has(variantId);
  await writeMovements(
    change,
    movements.filter((movement) => !isBackordered(movement)),
  );
  const others = movements.filter(isBackordered);
  if (others.length === 0 && !hasOpenings) return;
  const plan = newPlan({ levels: levels.filter(({ variantId }) => backordered.has(variantId)), allocations: [] });
  for (const movement of others) planMovement(plan, movement);
  await serveBackorders(change, plan, backordered);
  await applyPlan(change, plan);
}
