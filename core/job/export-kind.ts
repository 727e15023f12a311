/** How a kind of export is declared: its columns, and a page of its rows. */

import type { Actor } from "#core/actor";
import type { ExportKind } from "#core/contract/export";
import type { Cell } from "#core/contract/values/csv-line";

export interface Page {
  readonly rows: readonly (readonly Cell[])[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** Rows per page: the most that the lists themselves return. */
export const pageRows = 200;

export interface DeclaredExport {
  readonly kind: ExportKind;
  readonly header: readonly string[];
  /** @param filters as the client sent them; they were checked when the export was made. */
  readonly page: (by: Actor, filters: unknown, cursor: string | null) => Promise<Page>;
}
