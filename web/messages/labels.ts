/** The words on screen for messages. */
import { type MessageStatus, messageStatuses, type SkipReason } from "#core/contract/message";
import { type MessageChannel, messageChannels, messageKinds, messageLabel } from "#core/contract/values/message-kinds";
import type { Message, Suppression } from "./types.ts";

export const statusBadges: Readonly<Record<MessageStatus, readonly [label: string, color: string]>> = {
  queued: ["Queued", "yellow"],
  sent: ["Sent", "blue"],
  delivered: ["Delivered", "green"],
  bounced: ["Bounced", "red"],
  rejected: ["Rejected", "red"],
  failed: ["Failed", "red"],
  unknown: ["Unknown", "orange"],
  skipped: ["Skipped", "gray"],
};

export const statusOptions = messageStatuses.map((value) => ({ value, label: statusBadges[value][0] }));

export const channelLabels: Readonly<Record<MessageChannel, string>> = { email: "Email", sms: "SMS" };
export const channelOptions = messageChannels.map((value) => ({ value, label: channelLabels[value] }));
export const kindOptions = messageKinds.map((value) => ({ value, label: messageLabel(value) }));

const skipped: Readonly<Record<SkipReason, string>> = {
  noProvider: "No sender is set up. Choose one under Settings › Messages, then send it again.",
  imported: "The order was imported, so its customer gets no messages.",
  tooOld: "The event is more than a day old.",
  suppressed: "This recipient is blocked; see Settings › Messages.",
  erased: "The recipient was erased.",
  switchedOff: "This message is switched off.",
  unregistered: "The text does not match the one registered with the sender.",
  declined: "The customer has declined marketing.",
  ordered: "The customer has ordered since.",
  reminded: "This recipient was reminded of another cart less than a day before.",
  tooMany: "This recipient already had 20 messages within an hour, and this one is about an order placed in a shop.",
  pageClosed: "The payment page was paid or closed, or had expired, before this could be sent.",
  unshipped: "The parcel was removed, or its label was being cancelled, before this could be sent.",
  accessLost: "Nobody on the team who may see this has this address any more.",
};

/** The same in a few words. */
export const skipLabels: Readonly<Record<SkipReason, string>> = {
  noProvider: "no sender",
  imported: "imported order",
  tooOld: "more than a day old",
  suppressed: "nothing is sent there",
  erased: "recipient erased",
  switchedOff: "switched off",
  unregistered: "not the registered text",
  declined: "declined marketing",
  ordered: "has ordered since",
  reminded: "already reminded that day",
  tooMany: "too many messages",
  pageClosed: "nothing to pay there",
  unshipped: "parcel removed",
  accessLost: "recipient lost access",
};

/** The outcome of a message, in a sentence. */
export function storyOf({ status, why, says, needsDecision }: Message): string {
  const reason = says ? ` ${says}` : "";
  switch (status) {
    case "queued":
      return says ? `It will be retried automatically. The last attempt said: ${says}` : "It will be sent shortly.";
    case "sent":
      return "The sender accepted it. There is no delivery report yet.";
    case "delivered":
      return "It was delivered.";
    case "bounced":
      return `It bounced.${reason}`;
    case "rejected":
      return `The sender rejected it.${reason}`;
    case "failed":
      return `It could not be sent.${reason}`;
    case "unknown":
      return needsDecision
        ? `Whether it was sent cannot be found out automatically. Look it up with the sender, and send it again if it is not there.${reason}`
        : `It may have been sent. The store is checking, and sends it again if it was not.${reason}`;
    case "skipped":
      return `${why ? skipped[why] : "It was not sent."}${reason}`;
  }
}

export const suppressionLabels: Readonly<Record<Suppression["why"], string>> = {
  bounced: "Bounced permanently",
  complained: "Marked as spam",
  optedOut: "Unsubscribed",
  address: "Does not exist",
};

/** Why there is no button to resend. */
export const cannotResendLabels: Readonly<Record<string, string>> = {
  "message.underWay": "It is still being sent.",
  "message.erased": "Its recipient has been erased.",
  "message.usedOnce": "Its link works only once: create a new one under Settings › Team.",
  "message.fileRemoved": "Its attached file was removed after 30 days.",
  "message.empty": "It was never written.",
};
