/** What messages are called on screen. */
import { type MessageStatus, messageStatuses, type SkipReason } from "#core/contract/message";
import { type MessageChannel, messageChannels, messageKinds, messageLabel } from "#core/contract/message-kinds";
import type { Message, Suppression } from "./types.ts";

export const statusBadges: Readonly<Record<MessageStatus, readonly [label: string, color: string]>> = {
  queued: ["Queued", "yellow"],
  sent: ["Sent", "blue"],
  delivered: ["Delivered", "green"],
  bounced: ["Bounced", "red"],
  rejected: ["Rejected", "red"],
  failed: ["Failed", "red"],
  unknown: ["Not certain", "orange"],
  skipped: ["Skipped", "gray"],
};

export const statusOptions = messageStatuses.map((value) => ({ value, label: statusBadges[value][0] }));

export const channelLabels: Readonly<Record<MessageChannel, string>> = { email: "E-mail", sms: "SMS" };
export const channelOptions = messageChannels.map((value) => ({ value, label: channelLabels[value] }));
export const kindOptions = messageKinds.map((value) => ({ value, label: messageLabel(value) }));

const skipped: Readonly<Record<SkipReason, string>> = {
  noProvider: "Nobody is set up to send it. Choose a sender under Settings › Messages, then send it again.",
  imported: "The order was imported: its customer is not written to.",
  tooOld: "What it is about is more than a day old.",
  suppressed: "Nothing is sent to this recipient; see Settings › Messages.",
  erased: "The recipient was erased.",
  switchedOff: "Messages of this kind are switched off.",
  unregistered: "The text is not the one that is registered with the sender.",
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
};

/** What became of a message, in a sentence. */
export function storyOf({ status, why, says, needsDecision }: Message): string {
  const said = says ? ` ${says}` : "";
  switch (status) {
    case "queued":
      return says ? `It is tried again by itself. The last attempt said: ${says}` : "It is about to be sent.";
    case "sent":
      return "The sender has taken it. Nothing says yet whether it arrived.";
    case "delivered":
      return "It arrived.";
    case "bounced":
      return `It came back.${said}`;
    case "rejected":
      return `The sender would not take it.${said}`;
    case "failed":
      return `It could not be sent.${said}`;
    case "unknown":
      return needsDecision
        ? `Nobody can find out whether it was sent. Look it up at the sender, and send it again if it is not there.${said}`
        : `It may have been sent, and is looked for or sent again by itself.${said}`;
    case "skipped":
      return `${why ? skipped[why] : "It was not sent."}${said}`;
  }
}

export const suppressionLabels: Readonly<Record<Suppression["why"], string>> = {
  bounced: "Bounced for good",
  complained: "Called it unwanted",
  optedOut: "Wants no more",
  address: "Does not exist",
};

/** Why the button is not there. */
export const cannotResendLabels: Readonly<Record<string, string>> = {
  "message.underWay": "It is still being sent.",
  "message.erased": "Whom it went to has been erased.",
  "message.usedOnce": "Its link works once: invite the person again.",
  "message.empty": "It was never written.",
};
