import { decimalsOf } from "#core/contract/values/currency";
import type { Change } from "#core/db/change";
import { settingsToOrderBy } from "#core/store/settings";
import { cellsOf, type FileRow, type Problem } from "../import-file/cells.ts";
import type { DeclaredImport, Group, Layout, Run, Source, StoreMoney } from "../import-kind.ts";
import type { Shared } from "./shared.ts";

/** An item as it is in the file. */
export interface ReadItem<Item> {
  readonly item: Item;
  /** Its first. */
  readonly row: number;
  readonly problems: readonly Problem[];
  /** What looks damaged, which is a problem unless it is the same here. */
  readonly doubts: readonly Problem[];
  /** What it is about; nothing if it has problems, because another row may be about the same. */
  readonly keys: readonly string[];
  readonly shared: Shared | undefined;
}

/** How the rows of a file are read. */
export interface Reading<Item> {
  readonly declared: DeclaredImport<Item>;
  readonly layout: Layout<Item>;
  readonly header: readonly string[];
  readonly money: StoreMoney;
  readonly run: Run;
}

export async function readingOf<Item>(
  change: Change,
  declared: DeclaredImport<Item>,
  { layout: name, header }: Source,
  run: Run,
): Promise<Reading<Item>> {
  const layout = declared.layouts.find((one) => one.name === name);
  if (!layout) throw new Error(`no layout of ${declared.kind} is called ${name}`);
  const { currency } = await settingsToOrderBy(change);
  return { declared, layout, header, money: { currency, decimals: decimalsOf(currency) }, run };
}

export function readItem<Item>({ declared, layout, header, money, run }: Reading<Item>, group: Group): ReadItem<Item> {
  const [problems, doubts]: [Problem[], Problem[]] = [[], []];
  const [first, ...others] = group;
  const row = first.number;
  const cells = (one: FileRow) => cellsOf(header, one, problems, row, doubts, layout.mayLackLetters);
  const item = layout.read([cells(first), ...others.map(cells)], money);
  if (problems.length > 0) return { item, row, problems, doubts, keys: [], shared: undefined };
  return { item, row, problems, doubts, keys: declared.keysOf(item), shared: declared.sharedOf?.(item, run.options) };
}

/** An item of an earlier batch, whatever its problems were. */
export const readAgain = <Item>({ layout, header, money }: Reading<Item>, row: FileRow): Item =>
  layout.read([cellsOf(header, row, [])], money);
