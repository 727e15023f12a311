/** What looks damaged in a file, and may be so here: a product may be called #N/A. */
import type { Change } from "#core/db/change";
import { dryRun } from "#core/db/dry-run";
import type { Problem } from "./cells.ts";

interface Tried {
  readonly outcome: string;
  readonly about: string;
  readonly problems?: readonly Problem[];
}
type Decided = { readonly about: string } & (
  | { readonly outcome: "same" }
  | { readonly outcome: "refused"; readonly problems: readonly Problem[] }
);

export interface Doubtful<Item> {
  readonly item: Item;
  readonly doubts: readonly Problem[];
  readonly row: number;
  readonly keys: readonly string[];
}

/**
 * The verdicts on doubtful items: those that would change anything are refused, and what they did is undone.
 * @param sayTwice the problem of an item if this row is about the same.
 */
export async function triedOf<Item>(
  change: Change,
  doubtful: readonly Doubtful<Item>[],
  aboutOf: (item: Item) => string,
  sayTwice: (row: number) => Problem,
  apply: (within: Change, items: readonly Item[]) => Promise<readonly Tried[]>,
): Promise<ReadonlyMap<Item, Decided>> {
  if (doubtful.length === 0) return new Map();
  const first = new Map<string, number>();
  for (const { row, keys } of doubtful) for (const key of keys) if (!first.has(key)) first.set(key, row);
  const otherAbout = ({ row, keys }: Doubtful<Item>) => keys.map((key) => first.get(key)).find((one) => one !== row);
  // No kind of import is given two items about the same.
  const trying = doubtful.filter((one) => otherAbout(one) === undefined);
  const verdicts = await dryRun(change, (within) =>
    apply(
      within,
      trying.map(({ item }) => item),
    ),
  );
  const tried = new Map(trying.map(({ item }, nth) => [item, verdicts[nth]]));
  return new Map(
    doubtful.map((one): [Item, Decided] => {
      const { outcome, about = aboutOf(one.item), problems = [] } = tried.get(one.item) ?? {};
      if (outcome === "same") return [one.item, { outcome, about }];
      const other = otherAbout(one);
      const others = other === undefined ? problems : [sayTwice(other)];
      return [one.item, { outcome: "refused", about, problems: withOthers(one.doubts, others) }];
    }),
  );
}

/** The other problems are left out in columns that have one. */
export const withOthers = (problems: readonly Problem[], others: readonly Problem[]): readonly Problem[] => [
  ...problems,
  ...others.filter((other) => !problems.some(({ column }) => column === null || column === other.column)),
];
