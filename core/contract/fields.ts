/** The field types that every area shares. */
import * as z from "zod";

/** What an id names, and how it begins (SPEC §1). */
export const prefixes = {
  order: "ord",
  line: "lin",
  parcel: "par",
  payment: "pay",
  paymentRequest: "prq",
  unmatched: "unm",
  dispute: "dsp",
  refund: "ref",
  return: "ret",
  note: "not",
  product: "prd",
  variant: "var",
  category: "cat",
  collection: "col",
  taxRate: "tax",
  discount: "dis",
  channel: "chn",
  location: "loc",
  transfer: "trf",
  movement: "mov",
  customer: "cus",
  group: "grp",
  priceList: "prl",
  vendor: "ven",
  staff: "stf",
  session: "ses",
  invitation: "inv",
  attempt: "att",
  key: "key",
  role: "rol",
  call: "cal",
  inbox: "inb",
  message: "msg",
  event: "evt",
  endpoint: "whe",
  delivery: "whd",
  import: "imp",
  report: "rep",
  cart: "crt",
  change: "chg",
  audit: "aud",
} as const;

export type Kind = keyof typeof prefixes;
export type Id<K extends Kind> = `${(typeof prefixes)[K]}_${string}`;

/** "ord_01m7…": says what it names and sorts by when it was made. A return's id where an order's belongs does not compile. */
export const id = <K extends Kind>(kind: K) =>
  z.templateLiteral([`${prefixes[kind]}_` as `${(typeof prefixes)[K]}_`, z.string().regex(/^[0-9a-z]{26}$/)]);

/** ISO 8601 in UTC. PostgreSQL's calendar has no year 0, and no patience for a hundred decimals of a second. */
export const timeText = z.iso
  .datetime()
  .max(40)
  .refine((text) => !text.startsWith("0000"), "a year from 0001 on");

/** A `Date` in the program, ISO 8601 in UTC on the wire. */
export const time = z.codec(timeText, z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A day of the store's own calendar: "2026-09-30". */
export const day = z.iso.date().refine((text) => !text.startsWith("0000"), "a year from 0001 on");

/** Minor units: 1999 is 19.99 in a two-decimal currency. Never a fraction. */
export const amountMinor = z.int().min(0).max(1_000_000_000_000);
export const currency = z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code such as INR");
export const money = z.object({ amountMinor: z.int(), currency });
export type Money = z.output<typeof money>;

/** One line of text that says something. */
export const text = (most: number) =>
  paragraphs(most).refine((line) => !/[\p{Cc}\u2028\u2029]/u.test(line), "one line, without control characters");
/** Text of as many lines as it takes. */
export const paragraphs = (most: number) => z.string().trim().min(1).max(most);
export const email = z.string().trim().toLowerCase().max(254).check(z.email());
export const phone = z.string().regex(/^\+[1-9]\d{6,14}$/, "a phone number like +919876543210 (E.164)");
/** How many of something: PostgreSQL's `integer` has to hold sums of them. */
export const quantity = z.int().min(1).max(1_000_000);
/** More lines than any basket has; it bounds the work of one request. */
export const linesMax = 200;

export const address = z.strictObject({
  line1: text(200),
  line2: text(200).optional(),
  city: text(100),
  region: text(100).optional(),
  postalCode: text(20),
  country: z.string().regex(/^[A-Z]{2}$/, "an ISO 3166 code such as IN"),
});
export type Address = z.output<typeof address>;
