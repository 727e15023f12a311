import { isMarketing } from "#core/contract/values/message-kinds";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { optional } from "#core/environment";
import { log } from "#core/log";
import { unsubscribeUrl } from "#core/message/decline-link";
import type { OutgoingEmail, OutgoingSms, Sender, Sent } from "#core/message/senders/sender";
import { internationalNumber } from "#core/phone";
import { afterUnknown, type Call, ofRepetition, outcomeOf } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import { absent, type Found, later, type Outcome, refused, unknown } from "#core/provider/outcome";
import { openedSettings } from "#core/provider/sealed-settings";
import { type Settings, secretsIn } from "#core/provider/settings";
import type { ClaimedMessage } from "./message-lease.ts";
import { tokensIn, withLink } from "./sealed-link.ts";

/** An outcome, and whether it is final although it is unknown. */
export interface Attempt {
  readonly outcome: Outcome<Sent>;
  readonly isStuck: boolean;
}

/** After this long without a known outcome, or without reaching the sender, it is given up. */
const tryForHours = 24;

/** A server that never answers in time may have delivered each: after some minutes a person decides. */
const copiesMax = 7;

/** One attempt to send a message, or to find out whether an earlier attempt has. */
export async function attempt(row: ClaimedMessage, sender: Sender, sealed: string): Promise<Attempt> {
  const opened = openedFor(row, sealed);
  if (!opened) return unopened(row);
  const { settings, tokens } = opened;
  const secrets = [...secretsIn(sender.settings, settings), ...tokens];
  const http = httpFor({ provider: row.sender, secrets });
  if (row.channel === "sms") {
    return sender.sms ? tryOnce(row, sender.sms, http, settings, smsOf(row)) : cannot(sender);
  }
  return sender.email ? tryOnce(row, sender.email, http, settings, emailOf(row)) : cannot(sender);
}

/** Everything that has to be decrypted; undefined if it cannot be. */
function openedFor(row: ClaimedMessage, sealed: string) {
  try {
    return { settings: openedSettings(row.sender, sealed), tokens: tokensIn(row) };
  } catch (error) {
    log.error("the secrets of a sender or message cannot be decrypted", { id: row.id, sender: row.sender, error });
    return undefined;
  }
}

/** Nothing was sent: an attempt without an outcome would count as one that may have been. */
function unopened(row: ClaimedMessage): Attempt {
  const says = "SECRETS_KEY does not decrypt the settings of its sender, or its link.";
  if (row.ageHours < tryForHours) return { outcome: later(says), isStuck: false };
  return isUnsent(row)
    ? { outcome: refused("settings", says), isStuck: false }
    : { outcome: unknown(says), isStuck: true };
}

const cannot = ({ label }: Sender): Attempt => ({
  outcome: refused("settings", `${label} cannot send this.`),
  isStuck: false,
});

/** Whether no earlier attempt can have sent it. */
export const isUnsent = ({ attempts, harmless }: ClaimedMessage): boolean => attempts - 1 <= harmless;

async function tryOnce<Asked>(
  row: ClaimedMessage,
  call: Call<Settings, Asked, Sent>,
  http: Http,
  settings: Settings,
  asked: Asked,
): Promise<Attempt> {
  const isOld = row.ageHours >= tryForHours;
  const ask = () => outcomeOf(http, () => call.ask(http, settings, asked));
  const again = (given: Outcome<Sent>): Attempt => {
    const outcome = ofRepetition(given, isOld);
    return { outcome, isStuck: isOld && outcome.is === "unknown" };
  };
  if (isUnsent(row)) {
    if (isOld)
      return { outcome: refused("unreachable", "It could not be handed over for a whole day."), isStuck: false };
    return { outcome: await ask(), isStuck: false };
  }
  const next = afterUnknown(call, row.ageHours);
  if (next === "leave it to a person") return { outcome: unknown("It may have been sent."), isStuck: true };
  if (next === "ask") {
    const made = again(await ask());
    const mayBeThere = made.outcome.is === "unknown" && row.attempts - row.harmless >= copiesMax;
    return mayBeThere ? { ...made, isStuck: true } : made;
  }
  const found = await outcomeOf<Found<Sent>>(http, async () => (await call.find?.(http, settings, asked)) ?? absent);
  if (found.is === "absent") {
    return again(next === "find" ? unknown("It was not found; it may yet be sent.") : await ask());
  }
  if (found.is === "done" && (await belongsToAnother(row, found.value.sentId))) {
    return { outcome: unknown("The message found there is a different one."), isStuck: true };
  }
  return again(found);
}

/** The same text may have been sent to someone twice. */
async function belongsToAnother({ id, sender }: ClaimedMessage, sentId: string): Promise<boolean> {
  const found = await db().execute(sql`
    select 1 from messages where sender = ${sender} and sent_id = ${sentId} and id <> ${id}`);
  return found.length > 0;
}

function emailOf(row: ClaimedMessage): OutgoingEmail {
  const { id, recipient: to, subject, html, body, createdAt, attachment } = row;
  const at = new Date(createdAt);
  return {
    ...{ id, to, subject: subject ?? "", html: withLink(row, html ?? ""), text: withLink(row, body), at, attachment },
    unsubscribeUrl: isMarketing(row.kind) ? unsubscribeUrl(to) : null,
  };
}

const smsOf = ({ recipient, body: text, registered, sender, createdAt }: ClaimedMessage): OutgoingSms => ({
  ...{ to: internationalNumber(recipient) ?? recipient, text, template: registered, at: new Date(createdAt) },
  receiptsAt: receiptsAt(sender),
});

/** A loopback address cannot be reached from outside. */
function receiptsAt(sender: string): string | null {
  const url = URL.parse(`/api/messages/${sender}/receipts`, optional("PUBLIC_URL"));
  return url?.protocol === "https:" ? url.href : null;
}
