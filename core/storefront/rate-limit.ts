import type { Actor } from "#core/actor";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { networkOf } from "#core/ip";
import { Refusal } from "#core/refusal";

/**
 * Writes per minute: per network, which may be a shop's own server, ten a second; per key, more than any shop needs.
 */
const writesMax = { address: 600, key: 60_000 } as const;

/**
 * Counts a storefront's write, by key and by client network, and refuses if there are too many. It commits separately
 * before the change begins: otherwise every shopper would wait for the change before. It does not wait for the disk,
 * because a count lost in a crash does no harm.
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
