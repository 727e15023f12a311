import type { Source } from "#core/contract/template";
import { hasChannel, type MessageChannel, type MessageKind } from "#core/contract/values/message-kinds";
import { orderMails } from "./order-mails.ts";
import { staffMails } from "./staff-mails.ts";
import { texts } from "./texts.ts";

const mails: Readonly<Record<MessageKind, Pick<Source, "subject" | "html" | "body">>> = {
  ...orderMails,
  ...staffMails,
};
const shortTexts: Readonly<Partial<Record<MessageKind, string>>> = texts;

/** The built-in template; undefined if there is none. */
export function originalOf(kind: MessageKind, channel: MessageChannel): Source | undefined {
  if (!hasChannel(kind, channel)) return undefined;
  if (channel === "email") return { ...mails[kind], registered: null };
  return { body: shortTexts[kind] ?? "", registered: null };
}
