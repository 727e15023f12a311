/** The entries of an order's timeline. Each kind has a schema with a name, which client generators need. */
import * as z from "zod";
import { id, money, time } from "../kit/fields.ts";
import { Message } from "../message.ts";
import { eventNames } from "../values/events.ts";
import { Dispute, Refund } from "./order-money-shapes.ts";

const By = z.object({
  kind: z.string(),
  id: z.string().nullable(),
  name: z.string(),
  role: z.string().nullable(),
});

export const TimelineChange = z.object({
  type: z.literal("change"),
  id: id("audit"),
  at: time,
  changeId: id("change"),
  by: By,
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

export const TimelineEvent = z.object({
  type: z.literal("event"),
  id: id("event"),
  at: time,
  changeId: id("change"),
  name: z.enum(eventNames),
  fannedOutAt: time.nullable().describe("When the event arrived and its deliveries were created; null until then."),
  deliveries: z
    .object({ pending: z.int(), delivered: z.int(), dead: z.int() })
    .describe("The event's webhook deliveries by status."),
});

export const TimelineNote = z.object({
  type: z.literal("note"),
  id: id("note"),
  at: time,
  by: z.string(),
  text: z.string(),
});

export const TimelinePayment = z.object({
  type: z.literal("payment"),
  id: id("payment"),
  at: time,
  by: z.string(),
  kind: z.enum(["captured", "failed"]),
  method: z.string().nullable(),
  amount: money,
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  reversedAt: time.nullable(),
});

export const TimelineRefund = z.object({
  type: z.literal("refund"),
  id: id("refund"),
  at: time,
  by: z.string(),
  ...Refund.pick({ gateway: true, amount: true, status: true, reason: true, says: true, madeElsewhere: true }).shape,
});

export const TimelineDispute = z.object({
  type: z.literal("dispute"),
  id: id("dispute"),
  at: time,
  ...Dispute.pick({ gateway: true, amount: true, reason: true, status: true, moneyTaken: true }).shape,
});

export const TimelineMessage = z
  .object({
    type: z.literal("message"),
    id: id("message"),
    at: time,
    ...Message.pick({ kind: true, channel: true, recipient: true, status: true }).shape,
  })
  .describe("An email or SMS about the order. Included for callers with `messages.read`.");

export const TimelineEntry = z.discriminatedUnion("type", [
  TimelineChange,
  TimelineEvent,
  TimelineNote,
  TimelinePayment,
  TimelineRefund,
  TimelineDispute,
  TimelineMessage,
]);
export type TimelineEntry = z.output<typeof TimelineEntry>;
