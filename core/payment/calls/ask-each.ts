import { system } from "#core/actor";
import { type Change, inChange } from "#core/db/change";
import { log } from "#core/log";

/** Asks gateways about payments or refunds, in a change for each: one that fails undoes none of the others. */
export async function askEach<Of extends { readonly id: string; readonly gateway: string }>(
  all: readonly Of[],
  ask: (change: Change, one: Of) => Promise<unknown>,
): Promise<void> {
  for (const one of all) {
    try {
      await inChange(system("sweep-work"), (change) => ask(change, one));
    } catch (error) {
      log.error("a gateway could not be asked", { gateway: one.gateway, about: one.id, error });
    }
  }
}
