import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as parcelApi from "#core/contract/parcel";
import { carriers as codes } from "#core/contract/parts/order-shapes";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { stateOf } from "#core/provider/list-providers";
import { carriers } from "./carrier-family.ts";

/** The carriers that can book labels now: set up, and offered. */
export async function listCarriers(
  _by: Actor,
  _input: InputOf<typeof parcelApi.listCarriers>,
): Promise<OutputOf<typeof parcelApi.listCarriers>> {
  const states = await stateOf(db(), sql`kind = 'carrier' and removed_at is null`);
  const items = [];
  for (const code of codes.filter((one) => carriers.codes.includes(one))) {
    const state = states.get(code);
    const adapter = state && (await carriers.load(code));
    if (!state || !adapter?.book) continue;
    items.push({ code, label: adapter.label, mode: state.mode, pickupPlace: adapter.needs.pickupPlace });
  }
  return { items };
}
