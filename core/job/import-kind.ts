/** How a kind of import is declared: which files it understands, and what it makes of their rows. */
import { decimalsOf } from "#core/contract/currency";
import type { ImportKind, Options } from "#core/contract/import";
import type { Change } from "#core/db/change";
import { dryRun } from "#core/db/dry-run";
import { settingsToOrderBy } from "#core/store/settings";
import { type Cells, cellsOf, type FileRow, type Problem } from "./import-file/cells.ts";
import { newKeysOf } from "./new-keys.ts";

/** What becomes of one thing that a file speaks of. */
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

/** One of the ways in which such a file is laid out. */
export interface Layout<Item, Column extends string = string> {
  readonly name: string;
  /** For people: "Shopify's order export". */
  readonly label: string;
  /** A file with all of these columns is laid out so. The first layout that fits counts. */
  readonly needs: readonly string[];
  /** All that it reads, where the file has it; but for the columns of a file that names each location in one. */
  readonly reads: readonly Column[];
  /** Rows that stand together and have the same text here are about one thing; one whose text is empty belongs to those above. */
  readonly groupedBy?: string;
  /** Reads what the rows of one thing say; what it cannot read it notes in the cells. */
  readonly read: (rows: readonly [Cells<Column>, ...Cells<Column>[]], money: StoreMoney) => Item;
}

/** What amounts are in where a file does not say it. */
export interface StoreMoney {
  readonly currency: string;
  readonly decimals: number;
}

/** Which job it is, and what was asked of it. */
export interface Run {
  readonly jobId: string;
  readonly runId: string;
  readonly layout: string;
  readonly options: Options;
  /** What it does is taken back, but for what it notes of the file. */
  readonly dryRun: boolean;
}

export interface DeclaredImport<Item> {
  readonly kind: ImportKind;
  /** Things in a batch: it is worked on within seconds. */
  readonly batchMax: number;
  readonly layouts: readonly Layout<Item>[];
  /** What it is about, for people. */
  readonly aboutOf: (item: Item) => string;
  /** What it speaks of: a file says each once. */
  readonly keysOf: (item: Item) => readonly string[];
  /** Works on many at once, and answers a verdict for each in turn. A refused one writes nothing. */
  readonly apply: (change: Change, items: readonly Item[], run: Run) => Promise<readonly Verdict[]>;
}

/** A kind of import, whatever its items are. */
export interface Import {
  readonly kind: ImportKind;
  readonly batchMax: number;
  readonly layouts: readonly Pick<Layout<never>, "name" | "label" | "needs" | "groupedBy">[];
  readonly work: (change: Change, from: Source, groups: readonly Group[], run: Run) => Promise<readonly Verdict[]>;
}

/** Rows that are about one thing. */
export type Group = readonly [FileRow, ...FileRow[]];

interface Source {
  readonly layout: string;
  readonly header: readonly string[];
}

export function importOf<Item>({ kind, batchMax, layouts, aboutOf, keysOf, apply }: DeclaredImport<Item>): Import {
  return {
    kind,
    batchMax,
    layouts,
    work: async (change, source, groups, run) => {
      const layout = layouts.find(({ name }) => name === source.layout);
      if (!layout) throw new Error(`no layout of ${kind} is called ${source.layout}`);
      const { currency } = await settingsToOrderBy(change);
      const money = { currency, decimals: decimalsOf(currency) };
      const readings = groups.map((group) => {
        const problems: Problem[] = [];
        const [first, ...others] = group;
        const cells = (row: FileRow) => cellsOf(source.header, row, problems, first.number);
        const item = layout.read([cells(first), ...others.map(cells)], money);
        return { item, problems, row: first.number, keys: problems.length > 0 ? [] : keysOf(item) };
      });
      const said = await newKeysOf(change, run.runId, readings);
      const verdicts = readings.map(({ item, problems }, nth): Verdict | undefined => {
        if (problems.length > 0) return refused(aboutOf(item), ...problems);
        const before = said[nth];
        if (before === undefined) return undefined;
        return refused(aboutOf(item), {
          column: null,
          text: null,
          why: `Row ${before} of this file is about the same.`,
        });
      });
      const good = readings.filter((_, nth) => verdicts[nth] === undefined).map(({ item }) => item);
      const applying = (within: Change) => apply(within, good, run);
      const done = good.length === 0 ? [] : await (run.dryRun ? dryRun(change, applying) : applying(change));
      const applied = done.values();
      return verdicts.map((verdict) => verdict ?? applied.next().value ?? refused("", nothingSaid));
    },
  };
}

const nothingSaid: Problem = { column: null, text: null, why: "It has no result." };
