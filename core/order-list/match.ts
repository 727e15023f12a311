import { email } from "#core/contract/kit/fields";
import { isSurelyOrderNumber, orderNumbersIn } from "#core/contract/values/order-number";
import { allLike, byContact, byPhone, type ContactColumns, words } from "#core/db/contact-search";
import { type SQL, sql } from "#core/db/drizzle";
import { folded, formsOf, literalOf } from "#core/db/search";
import type { Vendor } from "#core/order/wire/own-part";
import { amongLines, amongOrders, type Way } from "./way.ts";

/**
 * All meanings of a search text for orders. A vendor login searches only by number and by its own items: it must not
 * even be able to guess a customer's name or email address.
 */
export function matching(q: string, vendor: Vendor): Way[] {
  const numbers = orderNumbersIn(q);
  const byNumber = numbers.length === 0 ? [] : [sql`orders.number = any(${sql.param(numbers)}::text[])`];
  if (vendor !== null) {
    return [...byNumber, ...bySku(q), ...byItem(q)].map((match) => amongLines(match, sql`l.vendor_id = ${vendor}`));
  }
  if (isSurelyOrderNumber(q)) return byNumber.map((match) => amongOrders(match));
  const ofLine = (match: SQL) => sql`exists (select from order_lines l where l.order_id = orders.id and ${match})`;
  const ofOrder = [
    ...[...byNumber, byContact(columns, q), ...byPhone(columns, q)],
    ...[...(isAddress(q) ? [] : byItem(q).map(ofLine)), ...byWhole(q)],
  ];
  return [...bySku(q).map((match) => amongLines(match)), ...ofOrder.map((match) => amongOrders(match))];
}

/** The text that a search is planned for; none for texts looked up only as a whole, for which any plan is right. */
export const plannedFor = (q: string | undefined): string | undefined =>
  q === undefined || isSurelyOrderNumber(q) || isAddress(q) ? undefined : q;

/** A whole email address is searched as nothing else. */
const isAddress = (q: string): boolean => email.safeParse(q).success;

/** The contact index is on exactly this expression. The leading space lets the first word match like the others. */
const columns: ContactColumns = {
  contact: folded(sql`' ' || orders.name || ' ' || orders.email || ' ' || coalesce(orders.phone, '')`),
  nameAndEmail: folded(sql`' ' || orders.name || ' ' || orders.email`),
  email: sql`orders.email`,
  phone: sql`orders.phone`,
};

/** Characters that the index of titles replaces with spaces. */
const joints = /[\s\p{Pd}/(["]+/u;
const title = sql`(' ' || translate(${folded(sql`l.title`)}, '-/(["', '     '))`;

/** A whole SKU: the index has its lines by time, so only a page of them is read, however often it was sold. */
const bySku = (q: string): SQL[] => formsOf(q).map((form) => sql`upper(l.sku) collate "C" = upper(${form})`);

/** The beginning of a longer SKU, or of a title's words in any order. */
function byItem(q: string): SQL[] {
  const beginnings = words(q, joints).map((word) => `% ${literalOf(word)}%`);
  return [
    // As a range: for a pattern that is itself the SKU of many lines, PostgreSQL would expect as many further matches.
    ...formsOf(q).map(
      (form) =>
        sql`upper(l.sku) collate "C" > upper(${form}) and upper(l.sku) collate "C" < upper(${form}) || chr(1114111)`,
    ),
    ...(beginnings.length > 0 ? [allLike(title, beginnings)] : []),
  ];
}

/**
 * Texts that are pasted rather than typed: a tracking number, with or without its spaces, or a payment's reference.
 * Their orders are looked up first: PostgreSQL assumes one in 200 matches, and would scan the orders to find them.
 */
const byWhole = (q: string): SQL[] => [
  sql`orders.id = any(array(select p.order_id from parcels p
    where upper(p.tracking_number) collate "C" in (upper(${q}), upper(${q.replaceAll(/\s/g, "")}))))`,
  sql`orders.id = any(array(select p.order_id from payments p where upper(p.reference) collate "C" = upper(${q})))`,
];
