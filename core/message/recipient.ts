import type { MessageChannel } from "#core/contract/values/message-kinds";
import { comparableNumber } from "#core/phone";

/** As recipients are stored, so that a number that has opted out is the same however an order has it. */
export const recipientBy = (channel: MessageChannel, text: string): string =>
  channel === "sms" ? comparableNumber(text) : text;
