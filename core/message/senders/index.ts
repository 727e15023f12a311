/** The senders there are, each loaded when it is used. */
import type { Sender } from "./sender.ts";

const senders = {
  twilio: () => import("./twilio.ts").then(({ twilio }): Sender => twilio),
  msg91: () => import("./msg91.ts").then(({ msg91 }): Sender => msg91),
} as const satisfies Record<string, () => Promise<Sender>>;

export type SenderCode = keyof typeof senders;

export const isSenderCode = (code: string): code is SenderCode => Object.hasOwn(senders, code);

export const senderOf = (code: SenderCode): Promise<Sender> => senders[code]();

/** Those that a store may use, in the order in which they are shown. */
export const offeredSenders = (): SenderCode[] => Object.keys(senders).filter(isSenderCode);
