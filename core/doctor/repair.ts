import * as z from "zod";
import type { Actor } from "#core/actor";
import type { Check, Examination } from "#core/contract/doctor";
import { id } from "#core/contract/kit/fields";
import { type Change, inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { repairOrder } from "#core/order/repair";
import { repairAllocated, repairStockLevel } from "#core/stock/repair/repair-stock-level";
import { type Extent, rowsShown } from "./check.ts";
import { examine } from "./examine.ts";
import { countOrdersOf, countUsesOf } from "./repair-counts.ts";

/** One subject of a finding, and whether it could be repaired. */
export interface Repaired {
  readonly check: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly mended: boolean;
}

/** The form of a finding's row with its subject, and how that subject is recalculated. */
const repairOf =
  <Subject>(form: z.ZodType<Subject>, work: (change: Change, subject: Subject) => Promise<void>) =>
  (row: unknown) => {
    const { data: subject } = form.safeParse(row);
    return subject === undefined ? [] : [{ subject, mend: (change: Change) => work(change, subject) }];
  };

const place = z.object({ variantId: id("variant"), locationId: id("location") });
const ofOrder = repairOf(z.object({ orderId: id("order") }), (change, { orderId }) => repairOrder(change, orderId));

/** How the rows of each check are repaired. The other checks need people. */
const repairs: Readonly<Record<number, readonly ReturnType<typeof repairOf>[]>> = {
  6: [repairOf(place, repairStockLevel)],
  7: [repairOf(place, repairAllocated)],
  8: [ofOrder],
  10: [ofOrder],
  11: [ofOrder],
  12: [ofOrder],
  13: [ofOrder],
  15: [
    repairOf(z.object({ day: z.string() }), recomputeDay),
    repairOf(z.object({ subject: id("customer") }), (change, { subject }) => countOrdersOf(change, subject)),
    repairOf(z.object({ subject: id("discount") }), (change, { subject }) => countUsesOf(change, subject)),
  ],
};

/** From now on reports calculate that day, until its figures are stored again. */
async function recomputeDay({ tx }: Change, { day }: { readonly day: string }): Promise<void> {
  await tx.execute(sql`
    insert into report_stale (at) select ${day}::timestamp at time zone time_zone from store`);
}

/** How many subjects of a check are tried per round, besides those that could not be repaired before. */
const triedAtOnce = 1_000;

/**
 * Repairs the doctor's findings by recalculating derived figures from the records that they are derived from: stock
 * levels from the ledger, allocations from orders, an order's figures from its parcels, payments and returns, and the
 * figures of customers, codes and reports from orders. Each subject is repaired in its own audited change, with the
 * locks of any other write, so the store can stay in use. It examines again after each round, and tries nothing twice.
 * @returns what was tried, and the final examination.
 */
export async function repair(
  by: Actor,
  extent?: Partial<Extent>,
): Promise<{ tried: Repaired[]; examination: Examination }> {
  const tried = new Map<string, Repaired>();
  for (;;) {
    // From the primary: what was just repaired must not be found again.
    const examination = await examine({ ...extent, shown: tried.size + triedAtOnce, where: (work) => work() });
    const found = examination.checks.flatMap(subjectsOf);
    const open = found.filter(({ key }) => !tried.has(key));
    if (open.length === 0) {
      for (const { key, check, row } of found) tried.set(key, { check, row, mended: false });
      return { tried: [...tried.values()], examination: inShort(examination) };
    }
    for (const { key, check, row, mend } of open) {
      if (!tried.has(key)) tried.set(key, { check, row, mended: await mended(by, mend) });
    }
  }
}

/** Rows that wait for an outcome or a person cannot be recalculated. */
function subjectsOf({ number: check, status, rows }: Check) {
  if (status !== "fail") return [];
  return rows.flatMap((row) =>
    (repairs[check] ?? []).flatMap((repair) =>
      repair(row).map(({ subject, mend }) => ({ key: JSON.stringify([check, subject]), check, row, mend })),
    ),
  );
}

const inShort = ({ checks, ...examination }: Examination): Examination => ({
  ...examination,
  checks: checks.map((check) => ({ ...check, rows: check.rows.slice(0, rowsShown) })),
});

async function mended(by: Actor, mend: (change: Change) => Promise<void>): Promise<boolean> {
  try {
    await inChange(by, mend);
    return true;
  } catch (error) {
    log.error("not repaired", { error });
    return false;
  }
}
