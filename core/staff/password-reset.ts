/** Links with which a member of the team chooses a new password. */

import { randomBytes } from "node:crypto";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { eq, type SQL } from "#core/db/drizzle";
import { digest } from "#core/secret";
import { linkTo } from "./link-to.ts";
import { passwordResets } from "./staff.table.ts";

const lastsHours = 24;

/** A new link for a locked person; an earlier one no longer works. */
export async function writeReset(
  change: Change,
  staffId: Id<"staff">,
): Promise<{ readonly link: string; readonly expiresAt: Date }> {
  const { tx, by, at } = change;
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(at.getTime() + lastsHours * 3_600_000);
  const row = { tokenHash: digest(token), createdBy: by.id, expiresAt };
  await tx
    .insert(passwordResets)
    .values({ staffId, ...row })
    .onConflictDoUpdate({ target: passwordResets.staffId, set: row });
  audit(change, "staff.resetPassword", staffId, { after: { expiresAt } }, "staff");
  return { link: linkTo("/choose-password", token), expiresAt };
}

/** Ends a person's link: their password or their role has changed since, or they have been removed. */
export const endReset = ({ tx }: Pick<Change, "tx">, staffId: Id<"staff">) =>
  tx.delete(passwordResets).where(eq(passwordResets.staffId, staffId));

/** @returns the recipients of those that there were. */
export const endResets = async ({ tx }: Pick<Change, "tx">, which: SQL) =>
  tx.delete(passwordResets).where(which).returning({ staffId: passwordResets.staffId });
