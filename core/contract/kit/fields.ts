/** The field types that every area shares. */
import * as z from "zod";
import { countries, countriesWithPostalCodes } from "../values/countries.ts";
import { byValueOf } from "./by-value-of.ts";
import {
  anyText,
  calendarDay,
  directionMarks,
  emailAddress,
  manyLines,
  oneLine,
  plainAddress,
  utcTime,
} from "./patterns.ts";

/** The prefix of each kind of id. */
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
  image: "img",
  variant: "var",
  category: "cat",
  collection: "col",
  taxRate: "tax",
  discount: "dis",
  channel: "chn",
  location: "loc",
  box: "box",
  rates: "rat",
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
  export: "exp",
  report: "rep",
  reportRun: "run",
  cart: "crt",
  shippingRate: "shr",
  view: "viw",
  change: "chg",
  audit: "aud",
} as const;

export type Kind = keyof typeof prefixes;
export type Id<K extends Kind> = `${(typeof prefixes)[K]}_${string}`;

const afterPrefix = z.string().regex(/^[0-9a-z]{26}$/);

/** "ord_01m7…": shows its kind and sorts by creation time. A return's id where an order's belongs does not compile. */
export const id = <K extends Kind>(kind: K) =>
  z.templateLiteral([`${prefixes[kind]}_` as `${(typeof prefixes)[K]}_`, afterPrefix], {
    error: ({ input }) =>
      typeof input === "string" ? `an id such as ${prefixes[kind]}_01m7qjz5x8k3v9c2d4f6g8h0ab` : undefined,
  });

/** ISO 8601 in UTC. */
export const timeText = z
  .string()
  .regex(utcTime, "a time in UTC such as 2026-09-30T08:15:00Z, from the year 1 on")
  .meta({ format: "date-time" });

/** A `Date` in the program, ISO 8601 in UTC on the wire. */
export const time = z.codec(timeText, z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A day in the store's time zone: "2026-09-30". */
export const day = z
  .string()
  .regex(calendarDay, "a day such as 2026-09-30, from the year 1 on")
  .meta({ format: "date" });

/** The largest single amount: ten thousand million in a two-decimal currency. */
export const amountMinorMax = 1_000_000_000_000;
/** Minor units: 1999 is 19.99 in a two-decimal currency. Never a fraction. */
export const amountMinor = z.int().min(0).max(amountMinorMax);
export const currency = z.string().regex(/^[A-Z]{3}$/, "an ISO 4217 code such as INR");
export const money = z.object({ amountMinor: z.int(), currency });
export type Money = z.output<typeof money>;

/** Length as people and JSON Schema count it: an emoji is one, where JavaScript counts two. */
const lengthOf = (text: string, most: number): number => (text.length > 2 * most ? text.length : [...text].length);

/** Text of a given length and form. */
const written = (least: number, most: number, form: RegExp, otherwise: string, read = z.string()) =>
  read
    .check(({ value, issues }) => {
      const length = lengthOf(value, most);
      const bound = { origin: "string", inclusive: true, input: value } as const;
      if (length > most) issues.push({ ...bound, code: "too_big", maximum: most });
      else if (length < least) issues.push({ ...bound, code: "too_small", minimum: least });
    })
    .regex(form, otherwise)
    .meta({ minLength: least, maxLength: most });

/** One line of text that is not blank. Trimmed. */
export const text = (most: number, read = z.string()) =>
  written(1, most, oneLine, "one line of text, not blank, without control characters", read).trim();
/** A letter with a mark may be sent as one character or as two: it is one (NFC), so that what looks equal is equal. */
export const inOneForm = (most: number) => text(most, z.string().normalize("NFC"));
export const tag = (most: number) => inOneForm(most);
/** What to search for. Marks of direction, with which phones and screens surround what is copied, are left out. */
export const searchText = (most: number) =>
  text(most)
    .overwrite((q) => q.replace(directionMarks, "").trim())
    .min(1);
/** Text of one or more lines that is not blank. Trimmed. */
export const paragraphs = (most: number) => written(1, most, manyLines, "text that is not blank").trim();
/** Text kept exactly as typed: a password, a description. */
export const verbatim = (least: number, most: number) => written(least, most, anyText, "text without NUL characters");
export const email = z
  .string()
  .max(254)
  .check(z.email({ pattern: emailAddress, error: "an email address" }))
  .trim()
  .toLowerCase();
const namesHost = "an address that begins with http:// or https:// and names a host";
/** An address on the web or in the store's own network: only the scheme and the host are checked. */
export const webAddress = z
  .url({ protocol: /^https?$/, hostname: /./, error: namesHost, abort: true })
  // A browser skips further slashes, and would take the first word of the path for the host.
  .refine((address) => /^https?:\/\/[^/\\]/i.test(address), namesHost)
  .max(2000)
  .meta({ pattern: plainAddress.source });
export const phone = z.string().regex(/^\+[1-9]\d{6,14}$/, "a phone number like +919876543210 (E.164)");
/** Low enough that PostgreSQL's `integer` holds sums of quantities. */
export const quantityMax = 1_000_000;
export const quantity = z.int().min(1).max(quantityMax);
/** A list without duplicates. */
export const eachOnce = <Item extends z.ZodType>(list: z.ZodArray<Item>) =>
  list.refine((items) => new Set(items).size === items.length, "each at most once").meta({ uniqueItems: true });
/** More lines than any basket has; bounds the work of one request. */
export const linesMax = 200;

export const country = z.enum(countries, "an ISO 3166-1 country code such as IN");

const addressFields = {
  line1: text(200),
  line2: text(200).optional(),
  city: text(100),
  region: text(100).optional(),
  postalCode: text(20).optional().describe("Left out where the country has none, as in Hong Kong."),
  country,
};
/** An address with these fields beside its own. */
export const addressWith = <Fields extends z.ZodRawShape>(fields: Fields) =>
  byValueOf(z.strictObject({ ...addressFields, ...fields }), "country", [
    { is: countriesWithPostalCodes, needs: ["postalCode"] },
  ]);
export const address = addressWith({});
export type Address = z.output<typeof address>;
/** An address as it was once accepted: the answer is not checked against today's countries. */
export const addressShown = z.strictObject({ ...addressFields, country: z.string() });
