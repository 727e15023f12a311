/** Guessing at passwords, slowed down in the database, so that all instances count together. */

import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/fields";
import { inChange } from "#core/db/change";
import type { Tx } from "#core/db/client";
import { databaseNow } from "#core/db/columns";
import { eq, type SQL, sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { networkOf } from "#core/ip";
import { Refusal } from "#core/refusal";
import { signInAttempts, signInNetworks } from "#core/staff/staff.table";

export const windowMinutes = 15;
/** Wrong guesses within the window. */
export const guessesMax = {
  /** At one person from one network. */
  pair: 10,
  /** At one person from everywhere. */
  person: 100,
  /** From one network at everybody: an office, or a provider's whole customers, may share it. */
  network: 300,
} as const;
/** Somebody who has signed in from a network within these days is known there. */
export const knownDays = 90;

/**
 * Counts a guess before it is looked at, so that a thousand at once are not a thousand free ones. Refuses when there
 * were too many; a refused one is not counted, so whoever waits gets in. A right guess is taken out by `forgetAttempt`.
 * A person is not kept out of a network where they are known by guesses from elsewhere, or at others.
 */
export function countAttempt(by: Actor, email: string): Promise<Id<"attempt">> {
  const network = networkOf(by.address ?? "unknown");
  return inChange(by, async ({ tx }) => {
    // Whoever guesses at the same person or from the same network takes turns; always the person first.
    await tx.execute(sql`select pg_advisory_xact_lock(1, hashtext(${email}))`);
    await tx.execute(sql`select pg_advisory_xact_lock(2, hashtext(${network}))`);
    const isKnown = sql`exists (
      select 1 from sign_in_networks known join staff on staff.id = known.staff_id
      where staff.email = ${email} and staff.removed_at is null and known.network = ${network}
        and known.seen_at > ${databaseNow} - make_interval(days => ${knownDays}))`;
    const [full] = await tx.execute<{ seconds: number | null }>(sql`
      select ceil(extract(epoch from max(at) - (${since})))::int as seconds from (
        ${tooMany(sql`email = ${email} and address = ${network}`, guessesMax.pair)}
        union all ${tooMany(sql`email = ${email} and not ${isKnown}`, guessesMax.person)}
        union all ${tooMany(sql`address = ${network} and not ${isKnown}`, guessesMax.network)}) as too_many`);
    if (full && full.seconds !== null) {
      throw new Refusal("request.tooMany", { withinMinutes: windowMinutes, retryAfterSeconds: full.seconds });
    }
    const id = newId("attempt");
    await tx.insert(signInAttempts).values({ id, email, address: network, at: databaseNow });
    return id;
  });
}

/** The guess that must count no more before there is room again, when there are so many. */
const tooMany = (which: SQL, most: number) => sql`(
  select at from sign_in_attempts where ${which} and at > ${since} order by at desc offset ${sql.raw(String(most - 1))} limit 1)`;

const since = sql`${databaseNow} - make_interval(mins => ${windowMinutes})`;

export const forgetAttempt = (tx: Tx, id: Id<"attempt">) => tx.delete(signInAttempts).where(eq(signInAttempts.id, id));

/** Remembers where somebody has signed in from. */
export async function rememberNetwork(tx: Tx, staffId: Id<"staff">, address: string | null): Promise<void> {
  const seen = { staffId, network: networkOf(address ?? "unknown"), seenAt: databaseNow };
  const target = [signInNetworks.staffId, signInNetworks.network];
  await tx
    .insert(signInNetworks)
    .values(seen)
    .onConflictDoUpdate({ target, set: { seenAt: databaseNow } });
}
