import * as z from "zod";
import { type Id, id, type Kind, timeText } from "#core/contract/kit/fields";
import { type Placeholder, type SQL, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Where a list continues: the sort key of the last row shown, opaque to the client. */
function encodeCursor(key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** The sort key in a cursor, checked against its shape. @throws Refusal if this list cannot have given it. */
export function decodeCursor<Shape extends z.ZodType>(cursor: string, shape: Shape): z.output<Shape> {
  const json = Buffer.from(cursor, "base64url").toString();
  try {
    // PostgreSQL's text takes no NUL, and this is the only way JSON can write one.
    if (json.includes("\\u0000")) throw new Error("a NUL");
    return shape.parse(JSON.parse(json));
  } catch {
    throw new Refusal("cursor.unknown");
  }
}

/** A sort key by time, then id. */
export const placeInTime = z.tuple([timeText, z.string()]);

/** The id after which a list sorted by id continues; undefined for the first page. */
export function idOfCursor<K extends Kind>(cursor: string | undefined, kind: K): Id<K> | undefined {
  if (cursor === undefined) return undefined;
  const [last] = decodeCursor(cursor, z.tuple([id(kind)]));
  return last as Id<K>; // the type of `id(kind)`, which the compiler cannot infer for a generic kind
}

/**
 * The text after which a list sorted by a text continues; undefined for the first page. The cursor names the text
 * (`what`), because another list's text would pass here too and lead to a meaningless page.
 */
export function textOfCursor(cursor: string | undefined, what: string): string | undefined {
  return cursor === undefined ? undefined : decodeCursor(cursor, z.tuple([z.literal(what), z.string()]))[1];
}

/** The limits used in statements; each makes a separate statement, so they are few. */
const lengths = [11, 51];
const longest = 201;

/**
 * How many rows to select, so that `pageFrom` has one to spare. Written into the statement, because the planner assumes
 * that a limit it cannot see is a tenth of the table, and may read all of it for a page.
 */
export const rowsFor = (limit: number): SQL & Placeholder =>
  sql.raw(String(lengths.find((length) => length > limit) ?? longest)) as SQL & Placeholder; // `.limit` takes any SQL, but is not typed so

/** Lambda limits an answer to 6 MB: this much is for what may be long, the rest for everything else. */
const longBytesMax = 4 * 1024 * 1024;

/**
 * How many of these rows fit into one answer; at least one.
 * @param long the part of a row that may be long.
 */
export function fitting<Row>(rows: readonly Row[], long: (row: Row) => unknown): number {
  let bytes = 0;
  const over = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(long(row)));
    return bytes > longBytesMax;
  });
  return over < 0 ? rows.length : Math.max(1, over);
}

type KeyOf<Row> = (row: Row) => readonly (string | number | null)[];
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** A page of at most `limit` from the rows of `rowsFor`: one beyond the limit means that there are more. */
export function pageFrom<Row>(rows: readonly Row[], limit: number, keyOf: KeyOf<Row>): Page<Row>;
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: KeyOf<Row>,
  shown: (row: Row) => Item,
): Page<Item>;
export function pageFrom<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: KeyOf<Row>,
  shown: (row: Row) => unknown = (row) => row,
): Page<unknown> {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return {
    items: kept.map(shown),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null,
  };
}
