import type { Db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { openUnlessLost } from "#core/secret";
import { shownUrl } from "./check.ts";

interface SealedSecret {
  /** Its owner's name: an endpoint's URL, a provider's code. */
  readonly name: string;
  /** Whether SECRETS_KEY decrypts it. */
  readonly opens: boolean;
}

/** The secrets that only people can enter again: those of endpoints, and providers' settings. */
export async function sealedSecrets(tx: Pick<Db, "execute">): Promise<SealedSecret[]> {
  const [endpoints, settings] = [
    await tx.execute<Sealed>(
      sql`select id as owner, ${shownUrl} as name, secret as sealed
        from webhook_endpoints endpoint order by id limit 1000`,
    ),
    await tx.execute<Sealed>(sql`
      select 'provider ' || code as owner, code as name, sealed from providers where sealed is not null order by code`),
  ];
  return [...endpoints, ...settings].map(({ owner, name, sealed }) => ({
    name,
    opens: openUnlessLost(sealed, owner) !== null,
  }));
}

interface Sealed extends Record<string, unknown> {
  /** The owner that it is sealed for. */
  readonly owner: string;
  readonly name: string;
  readonly sealed: string;
}
