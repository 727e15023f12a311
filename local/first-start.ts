import { randomBytes } from "node:crypto";
import { createOwner } from "#core/staff/create-owner";
import { ownersEmail, ownersPassword } from "#core/staff/first-owner";

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
  const owner = {
    email: ownersEmail(process.env["OWNER_EMAIL"] || "owner@example.com"),
    password: ownersPassword(process.env["OWNER_PASSWORD"] || randomBytes(12).toString("base64url")),
  };
  return (await createOwner(owner, () => say(owner))) === null ? null : owner;
}
