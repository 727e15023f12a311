/** The variables of each template, with what each contains. Amounts and dates are already formatted. */
import type { MessageKind } from "./message-kinds.ts";

/** A text describes a value; a list of one describes each item of a list. */
export interface Variables {
  readonly [name: string]: string | Variables | readonly [Variables];
}

const shop = {
  name: "The store's name",
  logoUrl: "URL of its logo; empty if there is none",
};

const line = {
  title: "Its title",
  sku: "Its SKU",
  quantity: "How many",
  unitPrice: "Price of one",
  total: "Price of all of them",
  imageUrl: "URL of its picture; empty if there is none",
};

const customer = { name: "The customer's name", email: "Their email address", phone: "Their number; may be empty" };

const order = {
  number: "The order's number, such as QM-100001",
  placedOn: "The day it was placed",
  lines: [line],
  subtotal: "Total of its lines",
  discount: "The discount; empty if there is none",
  shipping: "The shipping charge; empty if there is none",
  tax: "The tax; empty if there is none",
  taxIncluded: "`yes` if prices include tax, otherwise empty",
  total: "Total amount",
  paid: "What has been paid; empty if nothing",
  due: "What the customer owes; empty if nothing",
  refundDue: "What has been paid and must still be refunded; empty if nothing",
  shipped: "`yes` once everything has shipped, otherwise empty",
  address: [{ text: "A line of the delivery address" }],
} as const satisfies Variables;

const few = { title: "Its title", quantity: "How many", imageUrl: "URL of its picture; may be empty" };

const aboutOrder = { shop, customer, order };

const variables = {
  "order.created": aboutOrder,
  "order.paid": { ...aboutOrder, payment: { amount: "The amount received" } },
  "order.shipped": {
    ...aboutOrder,
    parcel: {
      carrier: "The carrier; may be empty",
      service: "The carrier's service in words; may be empty",
      trackingNumber: "Its tracking number; may be empty",
      trackingUrl: "Its tracking page; may be empty",
      lines: [few],
    },
  },
  "order.delivered": { ...aboutOrder, parcel: { trackingNumber: "Its tracking number; may be empty", lines: [few] } },
  "order.edited": { ...aboutOrder, changes: [{ text: "One change, in words" }] },
  "order.cancelled": { ...aboutOrder, reason: "The reason that staff gave; may be empty" },
  "order.refunded": {
    ...aboutOrder,
    refund: { amount: "The amount refunded", reason: "The reason; may be empty" },
  },
  "order.returned": { ...aboutOrder, return: { lines: [few], reason: "The reason; may be empty" } },
  "payment.requested": {
    ...aboutOrder,
    payment: { amount: "The amount requested", url: "The payment page", expiresOn: "The day it expires; may be empty" },
  },
  "cart.abandoned": {
    shop,
    customer,
    cart: { lines: [line], total: "Total amount", url: "The page to order it; may be empty" },
    unsubscribeUrl: "The page to decline such messages",
  },
  "staff.invited": {
    shop,
    invitation: {
      name: "The person invited",
      role: "Their role",
      invitedBy: "The person who invited them",
      link: "The link to accept it",
      expiresOn: "The day the link expires",
    },
  },
  "staff.passwordReset": {
    shop,
    reset: {
      name: "The person who gets the link",
      sentBy: "The person who sent it",
      link: "The link to choose a new password",
      expiresOn: "The day the link expires",
    },
  },
  "staff.emailChanged": {
    shop,
    change: {
      name: "The person whose address was changed",
      changedBy: "The person who changed it",
      changedOn: "The day",
    },
  },
  "webhook.dead": {
    shop,
    endpoint: {
      url: "Where deliveries are sent",
      dead: "How many deliveries were given up",
      lastError: "Why the last one failed",
      adminUrl: "The endpoint's page in the admin",
    },
  },
  "stock.low": {
    shop,
    stock: {
      lines: [
        {
          title: "The item that is low",
          sku: "Its SKU",
          available: "How many are available",
          threshold: "Its threshold",
        },
      ],
      more: "How many more items are low; empty if none",
      adminUrl: "The low-stock page in the admin",
    },
  },
  "report.scheduled": {
    shop,
    report: {
      name: "Its name",
      description: "Its description; may be empty",
      day: "The day it was run",
      columns: [{ name: "The column's name", align: "left or right" }],
      rows: [{ cells: [{ text: "The cell's text", align: "left or right" }] }],
      rowCount: "How many rows it has",
      more: "What only the attached file contains; empty if everything is shown",
      failed: "Why it could not be run; empty if it was",
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
