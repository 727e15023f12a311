/** What a list is made of: its columns, the link that opens a row, and the rows selected for a bulk action. */
import type { ReactNode } from "react";

export interface Column<Item> {
  readonly id: string;
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  readonly align?: "right";
  /** What its title sorts by. */
  readonly sort?: ColumnSort;
  /** Shown only when somebody switches it on. */
  readonly hiddenByDefault?: true;
  /** Its values need no title: on a phone they stand without one. */
  readonly unlabeled?: true;
}

/** Values of the URL's `sort`: `""` is how the list is sorted by itself. A column that the store sorts one way has one. */
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

/** Which of the columns of a list are shown. */
export interface ColumnChoice {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  /** By the column's id; a column that is not in it is shown. */
  readonly visible: Readonly<Record<string, boolean>>;
  readonly setVisible: (visible: Record<string, boolean>) => void;
}
