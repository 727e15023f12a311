/** Guessing at passwords, slowed down in the database, so that all instances count together. */
import { eq, sql } from "drizzle-orm";
import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/fields";
import { inChange } from "#core/db/change";
import type { Tx } from "#core/db/client";
import { databaseNow } from "#core/db/columns";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { signInAttempts } from "./staff.table.ts";

export const windowMinutes = 15;
/** Wrong guesses within the window, for one person and from one address; an office shares an address. */
export const perPersonMax = 10;
export const perAddressMax = 60;

/**
 * Counts a guess before it is looked at, so that a thousand at once are not a thousand free ones. Refuses when there
 * were too many; a refused one is not counted, so whoever waits gets in. A right guess is taken out by `forgetAttempt`.
 */
export function countAttempt(by: Actor, email: string): Promise<Id<"attempt">> {
  const address = networkOf(by.address ?? "unknown");
  return inChange(by, async ({ tx }) => {
    // Whoever guesses at the same person or from the same address takes turns; always the person first.
    await tx.execute(sql`select pg_advisory_xact_lock(1, hashtext(${email}))`);
    await tx.execute(sql`select pg_advisory_xact_lock(2, hashtext(${address}))`);
    // There is room again when the oldest of them counts no more.
    const [full] = await tx.execute<{ seconds: number | null }>(sql`
      select ceil(extract(epoch from max(oldest) - (${since})))::int as seconds from (
        select min(at) as oldest from sign_in_attempts where email = ${email} and at > ${since}
        having count(*) >= ${perPersonMax}
        union all
        select min(at) from sign_in_attempts where address = ${address} and at > ${since}
        having count(*) >= ${perAddressMax}) as too_many`);
    if (full && full.seconds !== null) {
      throw new Refusal("request.tooMany", { withinMinutes: windowMinutes, retryAfterSeconds: full.seconds });
    }
    const id = newId("attempt");
    await tx.insert(signInAttempts).values({ id, email, address, at: databaseNow });
    return id;
  });
}

export const forgetAttempt = (tx: Tx, id: Id<"attempt">) => tx.delete(signInAttempts).where(eq(signInAttempts.id, id));

const since = sql`${databaseNow} - make_interval(mins => ${windowMinutes})`;

/** An IPv4 address as it is; of an IPv6 address the /64, for one customer of a provider has all of it. */
function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address.slice(address.lastIndexOf(":") + 1);
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right].slice(0, 4).join(":");
}
