/** All senders, each loaded when it is used. */
import type { MessageChannel } from "#core/contract/values/message-kinds";
import type { Sender } from "./sender.ts";

const senders = {
  smtp: () => import("./smtp/smtp.ts").then(({ smtp }): Sender => smtp),
  ses: () => import("./ses/ses.ts").then(({ ses }): Sender => ses),
  twilio: () => import("./twilio/twilio.ts").then(({ twilio }): Sender => twilio),
  msg91: () => import("./msg91/msg91.ts").then(({ msg91 }): Sender => msg91),
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

/** Whether it only sends registered texts. */
export const takesRegisteredOnly = (code: string | undefined): boolean => code === "msg91";

/** The senders that a store can use, in display order. */
export const offeredSenders = (): SenderCode[] => Object.keys(senders).filter(isSenderCode);
