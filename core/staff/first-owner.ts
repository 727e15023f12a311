import { email } from "#core/contract/kit/fields";
import { newPassword } from "#core/contract/session";

/** The address in `OWNER_EMAIL`. @throws a sentence if it is not one. */
export function ownersEmail(given: string): string {
  const { data } = email.safeParse(given);
  if (data === undefined) throw new Error("OWNER_EMAIL is not an email address.");
  return data;
}

/** The password in `OWNER_PASSWORD`. @throws a sentence if no one could choose it in the admin. */
export function ownersPassword(given: string): string {
  const { data } = newPassword.safeParse(given);
  if (data === undefined) throw new Error("OWNER_PASSWORD must have 10 to 200 characters.");
  return data;
}
