/** Messages: every e-mail and SMS, what it said and what became of it. */
import * as z from "zod";
import { id, text, time, verbatim } from "./fields.ts";
import { Done, listing, operation, pageOf } from "./kit.ts";
import { messageChannels, messageKinds } from "./message-kinds.ts";

/** `unknown`: it may have been sent. `rejected`: the sender would not take it. */
export const messageStatuses = [
  ...(["queued", "sent", "delivered", "bounced", "rejected", "failed", "unknown", "skipped"] as const),
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Why a message was not sent. */
export const skipReasons = [
  ...(["noProvider", "imported", "tooOld", "suppressed", "erased", "switchedOff", "unregistered"] as const),
] as const;
export type SkipReason = (typeof skipReasons)[number];

const channel = z.enum(messageChannels);

const fields = {
  id: id("message"),
  kind: z.enum(messageKinds),
  channel,
  recipient: z.string().nullable().describe("Null once the person was erased."),
  orderId: id("order").nullable(),
  orderNumber: z.string().nullable(),
  status: z.enum(messageStatuses),
  why: z.enum(skipReasons).nullable().describe("Why it was skipped."),
  says: z.string().nullable().describe("What the sender says of it."),
  subject: z
    .string()
    .nullable()
    .describe("Of an SMS its text. Null when the caller may not read what the message says."),
  sender: z.string().nullable(),
  resendOf: id("message").nullable().describe("The message that this one repeats."),
  attempts: z.int(),
  needsDecision: z
    .boolean()
    .describe("Nobody can find out whether it was sent: a person looks, and sends it again or not."),
  createdAt: time,
  sentAt: time.nullable(),
  settledAt: time.nullable(),
};

export const Message = z.object(fields);
export type Message = z.output<typeof Message>;

export const MessageInFull = z.object({
  ...fields,
  html: z.string().nullable(),
  body: z.string().nullable(),
  attachment: z.string().nullable().describe("The name of the file that goes with it."),
  sentId: z.string().nullable().describe("What the sender calls it."),
  askedBy: z.string(),
  templateVersion: z.int().nullable().describe("0: the text that comes with the program."),
  nextAttemptAt: time.nullable(),
  cannotResend: z.enum(["message.underWay", "message.erased", "message.empty", "message.usedOnce"]).nullable(),
});
export type MessageInFull = z.output<typeof MessageInFull>;

export const list = operation({
  name: "message.list",
  method: "GET",
  path: "/api/admin/messages",
  right: "messages.read",
  vendor: "closed",
  summary: "List what was written to whom and what became of it, newest first.",
  input: z.strictObject({
    ...listing,
    q: text(254).optional().describe("The beginning of an e-mail address or number, or an order's number."),
    orderId: id("order").optional(),
    customerId: id("customer")
      .optional()
      .describe("About this customer's orders, or sent to an address or number of theirs."),
    kind: z.enum(messageKinds).optional(),
    channel: channel.optional(),
    status: z.enum(messageStatuses).optional(),
    from: time.optional().describe("Included."),
    to: time.optional().describe("Not included."),
  }),
  output: pageOf(Message),
  refuses: [],
});

export const read = operation({
  name: "message.read",
  method: "GET",
  path: "/api/admin/messages/{id}",
  right: "messages.read",
  vendor: "closed",
  summary: "Show a message as it was sent.",
  input: z.strictObject({ id: id("message") }),
  output: MessageInFull,
  refuses: ["message.unknown", "right.missing"],
});

export const resend = operation({
  name: "message.resend",
  method: "POST",
  path: "/api/admin/messages/{id}/resend",
  right: "messages.send",
  vendor: "closed",
  summary: "Send a message again, as it was written, to the same recipient.",
  input: z.strictObject({ id: id("message") }),
  output: MessageInFull,
  status: 201,
  refuses: [
    "message.unknown",
    "message.underWay",
    "message.erased",
    "message.empty",
    "message.usedOnce",
    "message.suppressed",
    "right.missing",
  ],
});

export const receive = operation({
  name: "message.receive",
  method: "POST",
  path: "/api/messages/{code}/receipts",
  right: "anyone",
  vendor: "open",
  summary: "Take what a sender says of messages. It is answered once it is kept, and worked on afterwards.",
  input: z.strictObject({ code: verbatim(1, 40) }),
  output: Done,
  rawBody: true,
  keepsNoAnswer: true,
  ignoresQuery: true,
  refuses: ["provider.unknown", "provider.unsigned"],
});

export const Suppression = z.object({
  channel,
  recipient: z.string(),
  why: z.enum(["bounced", "complained", "optedOut", "address"]),
  says: z.string().nullable(),
  messageId: id("message").nullable(),
  at: time,
});
export type Suppression = z.output<typeof Suppression>;

export const listSuppressions = operation({
  name: "message.listSuppressions",
  method: "GET",
  path: "/api/admin/message-suppressions",
  right: "messages.read",
  vendor: "closed",
  summary: "List the addresses and numbers that nothing is sent to, newest first.",
  input: z.strictObject({ ...listing, q: text(254).optional().describe("The beginning of an address or number.") }),
  output: pageOf(Suppression),
  refuses: [],
});

export const liftSuppression = operation({
  name: "message.liftSuppression",
  method: "POST",
  path: "/api/admin/message-suppressions/lift",
  right: "messages.send",
  vendor: "closed",
  summary: "Let messages go to an address or number again.",
  input: z.strictObject({ channel, recipient: text(254) }),
  output: Done,
  refuses: ["message.notSuppressed"],
});
