import { type SQL, sql } from "drizzle-orm";
import type { CheckStatus } from "#core/contract/doctor";
import type { Tx } from "#core/db/client";

/** What a check found. `rows` are the first twenty of `count`. */
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
  readonly look: (tx: Tx) => Promise<Finding>;
}

/** How many rows a finding shows (SPEC §16). */
const rowsShown = 20;

/** The rows that a query of faults gives: how many, and the first twenty, with camelCase names. */
export async function faults(tx: Tx, query: SQL): Promise<{ count: number; rows: Record<string, unknown>[] }> {
  const found = await tx.execute<Record<string, unknown> & { found: number }>(
    sql`select *, (count(*) over ())::integer as found from (${query}) as faults limit ${rowsShown}`,
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
  readonly query: SQL;
  readonly severity?: "warn" | "fail";
}

/** A check that is one query for what should not be there. */
export const nothingBy = ({ number, name, remedy, fine, wrong, query, severity = "fail" }: Declared): Check => ({
  number,
  name,
  remedy,
  look: async (tx) => {
    const { count, rows } = await faults(tx, query);
    if (count === 0) return { status: "ok", sentence: fine };
    return { status: severity, sentence: wrong.replace("{}", String(count)), count, rows };
  },
});
