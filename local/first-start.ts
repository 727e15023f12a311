import { randomBytes } from "node:crypto";
import { email } from "#core/contract/fields";
import { newPassword } from "#core/contract/session";
import { createOwner } from "#core/staff/create-owner";

/** The sign-in of a new store's owner. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Creates the owner of a store that has none, from `OWNER_EMAIL` and `OWNER_PASSWORD`, or with a random password that
 * is not stored anywhere. `say` prints how to sign in before the owner is created: otherwise a start that is killed in
 * between would leave an owner whose password no one knows.
 * @returns null if the store already has an owner.
 * @throws a sentence if the variables' values cannot be an email address or a password.
 */
export async function firstOwner(say: (owner: Credentials) => void): Promise<Credentials | null> {
  const address = email.safeParse(process.env["OWNER_EMAIL"] || "owner@example.com");
  if (!address.success) throw new Error("OWNER_EMAIL is not an email address.");
  const password = newPassword.safeParse(process.env["OWNER_PASSWORD"] || randomBytes(12).toString("base64url"));
  if (!password.success) throw new Error("OWNER_PASSWORD must have 10 to 200 characters.");
  const owner = { email: address.data, password: password.data };
  return (await createOwner(owner, () => say(owner))) === null ? null : owner;
}
