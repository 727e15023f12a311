import type { Actor } from "#core/actor";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { networkOf } from "#core/ip";
import { Refusal } from "#core/refusal";

/** Writes a minute: ten a second from one place in the network, which a shop's own server may be, and what no shop has by one key. */
const writesMax = { address: 600, key: 60_000 } as const;

/**
 * Counts a storefront's write, by its key and by the network that it comes from, and refuses what is too much. By itself and
 * before the change begins: a count that waited for the commit would make every shopper wait for the one before. Nor does
 * it wait for the disk: a count that a crash loses harms nobody.
 * @throws Refusal `request.tooMany`, with how long to wait.
 */
export async function refuseTooManyRequests({ id, address }: Actor): Promise<void> {
  const [fromAddress, byKey] = [`address ${networkOf(address ?? "unknown")}`, `key ${id}`];
  const counted = await db().execute<{ asker: string; requests: number; seconds: number }>(sql`
    insert into storefront_requests as counted (asker, minute, requests)
    select asker, date_trunc('minute', clock_timestamp()), 1
    from (select set_config('synchronous_commit', 'off', true)) as unhurried,
      unnest(${sql.param([fromAddress, byKey])}::text[]) as asker
    on conflict (asker, minute) do update set requests = counted.requests + 1
    returning asker, requests, 60 - extract(second from clock_timestamp())::integer as seconds`);
  const over = counted.find(({ asker, requests }) => requests > (asker === byKey ? writesMax.key : writesMax.address));
  if (over) throw new Refusal("request.tooMany", { retryAfterSeconds: Math.max(1, over.seconds) });
}
