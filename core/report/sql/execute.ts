import type postgres from "postgres";
import { type columnTypes, type Result, rowsMax } from "#core/contract/parts/report-queries";
import { refused, type Written } from "./written.ts";

/** Most bytes in one answer: API Gateway and Lambda allow 6 MB, and quoting adds to it. */
const bytesMax = 3_000_000;
/**
 * A row that takes more of PostgreSQL's memory is not converted to text, which would take several times as much: no
 * usual type takes eight bytes for one of its text, so its text is beyond the byte limit.
 */
const rowBytesMax = 8 * bytesMax;

type Column = Result["columns"][number];

/** The OIDs of PostgreSQL's types, which never change. */
const typeNames: Readonly<Record<number, (typeof columnTypes)[number]>> = {
  16: "boolean",
  20: "number",
  21: "number",
  23: "number",
  700: "number",
  701: "number",
  1700: "number",
  1082: "date",
  1114: "time",
  1184: "time",
};

/** Only a SELECT is valid in the parentheses of a FROM: PostgreSQL rejects anything else. */
const before = "select * from (\n";
const after = "\n) as report";

/**
 * Runs a statement. The result is limited in the database, so that it is never larger here, whatever the statement
 * finds.
 * @throws PostgreSQL's error.
 */
export async function execute(
  client: postgres.Sql,
  { text, values }: Written,
): Promise<Pick<Result, "columns" | "rows" | "cut">> {
  const described = await client.unsafe(`${before}${text}${after}`).describe();
  const columns = described.columns.map(({ name, type }): Column => ({ name, type: typeNames[type] ?? "text" }));
  if (columns.length === 0) throw refused("a report has at least one column", null);
  const names = columns.map((_, index) => `c${index + 1}`);
  const sizes = names.map((name) => `coalesce(pg_column_size(${name}), 0)`);
  // A cell alone beyond the byte limit is never shown: the rest of it would be quoted and copied for nothing, which
  // takes PostgreSQL half a minute for the largest values, and cannot be interrupted.
  const bounded = names.map((name) => `left(${name}::text, ${bytesMax + 1})`);
  // Rows beyond the byte limit come without cells: it only matters that there are some. `limit` and `offset` keep
  // PostgreSQL from computing a row's values and its cells once for each of their uses.
  const rows = await client.unsafe<{ cells: string | null }[]>(
    `select case when bytes <= ${bytesMax} then cells end as cells from (
      select cells, sum(coalesce(octet_length(cells), ${bytesMax + 1})) over (rows unbounded preceding) as bytes from (
        select case when ${sizes.join(" + ")} <= ${rowBytesMax} then array_to_json(array[${bounded.join(", ")}])::text end as cells
        from (select * from (\n${text}\n) as report offset 0) as report (${names.join(", ")}) limit ${rowsMax + 1}) made) counted`,
    [...values],
    { prepare: true },
  );
  const whole = rows.flatMap(({ cells }) => (cells === null ? [] : [cells]));
  return {
    columns,
    rows: whole.slice(0, rowsMax).map((cells): (string | null)[] => JSON.parse(cells)),
    cut: rows.length > rowsMax || whole.length < rows.length,
  };
}

/** Converts PostgreSQL's position, counted from 1 in the text it was sent, to one in the statement. */
export const placeWithin = (position: string | undefined): number | null => {
  const place = Number(position) - before.length;
  return Number.isInteger(place) && place > 0 ? place : null;
};
