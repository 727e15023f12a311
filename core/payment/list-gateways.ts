import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import { onlineGateways } from "#core/contract/parts/order-shapes";
import type * as payment from "#core/contract/payment";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { stateOf } from "#core/provider/list-providers";
import { gateways } from "./gateway-family.ts";

/** The gateways that can take payments now: set up, and offered. */
export async function listGateways(
  _by: Actor,
  _input: InputOf<typeof payment.listGateways>,
): Promise<OutputOf<typeof payment.listGateways>> {
  const states = await stateOf(db(), sql`removed_at is null`);
  const items = [];
  for (const code of onlineGateways.filter((one) => gateways.codes.includes(one))) {
    const state = states.get(code);
    const adapter = await gateways.load(code);
    if (state && adapter) items.push({ code, label: adapter.label, mode: state.mode });
  }
  return { items };
}
