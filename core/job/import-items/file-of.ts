import type { Change } from "#core/db/change";
import type { File } from "../import-kind.ts";
import { firstRowsOf, type Keyed, refusedRowsOf } from "./first-rows.ts";
import { type ReadItem, type Reading, readAgain } from "./read-item.ts";
import { clashIn, firstAbout, sharedKeysOf } from "./shared.ts";

interface Known<Item> {
  readonly file: File<Item>;
  readonly firstWith: (key: string) => number | undefined;
  /** Keys that items were found to have when they were applied: a dry run undoes that. */
  readonly foundLater: readonly Keyed[];
}

/** Notes what the items are about, and finds what rows above say of the same. */
export async function fileOf<Item>(
  change: Change,
  reading: Reading<Item>,
  items: readonly ReadItem<Item>[],
): Promise<Known<Item>> {
  const { jobId, runId } = reading.run;
  const keyed = items.map(({ row, keys, shared }) => ({
    row,
    keys: [...keys, ...(shared ? sharedKeysOf(shared) : [])],
  }));
  const firstWith = await firstRowsOf(change, runId, keyed);
  const clashes = new Map<Item, string>();
  for (const { item, shared } of items) {
    const field = shared && clashIn(shared, firstWith);
    if (field !== undefined) clashes.set(item, field);
  }
  const firsts = items.flatMap(({ shared }) => (shared && firstAbout(shared, firstWith)) ?? []);
  const earlier = new Set(firsts.filter((row) => row < (items[0]?.row ?? 0)));
  const refusedFirsts = (await refusedRowsOf(change, jobId, [...earlier])).map((row) => readAgain(reading, row));
  const rowOf = new Map(items.map(({ item, row }) => [item, row]));
  const foundLater: Keyed[] = [];
  const othersAbout: File<Item>["othersAbout"] = async (within, those, keysOf) => {
    const found = those.map((item) => ({ row: rowOf.get(item) ?? 0, keys: keysOf(item) }));
    foundLater.push(...found);
    const firstOf = await firstRowsOf(within, runId, found);
    return (item) =>
      keysOf(item)
        .map(firstOf)
        .find((row) => row !== undefined && row !== rowOf.get(item));
  };
  return { file: { clashes, refusedFirsts, othersAbout }, firstWith, foundLater };
}
