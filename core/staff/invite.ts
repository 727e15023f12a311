import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type * as contract from "#core/contract/staff";
import type { Change } from "#core/db/change";
import { required } from "#core/environment";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { digest } from "#core/secret";
import { isOpen, shownInvitation } from "./invitation.ts";
import { currentRights, refuseBeyond } from "./rights.ts";
import { invitations, staff } from "./staff.table.ts";
import { vendorOfRole } from "./vendor-of-role.ts";

const lastsDays = 7;

/** One open invitation an address: a second one replaces the first, whose link opens nothing any more. */
export async function inviteStaff(
  change: Change,
  { email, name, role, vendorId }: InputOf<typeof contract.invite>,
): Promise<OutputOf<typeof contract.invite>> {
  const { tx, by, at } = change;
  refuseBeyond(by, await currentRights(tx, role));
  const boundTo = await vendorOfRole(change, role, vendorId);
  const [member] = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.email, email), isNull(staff.removedAt)));
  if (member) throw new Refusal("staff.exists");

  const token = randomBytes(32).toString("base64url");
  const row = {
    id: newId("invitation"),
    tokenHash: digest(token),
    email,
    name,
    role,
    vendorId: boundTo,
    invitedBy: by.id,
    createdAt: at,
    expiresAt: new Date(at.getTime() + lastsDays * 86_400_000),
  };
  await tx.insert(invitations).values(row).onConflictDoUpdate({
    target: invitations.email,
    targetWhere: isOpen,
    set: row,
  });
  await audit(change, "staff.invite", row.id, { after: { email, name, role, vendorId: boundTo } });
  return { ...shownInvitation({ ...row, invitedByName: by.name }), link: linkTo(token) };
}

/** From the configured address, never from a request's Host header. After the #, a browser sends it to nobody. */
const linkTo = (token: string): string =>
  `${new URL("/accept-invitation", required("PUBLIC_URL", "links to this store are built from it"))}#token=${token}`;
