import { sql } from "drizzle-orm";
import type { Check as Checked, CheckStatus, Examination } from "#core/contract/doctor";
import { db, type Tx } from "#core/db/client";
import { reading } from "#core/db/reading";
import { log } from "#core/log";
import type { Check } from "./check.ts";
import { orderChecks } from "./order-checks.ts";
import { serviceChecks } from "./service-checks.ts";
import { setupChecks } from "./setup-checks.ts";
import { stockChecks } from "./stock-checks.ts";

export const checks: readonly Check[] = [...serviceChecks, ...stockChecks, ...orderChecks, ...setupChecks];

/** Sums over a ledger of many millions take seconds, not the half minute that a request's statement may take. */
const statementMsMax = 120_000;

/**
 * All fifteen checks over one snapshot: what changes meanwhile is not seen, so nothing is reported that was only
 * half done. The transaction is read-only in the database's own eyes.
 */
export async function examine(): Promise<Examination> {
  const at = new Date();
  let found: Checked[];
  try {
    found = await reading(() =>
      db().transaction(allChecks, { isolationLevel: "repeatable read", accessMode: "read only" }),
    );
  } catch (error) {
    log.error("doctor stopped", { error });
    found = [noAnswer];
  }
  return { at, status: worst(found), checks: found };
}

async function allChecks(tx: Tx): Promise<Checked[]> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(statementMsMax)}, true)`);
  const results: Checked[] = [];
  for (const check of checks) results.push(await examined(tx, check));
  return results;
}

async function examined(tx: Tx, { number, name, remedy, look }: Check): Promise<Checked> {
  const { status, sentence, count = 0, rows = [] } = await look(tx);
  return { number, name, status, sentence, count, rows: [...rows], remedy: status === "ok" ? "" : remedy };
}

/** When the database does not answer, nothing else can be said. */
const noAnswer: Checked = {
  number: 1,
  name: "database",
  status: "fail",
  sentence: "The database does not answer, so the other checks could not be made.",
  count: 0,
  rows: [],
  remedy: "See that PostgreSQL runs and that DATABASE_URL is right; the log says what it answered.",
};

const worst = (found: readonly { status: CheckStatus }[]): CheckStatus =>
  (["fail", "warn"] as const).find((status) => found.some((check) => check.status === status)) ?? "ok";
