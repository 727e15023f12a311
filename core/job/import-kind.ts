/** How a kind of import is declared: the files it understands, and what it does with their rows. */

import type { ImportKind, Options } from "#core/contract/import";
import { decimalsOf } from "#core/contract/values/currency";
import type { Change } from "#core/db/change";
import { dryRun } from "#core/db/dry-run";
import { settingsToOrderBy } from "#core/store/settings";
import { firstRowsOf, type Reading, refusedRowsOf } from "./first-rows.ts";
import { type Cells, cellsOf, type FileRow, type Problem } from "./import-file/cells.ts";
import { triedOf, withOthers } from "./import-file/doubts.ts";
import { type Clashes, clashIn, firstAbout, type Shared, sharedKeysOf } from "./shared.ts";

/** The outcome for one item of a file. */
export type Verdict =
  | {
      readonly outcome: "created" | "changed" | "same";
      readonly about: string;
      readonly before?: Readonly<Record<string, unknown>>;
      readonly after?: Readonly<Record<string, unknown>>;
    }
  | { readonly outcome: "refused"; readonly about: string; readonly problems: readonly Problem[] };

export const refused = (about: string, ...problems: readonly Problem[]): Verdict => ({
  outcome: "refused",
  about,
  problems,
});

/** One of the layouts of such a file. */
export interface Layout<Item, Column extends string = string> {
  readonly name: string;
  /** For people: "Shopify's order export". */
  readonly label: string;
  /** A file with all of these columns has this layout. The first that fits is used. */
  readonly needs: readonly string[];
  /** All columns that it reads if the file has them, except columns named after locations. */
  readonly reads: readonly Column[];
  /** Those with texts of customers, who may have typed � or lost a letter before: there it is no sign of damage. */
  readonly mayLackLetters?: readonly Column[];
  /** Adjacent rows with the same text here are about one item; a row with no text belongs to those above. */
  readonly groupedBy?: string;
  /** How many things a row of a file with these columns may set; 1 if absent. */
  readonly settingsIn?: (header: readonly string[]) => number;
  /** Reads the rows of one item; what it cannot read is recorded as problems in the cells. */
  readonly read: (rows: readonly [Cells<Column>, ...Cells<Column>[]], money: StoreMoney) => Item;
}

/** The currency of amounts if the file does not name one. */
export interface StoreMoney {
  readonly currency: string;
  readonly decimals: number;
}

/** The job, and its options. */
export interface Run {
  readonly jobId: string;
  readonly runId: string;
  readonly layout: string;
  readonly options: Options;
  /** Its changes are rolled back, except its verdicts and the keys it has seen. */
  readonly dryRun: boolean;
}

export interface DeclaredImport<Item> {
  readonly kind: ImportKind;
  /** Items in a batch, which must take no more than seconds. */
  readonly batchMax: number;
  readonly layouts: readonly Layout<Item>[];
  /** What the item is about, for people. */
  readonly aboutOf: (item: Item) => string;
  /** What the item is about, as keys: each may occur once in a file. */
  readonly keysOf: (item: Item) => readonly string[];
  /** Why an item is refused whose key an earlier row of the file has, unless both are about the same. */
  readonly whyTwice?: (key: string, row: number) => string | undefined;
  /** What an item says about something that it shares with other items of the file, all of which should say the same. */
  readonly sharedOf?: (item: Item, options: Options) => Shared;
  /** Applies many items at once, and returns a verdict for each, in their order. A refused item writes nothing. */
  readonly apply: (change: Change, items: readonly Item[], run: Run, file: File<Item>) => Promise<readonly Verdict[]>;
}

/** What is known of the whole file, in a dry run too. */
export interface File<Item> {
  readonly clashes: Clashes<Item>;
  /** The first items about what these share that an earlier batch has refused: what they say of it counts. */
  readonly refusedFirsts: readonly Item[];
  /**
   * For items whose rows name a thing in another way than others may: asks, and notes, who else is about it.
   * @param keysOf the keys, among those of `keysOf` above, that the item would have by its thing's usual name.
   * @returns the row of another item about the same, of those given.
   */
  readonly othersAbout: (
    change: Change,
    items: readonly Item[],
    keysOf: (item: Item) => readonly string[],
  ) => Promise<(item: Item) => number | undefined>;
}

/** A kind of import, with any type of item. */
export interface Import {
  readonly kind: ImportKind;
  readonly batchMax: number;
  readonly layouts: readonly Pick<Layout<never>, "name" | "label" | "needs" | "reads" | "groupedBy" | "settingsIn">[];
  readonly work: (change: Change, from: Source, groups: readonly Group[], run: Run) => Promise<readonly Verdict[]>;
}

/** Rows about one item. */
export type Group = readonly [FileRow, ...FileRow[]];

interface Source {
  readonly layout: string;
  readonly header: readonly string[];
}

export function importOf<Item>(declared: DeclaredImport<Item>): Import {
  const { kind, batchMax, layouts, aboutOf, keysOf, whyTwice, sharedOf, apply } = declared;
  return {
    kind,
    batchMax,
    layouts,
    work: async (change, source, groups, run) => {
      const layout = layouts.find(({ name }) => name === source.layout);
      if (!layout) throw new Error(`no layout of ${kind} is called ${source.layout}`);
      const { currency } = await settingsToOrderBy(change);
      const money = { currency, decimals: decimalsOf(currency) };
      const read = groups.map((group) => {
        const [problems, doubts]: [Problem[], Problem[]] = [[], []];
        const [first, ...others] = group;
        const cells = (row: FileRow) =>
          cellsOf(source.header, row, problems, first.number, doubts, layout.mayLackLetters);
        const item = layout.read([cells(first), ...others.map(cells)], money);
        const isGood = problems.length === 0;
        const shared = isGood ? sharedOf?.(item, run.options) : undefined;
        return { item, problems, doubts, row: first.number, keys: isGood ? keysOf(item) : [], shared };
      });
      const rowOf = new Map(read.map(({ item, row }) => [item, row]));
      const fileOf = async (within: Change, readings: typeof read, noted: Reading[]) => {
        const firstWith = await firstRowsOf(
          within,
          run.runId,
          readings.map(({ row, keys, shared }) => ({ row, keys: [...keys, ...(shared ? sharedKeysOf(shared) : [])] })),
        );
        const clashes = new Map<Item, string>();
        for (const { item, shared } of readings) {
          const field = shared && clashIn(shared, firstWith);
          if (field !== undefined) clashes.set(item, field);
        }
        const firsts = readings.flatMap(({ shared }) => (shared && firstAbout(shared, firstWith)) ?? []);
        const earlier = new Set(firsts.filter((row) => row < (read[0]?.row ?? 0)));
        const refusedFirsts = (await refusedRowsOf(within, run.jobId, [...earlier])).map((row) =>
          layout.read([cellsOf(source.header, row, [])], money),
        );
        const othersAbout: File<Item>["othersAbout"] = async (asking, items, otherKeysOf) => {
          const those = items.flatMap((item) => ({ row: rowOf.get(item) ?? 0, keys: otherKeysOf(item) }));
          noted.push(...those);
          const first = await firstRowsOf(asking, run.runId, those);
          return (item) =>
            otherKeysOf(item)
              .map(first)
              .find((row) => row !== undefined && row !== rowOf.get(item));
        };
        return { firstWith, file: { clashes, refusedFirsts, othersAbout } };
      };
      const doubtful = read.filter(({ problems, doubts }) => problems.length === 0 && doubts.length > 0);
      const [notedInTrial, noted]: [Reading[], Reading[]] = [[], []];
      const tried = await triedOf(change, doubtful, aboutOf, sayTwice, async (within, items) =>
        apply(within, items, { ...run, dryRun: true }, (await fileOf(within, read, notedInTrial)).file),
      );
      // Whoever is refused for a doubt is as if not in the file: another row may be about the same.
      const readings = read.map((one) =>
        tried.get(one.item)?.outcome === "refused" ? { ...one, keys: [], shared: undefined } : one,
      );
      const { firstWith, file } = await fileOf(change, readings, noted);
      const verdicts = readings.map(({ item, problems, doubts, row, keys }): Verdict | undefined => {
        if (problems.length > 0) return refused(aboutOf(item), ...withOthers(problems, doubts));
        const key = keys.find((one) => firstWith(one) !== row);
        if (key === undefined) return tried.get(item);
        const first = firstWith(key) ?? row;
        const why = whyTwice?.(key, first);
        return refused(aboutOf(item), why === undefined ? sayTwice(first) : { column: null, text: null, why });
      });
      const good = readings.filter((_, nth) => verdicts[nth] === undefined).map(({ item }) => item);
      const applying = (within: Change) => apply(within, good, run, file);
      const done = good.length === 0 ? [] : await (run.dryRun ? dryRun(change, applying) : applying(change));
      const same = new Set(readings.filter((_, nth) => verdicts[nth]?.outcome === "same").map(({ row }) => row));
      await firstRowsOf(change, run.runId, [
        ...notedInTrial.filter(({ row }) => same.has(row)),
        ...(run.dryRun ? noted : []),
      ]);
      const applied = done.values();
      return verdicts.map((verdict) => verdict ?? applied.next().value ?? refused("", unknownOutcome));
    },
  };
}

export const aboutTheSame = (row: number): string => `Row ${row} of this file is about the same.`;

const sayTwice = (row: number): Problem => ({ column: null, text: null, why: aboutTheSame(row) });

const unknownOutcome: Problem = { column: null, text: null, why: "Its outcome is not known." };
