/** What looks damaged in a file, and may be so here: a product may be called #N/A. */
import type { Change } from "#core/db/change";
import { dryRun } from "#core/db/dry-run";
import type { Problem } from "../import-file/cells.ts";
import { aboutTheSame, refused, type Verdict } from "../import-kind.ts";
import { fileOf } from "./file-of.ts";
import type { Keyed } from "./first-rows.ts";
import type { ReadItem, Reading } from "./read-item.ts";

interface Trial<Item> {
  /** Of the doubtful items: "same" or "refused". */
  readonly verdicts: ReadonlyMap<Item, Verdict>;
  readonly foundLater: readonly Keyed[];
}

/** Decides about doubtful items: those that would change anything are refused, and what they did is undone. */
export async function tryDoubtful<Item>(
  change: Change,
  reading: Reading<Item>,
  items: readonly ReadItem<Item>[],
): Promise<Trial<Item>> {
  const doubtful = items.filter(({ problems, doubts }) => problems.length === 0 && doubts.length > 0);
  if (doubtful.length === 0) return { verdicts: new Map(), foundLater: [] };
  const { aboutOf, apply } = reading.declared;
  const { needs } = reading.layout;
  const first = new Map<string, number>();
  for (const { row, keys } of doubtful) for (const key of keys) if (!first.has(key)) first.set(key, row);
  const otherAbout = ({ row, keys }: ReadItem<Item>) => keys.map((key) => first.get(key)).find((one) => one !== row);
  // No kind of import is given two items about the same.
  const trying = doubtful.filter((one) => otherAbout(one) === undefined).map(({ item }) => item);
  const { tried, foundLater } = await dryRun(change, async (within) => {
    const { file, foundLater } = await fileOf(within, reading, items);
    return { tried: await apply(within, trying, { ...reading.run, dryRun: true }, file), foundLater };
  });
  const triedOf = new Map(trying.map((item, nth) => [item, tried[nth]]));
  const decided = (one: ReadItem<Item>): Verdict => {
    const verdict = triedOf.get(one.item);
    const about = verdict?.about ?? aboutOf(one.item);
    if (verdict?.outcome === "same") return { outcome: "same", about };
    const other = otherAbout(one);
    const problems =
      other === undefined ? problemsOf(verdict) : [{ column: null, text: null, why: aboutTheSame(other) }];
    const doubts = verdict?.outcome === "changed" ? one.doubts.map(withWayOut(needs)) : one.doubts;
    return refused(about, ...withOthers(doubts, problems));
  };
  return { verdicts: new Map(doubtful.map((one) => [one.item, decided(one)])), foundLater };
}

/** Where the same stands here, the rest of the row may be all that the file is about: new prices, for example. */
const withWayOut =
  (needs: readonly string[]) =>
  (doubt: Problem): Problem => {
    const way = needs.includes(doubt.column ?? "") ? "correct it here first" : "leave this column out of the file";
    return { ...doubt, why: `${doubt.why} If it is so here too, ${way}.` };
  };

const problemsOf = (verdict: Verdict | undefined): readonly Problem[] =>
  verdict?.outcome === "refused" ? verdict.problems : [];

/** The other problems are left out in columns that have one. */
export const withOthers = (problems: readonly Problem[], others: readonly Problem[]): readonly Problem[] => [
  ...problems,
  ...others.filter((other) => !problems.some(({ column }) => column === null || column === other.column)),
];
