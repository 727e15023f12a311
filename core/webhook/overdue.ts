import { db } from "#core/db/client";
import { type Lane, lanes } from "./webhook.table.ts";

/**
 * How many seconds the longest-waiting delivery is overdue, by lane; 0 if none is due. Reads only the first row of each
 * endpoint's queues, however many wait behind it.
 */
export async function overdueSeconds(): Promise<Readonly<Record<Lane, number>>> {
  const rows = await db().$client<{ lane: Lane; seconds: number }[]>`
    select lane, extract(epoch from clock_timestamp() - min(first.due))::float8 as seconds
    from webhook_endpoints endpoint cross join (values (false), (true)) as turns (again) cross join lateral (
      select next_attempt_at as due from webhook_deliveries row
      where endpoint_id = endpoint.id and row.again = turns.again and status = 'pending'
      order by next_attempt_at, id limit 1
    ) as first
    where active
    group by lane`;
  const secondsIn = (lane: Lane) => Math.max(0, rows.find((row) => row.lane === lane)?.seconds ?? 0);
  const [fast, slow] = lanes;
  return { fast: secondsIn(fast), slow: secondsIn(slow) };
}
