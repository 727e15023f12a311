/** The parts of a list: its columns, the link that opens a row, and the rows selected for a bulk action. */
import type { ReactNode } from "react";

export interface Column<Item> {
  readonly id: string;
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  readonly align?: "right";
  /** The sort order that a click on its title chooses. */
  readonly sort?: ColumnSort;
  /** Shown only when the user switches it on. */
  readonly hiddenByDefault?: true;
  /** Its values need no title: on a phone they are shown without one. */
  readonly unlabeled?: true;
}

/**
 * Values of the URL's `sort`: `""` is the default order. A column that can be sorted in one direction only has one
 * value.
 */
export interface ColumnSort {
  readonly ascending?: string;
  readonly descending?: string;
}

export type RowLink<Item> = (item: Item, rest: { className: string; children: ReactNode }) => ReactNode;

/** What the bulk actions receive: the selected rows of all pages, and how to clear the selection. */
export interface SelectedRows<Item> {
  readonly items: readonly Item[];
  readonly clear: () => void;
}

/** Which columns of a list are shown. */
export interface ColumnChoice {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** By column id; a column that is missing here is shown. */
  readonly visible: Readonly<Record<string, boolean>>;
  readonly setVisible: (visible: Record<string, boolean>) => void;
}
