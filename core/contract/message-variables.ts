/** The variables of each template, with what each contains. Amounts and dates are already formatted. */
import type { MessageKind } from "./message-kinds.ts";

/** A text describes a value; a list of one describes each item of a list. */
export interface Variables {
  readonly [name: string]: string | Variables | readonly [Variables];
}

const shop = {
  name: "The store's name",
  logoUrl: "Address of its picture; empty without one",
};

const line = {
  title: "What it is called",
  sku: "Its SKU",
  quantity: "How many",
  unitPrice: "What one costs",
  total: "What all of them cost",
  imageUrl: "Address of its picture; empty without one",
};

const customer = { name: "The customer's name", email: "Their e-mail address", phone: "Their number; may be empty" };

const order = {
  number: "The order's number, such as QM-100001",
  placedOn: "The day on which it was placed",
  lines: [line],
  subtotal: "What its lines come to",
  discount: "What was taken off; empty when nothing was",
  shipping: "What shipping costs; empty when nothing",
  tax: "The tax; empty when there is none",
  taxIncluded: "`yes` where prices include tax, else empty",
  total: "Total amount",
  paid: "What has been paid; empty when nothing has",
  due: "What the customer owes; empty when nothing",
  address: [{ text: "A line of the address that it goes to" }],
} as const satisfies Variables;

const few = { title: "What it is called", quantity: "How many", imageUrl: "Address of its picture; may be empty" };

const aboutOrder = { shop, customer, order };

const variables = {
  "order.created": aboutOrder,
  "order.paid": aboutOrder,
  "order.shipped": {
    ...aboutOrder,
    parcel: {
      carrier: "Who carries it; may be empty",
      service: "How it travels; may be empty",
      trackingNumber: "Its tracking number; may be empty",
      trackingUrl: "Where to follow it; may be empty",
      lines: [few],
    },
  },
  "order.delivered": { ...aboutOrder, parcel: { trackingNumber: "Its tracking number; may be empty", lines: [few] } },
  "order.edited": { ...aboutOrder, changes: [{ text: "What was changed, in words" }] },
  "order.cancelled": { ...aboutOrder, reason: "Why, as staff wrote it; may be empty" },
  "order.refunded": {
    ...aboutOrder,
    refund: { amount: "What is paid back", reason: "Why; may be empty" },
  },
  "order.returned": { ...aboutOrder, return: { lines: [few], reason: "Why; may be empty" } },
  "payment.requested": {
    ...aboutOrder,
    payment: { amount: "What is asked for", url: "Where to pay", expiresOn: "Until when; may be empty" },
  },
  "cart.abandoned": {
    shop,
    customer,
    cart: { lines: [line], total: "Total amount", url: "Where it can be ordered; may be empty" },
  },
  "staff.invited": {
    shop,
    invitation: {
      name: "Who is invited",
      role: "As what",
      invitedBy: "Who invites them",
      link: "The link that accepts it",
      expiresOn: "Until when it works",
    },
  },
  "webhook.dead": {
    shop,
    endpoint: {
      url: "Where the deliveries go",
      dead: "How many were given up",
      lastError: "Why the last one failed",
      adminUrl: "The endpoint's page in the admin",
    },
  },
  "stock.low": {
    shop,
    stock: {
      lines: [{ title: "What runs low", sku: "Its SKU", available: "How many there are", threshold: "Its threshold" }],
      more: "How many others run low; empty when none",
      adminUrl: "The page of low stock in the admin",
    },
  },
  "report.scheduled": {
    shop,
    report: {
      name: "What it is called",
      description: "What it says; may be empty",
      day: "The day of it",
      columns: [{ name: "The column's name", align: "left or right" }],
      rows: [{ cells: [{ text: "What stands there", align: "left or right" }] }],
      rowCount: "How many rows it has",
      more: "What is in the file alone; empty when all of it is shown",
      failed: "Why it could not be run; empty when it was",
      adminUrl: "The report's page in the admin",
    },
  },
} as const satisfies Record<MessageKind, Variables>;

export const variablesOf = (kind: MessageKind): Variables => variables[kind];

/** The values for a kind: every variable with its value. */
export type ScopeOf<Kind extends MessageKind> = Values<(typeof variables)[Kind]>;
type Values<Given> = {
  readonly [Name in keyof Given]: Given[Name] extends readonly [infer Item]
    ? readonly Values<Item>[]
    : Given[Name] extends string
      ? string
      : Values<Given[Name]>;
};
