/** Messages as work: to be written, and to be sent. */
import type { Id } from "#core/contract/kit/fields";
import type { SkipReason } from "#core/contract/message";
import { isMarketing, type MessageChannel, type MessageKind, messageKinds } from "#core/contract/values/message-kinds";
import type { Attachment } from "#core/message/senders/sender";
import type { Claim, Group } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";
import { doubling } from "#core/work/waits";
import { outdated, waitsFor } from "./outdated.ts";

/** A message claimed by this worker, until it is settled or the claim expires. */
export interface ClaimedMessage extends Claim, Group {
  readonly id: Id<"message">;
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly sender: string;
  readonly subject: string | null;
  readonly html: string | null;
  readonly body: string;
  readonly registered: { readonly id: string; readonly values: Readonly<Record<string, string>> } | null;
  readonly sealedLink: string | null;
  readonly attachment: Attachment | null;
  readonly createdAt: string;
  readonly harmless: number;
  /** By the database's clock. */
  readonly ageHours: number;
  /** The sender's settings; null once it has been removed for a while. */
  readonly sealed: string | null;
  readonly isRemoved: boolean;
  /** Whether the sender's last attempt failed. */
  readonly hasFailed: boolean;
  readonly isSuppressed: boolean;
  /** Its recipient has declined marketing since it was written. */
  readonly isDeclined: boolean;
  /** Why it is not sent any more; null if what it says still holds. */
  readonly outdated: Extract<SkipReason, "pageClosed" | "ordered" | "unshipped" | "accessLost"> | null;
  /** Why it is not known yet if what it says will hold; null if it is. */
  readonly waitsFor: string | null;
}

/** `later`: certainly not sent, and to be retried. `unknown` with `isStuck`: the outcome cannot be determined. */
export interface MessageOutcome {
  readonly of: Pick<ClaimedMessage, "id" | "claimId" | "attempts">;
  readonly is: "sent" | "rejected" | "bounced" | "failed" | "skipped" | "unknown" | "later";
  readonly isStuck: boolean;
  readonly why: SkipReason | null;
  readonly says: string | null;
  readonly sentId: string | null;
  /** The sender that takes over, with what is registered there; null if it stays with its own. */
  readonly passedTo: { readonly sender: string; readonly registered: unknown } | null;
  readonly afterSeconds: number | null;
  /** It was not tried: that counts as no attempt, and makes later waits no longer. */
  readonly isUntried: boolean;
}

const marketing = messageKinds
  .filter(isMarketing)
  .map((kind) => `'${kind}'`)
  .join();

export const messageLease = leaseOf<ClaimedMessage, MessageOutcome>({
  table: "messages",
  key: "id",
  dueAt: "due_at",
  pending: "row.status in ('queued', 'unknown')",
  queues: {
    names: { group: "text" },
    // A removed sender is not asked: what waits for it is passed on.
    all: `
      select code as "group" from providers
      where removed_at is not null or paused_until is null or paused_until <= now()`,
    rows: `row.sender = queue."group"`,
  },
  hideSeconds: 120,
  // 5, 10, 20 … seconds, and at most a quarter of an hour.
  waitSeconds: doubling(5, 900),
  reads: `
    row.sender as "group", row.sender, row.kind, row.channel, row.recipient, row.subject, row.html, row.body, row.registered,
    row.sealed_link as "sealedLink", row.attachment, row.harmless, provider.sealed, provider.failed_at is not null as "hasFailed",
    provider.removed_at is not null as "isRemoved",
    exists (select from suppressions s where s.channel = row.channel and s.recipient = row.recipient) as "isSuppressed",
    row.kind = any(array[${marketing}]) and exists (
      select from customers known join customers c on c.id = coalesce(known.merged_into, known.id)
      where known.email = row.recipient and c.marketing_at is not null and not c.accepts_marketing) as "isDeclined",
    ${outdated} as "outdated", ${waitsFor} as "waitsFor",
    to_char(row.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    extract(epoch from now() - row.created_at)::float8 / 3600 as "ageHours"`,
  joins: "join providers provider on provider.code = row.sender",
  again: ({ is, isStuck, afterSeconds }) => {
    if (is !== "later" && is !== "unknown") return false;
    // A `Retry-After` of 0 seconds, or a time in the past, counts as none.
    return isStuck ? false : afterSeconds || true;
  },
  given: {
    outcome: ["text", ({ is }) => is],
    why: ["text", ({ why }) => why],
    says: ["text", ({ says }) => says],
    sent_id: ["text", ({ sentId }) => sentId],
    passed_to: ["text", ({ passedTo }) => passedTo?.sender ?? null],
    untried: ["integer", ({ isUntried }) => Number(isUntried)],
    registered: ["jsonb", ({ passedTo }) => passedTo?.registered ?? null],
  },
  sets: {
    status: "case given.outcome when 'later' then row.status else given.outcome end",
    why: "given.why",
    says: "given.says",
    sent_id: "coalesce(row.sent_id, given.sent_id)",
    sender: "coalesce(given.passed_to, row.sender)",
    registered: "case when given.passed_to is null then row.registered else given.registered end",
    sealed_link: "case when given.outcome in ('later', 'unknown') then row.sealed_link end",
    attempts: "row.attempts - given.untried",
    harmless: "row.harmless + case given.outcome when 'later' then 1 - given.untried else 0 end",
    sent_at: "case when given.outcome = 'sent' then clock_timestamp() else row.sent_at end",
    settled_at: "case when given.outcome in ('later', 'unknown') then null else clock_timestamp() end",
  },
});
