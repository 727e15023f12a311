import { and, isNull, sql } from "drizzle-orm";
import type { Right } from "#core/contract/rights";
import type { Change } from "#core/db/change";
import { Refusal } from "#core/refusal";
import { apiKeys, staff } from "./staff.table.ts";

/**
 * For what outlasts whoever does it, such as an invitation or a key: they are on the team still, with the role that they
 * came with, or their key still works. Held until the change is done, so a removal waits and then finds what was made.
 */
export async function refuseIfGone({ tx, by }: Change, right: Right): Promise<void> {
  if (by.kind !== "staff" && by.kind !== "key") return;
  const [still] =
    by.kind === "staff"
      ? await tx
          .select({ role: staff.role })
          .from(staff)
          .where(and(sql`${staff.id} = ${by.id}`, isNull(staff.removedAt)))
          .for("share")
      : await tx
          .select({ role: apiKeys.role })
          .from(apiKeys)
          .where(and(sql`${apiKeys.id} = ${by.id}`, isNull(apiKeys.revokedAt)))
          .for("share");
  if (still?.role !== by.role) throw new Refusal("right.missing", { right });
}
