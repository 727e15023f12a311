import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** Refuses to close a location with stock or allocations. Reads stock's table, because stock imports the catalogue. */
export async function refuseHeld(change: Change, id: Id<"location">): Promise<void> {
  const [held] = await change.tx.execute<{ onHand: number; reserved: number; committed: number }>(sql`
    select coalesce(sum(on_hand), 0)::float8 as "onHand", coalesce(sum(reserved), 0)::float8 as reserved,
      coalesce(sum(committed), 0)::float8 as committed
    from stock_levels where location_id = ${id}`);
  if (held && held.onHand + held.reserved + held.committed > 0) throw new Refusal("location.inUse", { ...held });
}
