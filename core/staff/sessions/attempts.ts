/** Rate limits for password guesses, in the database, so that all instances share them. */

import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import { inChange } from "#core/db/change";
import { db, type Tx } from "#core/db/client";
import { databaseNow } from "#core/db/columns";
import { eq, type SQL, sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { networkOf } from "#core/ip";
import { Refusal } from "#core/refusal";
import { signInAttempts, signInNetworks } from "#core/staff/staff.table";

export const windowMinutes = 15;
/** Wrong guesses within the window. */
export const guessesMax = {
  /** For one person from one network. */
  pair: 10,
  /** For one person from all networks. */
  person: 100,
  /** From one network for all people: an office, or all customers of a provider, may share it. */
  network: 300,
} as const;
/** A person is known in a network if they have signed in from it within these days. */
export const knownDays = 90;

/**
 * Counts a guess before it is checked, so that a thousand concurrent guesses are not free. Refuses if there were too
 * many; a refused guess is not counted, so waiting helps. `clearAttempt` removes a correct one. Guesses from
 * elsewhere, or at other people, do not lock a person out of a network where they are known.
 * @returns also whether the person is known in this network.
 */
export function countAttempt(
  by: Actor,
  email: string,
): Promise<{ readonly id: Id<"attempt">; readonly isKnown: boolean }> {
  const network = networkOf(by.address ?? "unknown");
  return inChange(by, async ({ tx }) => {
    // Guesses at the same person or from the same network take turns; the person is always locked first.
    await tx.execute(sql`select pg_advisory_xact_lock(1, hashtext(${email}))`);
    await tx.execute(sql`select pg_advisory_xact_lock(2, hashtext(${network}))`);
    const isKnown = knownIn(network, email);
    const [found] = await tx.execute<{ seconds: number | null; isKnown: boolean }>(sql`
      select ceil(extract(epoch from max(at) - (${since})))::int as seconds, ${isKnown} as "isKnown" from (
        ${tooMany(sql`email = ${email} and address = ${network}`, guessesMax.pair)}
        union all ${tooMany(sql`email = ${email} and not ${isKnown}`, guessesMax.person)}
        union all ${tooMany(sql`address = ${network} and not ${isKnown}`, guessesMax.network)}) as too_many`);
    const { seconds = null, isKnown: known = false } = found ?? {};
    if (seconds !== null) {
      throw new Refusal("request.tooMany", { withinMinutes: windowMinutes, retryAfterSeconds: seconds });
    }
    const id = newId("attempt");
    await tx.insert(signInAttempts).values({ id, email, address: network, at: databaseNow });
    return { id, isKnown: known };
  });
}

/** Whether the person has signed in from the actor's network before. */
export async function isKnownThere({ address }: Actor, email: string): Promise<boolean> {
  const [found] = await db().execute<{ is: boolean }>(
    sql`select ${knownIn(networkOf(address ?? "unknown"), email)} as is`,
  );
  return found?.is ?? false;
}

const knownIn = (network: string, email: string): SQL => sql`exists (
  select 1 from sign_in_networks known join staff on staff.id = known.staff_id
  where staff.email = ${email} and staff.removed_at is null and known.network = ${network}
    and known.seen_at > ${databaseNow} - make_interval(days => ${knownDays}))`;

/** If the limit is reached, the guess that has to expire before there is room again. */
const tooMany = (which: SQL, most: number) => sql`(
  select at from sign_in_attempts where ${which} and at > ${since} order by at desc offset ${sql.raw(String(most - 1))} limit 1)`;

const since = sql`${databaseNow} - make_interval(mins => ${windowMinutes})`;

export const clearAttempt = (tx: Tx, id: Id<"attempt">) => tx.delete(signInAttempts).where(eq(signInAttempts.id, id));

/** Those at one person, whose password is another now. */
export const clearAttempts = (tx: Tx, email: string) =>
  tx.delete(signInAttempts).where(eq(signInAttempts.email, email));

/** Records the network that someone has signed in from. */
export async function rememberNetwork(tx: Tx, staffId: Id<"staff">, address: string | null): Promise<void> {
  const seen = { staffId, network: networkOf(address ?? "unknown"), seenAt: databaseNow };
  const target = [signInNetworks.staffId, signInNetworks.network];
  await tx
    .insert(signInNetworks)
    .values(seen)
    .onConflictDoUpdate({ target, set: { seenAt: databaseNow } });
}
