import type { Check as Checked, CheckStatus, Examination } from "#core/contract/doctor";
import { db, type Tx } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { codeOf, isAway } from "#core/db/error";
import { reading } from "#core/db/reading";
import { onStandby } from "#core/db/standby";
import { log } from "#core/log";
import { type Check, type Extent, type Finding, rowsShown } from "./check.ts";
import { orderChecks } from "./order-checks.ts";
import { serviceChecks } from "./service-checks.ts";
import { setupChecks } from "./setup-checks.ts";
import { stockChecks } from "./stock-checks.ts";

export const checks: readonly Check[] = [...serviceChecks, ...stockChecks, ...orderChecks, ...setupChecks];

/** Sums over a ledger of many millions may take longer than the half minute that a request's statement may take. */
const statementMsMax = 120_000;

/**
 * The doctor's queries read whole tables and return almost nothing: they get memory for joins of millions of rows,
 * which would spill to disk with PostgreSQL's default of 4 MB, and parallel workers at no cost, because these have few
 * rows to pass on.
 */
const settings = {
  enable_seqscan: "on",
  statement_timeout: String(statementMsMax),
  work_mem: "64MB",
  parallel_setup_cost: "0",
  parallel_tuple_cost: "0",
};

interface ExamineOptions extends Partial<Extent> {
  /** The database to read from: by default the standby, if there is one. */
  readonly where?: typeof onStandby;
}

/**
 * Runs all fifteen checks over one snapshot: concurrent changes are not visible, so nothing is reported that was only
 * half done. The transaction is declared read-only.
 */
export async function examine({
  where = onStandby,
  all = false,
  shown = rowsShown,
}: ExamineOptions = {}): Promise<Examination> {
  const at = new Date();
  let found: Checked[];
  try {
    found = await reading(() =>
      where(() =>
        db().transaction((tx) => allChecks(tx, { all, shown }), {
          isolationLevel: "repeatable read",
          accessMode: "read only",
        }),
      ),
    );
  } catch (error) {
    log.error("doctor stopped", { error });
    found = [noAnswer];
  }
  return { at, status: worst(found), checks: found };
}

async function allChecks(tx: Tx, extent: Extent): Promise<Checked[]> {
  const current = JSON.stringify(settings);
  await tx.execute(sql`select set_config(key, value, true) from jsonb_each_text(${current}::jsonb)`);
  const results: Checked[] = [];
  for (const check of checks) results.push(await examined(tx, check, extent));
  return results;
}

async function examined(tx: Tx, check: Check, extent: Extent): Promise<Checked> {
  const { number, name, remedy } = check;
  const { status, sentence, count = 0, rows = [] } = await looked(tx, check, extent);
  return { number, name, status, sentence, count, rows: [...rows], remedy: status === "ok" ? "" : remedy };
}

/** In a savepoint: an error in one check, such as a missing table, does not stop the others. */
async function looked(tx: Tx, { name, look }: Check, extent: Extent): Promise<Finding> {
  try {
    return await tx.transaction((within) => look(within, extent));
  } catch (error) {
    if (isAway(error)) throw error;
    log.error("a check could not run", { check: name, error });
    return {
      status: "fail",
      sentence: "This check could not run; see the service's log.",
      count: 1,
      rows: [{ sqlState: codeOf(error) ?? null }],
    };
  }
}

/** If the database does not answer, nothing else can be checked. */
const noAnswer: Checked = {
  number: 1,
  name: "database",
  status: "fail",
  sentence: "The database does not answer, so the other checks could not run.",
  count: 0,
  rows: [],
  remedy: "Check that PostgreSQL runs and that DATABASE_URL is right; see the log for its answer.",
};

const worst = (found: readonly { status: CheckStatus }[]): CheckStatus =>
  (["fail", "warn"] as const).find((status) => found.some((check) => check.status === status)) ?? "ok";
