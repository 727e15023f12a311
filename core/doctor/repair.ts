import * as z from "zod";
import type { Actor } from "#core/actor";
import type { Check, Examination } from "#core/contract/doctor";
import { id } from "#core/contract/fields";
import { type Change, inChange } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { log } from "#core/log";
import { repairOrder } from "#core/order/repair";
import { repairAllocated, repairStockLevel } from "#core/stock/repair/repair-stock-level";
import type { Extent } from "./check.ts";
import { examine } from "./examine.ts";

/** One subject of a finding, and whether it could be mended. */
export interface Repaired {
  readonly check: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly mended: boolean;
}

const Place = z.object({ variantId: id("variant"), locationId: id("location") });
const OfOrder = z.object({ orderId: id("order") });
const OfDay = z.object({ day: z.string() });

/** How the rows of a check are mended. Of the others only people know what is true. */
const repairs: Readonly<Record<number, (change: Change, row: unknown) => Promise<void>>> = {
  6: (change, row) => repairStockLevel(change, Place.parse(row)),
  7: (change, row) => repairAllocated(change, Place.parse(row)),
  8: ofOrder,
  10: ofOrder,
  11: ofOrder,
  13: ofOrder,
  15: ofDay,
};

async function ofOrder(change: Change, row: unknown): Promise<void> {
  await repairOrder(change, OfOrder.parse(row).orderId);
}

/** From now on whoever asks for that day works it out, until it is kept anew. */
async function ofDay({ tx }: Change, row: unknown): Promise<void> {
  await tx.execute(sql`
    insert into report_stale (at) select ${OfDay.parse(row).day}::timestamp at time zone time_zone from store`);
}

/**
 * Mends what the doctor finds by working out anew, from the records of what happened, the figures that are kept beside
 * them: the ledger makes the stock levels, what orders hold makes what is allocated, parcels, payments and returns make what an
 * order says. Each subject is a change of its own, audited, made under the locks of any other write, so the store may go
 * on meanwhile. It looks again after each round, and tries nothing twice.
 * @returns what was tried, and what the doctor says at the end.
 */
export async function repair(by: Actor, extent?: Extent): Promise<{ tried: Repaired[]; examination: Examination }> {
  const tried = new Map<string, Repaired>();
  for (;;) {
    // Of the store itself: what was mended a moment ago must not be found again.
    const examination = await examine({ ...extent, where: (work) => work() });
    const open = examination.checks.flatMap(subjectsOf).filter(({ key }) => !tried.has(key));
    if (open.length === 0) return { tried: [...tried.values()], examination };
    for (const { key, check, row, mend } of open) {
      if (!tried.has(key)) tried.set(key, { check, row, mended: await mended(by, (change) => mend(change, row)) });
    }
  }
}

function subjectsOf({ number, rows }: Check) {
  const mend = repairs[number];
  if (!mend) return [];
  return rows.map((row) => {
    const { variantId, locationId, orderId, day } = row;
    return { key: JSON.stringify([number, orderId ?? day ?? [variantId, locationId]]), check: number, row, mend };
  });
}

async function mended(by: Actor, mend: (change: Change) => Promise<void>): Promise<boolean> {
  try {
    await inChange(by, mend);
    return true;
  } catch (error) {
    log.error("not repaired", { error });
    return false;
  }
}
