/** The state after a carrier has answered, for callers who waited for it: a carrier's refusal is their answer. */

import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { RefusalCode } from "#core/contract/kit/refusals";
import type { Order, Parcel } from "#core/contract/parts/order-shapes";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { readOrder } from "#core/order/read";
import { Refusal } from "#core/refusal";

/**
 * @throws Refusal `parcel.refused` in the carrier's own words, or `parcel.unknown` if it was removed for another
 * reason.
 */
export async function readShipped(
  by: Actor,
  id: Id<"order">,
  parcelId: Id<"parcel">,
): Promise<{ parcel: Parcel; order: Order }> {
  const order = await readOrder(by, { id });
  const parcel = order.parcels.find((one) => one.id === parcelId);
  if (parcel) return { parcel, order };
  await refuseIfSaidNo(parcelId, "book", "parcel.refused");
  throw new Refusal("parcel.unknown");
}

/** @throws Refusal `parcel.notVoided` in the carrier's own words. */
export async function readUnshipped(by: Actor, id: Id<"order">, parcelId: Id<"parcel">): Promise<Order> {
  const order = await readOrder(by, { id });
  const isStillThere = order.parcels.some((one) => one.id === parcelId && one.status !== "voiding");
  if (isStillThere) await refuseIfSaidNo(parcelId, "void", "parcel.notVoided");
  return order;
}

/** @throws Refusal `parcel.refused` in the carrier's own words. */
export async function readTracked(by: Actor, id: Id<"order">, parcelId: Id<"parcel">): Promise<Order> {
  await refuseIfSaidNo(parcelId, "track", "parcel.refused");
  return readOrder(by, { id });
}

/** The changes that have asked the carrier where a parcel is, or for its label, and have no answer yet. */
export async function questionsAbout(parcelId: Id<"parcel">): Promise<Id<"change">[]> {
  const asked = await db().execute<{ id: Id<"change"> }>(sql`
    select change_id as id from calls
    where subject_id = ${parcelId} and does in ('track', 'label') and status = 'asked'`);
  return asked.map(({ id }) => id);
}

async function refuseIfSaidNo(parcelId: Id<"parcel">, does: string, code: RefusalCode): Promise<void> {
  const [last] = await db().execute<{ status: string; code: string | null; says: string; provider: string }>(sql`
    select status, refusal as code, says, provider from calls where subject_id = ${parcelId} and does = ${does}
    order by id desc limit 1`);
  if (last?.status === "refused") throw new Refusal(code, { carrier: last.provider, why: last.code, says: last.says });
}
