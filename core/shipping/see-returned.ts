import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import * as parcelApi from "#core/contract/parcel";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { lockedOrder } from "#core/order/lock";
import { Refusal } from "#core/refusal";
import { parcelOf } from "./locked-parcel.ts";
import { parcels } from "./parcel.table.ts";

/** Marks a parcel that came back as dealt with. What was done, a return or another parcel, is recorded in the order. */
export async function seeReturned(
  change: Change,
  input: InputOf<typeof parcelApi.seeReturned>,
): Promise<OutputOf<typeof parcelApi.seeReturned>> {
  const row = await lockedOrder(change, input);
  const { id, trackStatus, seenAt } = await parcelOf(change, row.id, input.parcelId);
  if (trackStatus !== "returned") throw new Refusal("parcel.notReturned");
  if (seenAt !== null) return {};
  await change.tx.update(parcels).set({ seenAt: change.at }).where(eq(parcels.id, id));
  audit(change, parcelApi.seeReturned.name, row.id, { after: { parcelId: id } });
  return {};
}
