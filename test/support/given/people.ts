/** People and their sessions. */
import { randomBytes } from "node:crypto";
import { system } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import * as session from "#core/contract/session";
import type { Right, Role } from "#core/contract/values/rights";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { newId } from "#core/id";
import { hashPassword } from "#core/staff/password";
import { roles, staff } from "#core/staff/staff.table";
import { createVendor } from "#core/vendor/create";
import { call } from "../call.ts";

export const password = "correct horse battery";
let hash: Promise<string> | undefined;

/** A team member, by default an owner. They all have the same password. */
export async function aPerson({
  role = "owner",
  vendorId = null,
}: {
  role?: Role;
  vendorId?: Id<"vendor"> | null;
} = {}) {
  const id = newId("staff");
  const email = `${randomBytes(6).toString("hex")}@store.test`;
  hash ??= hashPassword(password);
  const row = { id, email, name: `The ${role}`, role, vendorId, passwordHash: await hash, createdAt: new Date() };
  await db().insert(staff).values(row);
  return { id, email };
}

/** Signs a person in: returns the headers that the store's own pages send, cookie and origin. */
export async function signedIn(email: string, using = password) {
  const { status, cookies } = await call(session.signIn, { email, password: using }, { as: null });
  if (status !== 200) throw new Error(`${email} could not sign in: ${status}`);
  return { cookie: cookies[0]!.split(";")[0]!, origin: "https://store.test" };
}

/** A team member who has signed in. */
export async function aSignedIn(who: Parameters<typeof aPerson>[0] = {}) {
  const person = await aPerson(who);
  return { ...person, headers: await signedIn(person.email) };
}

export const aVendor = async (name = "Seller") =>
  (await inChange(system("test"), (change) => createVendor(change, { name }))).id;

/** Gives a role exactly these rights, bypassing the rules. */
export async function roleHas(role: Role, rights: readonly Right[]): Promise<void> {
  const row = { role, title: role, rights: [...rights], updatedAt: new Date() };
  await db().insert(roles).values(row).onConflictDoUpdate({ target: roles.role, set: row });
}
