import { randomInt } from "node:crypto";
import type { CheckStatus } from "#core/contract/doctor";
import type { Tx } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";

/** A check's result. `rows` are the first of `count`, as many as requested. */
export interface Finding {
  readonly status: CheckStatus;
  readonly sentence: string;
  readonly count?: number;
  readonly rows?: readonly Record<string, unknown>[];
}

/** One of the fifteen checks. It reads within the examination's snapshot and writes nothing. */
export interface Check {
  readonly number: number;
  readonly name: string;
  /** What to do if it is not ok. */
  readonly remedy: string;
  readonly look: (tx: Tx, asked: Extent) => Promise<Finding>;
}

/** The options of an examination. */
export interface Extent {
  /** Whether it also adds up closed months, instead of relying on the sums carried forward. */
  readonly all: boolean;
  /** How many repairable rows a finding contains. */
  readonly shown: number;
}

/** How many rows a finding shows people. */
export const rowsShown = 20;

/** The rows of a query for faults: their number, and the first of them, with camelCase names. */
export async function faults(
  tx: Tx,
  query: SQL,
  shown = rowsShown,
): Promise<{ count: number; rows: Record<string, unknown>[] }> {
  const found = await tx.execute<Record<string, unknown> & { found: number }>(
    sql`select *, (count(*) over ())::integer as found from (${query}) as faults limit ${shown}`,
  );
  return {
    count: found[0]?.found ?? 0,
    rows: found.map(({ found: _, ...row }) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value])),
    ),
  };
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

interface Declared {
  readonly number: number;
  readonly name: string;
  readonly remedy: string;
  /** The summary if nothing is wrong. */
  readonly fine: string;
  /** The summary of the rows; `{}` is their number. */
  readonly wrong: string;
  /** Queries run one after another, so that each can use all of PostgreSQL's resources. */
  readonly queries: readonly SQL[] | ((tx: Tx, extent: Extent) => Promise<readonly SQL[]>);
  readonly severity?: "warn" | "fail";
}

/** A check whose query finds faults. */
export const nothingBy = ({ number, name, remedy, fine, wrong, queries, severity = "fail" }: Declared): Check => ({
  number,
  name,
  remedy,
  look: async (tx, extent) => {
    const found = { count: 0, rows: [] as Record<string, unknown>[] };
    for (const query of typeof queries === "function" ? await queries(tx, extent) : queries) {
      const { count, rows } = await faults(tx, query, extent.shown);
      found.count += count;
      found.rows.push(...rows);
    }
    if (found.count === 0) return { status: "ok", sentence: fine };
    const sentence = wrong.replace("{}", String(found.count));
    return { status: severity, sentence, count: found.count, rows: found.rows.slice(0, extent.shown) };
  },
});

/** An endpoint's URL without a user and password. */
export const shownUrl = sql`regexp_replace(endpoint.url, '^([^:]*:).*@', '\\1//***@')`;

/** Different weights in every process, so that a fault that one examination misses is found by the next. */
const seed = sql.raw(String(randomInt(2 ** 31)));

/**
 * A checksum of a table's figures: the sum of each figure times a weight derived from its key. If two tables should
 * have the same total for every key, into however many rows each splits it, their checksums are equal; if the totals
 * differ, the checksums do too, except once in 2^30. Comparing takes one pass over each table and no memory, while
 * joining millions of rows takes seconds; so the join that finds the rows runs behind `unlike`, only if there is
 * something to find.
 * @param figure an integer below 2^33.
 */
export const weighed = (key: SQL, figure: SQL): SQL =>
  sql`coalesce(sum((hashtextextended(${key}, ${seed}) & 1073741823) * ${figure}), 0)`;

/** The largest prime below 2^32: the product of two remainders fits into PostgreSQL's numbers. */
const prime = sql.raw("4294967291");
export const remainder = (figure: SQL): SQL => sql`(${figure} % ${prime})`;

/**
 * The same for amounts of money, which may be larger: it sums their remainders, so that different totals have the same
 * checksum once in 2^32. Numbers that can hold any amount times its weight would take PostgreSQL four times as long.
 */
export const weighedMoney = (key: SQL, amount: SQL): SQL =>
  sql`coalesce((${remainder(weighed(key, remainder(amount)))} + ${prime}) % ${prime}, 0)`;

/** Whether two queries for a single value differ. PostgreSQL evaluates it once, before the rows that it guards. */
export const differs = (one: SQL, other: SQL): SQL => sql`(${one}) is distinct from (${other})`;
