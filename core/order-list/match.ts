import { email } from "#core/contract/fields";
import { allLike, byContact, byPhone, type ContactColumns, words } from "#core/db/contact-search";
import { type SQL, sql } from "#core/db/drizzle";
import { literalOf } from "#core/db/search";
import type { Vendor } from "#core/order/wire/own-part";
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
    return [...byNumber, sku(q), ...byItem(q)].map((match) => amongLines(match, sql`l.vendor_id = ${vendor}`));
  }
  if (isSurelyNumber(q)) return byNumber.map((match) => amongOrders(match));
  const ofLine = (match: SQL) => sql`exists (select from order_lines l where l.order_id = orders.id and ${match})`;
  const ofOrder = [
    ...[...byNumber, ...byContact(columns, q), ...byPhone(columns, q)],
    ...[...(isAddress(q) ? [] : byItem(q).map(ofLine)), ...byWhole(q)],
  ];
  return [amongLines(sku(q)), ...ofOrder.map((match) => amongOrders(match))];
}

/** The text that a search is planned for; none for what is only looked up whole, which every plan finds alike. */
export const plannedFor = (q: string | undefined): string | undefined =>
  q === undefined || isSurelyNumber(q) || isAddress(q) ? undefined : q;

/** A whole e-mail address is no part of anything. */
const isAddress = (q: string): boolean => email.safeParse(q).success;

function numberIn(q: string): string | undefined {
  const [, , , digits] = numberForms.exec(q) ?? [];
  return digits && `QM-${digits}`;
}

function isSurelyNumber(q: string): boolean {
  const [, sign, prefix] = numberForms.exec(q) ?? [];
  return sign !== undefined || prefix !== undefined;
}

/** The index of contacts is made of exactly this. The space before it makes the first word begin like the others. */
const columns: ContactColumns = {
  contact: sql`lower(' ' || orders.name || ' ' || orders.email || ' ' || coalesce(orders.phone, ''))`,
  nameAndEmail: sql`lower(' ' || orders.name || ' ' || orders.email)`,
  email: sql`orders.email`,
  phone: sql`orders.phone`,
};

/** What is made a space in the index of titles. */
const joints = /[\s\-/(["]+/;
const title = sql`lower(' ' || translate(l.title, '-/(["', '     '))`;

/** A whole SKU: its lines lie in the index in the order of time, so a page of them is read however often it was sold. */
const sku = (q: string): SQL => sql`upper(l.sku) collate "C" = upper(${q})`;

/** The beginning of a longer SKU, and words of a title as they begin, in any order. Folded by the database, as the indexes are. */
function byItem(q: string): SQL[] {
  const patterns = words(q, joints).map((word) => `% ${literalOf(word)}%`);
  return [
    // As a span: of a pattern whose whole is a SKU of many lines, PostgreSQL expects as many beside it.
    sql`upper(l.sku) collate "C" > upper(${q}) and upper(l.sku) collate "C" < upper(${q}) || chr(1114111)`,
    ...(patterns.length > 0 ? [allLike(title, patterns)] : []),
  ];
}

/**
 * What is copied rather than typed: a tracking number, with its spaces or without, or a payment's reference. Their orders are
 * looked up first: PostgreSQL takes them for one in 200 of all there are, and would walk through the orders to find them.
 */
const byWhole = (q: string): SQL[] => [
  sql`orders.id = any(array(select p.order_id from parcels p
    where upper(p.tracking_number) collate "C" in (upper(${q}), upper(${q.replaceAll(/\s/g, "")}))))`,
  sql`orders.id = any(array(select p.order_id from payments p where upper(p.reference) collate "C" = upper(${q})))`,
];
