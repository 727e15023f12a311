import { randomInt } from "node:crypto";
import type { CheckStatus } from "#core/contract/doctor";
import type { Tx } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";

/** What a check found. `rows` are the first of `count`, as many as were asked for. */
export interface Finding {
  readonly status: CheckStatus;
  readonly sentence: string;
  readonly count?: number;
  readonly rows?: readonly Record<string, unknown>[];
}

/** One of the fifteen. It reads within the examination's snapshot and writes nothing. */
export interface Check {
  readonly number: number;
  readonly name: string;
  /** What to do when it is not ok. */
  readonly remedy: string;
  readonly look: (tx: Tx, asked: Extent) => Promise<Finding>;
}

/** How far an examination goes. */
export interface Extent {
  /** Whether it adds up what is closed, too, and does not rely on the sums that were carried forward. */
  readonly all: boolean;
  /** How many rows a finding shows of those that can be repaired. */
  readonly shown: number;
}

/** How many rows a finding shows people. */
export const rowsShown = 20;

/** The rows that a query of faults gives: how many, and the first of them, with camelCase names. */
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
  /** What to say when nothing is wrong. */
  readonly fine: string;
  /** What to say of the rows; `{}` stands for how many. */
  readonly wrong: string;
  /** One after the other, so that PostgreSQL may work on each with all it has. */
  readonly queries: readonly SQL[] | ((tx: Tx, extent: Extent) => Promise<readonly SQL[]>);
  readonly severity?: "warn" | "fail";
}

/** A check that asks for what should not be there. */
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

/** An endpoint's address without the user and password that it may hold. */
export const shownUrl = sql`regexp_replace(endpoint.url, '^([^:]*:).*@', '\\1//***@')`;

/** Other weights in every process, so that a fault which one examination could miss is found by the next. */
const seed = sql.raw(String(randomInt(2 ** 31)));

/**
 * The figures of a table, each times a weight made from its key, summed. Where two tables should say the same of every
 * key, it does not matter into how many rows each has split it: the sums are equal if they do, and if not, all but once
 * in 2^30 they differ. Comparing them takes one pass over each table and no memory, where joining millions of rows takes
 * seconds; so the join that names the rows is made behind `unlike`, when there is something to name.
 * @param figure a whole number below 2^33.
 */
export const weighed = (key: SQL, figure: SQL): SQL =>
  sql`coalesce(sum((hashtextextended(${key}, ${seed}) & 1073741823) * ${figure}), 0)`;

/** The largest prime below 2^32: two remainders by it make no number that PostgreSQL's own would not hold. */
const prime = sql.raw("4294967291");
export const remainder = (figure: SQL): SQL => sql`(${figure} % ${prime})`;

/**
 * The same for amounts of money, which may be larger: their remainders are summed, and what differs has the same sum once in
 * 2^32. PostgreSQL would take four times as long with numbers that hold any amount times its weight.
 */
export const weighedMoney = (key: SQL, amount: SQL): SQL =>
  sql`coalesce((${remainder(weighed(key, remainder(amount)))} + ${prime}) % ${prime}, 0)`;

/** Whether two queries for one value give different ones. PostgreSQL asks it once, before the rows it stands guard over. */
export const unlike = (one: SQL, other: SQL): SQL => sql`(${one}) is distinct from (${other})`;
