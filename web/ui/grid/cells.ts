/** The building blocks of a grid. */

export interface GridColumn<Row> {
  readonly id: string;
  readonly title: string;
  /** Its minimum width in rem, and its share of the remaining space. */
  readonly width: readonly [least: number, share: number];
  readonly textOf: (row: Row) => string;
  /** Whether its cell in this row is a field; otherwise the text is read-only. */
  readonly isTyped?: (row: Row) => boolean;
  readonly align?: "right";
}

/** The cell that is being edited. */
export interface GridPlace {
  readonly row: number;
  readonly column: string;
}

/** Why a value cannot be saved, and its column; without one it is about the row. */
export interface CellFault {
  readonly column?: string;
  readonly says: string;
}
