/** The store's own settings. */
import * as z from "zod";
import { currency, text, webAddress } from "./kit/fields.ts";
import { operation } from "./kit/operation.ts";
import { plainAddress } from "./kit/patterns.ts";
import { paymentMethods } from "./parts/order-shapes.ts";

/**
 * `Region/Place` or UTC, which Node and PostgreSQL understand alike. They disagree about others: an offset such as
 * "+05:30" is east in Node but west in PostgreSQL, "IST" is India or Israel, and "CET" has no summer time in
 * PostgreSQL.
 */
export const timeZoneForm = /^(?:UTC|[A-Za-z]+\/[A-Za-z0-9_+/-]{1,50})$/;

const timeZone = z
  .string()
  .regex(timeZoneForm, { error: "an IANA time zone such as Asia/Kolkata, or UTC", abort: true })
  .refine(isTimeZone, "an IANA time zone such as Asia/Kolkata, or UTC");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

/** How long after its last change a cart without an order is removed, with its personal data. */
export const cartKeptDays = 90;

/** A day less than carts are kept: one that is removed before it counts as abandoned is never announced. */
export const cartAbandonedHoursMax = (cartKeptDays - 1) * 24;

const fields = {
  name: text(200),
  currency,
  timeZone: z.string(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: "a language such as en-IN", abort: true })
    .refine(isLanguage, "a language such as en-IN")
    .describe("The language in which messages format amounts and dates (BCP 47)."),
  logoUrl: webAddress.nullable().describe("The logo at the top of the store's emails."),
  cartUrl: webAddress
    .refine((address) => address.includes("{token}"), "an address with {token}, where the cart's token goes")
    .meta({
      // No URI has braces.
      format: "uri-template",
      pattern: plainAddress.source.replace("^", "^(?=.*\\{token\\})"),
      examples: ["https://shop.example.com/cart/{token}"],
    })
    .nullable()
    .describe("The shop's URL of a cart, with `{token}` for its token: the link in emails about abandoned carts."),
  taxesInclusive: z.boolean().describe("Whether prices include tax."),
  unpaidWindowMinutes: z
    .int()
    .min(1)
    .max(525_600)
    .describe("An order that stays unpaid for longer is cancelled by the sweep. At most a year."),
  lowStockThreshold: z.int().min(0).max(1_000_000).describe("For variants without their own threshold."),
  cartAbandonedHours: z
    .int()
    .min(1)
    .max(cartAbandonedHoursMax)
    .describe(
      `A cart with an email address and lines counts as abandoned after this many hours without a change. Carts are kept for ${cartKeptDays} days after their last change.`,
    ),
  checkOutPayments: z
    .array(z.enum(paymentMethods))
    .min(1)
    .max(paymentMethods.length)
    .nullable()
    .describe(
      "How shoppers may pay in a shop; null for every way. With `cod` or `manual` among them, anyone can order without paying.",
    ),
  showsSetup: z.boolean().describe("Whether Home shows owners what is left to set up."),
  ledgerOpenMonths: z
    .int()
    .min(1)
    .max(120)
    .describe("A month of the stock ledger is closed this many months after its end: nothing can be added to it then."),
  retentionDays: z.int().min(1).max(3650).describe("How long delivered webhook rows and sent events are kept."),
};

// The document's pattern is narrower than what is accepted.
const addressShown = z.string().nullable();

export const Store = z.object({
  ...fields,
  logoUrl: addressShown.describe("The logo at the top of the store's emails."),
  cartUrl: addressShown.describe("The shop's URL of a cart, with `{token}` for its token."),
});
export type Store = z.output<typeof Store>;

export const read = operation({
  name: "store.read",
  method: "GET",
  path: "/api/admin/store",
  right: "signedIn",
  vendor: "open",
  summary: "Show the store's settings: name, currency, time zone, taxes, windows.",
  input: z.strictObject({}),
  output: Store,
  refuses: [],
});

export const edit = operation({
  name: "store.edit",
  method: "PATCH",
  path: "/api/admin/store",
  right: "store.write",
  vendor: "closed",
  summary: "Change the store's settings. The currency is fixed once an order has been placed in it.",
  input: z.strictObject({ ...fields, timeZone }).partial(),
  output: Store,
  refuses: ["store.currencyInUse"],
});
