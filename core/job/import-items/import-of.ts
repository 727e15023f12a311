import type { Change } from "#core/db/change";
import { dryRun } from "#core/db/dry-run";
import { aboutTheSame, type DeclaredImport, type Import, refused, type Verdict } from "../import-kind.ts";
import { fileOf } from "./file-of.ts";
import { firstRowsOf } from "./first-rows.ts";
import { inTheirWords } from "./in-their-words.ts";
import { type ReadItem, type Reading, readItem, readingOf } from "./read-item.ts";
import { tryDoubtful, withOthers } from "./try-doubtful.ts";

/** The work of a kind of import: reads the items of a batch, tries those that look damaged, and applies the others. */
export function importOf<Item>(declared: DeclaredImport<Item>): Import {
  const { kind, batchMax, layouts } = declared;
  return {
    kind,
    batchMax,
    layouts,
    work: async (change, source, groups, run) => {
      const reading = await readingOf(change, declared, source, run);
      const read = groups.map((group) => ({ ...readItem(reading, group), group }));
      const verdicts = await applyAll(change, reading, read);
      return read.map(({ group }, nth) => inTheirWords(verdicts[nth] ?? unknown, reading, group));
    },
  };
}

async function applyAll<Item>(
  change: Change,
  reading: Reading<Item>,
  read: readonly ReadItem<Item>[],
): Promise<readonly Verdict[]> {
  const { declared, run } = reading;
  const trial = await tryDoubtful(change, reading, read);
  // Whoever is refused for a doubt is as if not in the file: another row may be about the same.
  const items = read.map((one) =>
    trial.verdicts.get(one.item)?.outcome === "refused" ? { ...one, keys: [], shared: undefined } : one,
  );
  const { file, firstWith, foundLater } = await fileOf(change, reading, items);
  const decided = items.map((one) => refusalOf(declared, one, firstWith) ?? trial.verdicts.get(one.item));
  const good = items.filter((_, nth) => decided[nth] === undefined).map(({ item }) => item);
  const apply = (within: Change) => declared.apply(within, good, run, file);
  const applied = good.length === 0 ? [] : await (run.dryRun ? dryRun(change, apply) : apply(change));
  // What was noted within what is undone, of items that stay: they are in the file.
  const same = new Set(items.filter((_, nth) => decided[nth]?.outcome === "same").map(({ row }) => row));
  const undone = [...trial.foundLater.filter(({ row }) => same.has(row)), ...(run.dryRun ? foundLater : [])];
  await firstRowsOf(change, run.runId, undone);
  const verdicts = applied.values();
  return decided.map((verdict) => verdict ?? verdicts.next().value ?? unknown);
}

/** Why an item is not even tried: it cannot be read, or a row above is about the same. */
function refusalOf<Item>(
  { aboutOf, whyTwice }: DeclaredImport<Item>,
  { item, row, problems, doubts, keys }: ReadItem<Item>,
  firstWith: (key: string) => number | undefined,
): Verdict | undefined {
  if (problems.length > 0) return refused(aboutOf(item), ...withOthers(problems, doubts));
  const key = keys.find((one) => firstWith(one) !== row);
  if (key === undefined) return undefined;
  const first = firstWith(key) ?? row;
  const why = whyTwice?.(key, first) ?? aboutTheSame(first);
  return refused(aboutOf(item), { column: null, text: null, why });
}

const unknown = refused("", { column: null, text: null, why: "Its outcome is not known." });
