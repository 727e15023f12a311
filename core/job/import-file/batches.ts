import { rowsOf } from "#core/csv/read-rows";
import { UnreadableFile } from "#core/csv/unreadable";
import { readFile } from "#core/file/read";
import type { Group, Import } from "../import-kind.ts";
import type { JobRow } from "../job.table.ts";
import type { FileRow } from "./cells.ts";
import type { ImportCursor } from "./open-import.ts";

export interface Batch {
  readonly groups: readonly Group[];
  /** Rows in it. */
  readonly rows: number;
  /** Where to go on once it is done. */
  readonly next: ImportCursor;
}

/** One order of any store has fewer lines. */
const groupRowsMax = 5_000;
/** In characters: what a batch holds in memory, besides one group. */
const batchTextMax = 4_000_000;

interface From {
  readonly job: Pick<JobRow, "fileKey" | "bytesTotal" | "header" | "layout">;
  readonly at: ImportCursor;
  readonly kind: Import;
}

/**
 * The rest of a file in batches that end between two groups: rows that are about one thing are never parted.
 * @throws UnreadableFile where it cannot be read on.
 */
export async function* batchesOf({ job, at, kind }: From): AsyncGenerator<Batch, undefined> {
  const { form, place } = at;
  // There is no byte behind the last one to ask for.
  if (place.bytes !== null && place.bytes >= (job.bytesTotal ?? 0)) return;
  const groupColumn = kind.layouts.find(({ name }) => name === job.layout)?.groupedBy;
  const groupAt = groupColumn === undefined ? -1 : (job.header ?? []).indexOf(groupColumn);
  let groups: [FileRow, ...FileRow[]][] = [];
  let [rows, text] = [0, 0];
  let end = place;
  let key = "";
  for await (const row of rowsOf((fromByte) => readFile(job.fileKey, fromByte), form, place)) {
    const { number, fields } = row;
    if (fields.every((field) => field.trim() === "")) continue;
    const group = groups.at(-1);
    const itsKey = fields[groupAt]?.trim() ?? "";
    if (group && groupAt >= 0 && (itsKey === key || itsKey === "")) {
      if (group.length === groupRowsMax) {
        throw new UnreadableFile(`Row ${number}: more than ${groupRowsMax} rows are about the same.`);
      }
      group.push({ number, fields });
    } else {
      if (groups.length === kind.batchMax || text > batchTextMax) {
        yield { groups, rows, next: { form, place: end } };
        groups = [];
        [rows, text] = [0, 0];
      }
      groups.push([{ number, fields }]);
      key = itsKey;
    }
    rows++;
    text += fields.reduce((sum, field) => sum + field.length, 0);
    end = row.place;
  }
  if (groups.length > 0) yield { groups, rows, next: { form, place: end } };
}
