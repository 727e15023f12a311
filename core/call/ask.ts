import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";

export interface Asks {
  readonly provider: string;
  /** The name of a call kind. */
  readonly does: string;
  /** The row that it is for; the provider gets its id as the reference. */
  readonly subjectId: string;
  readonly orderId?: Id<"order"> | null;
  /** Everything that the request is made from, encoded by the call kind's `asked`. */
  readonly asked: unknown;
  /**
   * For a step that follows from another call: the original change, so that those who wait for it wait for this as
   * well. For one that nobody waits for, an id of its own.
   */
  readonly originalChangeId?: Id<"change"> | undefined;
  /** Nobody waits for it: it may wait behind what people want. */
  readonly polled?: true;
  /** Not before this has passed. */
  readonly inSeconds?: number;
}

/**
 * Records a call to a provider, within the change that wants it. The worker makes the call once the change has
 * committed. While an earlier one for the same row and purpose is open, nothing new is written; if that is a poll, this
 * change takes it over: it becomes as urgent as what a person wants, and its answer is awaited without the other polls.
 */
export async function ask(
  change: Change,
  { provider, does, subjectId, orderId = null, asked, originalChangeId, polled, inSeconds = 0 }: Asks,
): Promise<void> {
  await change.tx.execute(sql`
    insert into calls (id, provider, does, subject_id, order_id, change_id, asked, status, polled, due_at,
      created_at)
    values (${newId("call")}, ${provider}, ${does}, ${subjectId}, ${orderId}, ${originalChangeId ?? change.id}, ${JSON.stringify(asked)}::jsonb,
      'asked', ${polled ?? false}, clock_timestamp() + make_interval(secs => ${inSeconds}::float8), ${change.at.toISOString()}::timestamptz)
    on conflict (subject_id, does) where status in ('asked', 'unknown')
    do update set polled = excluded.polled, change_id = excluded.change_id where calls.polled`);
}

/**
 * The mode of a provider that is set up and enabled. It cannot be removed until the change ends.
 * @throws Refusal `provider.missing`
 */
export async function usableProvider(change: Change, code: string): Promise<"live" | "test"> {
  const [row] = await change.tx.execute<{ mode: "live" | "test" }>(sql`
    select mode from providers where code = ${code} and removed_at is null for share`);
  if (!row) throw new Refusal("provider.missing", { provider: code });
  return row.mode;
}
