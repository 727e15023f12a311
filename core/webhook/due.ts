import type { Id } from "#core/contract/fields";
import { db } from "#core/db/client";
import type { Lane } from "./webhook.table.ts";

/** First attempts and later ones wait in two queues, so that a backlog of failures does not hold up what is new. */
export type Turn = "first" | "again";

/** An endpoint's queue that has something due. */
export interface Due {
  readonly endpointId: Id<"endpoint">;
  readonly turn: Turn;
  readonly lane: Lane;
}

/** All queues of active endpoints with something due, the longest overdue first. Looks at the head of each, however long it is. */
export async function dueNow(overdueSeconds = 0, most = 10_000): Promise<Due[]> {
  const sql = db().$client;
  return sql<Due[]>`
    select endpoint.id as "endpointId", endpoint.lane, case turn when 0 then 'first' else 'again' end as turn
    from webhook_endpoints endpoint
    cross join (values (0), (1)) as turns (turn)
    cross join lateral (
      select next_attempt_at from webhook_deliveries
      where endpoint_id = endpoint.id and status = 'pending' and least(attempts, 1) = turns.turn
        and next_attempt_at <= now() - make_interval(secs => ${overdueSeconds})
      order by next_attempt_at, id limit 1
    ) as head
    where endpoint.active
    order by head.next_attempt_at
    limit ${most}`;
}
