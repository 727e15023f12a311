import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** A location named by a caller: `open` is null if it does not exist. */
export interface NamedLocation {
  readonly id: Id<"location">;
  readonly open: boolean | null;
}

export async function namedLocation(change: Change, id: Id<"location">): Promise<NamedLocation> {
  const [found] = await change.tx.execute<{ open: boolean }>(sql`
    select active and archived_at is null as open from locations where id = ${id}`);
  return { id, open: found?.open ?? null };
}

/** @throws Refusal `location.unknown` or `location.closed` */
export function refuseUnlessOpen({ id, open }: NamedLocation): void {
  if (!open) throw new Refusal(open === null ? "location.unknown" : "location.closed", { locationIds: [id] });
}
