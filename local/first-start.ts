import { randomBytes } from "node:crypto";
import { email } from "#core/contract/fields";
import { newPassword } from "#core/contract/session";
import { createOwner } from "#core/staff/create-owner";

/** How the owner of a new store signs in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Makes the owner of a store that has none: `OWNER_EMAIL` and `OWNER_PASSWORD`, or a made-up password, which is
 * kept nowhere. `say` tells people how to sign in, before there is an owner: a start that is killed in between would leave one
 * whose password nobody knows.
 * @returns null when the store has an owner already.
 * @throws a sentence when what the variables say cannot be an e-mail or a password.
 */
export async function firstOwner(say: (owner: Credentials) => void): Promise<Credentials | null> {
  const address = email.safeParse(process.env["OWNER_EMAIL"] || "owner@example.com");
  if (!address.success) throw new Error("OWNER_EMAIL is not an e-mail address.");
  const password = newPassword.safeParse(process.env["OWNER_PASSWORD"] || randomBytes(12).toString("base64url"));
  if (!password.success) throw new Error("OWNER_PASSWORD must have 10 to 200 characters.");
  const owner = { email: address.data, password: password.data };
  return (await createOwner(owner, () => say(owner))) === null ? null : owner;
}
