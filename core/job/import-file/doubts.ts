/** What looks damaged in a file, and may be so here: a product may be called #N/A. */
import type { Change } from "#core/db/change";
import { dryRun } from "#core/db/dry-run";
import type { Problem } from "./cells.ts";

interface Tried {
  readonly outcome: string;
  readonly about: string;
}
type Decided = { readonly about: string } & (
  | { readonly outcome: "same" }
  | { readonly outcome: "refused"; readonly problems: readonly Problem[] }
);

/** The verdicts on doubtful items: those that would change anything are refused, and what they did is undone. */
export async function triedOf<Item>(
  change: Change,
  doubtful: ReadonlyMap<Item, readonly Problem[]>,
  apply: (within: Change, items: readonly Item[]) => Promise<readonly Tried[]>,
): Promise<ReadonlyMap<Item, Decided>> {
  if (doubtful.size === 0) return new Map();
  const verdicts = await dryRun(change, (within) => apply(within, [...doubtful.keys()]));
  return new Map(
    [...doubtful].map(([item, problems], nth) => {
      const { about = "", outcome } = verdicts[nth] ?? {};
      return [item, outcome === "same" ? { outcome, about } : { outcome: "refused", about, problems }];
    }),
  );
}

/** One for each column: a text that cannot be read is no longer in doubt. */
export const withDoubts = (problems: readonly Problem[], doubts: readonly Problem[]): readonly Problem[] => [
  ...problems,
  ...doubts.filter((doubt) => !problems.some(({ column }) => column === null || column === doubt.column)),
];
