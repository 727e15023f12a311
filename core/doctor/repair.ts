import * as z from "zod";
import type { Actor } from "#core/actor";
import type { Check, Examination } from "#core/contract/doctor";
import { id } from "#core/contract/fields";
import { type Change, inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { repairOrder } from "#core/order/repair";
import { repairAllocated, repairStockLevel } from "#core/stock/repair/repair-stock-level";
import { type Extent, rowsShown } from "./check.ts";
import { examine } from "./examine.ts";
import { countOrdersOf, countUsesOf } from "./repair-counts.ts";

/** One subject of a finding, and whether it could be mended. */
export interface Repaired {
  readonly check: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly mended: boolean;
}

/** A row of a finding that names a subject of this form, and how that is worked out anew. */
const repairOf =
  <Subject>(form: z.ZodType<Subject>, work: (change: Change, subject: Subject) => Promise<void>) =>
  (row: unknown) => {
    const { data: subject } = form.safeParse(row);
    return subject === undefined ? [] : [{ subject, mend: (change: Change) => work(change, subject) }];
  };

const place = z.object({ variantId: id("variant"), locationId: id("location") });
const ofOrder = repairOf(z.object({ orderId: id("order") }), (change, { orderId }) => repairOrder(change, orderId));

/** How the rows of a check are mended. Of the others only people know what is true. */
const repairs: Readonly<Record<number, readonly ReturnType<typeof repairOf>[]>> = {
  6: [repairOf(place, repairStockLevel)],
  7: [repairOf(place, repairAllocated)],
  8: [ofOrder],
  10: [ofOrder],
  11: [ofOrder],
  12: [ofOrder],
  13: [ofOrder],
  15: [
    repairOf(z.object({ day: z.string() }), workOutAnew),
    repairOf(z.object({ subject: id("customer") }), (change, { subject }) => countOrdersOf(change, subject)),
    repairOf(z.object({ subject: id("discount") }), (change, { subject }) => countUsesOf(change, subject)),
  ],
};

/** From now on whoever asks for that day works it out, until it is kept anew. */
async function workOutAnew({ tx }: Change, { day }: { readonly day: string }): Promise<void> {
  await tx.execute(sql`
    insert into report_stale (at) select ${day}::timestamp at time zone time_zone from store`);
}

/** How many subjects of a check are tried between two looks, whatever could not be mended before them. */
const triedAtOnce = 1_000;

/**
 * Mends what the doctor finds by working out anew, from the records of what happened, the figures that are kept beside
 * them: the ledger makes the stock levels, what orders hold makes what is allocated, parcels, payments and returns make what an
 * order says, and orders what customers, codes and reports count of them. Each subject is a change of its own, audited, made under the locks of any other write, so the store may go
 * on meanwhile. It looks again after each round, and tries nothing twice.
 * @returns what was tried, and what the doctor says at the end.
 */
export async function repair(
  by: Actor,
  extent?: Partial<Extent>,
): Promise<{ tried: Repaired[]; examination: Examination }> {
  const tried = new Map<string, Repaired>();
  for (;;) {
    // Of the store itself: what was mended a moment ago must not be found again.
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

/** What waits for an outcome or a person is no figure that could be worked out. */
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
