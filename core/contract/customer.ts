/** Customers: who buys, how to reach them, and what they have bought so far. */
import * as z from "zod";
import {
  address,
  addressShown,
  amountMinor,
  eachOnce,
  email,
  id,
  money,
  paragraphs,
  phone,
  text,
  time,
} from "./fields.ts";
import { History } from "./history.ts";
import { listing, operation, pageOf } from "./kit.ts";

/** More addresses than anybody ships to. */
export const addressesMax = 20;
export const tagsMax = 50;
export const groupsMax = 100;
export const noteMax = 5000;

const addressWanted = z.strictObject({
  ...address.shape,
  isDefault: z.boolean().default(false).describe("One of them is; the first, when none says so."),
});
export const CustomerAddress = addressShown.extend({ isDefault: z.boolean() });
export type CustomerAddress = z.output<typeof CustomerAddress>;

export const Customer = z.object({
  id: id("customer"),
  email: z.string().nullable().describe("Null once erased."),
  name: z.string(),
  phone: z.string().nullable(),
  addresses: z.array(CustomerAddress),
  groups: z.array(z.object({ id: id("group"), name: z.string() })),
  note: z.string().nullable().describe("For staff; no event carries it."),
  tags: z.array(z.string()),
  marketing: z.object({
    accepts: z.boolean(),
    at: time.nullable().describe("When they last said so; null when they never did."),
  }),
  orders: z.int().describe("Orders placed that are not cancelled."),
  spent: money.describe("What was paid for all their orders, less what was refunded, whatever became of the orders."),
  lastOrderAt: time.nullable().describe("Of the newest that is not cancelled."),
  createdAt: time,
  updatedAt: time,
  erasedAt: time.nullable(),
  mergedInto: id("customer").nullable().describe("The customer that this one became part of."),
});
export type Customer = z.output<typeof Customer>;

export const CustomerSummary = Customer.pick({
  id: true,
  email: true,
  name: true,
  phone: true,
  tags: true,
  orders: true,
  spent: true,
  lastOrderAt: true,
  createdAt: true,
  erasedAt: true,
});

export const list = operation({
  name: "customer.list",
  method: "GET",
  path: "/api/admin/customers",
  right: "customers.read",
  vendor: "closed",
  summary: "List customers, the newest first unless asked otherwise. Those who were merged into another are not shown.",
  input: z.strictObject({
    ...listing,
    q: text(200)
      .optional()
      .describe(
        "A whole e-mail address or parts of one; words of a name in any order, the shortest two letters as a word begins; four digits or more of a phone number.",
      ),
    groupId: id("group").optional(),
    tag: text(50).optional().describe("As it is written."),
    spentFromMinor: amountMinor.optional().describe("Who spent so much or more, in minor units."),
    spentToMinor: amountMinor.optional().describe("Who spent so much or less, in minor units."),
    lastOrderFrom: time.optional().describe("Whose last order was placed at this time or later."),
    lastOrderTo: time.optional().describe("Whose last order was placed before this time."),
    sort: z.enum(["newest", "oldest", "spent", "lastOrder"]).default("newest"),
  }),
  output: pageOf(CustomerSummary),
  refuses: [],
});

export const read = operation({
  name: "customer.read",
  method: "GET",
  path: "/api/admin/customers/{id}",
  right: "customers.read",
  vendor: "closed",
  summary: "Show a customer. Their orders are in `order.list`, by `customerId`.",
  input: z.strictObject({ id: id("customer") }),
  output: Customer,
  refuses: ["customer.unknown"],
});

const fields = {
  email,
  name: text(200),
  phone: phone.nullable(),
  addresses: z.array(addressWanted).max(addressesMax).describe("All that the customer is to have."),
  note: paragraphs(noteMax).nullable(),
  tags: z.array(text(50)).max(tagsMax).describe("All that the customer is to have. The same word twice is one tag."),
  groupIds: eachOnce(z.array(id("group")).max(groupsMax)).describe("All groups that the customer is to be in."),
  acceptsMarketing: z.boolean().describe("What the customer has said; when it was written down is kept with it."),
};

export const create = operation({
  name: "customer.create",
  method: "POST",
  path: "/api/admin/customers",
  right: "customers.write",
  vendor: "closed",
  summary: "Add a customer. Orders by an unknown e-mail address make theirs by themselves.",
  input: z.strictObject({ ...z.strictObject(fields).partial().shape, email, name: fields.name }),
  output: Customer,
  status: 201,
  refuses: ["customer.emailTaken", "group.unknown"],
});

export const edit = operation({
  name: "customer.edit",
  method: "PATCH",
  path: "/api/admin/customers/{id}",
  right: "customers.write",
  vendor: "closed",
  summary: "Change what is known of a customer. Orders keep their own copy of contact and address.",
  input: z
    .strictObject({ id: id("customer"), ...z.strictObject(fields).partial().shape })
    .meta({ examples: [{ name: "Asha Rao", tags: ["wholesale"], acceptsMarketing: true }] }),
  output: Customer,
  refuses: ["customer.unknown", "customer.emailTaken", "customer.erased", "customer.merged", "group.unknown"],
});

export const erase = operation({
  name: "customer.erase",
  method: "POST",
  path: "/api/admin/customers/{id}/erase",
  right: "customers.write",
  vendor: "closed",
  summary:
    "Replace a customer's personal data, here and in the contact and address of their orders, for ever. Refused while an order of theirs is still to be shipped.",
  input: z.strictObject({ id: id("customer") }),
  output: Customer,
  refuses: ["customer.unknown", "customer.merged", "customer.hasOpenOrders"],
});

export const merge = operation({
  name: "customer.merge",
  method: "POST",
  path: "/api/admin/customers/{id}/merge",
  right: "customers.write",
  vendor: "closed",
  summary:
    "Make two customers one: the orders, groups, tags and addresses of the other become this one's, and orders by the other's e-mail address lead here from now on.",
  input: z.strictObject({ id: id("customer"), otherId: id("customer").describe("The one that goes.") }),
  output: Customer,
  refuses: ["customer.unknown", "customer.erased", "customer.merged", "customer.same"],
});

export const history = operation({
  name: "customer.history",
  method: "GET",
  path: "/api/admin/customers/{id}/history",
  right: "customers.read",
  vendor: "closed",
  summary:
    "List what was changed about a customer, newest first. Of personal data it says which of them, and never what they were: they can be erased.",
  input: z.strictObject({ id: id("customer"), ...listing }),
  output: History,
  refuses: ["customer.unknown"],
});
