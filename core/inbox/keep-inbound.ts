import { db } from "#core/db/client";
import { statement } from "#core/db/prepared";
import { newId } from "#core/id";
import type { Opened } from "#core/provider/sealed-settings";
import { gathered } from "#core/work/gathered";
import { storable } from "#core/work/storable";

export interface Admitted {
  readonly provider: string;
  readonly eventId: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly at: Date;
  /** Its signature has not been verified yet: it may be a forgery. */
  readonly unproven: boolean;
  /** The version of the settings with which it was admitted. */
  readonly by: Pick<Opened, "sealed">;
}

/**
 * `stale`: the provider's settings have changed in the meantime. `full`: too many unverified events are waiting. Nothing
 * was kept of either.
 */
export type Kept = "new" | "known" | "stale" | "full";

/** Unverified events of one provider: a quarter of a gigabyte. Providers repeat what was not accepted. */
const waitingMax = 1_000;

/** With the largest bodies, a few megabytes per statement. */
const togetherMax = 20;

/**
 * Stores an admitted event, if the provider's settings are still those it was admitted with: in one statement, shared
 * by all events that come in at the same time. Repeating an event changes nothing. It is on disk when this resolves.
 */
export const keepInbound: (admitted: Admitted) => Promise<Kept> = gathered(togetherMax, 1, async (batch) => {
  const rows = batch.map(({ provider, eventId, headers, body, at, unproven, by }, nth) => ({
    ...{ n: nth, id: newId("inbox"), provider, headers, unproven, by: by.sealed },
    ...{ event_id: eventId, body: body.toString("base64"), received_at: at },
  }));
  const answers = await insertInbound(db(), storable(rows));
  return answers.map(({ kept }) => kept);
});

/** In the order of their keys, so that concurrent statements with the same events do not deadlock. */
const insertInbound = statement<{ readonly kept: Kept }>(
  `with told as (
    select told.*, provider.mode, provider.code is not null as current, told.unproven and ${waitingMax} <= (
      select count(*) from (
        select from inbox where inbox.provider = told.provider and status = 'new' limit ${waitingMax}) waiting) as "full"
    from jsonb_to_recordset(`,
  `::jsonb) as told(n integer, id text, provider text, event_id text, "by" text, unproven boolean, headers jsonb, body text,
        received_at timestamptz)
      left join providers provider on provider.code = told.provider and provider.sealed = told."by"
  ), made as (
    insert into inbox (id, provider, mode, event_id, headers, body, status, due_at, received_at)
    select id, provider, mode, event_id, headers, decode(body, 'base64'), 'new', clock_timestamp(), received_at
    from told where current and not "full" order by provider, event_id
    on conflict (provider, event_id) do nothing
    returning id, provider
  ), cleared as (
    update providers set webhook_refused_at = null
    where webhook_refused_at is not null and code in (select provider from made)
  )
  select case when not told.current then 'stale' when told."full" then 'full'
    when made.id is null then 'known' else 'new' end as kept
  from told left join made on made.id = told.id order by told.n`,
);
