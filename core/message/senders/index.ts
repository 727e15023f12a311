/** The senders there are, each loaded when it is used. */
import type { MessageChannel } from "#core/contract/message-kinds";
import type { Sender } from "./sender.ts";

const senders = {
  smtp: () => import("./smtp.ts").then(({ smtp }): Sender => smtp),
  ses: () => import("./ses.ts").then(({ ses }): Sender => ses),
  twilio: () => import("./twilio.ts").then(({ twilio }): Sender => twilio),
  msg91: () => import("./msg91.ts").then(({ msg91 }): Sender => msg91),
} as const satisfies Record<string, () => Promise<Sender>>;

export type SenderCode = keyof typeof senders;

const channels: Readonly<Record<SenderCode, MessageChannel>> = {
  smtp: "email",
  ses: "email",
  twilio: "sms",
  msg91: "sms",
};

export const isSenderCode = (code: string): code is SenderCode => Object.hasOwn(senders, code);

export const senderOf = (code: SenderCode): Promise<Sender> => senders[code]();

export const channelOf = (code: SenderCode): MessageChannel => channels[code];

/** Whether it sends no text but those that were registered with it. */
export const takesRegisteredOnly = (code: string | undefined): boolean => code === "msg91";

/** Those that a store may use, in the order in which they are shown. */
export const offeredSenders = (): SenderCode[] => Object.keys(senders).filter(isSenderCode);
