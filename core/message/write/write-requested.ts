/** Messages requested by a change: written by the worker, so that no request waits for a template. */
import * as z from "zod";
import type { SkipReason } from "#core/contract/message";
import type { MessageChannel, MessageKind } from "#core/contract/values/message-kinds";
import { db } from "#core/db/client";
import { log } from "#core/log";
import { picturesOf } from "#core/message/pictures";
import { takesRegisteredOnly } from "#core/message/senders/index";
import { productIdsIn, scopeOfRequest } from "#core/message/template/scope-of-request";
import type { TimeLeft } from "#core/time-left";
import { workInBatches } from "#core/work/batches";
import type { Claim, Group } from "#core/work/kind";
import { leaseOf } from "#core/work/lease";
import { doubling } from "#core/work/waits";
import { type MessageContext, messageContext, withheldOf } from "./message-context.ts";
import { messageOf, type Row, unwritten } from "./message-of.ts";

interface ClaimedAsk extends Claim, Group {
  readonly cause: string;
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly orderId: string | null;
  readonly given: unknown;
}

interface Outcome extends Row {
  readonly of: Pick<ClaimedAsk, "id" | "claimId" | "attempts">;
}

const lease = leaseOf<ClaimedAsk, Outcome>({
  table: "messages",
  key: "id",
  dueAt: "due_at",
  pending: "row.status = 'asked'",
  hideSeconds: 60,
  waitSeconds: doubling(5, 900),
  reads: 'row.cause, row.kind, row.channel, row.recipient, row.order_id as "orderId", row.given',
  again: ({ status }) => (status === "queued" ? 0 : false),
  given: {
    outcome: ["text", ({ status }) => status],
    why: ["text", ({ why }) => why],
    says: ["text", ({ says }) => says],
    subject: ["text", ({ subject }) => subject],
    html: ["text", ({ html }) => html],
    body: ["text", ({ body }) => body],
    registered: ["jsonb", ({ registered }) => registered],
    template_version: ["integer", ({ templateVersion }) => templateVersion],
    sender: ["text", ({ sender }) => sender],
  },
  sets: {
    status: "given.outcome",
    // Whoever mends the template can have it written then.
    given: "case when given.outcome = 'failed' then row.given end",
    attempts: "0",
    sealed_link: "case when given.outcome = 'queued' then row.sealed_link end",
    settled_at: "case when given.outcome <> 'queued' then clock_timestamp() end",
    ...Object.fromEntries(
      ["why", "says", "subject", "html", "body", "registered", "template_version", "sender"].map((name) => [
        name,
        `given.${name}`,
      ]),
    ),
  },
});

const batchSize = 50;

/** Writes requested messages until there are none or time runs out. @returns how many were written. */
export const writeRequested = (timeLeft: TimeLeft): Promise<number> =>
  workInBatches({ lease, most: batchSize, timeLeft, work: writeBatch });

async function writeBatch(rows: readonly ClaimedAsk[]): Promise<Outcome[]> {
  const around = await messageContext(db());
  const withheld = await withheldOf(
    db(),
    rows.map(({ kind, channel, recipient, orderId, cause }) => ({ kind, channel, recipient, orderId, cause })),
  );
  const outcomes: Outcome[] = [];
  for (const of of rows) outcomes.push({ of, ...(await rowOf(of, around, withheld(of))) });
  return outcomes;
}

const Given = z.object({ given: z.unknown(), link: z.string().optional() });

async function rowOf(request: ClaimedAsk, around: MessageContext, withheld: SkipReason | undefined): Promise<Row> {
  const { kind, channel } = request;
  const current = around.current(kind, channel);
  if (!current?.isOn) return unwritten("switchedOff");
  try {
    const { given, link } = Given.parse(request.given);
    const pictures = await picturesOf(db(), productIdsIn(kind, given));
    const sender = around.senderFor(channel);
    return await messageOf({
      ...{ current, sender, withheld, scope: scopeOfRequest(kind, given, link, around.store, pictures) },
      takesRegisteredOnly: takesRegisteredOnly(sender),
    });
  } catch (error) {
    log.error("a message cannot be written", { id: request.id, error });
    return {
      ...unwritten("switchedOff"),
      status: "failed",
      why: null,
      says: "It could not be written; the service's log says why.",
    };
  }
}
