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

/** Sums over a ledger of very many millions may take longer than the half minute that a request's statement may. */
const statementMsMax = 120_000;

/**
 * A doctor's questions read whole tables and find next to nothing: memory for joins of millions of rows, where
 * PostgreSQL's own 4 MB would have them on the disk, and helpers from the start, for they have no rows to hand over.
 */
const settings = {
  enable_seqscan: "on",
  statement_timeout: String(statementMsMax),
  work_mem: "64MB",
  parallel_setup_cost: "0",
  parallel_tuple_cost: "0",
};

interface Asked extends Partial<Extent> {
  /** Whose snapshot: the standby's where there is one, unless said otherwise. */
  readonly where?: typeof onStandby;
}

/**
 * All fifteen checks over one snapshot: what changes meanwhile is not seen, so nothing is reported that was only
 * half done. The transaction is read-only in the database's own eyes.
 */
export async function examine({ where = onStandby, all = false, shown = rowsShown }: Asked = {}): Promise<Examination> {
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
  const asked = JSON.stringify(settings);
  await tx.execute(sql`select set_config(key, value, true) from jsonb_each_text(${asked}::jsonb)`);
  const results: Checked[] = [];
  for (const check of checks) results.push(await examined(tx, check, extent));
  return results;
}

async function examined(tx: Tx, check: Check, extent: Extent): Promise<Checked> {
  const { number, name, remedy } = check;
  const { status, sentence, count = 0, rows = [] } = await looked(tx, check, extent);
  return { number, name, status, sentence, count, rows: [...rows], remedy: status === "ok" ? "" : remedy };
}

/** Within a savepoint: what stops one check, such as a table that is not there, stops no other. */
async function looked(tx: Tx, { name, look }: Check, extent: Extent): Promise<Finding> {
  try {
    return await tx.transaction((within) => look(within, extent));
  } catch (error) {
    if (isAway(error)) throw error;
    log.error("a check could not be made", { check: name, error });
    return {
      status: "fail",
      sentence: "This check could not run; see the service's log.",
      count: 1,
      rows: [{ sqlState: codeOf(error) ?? null }],
    };
  }
}

/** When the database does not answer, nothing else can be said. */
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
