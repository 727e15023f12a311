/** What a grid is made of. */

export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** How narrow it gets, in rem, and its share of what is left over. */
  readonly width: readonly [least: number, share: number];
  readonly textOf: (row: Row) => string;
  /** Whether its cell of this row is a field; without it the text is only shown. */
  readonly isTyped?: (row: Row) => boolean;
  readonly align?: "right";
}

/** Where somebody is typing. */
export interface GridPlace {
  readonly row: number;
  readonly column: string;
}

/** What cannot be saved, and in which column; without one it is about the row. */
export interface CellFault {
  readonly column?: string;
  readonly says: string;
}
