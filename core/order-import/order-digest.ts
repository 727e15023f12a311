import { createHash } from "node:crypto";
import type { Cell } from "#core/csv/write-rows";

/** A digest of what a file contains about an order, by which the same order is recognised. */
export const digestOf = (rows: readonly (readonly Cell[])[]): string =>
  createHash("md5").update(JSON.stringify(rows)).digest("hex");

/** Equal for a file's rows in our own layout and the rows that the export would write. */
export const ownDigestOf = (rows: readonly (readonly Cell[])[]): string =>
  digestOf(rows.map((row) => row.map((cell) => String(cell ?? "").trim())));
