import type { Actor } from "#core/actor";
import type { Right } from "#core/contract/values/rights";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { type Holder, type RightsOf, rightsHeldBy, rightsNow } from "./rights.ts";

interface Rechecked {
  /** The caller, with what they may do now. */
  readonly by: Actor;
  readonly rightsOf: RightsOf;
}

/**
 * Looks up the caller's rights again, which may have been taken since the request came in, and refuses the change
 * without `right`. For changes that outlive the caller's rights, such as an invitation or a key.
 *
 * Until the change ends, the caller's row stays locked, and so do all roles' rights: a removal, a demotion or a change
 * of a role waits, and then finds what was created.
 * @param locks `alone` to change a role's rights.
 */
export async function recheckActor(
  { tx, by }: Change,
  right: Right,
  locks: "shared" | "alone" = "shared",
): Promise<Rechecked> {
  if (by.kind !== "staff" && by.kind !== "key") return { by, rightsOf: await rightsNow(tx) };
  const row =
    by.kind === "staff"
      ? sql`select role, null as held_to, '{}'::text[] as held_before from staff
          where id = ${by.id} and removed_at is null for share`
      : sql`select role, held_to, held_before from api_keys where id = ${by.id} and revoked_at is null for share`;
  // An advisory lock, because a role that was never changed has no row. It comes after the row's, as everywhere.
  const lock = sql.raw(locks === "alone" ? "pg_advisory_xact_lock(8, 0)" : "pg_advisory_xact_lock_shared(8, 0)");
  const [still] = await tx.execute<Holder & Record<string, unknown>>(sql`
    with caller as materialized (${row})
    select role, held_to as "heldTo", held_before as "heldBefore", ${lock} from caller`);
  // A statement of its own: one that has waited does not see what has been committed meanwhile.
  const rightsOf = await rightsNow(tx);
  const rights = new Set(still && (still.heldTo ?? still.role) === by.role ? rightsHeldBy(still, rightsOf) : []);
  if (!rights.has(right)) throw new Refusal("right.missing", { right });
  return { by: { ...by, rights }, rightsOf };
}
