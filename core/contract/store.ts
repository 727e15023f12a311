/** The store's own settings. */
import * as z from "zod";
import { currency, text, webAddress } from "./fields.ts";
import { operation } from "./kit.ts";

/**
 * That of a place, or UTC: what Node and PostgreSQL understand alike. An offset such as "+05:30" is east for the one and west for
 * the other; by "IST" the one means India and the other Israel, and "CET" has a summer for the one alone.
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

const fields = {
  name: text(200),
  currency,
  timeZone: z.string(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: "a language such as en-IN", abort: true })
    .refine(isLanguage, "a language such as en-IN")
    .describe("In which messages write amounts and dates (BCP 47)."),
  logoUrl: webAddress.nullable().describe("The picture above the store's e-mails."),
  cartUrl: webAddress
    .refine((address) => address.includes("{token}"), "an address with {token}, where the cart's token goes")
    .meta({ examples: ["https://shop.example.com/cart/{token}"] })
    .nullable()
    .describe("Where the shop opens a cart, with `{token}` for its token: where e-mails about abandoned carts lead."),
  taxesInclusive: z.boolean().describe("Whether prices include tax."),
  unpaidWindowMinutes: z
    .int()
    .min(1)
    .max(525_600)
    .describe("An order that stays unpaid for longer is cancelled by the sweep. A year at most."),
  lowStockThreshold: z.int().min(0).max(1_000_000).describe("For variants that name none of their own."),
  cartAbandonedHours: z
    .int()
    .min(1)
    .max(8760)
    .describe("A cart with an e-mail address and lines that nobody has touched for so long counts as abandoned."),
  showsSetup: z.boolean().describe("Whether Home shows owners what is left to set up."),
  ledgerOpenMonths: z
    .int()
    .min(1)
    .max(120)
    .describe("A month of the stock ledger is closed so many months after its end: nothing can be added to it then."),
  retentionDays: z.int().min(1).max(3650).describe("How long delivered webhook rows and sent events are kept."),
};

export const Store = z.object(fields);
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
