/** How a kind of export is declared: what its list filters by, and a page of its rows. */

import type { Actor } from "#core/actor";
import type { ExportKind } from "#core/contract/export";
import type { Cell } from "#core/csv/write-rows";

export interface Page {
  readonly rows: readonly (readonly Cell[])[];
  /** Null on the last. */
  readonly next: string | null;
}

/** Rows of a page: as many as the lists themselves answer at most. */
export const pageRows = 200;

export interface DeclaredExport {
  readonly kind: ExportKind;
  readonly header: readonly string[];
  /** @param filters as the client sent them; they were checked when the export was made. */
  readonly page: (by: Actor, filters: unknown, cursor: string | null) => Promise<Page>;
}
