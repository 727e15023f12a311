import { audit } from "#core/audit/record";
import { ask, usableProvider } from "#core/call/ask";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import * as parcel from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { insertRows } from "#core/db/insert-rows";
import { touchOrder } from "#core/order/lock";
import type { LineRow, OrderRow } from "#core/order/order.table";
import { settingsOf } from "#core/provider/sealed-settings";
import { Refusal } from "#core/refusal";
import { carriers } from "#core/shipping/carrier-family";
import type { Carrier } from "#core/shipping/carriers/carrier";
import type { BookingRequest } from "#core/shipping/carriers/parcel";
import { packParcel } from "#core/shipping/pack";
import { parcelLines, parcels } from "#core/shipping/parcel.table";
import { refuseMissing } from "./refuse-missing.ts";

interface Booking {
  readonly id: Id<"parcel">;
  readonly row: OrderRow;
  /** All lines in the order. */
  readonly lines: readonly LineRow[];
  readonly input: InputOf<typeof parcel.ship>;
}

/**
 * Holds the units and asks the carrier for a label. The parcel's id is the reference, so that repeated requests produce
 * one label. The caller has checked that the units are available.
 * @throws Refusal if the carrier is not set up, or is certain to refuse the parcel.
 */
export async function bookParcel(change: Change, { id, row, lines, input }: Booking): Promise<void> {
  const { carrier, service = null, locationId } = input;
  const adapter = await carriers.load(carrier);
  if (!adapter?.book) throw new Refusal("provider.missing", { provider: carrier });
  const mode = await usableProvider(change, carrier);
  const { pickupPlaces, packedIn, ...packed } = await packParcel(change, row, lines, input);
  const trackingNumber = await ownNumberOf(change, adapter);
  const request: BookingRequest = {
    ...packed,
    ...{ id, orderNumber: row.number, service },
    ...(pickupPlaces[carrier] && { pickupPlace: pickupPlaces[carrier] }),
    ...(trackingNumber && { trackingNumber }),
  };
  refuseMissing(adapter, request);
  await change.tx.insert(parcels).values({
    ...{ id, orderId: row.id, carrier, service, mode, locationId, status: "booking" },
    trackingNumber: trackingNumber ?? null,
    box: packedIn,
    weightGrams: packed.weightGrams,
    collectMinor: packed.collect?.amountMinor ?? null,
  });
  await insertRows(
    change.tx,
    parcelLines,
    input.lines.map((line) => ({ ...line, parcelId: id })),
  );
  await ask(change, { provider: carrier, does: "book", subjectId: id, orderId: row.id, asked: request });
  await touchOrder(change, row.id);
  audit(change, parcel.ship.name, row.id, {
    after: { parcelId: id, parcelStatus: "booking", locationId, carrier, service, lines: input.lines },
  });
}

/**
 * The next number in the store's own series, for carriers that require the sender's numbers. Each is given out once.
 */
async function ownNumberOf(change: Change, adapter: Carrier): Promise<string | undefined> {
  if (!adapter.numberOf) return undefined;
  const settings = await settingsOf(adapter.code, change.tx);
  const first = settings && adapter.numberOf(settings, 0);
  if (!settings || !first) throw new Refusal("parcel.numbersUsedUp");
  const [counted] = await change.tx.execute<{ used: number }>(sql`
    insert into carrier_numbers as known (carrier, series, used) values (${adapter.code}, ${first}, 1)
    on conflict (carrier, series) do update set used = known.used + 1 returning used`);
  const number = adapter.numberOf(settings, (counted?.used ?? 1) - 1);
  if (number === null) throw new Refusal("parcel.numbersUsedUp");
  return number;
}
