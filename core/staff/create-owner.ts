import { system } from "#core/actor";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import { inChange } from "#core/db/change";
import { type Db, db } from "#core/db/client";
import { and, eq, isNull, sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { isCommon } from "./common-passwords.ts";
import { hashPassword } from "./password.ts";
import { staff } from "./staff.table.ts";

interface Owner {
  readonly email: string;
  readonly password: string;
  readonly name?: string;
}

export const hasOwner = async (tx: Db = db()): Promise<boolean> =>
  (await tx.$count(staff, and(eq(staff.role, "owner"), isNull(staff.removedAt)))) > 0;

/**
 * Creates the store's first owner. If there is an owner already it does nothing, however often and by however many
 * processes it is called. `first` runs before the owner is created.
 * @returns the new owner's id, or null if there was one.
 * @throws a sentence if the password is a common one.
 */
export async function createOwner(
  { email, password, name = "Owner" }: Owner,
  first: () => void = () => {},
): Promise<Id<"staff"> | null> {
  const passwordHash = await hashPassword(password);
  return inChange(system("first-start"), async (change) => {
    // Two processes that start together take turns; readers are not blocked.
    await change.tx.execute(sql`lock table staff in share row exclusive mode`);
    if (await hasOwner(change.tx)) return null;
    if (isCommon(password)) {
      throw new Error("The first owner's password is too easy to guess: choose another.");
    }
    const id = newId("staff");
    const address = email.trim().toLowerCase();
    await change.tx
      .insert(staff)
      .values({ id, email: address, name, passwordHash, role: "owner", createdAt: change.at });
    audit(change, "staff.createOwner", id, { after: { email: address, name, role: "owner" } });
    first();
    return id;
  });
}
