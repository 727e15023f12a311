import type { Right, Role } from "#core/contract/rights";
import type { Change } from "#core/db/change";
import { and, isNull, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { apiKeys, staff } from "./staff.table.ts";

/**
 * Refuses a change by a person who has been removed or given another role, or by a key that has been revoked or
 * limited, since the request came in. For changes that outlive the caller's rights, such as an invitation or a key. The
 * caller's row stays locked until the change ends: a removal waits, and then finds what was created.
 */
export async function refuseRemovedActor({ tx, by }: Change, right: Right): Promise<void> {
  if (by.kind !== "staff" && by.kind !== "key") return;
  const [still] =
    by.kind === "staff"
      ? await tx
          .select({ role: staff.role })
          .from(staff)
          .where(and(sql`${staff.id} = ${by.id}`, isNull(staff.removedAt)))
          .for("share")
      : await tx
          .select({ role: sql<Role>`coalesce(${apiKeys.heldTo}, ${apiKeys.role})` })
          .from(apiKeys)
          .where(and(sql`${apiKeys.id} = ${by.id}`, isNull(apiKeys.revokedAt)))
          .for("share");
  if (still?.role !== by.role) throw new Refusal("right.missing", { right });
}
