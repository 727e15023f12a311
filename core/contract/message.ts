/** Messages: every email and SMS, its text and its outcome. */
import * as z from "zod";
import { id, searchText, text, time, verbatim } from "./kit/fields.ts";
import { Done, listing, operation, pageOf } from "./kit/operation.ts";
import { messageChannels, messageKinds } from "./values/message-kinds.ts";

export * from "./parts/decline-marketing.ts";

/** `unknown`: it may have been sent. `rejected`: the sender did not accept it. */
export const messageStatuses = [
  ...(["queued", "sent", "delivered", "bounced", "rejected", "failed", "unknown", "skipped"] as const),
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Why a message was not sent. */
export const skipReasons = [
  ...(["noProvider", "imported", "tooOld", "suppressed", "erased", "switchedOff", "unregistered"] as const),
  ...(["declined", "ordered", "reminded", "tooMany", "pageClosed", "unshipped", "accessLost"] as const),
] as const;
export type SkipReason = (typeof skipReasons)[number];

const channel = z.enum(messageChannels);

const fields = {
  id: id("message"),
  kind: z.enum(messageKinds),
  channel,
  recipient: z.string().nullable().describe("Null if the person was erased."),
  orderId: id("order").nullable(),
  orderNumber: z.string().nullable(),
  status: z.enum(messageStatuses),
  why: z.enum(skipReasons).nullable().describe("Why it was skipped."),
  says: z.string().nullable().describe("The sender's own words about it."),
  subject: z.string().nullable().describe("For an SMS, its text. Null if the caller may not read the message."),
  sender: z.string().nullable(),
  resendOf: id("message").nullable().describe("The message that this one repeats."),
  attempts: z.int(),
  needsDecision: z
    .boolean()
    .describe("Whether it was sent cannot be found out: a person must check, and send it again if needed."),
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
  attachment: z.string().nullable().describe("The name of the attached file, which is kept for 30 days."),
  sentId: z.string().nullable().describe("The sender's id for it."),
  askedBy: z.string(),
  templateVersion: z.int().nullable().describe("0: the built-in text."),
  nextAttemptAt: time.nullable(),
  cannotResend: z
    .enum(["message.underWay", "message.erased", "message.empty", "message.usedOnce", "message.fileRemoved"])
    .nullable(),
  resendsTo: z
    .string()
    .nullable()
    .describe("Where it goes if it is sent again: the current address or number of its order, otherwise the same."),
});
export type MessageInFull = z.output<typeof MessageInFull>;

export const list = operation({
  name: "message.list",
  method: "GET",
  path: "/api/admin/messages",
  right: "messages.read",
  vendor: "closed",
  summary: "List messages with their recipients and outcomes, newest first.",
  input: z.strictObject({
    ...listing,
    q: searchText(254).optional().describe("The beginning of an email address or phone number, or an order number."),
    orderId: id("order").optional(),
    customerId: id("customer")
      .optional()
      .describe(
        "Messages about this customer's orders or sent to their address or number, except those about another customer's order that went to the same number.",
      ),
    kind: z.enum(messageKinds).optional(),
    channel: channel.optional(),
    status: z.enum(messageStatuses).optional(),
    from: time.optional().describe("At or after this time."),
    to: time.optional().describe("Before this time."),
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
  summary:
    "Send a message again, as it was written, to the current address or number of its order, otherwise to the same recipient. One that could not be written is written with the current template.",
  input: z.strictObject({ id: id("message") }),
  output: MessageInFull,
  status: 201,
  refuses: [
    "message.unknown",
    "message.underWay",
    "message.erased",
    "message.empty",
    "message.faulty",
    "message.usedOnce",
    "message.fileRemoved",
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
  summary:
    "Receive delivery reports from a sender. The response is sent once the report is stored; it is processed afterwards.",
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
  summary: "List the addresses and numbers that are blocked from receiving messages, newest first.",
  input: z.strictObject({
    ...listing,
    q: searchText(254).optional().describe("The beginning of an address or number."),
  }),
  output: pageOf(Suppression),
  refuses: [],
});

export const liftSuppression = operation({
  name: "message.liftSuppression",
  method: "POST",
  path: "/api/admin/message-suppressions/lift",
  right: "messages.send",
  vendor: "closed",
  summary: "Unblock an address or number, so that messages are sent to it again.",
  input: z.strictObject({ channel, recipient: text(254) }),
  output: Done,
  refuses: ["message.notSuppressed"],
});
