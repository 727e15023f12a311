/** How a kind of import is declared: the files it understands, and what it does with their rows. */

import type { ImportKind, Options } from "#core/contract/import";
import type { Change } from "#core/db/change";
import type { Cells, FileRow, Problem } from "./import-file/cells.ts";
import type { Clashes, Shared } from "./import-items/shared.ts";

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

export const aboutTheSame = (row: number): string => `Row ${row} of this file is about the same.`;

/** One of the layouts of such a file. */
export interface Layout<Item, Column extends string = string> {
  readonly name: string;
  /** For people: "Shopify's order export". */
  readonly label: string;
  /** A file with all of these columns has this layout. The first that fits is used. */
  readonly needs: readonly string[];
  /** All columns that it reads if the file has them, except columns named after locations. */
  readonly reads: readonly Column[];
  /** What the columns of our own layout are called in it, if otherwise: problems name those of the file. */
  readonly calls?: Readonly<Record<string, readonly Column[]>>;
  /** Which others such files have, that are left out on purpose; absent if too many to tell from misnamed ones. */
  readonly leavesOut?: (column: string) => boolean;
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
  readonly layouts: readonly Pick<
    Layout<never>,
    "name" | "label" | "needs" | "reads" | "leavesOut" | "groupedBy" | "settingsIn"
  >[];
  readonly work: (change: Change, from: Source, groups: readonly Group[], run: Run) => Promise<readonly Verdict[]>;
}

/** Rows about one item. */
export type Group = readonly [FileRow, ...FileRow[]];

export interface Source {
  readonly layout: string;
  readonly header: readonly string[];
}
