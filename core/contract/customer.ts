/** Customers: who they are, how to reach them, and what they have bought so far. */
import * as z from "zod";
import {
  addressShown,
  addressWith,
  amountMinor,
  eachOnce,
  email,
  id,
  money,
  paragraphs,
  phone,
  searchText,
  tag,
  text,
  time,
} from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { History } from "./parts/history.ts";

/** More addresses than anyone ships to. */
export const addressesMax = 20;
export const tagsMax = 50;
export const groupsMax = 100;
export const noteMax = 5000;

const addressWanted = addressWith({
  isDefault: z.boolean().default(false).describe("One address is the default: the first, unless another is marked."),
});
export const CustomerAddress = addressShown.extend({ isDefault: z.boolean() });
export type CustomerAddress = z.output<typeof CustomerAddress>;

export const Customer = z.object({
  id: id("customer"),
  email: z.string().nullable().describe("Null after erasure."),
  name: z.string(),
  phone: z.string().nullable(),
  addresses: z.array(CustomerAddress),
  groups: z.array(z.object({ id: id("group"), name: z.string() })),
  note: z.string().nullable().describe("For staff only; not included in events."),
  tags: z.array(z.string()),
  marketing: z.object({
    accepts: z.boolean(),
    at: time.nullable().describe("When they last said so; null if they never did."),
  }),
  orders: z.int().describe("Orders placed that are not cancelled."),
  spent: money.describe("What was paid for all their orders, less refunds, including cancelled orders."),
  lastOrderAt: time.nullable().describe("Time of the newest order that is not cancelled."),
  createdAt: time,
  updatedAt: time,
  erasedAt: time.nullable(),
  mergedInto: id("customer").nullable().describe("The customer that this one was merged into."),
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
  summary: "List customers, newest first by default. Customers that were merged into another are not shown.",
  input: z.strictObject({
    ...listing,
    q: searchText(200)
      .optional()
      .describe(
        "All or parts of an email address; words of a name in any order, each at least its first two letters; four or more digits of a phone number.",
      ),
    groupId: id("group").optional(),
    tag: tag(50).optional().describe("A tag, in upper or lower case."),
    spentFromMinor: amountMinor.optional().describe("Customers who spent at least this much, in minor units."),
    spentToMinor: amountMinor.optional().describe("Customers who spent at most this much, in minor units."),
    lastOrderFrom: time.optional().describe("Customers whose last order was placed at or after this time."),
    lastOrderTo: time.optional().describe("Customers whose last order was placed before this time."),
    sort: z
      .enum(["newest", "oldest", "spent", "lastOrder"])
      .default("newest")
      .describe("`lastOrder` leaves out customers without orders."),
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
  summary: "Show a customer. Their orders are in `order.list` with `customerId`.",
  input: z.strictObject({ id: id("customer") }),
  output: Customer,
  refuses: ["customer.unknown"],
});

const fields = {
  email,
  name: text(200),
  phone: phone.nullable(),
  addresses: z.array(addressWanted).max(addressesMax).describe("The customer's complete list of addresses."),
  note: paragraphs(noteMax).nullable(),
  tags: z.array(tag(50)).max(tagsMax).describe("The customer's complete list of tags. Duplicates count once."),
  groupIds: eachOnce(z.array(id("group")).max(groupsMax)).describe("The customer's complete list of groups."),
  acceptsMarketing: z.boolean().describe("What the customer has said; the time it was recorded is kept with it."),
};

export const create = operation({
  name: "customer.create",
  method: "POST",
  path: "/api/admin/customers",
  right: "customers.write",
  vendor: "closed",
  summary: "Add a customer. An order from an unknown email address creates one automatically.",
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
  summary: "Change a customer's details. Orders keep their own copy of contact and address.",
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
    "Permanently erase a customer's personal data, here and in the contact and address of their orders. Refused while any of their orders is still to be shipped.",
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
    "Merge another customer into this one: the other's orders, groups, tags and addresses become this one's, and future orders from the other's email address belong to this one.",
  input: z.strictObject({
    id: id("customer"),
    otherId: id("customer").describe("The customer to merge into this one."),
  }),
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
    "List the changes to a customer, newest first. For personal data it names the fields but never their values, so that they can be erased.",
  input: z.strictObject({ id: id("customer"), ...listing }),
  output: History,
  refuses: ["customer.unknown"],
});
