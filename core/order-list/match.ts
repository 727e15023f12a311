import { type SQL, sql } from "drizzle-orm";
import { email } from "#core/contract/fields";
import { literalOf } from "#core/db/search";
import type { Vendor } from "#core/order/show";
import { amongLines, amongOrders, type Way } from "./way.ts";

/** "QM-100001", "#100001", "qm 100001", and digits alone, which may be something else too. */
const numberForms = /^(#\s*)?(QM[-\s]*)?(\d+)$/i;

/**
 * All that a text may mean which somebody types to find an order. A vendor login finds by number and by its own items
 * only: a customer's name or e-mail must not even be guessed at.
 */
export function matching(q: string, vendor: Vendor): Way[] {
  const number = numberIn(q);
  const byNumber = number === undefined ? [] : [sql`orders.number = ${number}`];
  if (vendor !== null) {
    return [...byNumber, ...byItem(q)].map((match) => amongLines(match, sql`l.vendor_id = ${vendor}`));
  }
  if (isSurelyNumber(q)) return byNumber.map((match) => amongOrders(match));
  const ofLine = (match: SQL) => sql`exists (select from order_lines l where l.order_id = orders.id and ${match})`;
  return [...byNumber, ...byContact(q), ...byPhone(q), ...byItem(q).map(ofLine), ...byWhole(q)].map((match) =>
    amongOrders(match),
  );
}

/** The text that a search is planned for; none for a number that is said to be one, which every plan finds alike. */
export const plannedFor = (q: string | undefined): string | undefined =>
  q === undefined || isSurelyNumber(q) ? undefined : q;

function numberIn(q: string): string | undefined {
  const [, , , digits] = numberForms.exec(q) ?? [];
  return digits && `QM-${digits}`;
}

function isSurelyNumber(q: string): boolean {
  const [, sign, prefix] = numberForms.exec(q) ?? [];
  return sign !== undefined || prefix !== undefined;
}

/** The index of contacts is made of exactly this. The space before it makes the first word begin like the others. */
const contact = sql`lower(' ' || orders.name || ' ' || orders.email || ' ' || coalesce(orders.phone, ''))`;
const nameAndEmail = sql`lower(' ' || orders.name || ' ' || orders.email)`;

/** A whole e-mail address, or words of a name and parts of an address, in any order; short ones as words begin. */
function byContact(q: string): SQL[] {
  if (email.safeParse(q).success) return [sql`orders.email = ${q.toLowerCase()}`];
  const patterns = words(q, /\s+/).map((word) => (word.length < 3 ? `% ${literalOf(word)}%` : `%${literalOf(word)}%`));
  // Digits may be found in the number, of which too short a part says nothing.
  return [sql`${allLike(contact, patterns)} and ${allLike(nameAndEmail, patterns)}`];
}

/**
 * Any part of a number, as the caller says it: spaces and all, perhaps with the 0 that one dials within the country, which
 * the number itself does not have.
 */
function byPhone(q: string): SQL[] {
  const [, plus = "", digits = ""] = /^(\+?)(\d{4,15})$/.exec(q.replaceAll(/[\s()./-]/g, "")) ?? [];
  if (digits === "") return [];
  const part = (text: string) => sql`(${contact} like ${`%${text}%`} and orders.phone like ${`%${text}%`})`;
  const dialled = /^0+(\d{7,})$/.exec(digits)?.[1];
  return [part(plus + digits), ...(dialled ? [part(dialled)] : [])];
}

/** What is made a space in the index of titles. */
const joints = /[\s\-/(["]+/;
const title = sql`lower(' ' || translate(l.title, '-/(["', '     '))`;

/** A SKU or its beginning, and words of a title as they begin, in any order. Folded by the database, as the indexes are. */
function byItem(q: string): SQL[] {
  const patterns = words(q, joints).map((word) => `% ${literalOf(word)}%`);
  return [
    sql`upper(l.sku) collate "C" like upper(${`${literalOf(q)}%`})`,
    ...(patterns.length > 0 ? [allLike(title, patterns)] : []),
  ];
}

/** What is copied rather than typed: a tracking number, with its spaces or without, or a payment's reference. */
const byWhole = (q: string): SQL[] => [
  sql`orders.id in (select p.order_id from parcels p
    where upper(p.tracking_number) collate "C" in (upper(${q}), upper(${q.replaceAll(/\s/g, "")})))`,
  sql`orders.id in (select p.order_id from payments p where upper(p.reference) collate "C" = upper(${q}))`,
];

/** So many words are looked for by themselves, the rest as it stands: a statement for each number of words would be too many. */
const wordsMax = 4;

function words(q: string, between: RegExp): string[] {
  const each = q.split(between).filter((word) => word !== "");
  return each.length <= wordsMax ? each : [...each.slice(0, wordsMax), each.slice(wordsMax).join(" ")];
}

const allLike = (text: SQL, patterns: readonly string[]): SQL =>
  sql.join(
    patterns.map((pattern) => sql`${text} like lower(${pattern})`),
    sql` and `,
  );
