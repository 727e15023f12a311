import { db } from "#core/db/client";
import { log } from "#core/log";
import type { NotTaken, Outcome, Outgoing } from "./outgoing.ts";

/** How many ids are in a log line; the doctor names all. */
const idsLogged = 20;

/**
 * Records in each event why the bus did not accept it, and clears that for those it accepted. Only a new code is
 * logged, so each is logged once, however often it is tried.
 */
export async function recordRefused(put: readonly Outgoing[], { refused, failed }: Outcome): Promise<void> {
  const notTaken = new Map([...refused, ...failed].map((one) => [one.id, one]));
  // Right after its change an event has no code yet: if it was accepted there is nothing to record.
  const concerned = put.filter(({ id, attempts }) => attempts > 0 || notTaken.has(id)).map(({ id }) => id);
  if (concerned.length === 0) return;
  const news = await db().$client<{ id: string }[]>`
    with held as (
      select events.id, given.code
      from unnest(${concerned}::text[], ${concerned.map((id) => notTaken.get(id)?.code ?? null)}::text[]) as given (id, code)
      join events on events.id = given.id
      where refused_code is distinct from given.code
      order by events.id for update of events
    )
    update events set refused_code = held.code, put_attempts = greatest(put_attempts, 1)
    from held where events.id = held.id
    returning events.id`;
  logNews(news.flatMap(({ id }) => notTaken.get(id) ?? []));
}

function logNews(news: readonly NotTaken[]): void {
  for (const [code, ones] of Map.groupBy(news, ({ code }) => code)) {
    const eventIds = ones.slice(0, idsLogged).map(({ id }) => id);
    log.warn("the bus refused events", { code, reason: ones[0]?.message, count: ones.length, eventIds });
  }
}
