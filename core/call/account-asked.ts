/** The provider's account with which a call was first made. */
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { digest } from "#core/secret";

/**
 * Whether the call may be made with this account. If an earlier attempt may have had an effect, only the account of
 * that attempt can find it; another one would do it again. The account is recorded before the request, and as a
 * digest, because it may be a secret.
 */
export async function isAccountAsked(callId: string, account: string, mayHaveHappened: boolean): Promise<boolean> {
  const given = digest(account);
  const first = mayHaveHappened ? sql`coalesce(account, ${given})` : sql`${given}`;
  const [asked] = await db().execute<{ account: string }>(sql`
    update calls set account = ${first} where id = ${callId} returning account`);
  return asked?.account === given;
}
