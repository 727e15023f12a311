/** Sends due messages, outside of any transaction, and records the outcomes. */
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { isAway } from "#core/db/error";
import { senders } from "#core/message/sender-family";
import { suppress } from "#core/message/suppress";
import { forSenderNow } from "#core/message/write/for-sender";
import { messageContext } from "#core/message/write/message-context";
import { internationalNumber } from "#core/phone";
import { noteHealth } from "#core/provider/note-health";
import type { TimeLeft } from "#core/time-left";
import { workThrough } from "#core/work/loop";
import { patiently } from "#core/work/record-patiently";
import { evenSlots } from "#core/work/slots";
import { type Attempt, attempt, isUnsent } from "./attempt.ts";
import { type ClaimedMessage, type MessageOutcome, messageLease } from "./message-lease.ts";

/** Concurrent messages: in total, and per sender, so that a hanging sender slows only itself. */
const slotsTotal = 40;
const slotsOfOne = 16;
/** An exchange takes 30 s at most, and an attempt two exchanges; a mail server has 80 s, and 10 to connect. */
const attemptMsMax = 95_000;

/** @returns whether the time ran out before everything due was done. */
export const sendMessages = (timeLeft: TimeLeft): Promise<{ readonly unfinished: boolean }> =>
  workThrough({
    lease: messageLease,
    slots: evenSlots(slotsTotal, slotsOfOne),
    // A worker that is stopped in the middle leaves messages with an unknown outcome.
    timeLeft: () => timeLeft() - attemptMsMax,
    withinMs: attemptMsMax,
    work: sendOne,
  });

async function sendOne(row: ClaimedMessage): Promise<MessageOutcome | undefined> {
  if (row.recipient === "") return outcomeOf(row, { is: "skipped", why: "erased" });
  if (row.isDeclined) return outcomeOf(row, { is: "skipped", why: "declined" });
  if (row.outdated && isUnsent(row)) return outcomeOf(row, { is: "skipped", why: row.outdated });
  if (row.isSuppressed) return outcomeOf(row, { is: "skipped", why: "suppressed" });
  if (row.waitsFor !== null && isUnsent(row)) {
    // Only a label takes longer than some minutes.
    const afterSeconds = row.kind === "order.shipped" ? undecidedSeconds : pageSeconds;
    return row.ageHours < retryHours
      ? outcomeOf(row, { is: "later", says: row.waitsFor, afterSeconds, isUntried: true })
      : outcomeOf(row, { is: "skipped", why: "unshipped", says: "Its label was still being cancelled a day later." });
  }
  if (row.channel === "sms" && isUnsent(row) && internationalNumber(row.recipient) === undefined) {
    return outcomeOf(row, { is: "rejected", says: withoutCountryCode });
  }
  const sender = await senders.load(row.sender);
  if (row.isRemoved && isUnsent(row)) return await passedOn(row);
  if (!sender || !row.sealed) {
    const says = `It may have been sent by ${row.sender}, which is no longer set up.`;
    return outcomeOf(row, { is: "unknown", says, isStuck: true });
  }
  const made = await attempt(row, sender, row.sealed);
  const { outcome } = made;
  if (outcome.is !== "done" || row.hasFailed) await noteHealth(row.sender, outcome, fixable);
  const result = resultOf(row, made);
  const code = outcome.is === "refused" ? outcome.code : "";
  if (code !== "address" && code !== "optedOut") return result;
  const says = outcome.is === "refused" ? outcome.says : null;
  const refusing = () =>
    inChange(system("send-messages"), async (change) => {
      // The recipient may have been erased meanwhile.
      const [known] = await change.tx.execute(sql`
        select from messages where id = ${row.id} and recipient = ${row.recipient} for update`);
      if (!known) return;
      await suppress(change, { channel: row.channel, recipient: row.recipient, why: code, says, messageId: row.id });
      await messageLease.record([result], change.tx);
    });
  await patiently(refusing, (error) => !isAway(error));
  return undefined;
}

/** Imported orders have numbers as their customers have typed them. */
const withoutCountryCode =
  "The number has no country code, such as +91. Correct it in the order, and send the message again.";

/** What a removed sender has not sent is sent as it would be if it were written now. */
async function passedOn(row: ClaimedMessage): Promise<MessageOutcome> {
  const { status, why, says, sender, registered } = await forSenderNow(row, await messageContext(db()));
  if (status !== "queued" || sender === null) return outcomeOf(row, { is: "skipped", why, says });
  return outcomeOf(row, { is: "later", passedTo: { sender, registered }, afterSeconds: passedOnSeconds });
}

const passedOnSeconds = 1;

type Said = Partial<MessageOutcome> & Pick<MessageOutcome, "is">;

const outcomeOf = (of: ClaimedMessage, sendResult: Said): MessageOutcome => ({
  ...{ of, isStuck: false, why: null, says: null, sentId: null, passedTo: null, afterSeconds: null, isUntried: false },
  ...sendResult,
});

/** Failures that a person can fix, after which the message can be sent. */
const fixable = new Set(["credentials", "settings", "balance"]);
const retrySeconds = 300;
const retryHours = 24;
const undecidedSeconds = 60;
const pageSeconds = 20;

function resultOf(row: ClaimedMessage, { outcome, isStuck }: Attempt): MessageOutcome {
  switch (outcome.is) {
    case "done":
      return outcomeOf(row, { is: "sent", sentId: outcome.value.sentId });
    case "later":
      return outcomeOf(row, { is: "later", says: outcome.why, afterSeconds: outcome.afterSeconds });
    case "unknown":
      return outcomeOf(row, { is: "unknown", says: outcome.why, isStuck });
    case "refused": {
      const { code, says } = outcome;
      if (fixable.has(code) && row.ageHours < retryHours) {
        return outcomeOf(row, { is: "later", says, afterSeconds: retrySeconds });
      }
      return outcomeOf(row, { is: code === "unreachable" || fixable.has(code) ? "failed" : "rejected", says });
    }
  }
}
