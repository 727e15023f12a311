import { type CsvRow, rowsByPiece } from "#core/csv/read-rows";
import { UnreadableFile } from "#core/csv/unreadable";
import { readFile } from "#core/file/read";
import type { Group, Import } from "../import-kind.ts";
import type { JobRow } from "../job.table.ts";
import { type FileRow, shown } from "./cells.ts";
import { columnsOf } from "./columns.ts";
import { headersIn, joinedAt } from "./header-again.ts";
import { filledUp, type ReadTo } from "./left-out.ts";
import type { ImportCursor } from "./open-import.ts";
import { rowMeant } from "./reason-columns.ts";

export interface Batch {
  readonly groups: readonly Group[];
  /** The number of rows in it. */
  readonly rows: number;
  /** Where to continue once it is done. */
  readonly next: ImportCursor;
}

/** More than the lines of any real order. */
const groupRowsMax = 5_000;
/** A row of two hundred locations sets two hundred levels, which are all in memory. */
const settingsMax = 8_000;
/** In characters: how much a batch keeps in memory, not counting one group. */
const batchTextMax = 2_500_000;
/** 5,000 sparse rows of the widest known file; refused rows are in memory several times over. */
const groupTextMax = 4_000_000;
/** Even a short field takes some memory, so batches of a file with a thousand columns have fewer rows. */
const textOf = (field: string): number => (field === "" ? 8 : field.length + 16);

interface From {
  readonly job: Pick<JobRow, "fileKey" | "bytesTotal" | "header" | "layout">;
  readonly at: ImportCursor;
  readonly kind: Import;
}

/**
 * The rest of a file in batches that end between two groups: rows about one thing are never separated.
 * @throws UnreadableFile where the file cannot be read further, after a batch of the groups that end above.
 */
export async function* batchesOf({ job, at, kind }: From): AsyncGenerator<Batch, undefined> {
  const { form, place, etag } = at;
  // There is nothing to read after the last byte.
  if (place.bytes !== null && place.bytes >= (job.bytesTotal ?? 0)) return;
  const layout = kind.layouts.find(({ name }) => name === job.layout);
  const groupColumn = layout?.groupedBy;
  const header = job.header ?? [];
  const headerIn = headersIn(header, layout ?? { needs: [], reads: [] });
  const groupsMax = Math.min(kind.batchMax, Math.ceil(settingsMax / (layout?.settingsIn?.(header) || 1)));
  const groupAt = groupColumn === undefined ? -1 : columnsOf(header).placeOf(groupColumn);
  let groups: [FileRow, ...FileRow[]][] = [];
  let [rows, text, groupText] = [0, 0, 0];
  let end: ReadTo = at;
  let beforeGroup = { rows, end };
  let key = "";
  const batch = (of: typeof groups, upTo: typeof beforeGroup): Batch => ({
    groups: of,
    rows: upTo.rows,
    next: { ...at, ...upTo.end },
  });
  const read = rowsByPiece((fromByte) => readFile(job.fileKey, fromByte, etag), form, place);
  const columns = header.length + (at.reasons ?? []).length;
  const pieces: AsyncIterable<readonly (CsvRow & ReadTo)[]> =
    at.leftOut === undefined ? read : filledUp(read, columns, at);
  try {
    for await (const rowsRead of pieces) {
      for (const row of rowsRead) {
        const { number, fields, stray } = rowMeant(row, at, layout?.name === "own");
        // Without a field it is the rest of a row that lacks its first one.
        if (stray === null && fields.length > 0 && fields.every((field) => field.trim() === "")) continue;
        const names = headerIn(fields);
        if (names === "the same") continue;
        if (names === "others") {
          if (groups.length > 0) yield batch(groups, { rows, end });
          groups = [];
          throw joinedAt(number);
        }
        const group = groups.at(-1);
        const itsKey = fields[groupAt]?.trim() ?? "";
        const itsText = fields.reduce((sum, field) => sum + textOf(field), 0);
        if (group && groupAt >= 0 && (itsKey === key || itsKey === "")) {
          groupText += itsText;
          if (group.length === groupRowsMax || groupText > groupTextMax) {
            const why = `From row ${group[0].number} to row ${number} all rows are about “${shown(key)}”, which is too many.`;
            throw new UnreadableFile(`${why} A row with nothing in “${groupColumn}” belongs to those above it.`);
          }
          group.push({ number, fields, stray });
        } else {
          if (groups.length === groupsMax || text > batchTextMax) {
            yield batch(groups, { rows, end });
            groups = [];
            [rows, text] = [0, 0];
          }
          beforeGroup = { rows, end };
          groups.push([{ number, fields, stray }]);
          key = itsKey;
          groupText = itsText;
        }
        rows++;
        text += itsText;
        end = { place: row.place, leftOut: row.leftOut };
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    // The last one may go on below, unless each row is one.
    const [whole, upTo] = groupAt < 0 ? [groups, { rows, end }] : [groups.slice(0, -1), beforeGroup];
    if (whole.length > 0) yield batch(whole, upTo);
    throw error;
  }
  if (groups.length > 0) yield batch(groups, { rows, end });
}
