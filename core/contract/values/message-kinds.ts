/** The kinds of message. Each has a template for each of its channels. */
import type { Right } from "./rights.ts";

export const messageChannels = ["email", "sms"] as const;
export type MessageChannel = (typeof messageChannels)[number];

interface Kind {
  readonly label: string;
  readonly to: "customer" | "staff";
  /** Nobody has asked for it: not sent to customers who have declined marketing, and easy to decline. */
  readonly isMarketing?: true;
  /** It contains a link that grants access, perhaps with every right, and works once. */
  readonly grantsAccess?: true;
  /** It tells someone that their access has changed: it cannot be turned off. */
  readonly isSecurityNotice?: true;
  /** A further right needed to read its text. */
  readonly tells?: Right;
  /** Its channels, and whether a new store sends by them. */
  readonly channels: Readonly<Partial<Record<MessageChannel, boolean>>>;
}

const kinds = {
  "order.created": { label: "Order placed", to: "customer", channels: { email: true, sms: false } },
  "order.paid": { label: "Payment received", to: "customer", channels: { email: true, sms: false } },
  "order.shipped": { label: "Parcel shipped", to: "customer", channels: { email: true, sms: true } },
  "order.delivered": { label: "Parcel delivered", to: "customer", channels: { email: true, sms: true } },
  "order.edited": { label: "Order changed", to: "customer", channels: { email: true, sms: false } },
  "order.cancelled": { label: "Order cancelled", to: "customer", channels: { email: true, sms: false } },
  "order.refunded": { label: "Refund made", to: "customer", channels: { email: true, sms: false } },
  "order.returned": { label: "Return received", to: "customer", channels: { email: true, sms: false } },
  "payment.requested": { label: "Payment requested", to: "customer", channels: { email: true, sms: true } },
  "cart.abandoned": {
    label: "Cart abandoned",
    to: "customer",
    isMarketing: true,
    channels: { email: true, sms: false },
  },
  "staff.invited": {
    label: "Invitation to the team",
    to: "staff",
    grantsAccess: true,
    tells: "team.read",
    channels: { email: true },
  },
  "staff.passwordReset": {
    label: "Link to a new password",
    to: "staff",
    grantsAccess: true,
    tells: "team.read",
    channels: { email: true },
  },
  "staff.emailChanged": {
    label: "Email address changed, to the old one",
    to: "staff",
    isSecurityNotice: true,
    tells: "team.read",
    channels: { email: true },
  },
  "webhook.dead": {
    label: "Webhook deliveries given up",
    to: "staff",
    tells: "webhooks.read",
    channels: { email: true },
  },
  "stock.low": { label: "Low stock, each morning", to: "staff", tells: "inventory.read", channels: { email: true } },
  "report.scheduled": {
    label: "Report, each morning or on Mondays",
    to: "staff",
    tells: "reports.read",
    channels: { email: true },
  },
} as const satisfies Record<string, Kind>;

export type MessageKind = keyof typeof kinds;
/** The kinds that may go by SMS. */
export type SmsKind = {
  [Kind in MessageKind]: "sms" extends keyof (typeof kinds)[Kind]["channels"] ? Kind : never;
}[MessageKind];

export const messageKinds = Object.keys(kinds) as [MessageKind, ...MessageKind[]]; // Object.keys forgets the type of literal keys
export const isMessageKind = (name: string): name is MessageKind => Object.hasOwn(kinds, name);

const declared = (kind: MessageKind): Kind => kinds[kind];
export const messageLabel = (kind: MessageKind): string => declared(kind).label;
export const recipientsOf = (kind: MessageKind): "customer" | "staff" => declared(kind).to;
export const isMarketing = (kind: MessageKind): boolean => declared(kind).isMarketing === true;
export const grantsAccess = (kind: MessageKind): boolean => declared(kind).grantsAccess === true;
export const isSecurityNotice = (kind: MessageKind): boolean => declared(kind).isSecurityNotice === true;
/** Whether only someone with every right may edit its text, which could mislead or keep silent about access. */
export const takesEveryRight = (kind: MessageKind): boolean => grantsAccess(kind) || isSecurityNotice(kind);
export const rightToRead = (kind: MessageKind): Right | undefined => declared(kind).tells;
export const hasChannel = (kind: MessageKind, channel: MessageChannel): boolean => channel in declared(kind).channels;
/** Whether a new store sends messages of this kind through this channel. */
export const isOnAtFirst = (kind: MessageKind, channel: MessageChannel): boolean =>
  declared(kind).channels[channel] === true;
