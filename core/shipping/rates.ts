/** Carriers' prices for a parcel, side by side. */

import { audit } from "#core/audit/record";
import { ask } from "#core/call/ask";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as parcelApi from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { type Db, db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { stateOf } from "#core/provider/list-providers";
import { sentenceOfMissing } from "./booking/refuse-missing.ts";
import { carriers } from "./carrier-family.ts";
import { byCost } from "./carriers/measures.ts";
import type { Rate } from "./carriers/parcel.ts";
import { packParcel } from "./pack.ts";
import { refusedOrPacked } from "./refused-or-packed.ts";

type Answer = OutputOf<typeof parcelApi.rates>;

/** Asks every carrier that is set up and has prices; one that is certain to refuse is recorded as refused, unasked. */
export async function askForRates(change: Change, input: InputOf<typeof parcelApi.rates>): Promise<Answer> {
  const [row, lines] = await refusedOrPacked(change, input);
  const { pickupPlaces, packedIn: _, ...packed } = await packParcel(change, row, lines, input);
  const requestId = newId("rates");
  const states = await stateOf(change.tx, sql`kind = 'carrier' and removed_at is null`);
  for (const code of carriers.codes) {
    const adapter = states.has(code) ? await carriers.load(code) : undefined;
    if (!adapter?.book) continue;
    const request = { ...packed, ...(pickupPlaces[code] && { pickupPlace: pickupPlaces[code] }) };
    // A number in the store's own series is only assigned at booking.
    const lack = sentenceOfMissing(adapter, { ...request, trackingNumber: "given later" });
    const status = lack !== null ? "refused" : adapter.rates ? "asked" : "done";
    const id = newId("rates");
    await change.tx.execute(sql`
      insert into parcel_rates (id, request_id, order_id, carrier, status, says, asked_at)
      values (${id}, ${requestId}, ${row.id}, ${code}, ${status}, ${lack},
        ${change.at.toISOString()}::timestamptz)`);
    if (status === "asked")
      await ask(change, { provider: code, does: "rates", subjectId: id, orderId: row.id, asked: request });
  }
  // Audited for the request itself: it is not part of the order's timeline.
  audit(change, parcelApi.rates.name, requestId, { after: { orderId: row.id, locationId: input.locationId } });
  return ratesOf(change.tx, requestId, packed.weightGrams);
}

/** The rates received so far. */
export const readRates = (requestId: Id<"rates">, weightGrams: number): Promise<Answer> =>
  ratesOf(db(), requestId, weightGrams);

interface RatesCall {
  readonly carrier: Answer["carriers"][number]["carrier"];
  readonly mode: "live" | "test";
  readonly status: "asked" | "done" | "refused";
  readonly says: string | null;
  readonly rates: readonly Rate[];
  /** Of the order. */
  readonly currency: string;
}

/** Cheapest first, those in the order's currency before others; rates without a price come last. */
async function ratesOf(tx: Db, id: Id<"rates">, weightGrams: number): Promise<Answer> {
  const calls = await tx.execute<RatesCall & Record<string, unknown>>(sql`
    select carrier, providers.mode, parcel_rates.status, says, rates, orders.currency
    from parcel_rates join providers on code = carrier join orders on orders.id = order_id
    where request_id = ${id} order by parcel_rates.id`);
  const shown = [];
  for (const { carrier, mode, status, says } of calls) {
    const adapter = await carriers.load(carrier);
    shown.push({ carrier, label: adapter?.label ?? carrier, mode, status, says });
  }
  const cheaper = byCost(calls[0]?.currency ?? "");
  const items = calls
    .flatMap(({ carrier, rates }) => rates.map((rate) => ({ ...rate, carrier })))
    .toSorted((a, b) => cheaper(a, b) || (a.days ?? 99) - (b.days ?? 99));
  return { id, weightGrams, carriers: shown, items };
}
