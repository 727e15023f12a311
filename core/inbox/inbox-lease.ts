/** Received provider events as work: which are due, by provider, and what processing one writes into its row. */
import type { Id } from "#core/contract/kit/fields";
import type { Claim, Group } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";
import { doubling } from "#core/work/waits";

/** A received event claimed by this worker, until it is settled or the claim expires. */
export interface ClaimedInbound extends Claim, Group {
  readonly id: Id<"inbox">;
  readonly provider: string;
  /** Of the settings with which it was received; null if it is from before that was recorded. */
  readonly mode: "live" | "test" | null;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly body: string;
  readonly receivedAt: string;
}

/**
 * `later`: its subject is not settled yet, or could not be requested. `stuck`: it was not understood; it is kept and
 * shown. `unsigned`: it is not from the provider after all; it takes no place from a genuine one, and is removed like
 * ignored ones.
 */
export interface InboundOutcome {
  readonly of: Pick<ClaimedInbound, "id" | "claimId" | "attempts">;
  readonly is: "settled" | "ignored" | "unsigned" | "stuck" | "later";
  readonly says: string | null;
}

export const inboxLease = leaseOf<ClaimedInbound, InboundOutcome>({
  table: "inbox",
  key: "id",
  dueAt: "due_at",
  pending: "row.status = 'new'",
  group: "provider",
  hideSeconds: 120,
  // For about a day, in which its subject may still be settled.
  limit: { attempts: 100, interrupted: { status: "'stuck'", says: "'Its worker died each time.'" } },
  waitSeconds: doubling(2, 900),
  reads: `
    row.provider, row.provider as "group", row.mode, row.headers, encode(row.body, 'base64') as body,
    to_char(row.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt"`,
  again: ({ is }) => is === "later",
  given: {
    outcome: ["text", ({ is }) => is],
    says: ["text", ({ says }) => says],
  },
  sets: {
    status: `case when given.came = 'again' then 'new' when given.came = 'given up' then 'stuck'
      when given.outcome = 'unsigned' then 'ignored' else given.outcome end`,
    event_id: "case given.outcome when 'unsigned' then 'unsigned:' || row.id else row.event_id end",
    body: "case given.outcome when 'unsigned' then '' else row.body end",
    says: "given.says",
    settled_at: "case given.came when 'again' then null else clock_timestamp() end",
  },
});
