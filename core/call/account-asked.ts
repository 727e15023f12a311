/** The provider's account with which a call was first made. */
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { digest } from "#core/secret";

/**
 * Whether this account is the one that was asked before, if that may have had an effect: another one would not find it,
 * and do it again. Recorded before the request, by its digest, because it may be a secret.
 */
export async function isAccountAsked(callId: string, account: string, mayHaveHappened: boolean): Promise<boolean> {
  const given = digest(account);
  const first = mayHaveHappened ? sql`coalesce(account, ${given})` : sql`${given}`;
  const [asked] = await db().execute<{ account: string }>(sql`
    update calls set account = ${first} where id = ${callId} returning account`);
  return asked?.account === given;
}
