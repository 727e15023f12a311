import { audit } from "#core/audit/record";
import type * as contract from "#core/contract/customer";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import { erasedEmail } from "#core/contract/parts/order-shapes";
import type { Change } from "#core/db/change";
import { type SQL, sql } from "#core/db/drizzle";
import { comparableNumber } from "#core/phone";
import { Refusal } from "#core/refusal";
import { lockedCustomer, lockedWithMerged } from "./lock-customer.ts";
import { shownCustomer } from "./show-customer.ts";

/** The keys by which other areas may have stored a person's data. */
interface KnownBy {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Those of them, in lower case, that are long enough to be searched for within other texts. */
  readonly texts: readonly string[];
  /** The first of these, for what was typed about many orders. */
  readonly fewTexts: readonly string[];
  readonly orderIds: readonly Id<"order">[];
  readonly orderNumbers: readonly string[];
}
type EraseOtherData = (change: Change, person: KnownBy) => Promise<void>;

/**
 * Whether a text is long enough to be searched for within other texts. Imported orders may have any text as their
 * contact: a shorter one would be found in what others wrote, and fewer digits may be a postal code or an amount.
 */
const isDistinctive = (text: string): boolean => text.length >= (/^\d+$/.test(text) ? 8 : 6);

/**
 * Whoever has more has those of many people, as a till has: to search everything that was typed about each order for all
 * of them takes longer than a statement may.
 */
const fewTextsMax = 500;

/** How many orders a refusal lists. */
const numbersMax = 20;

/**
 * Erases personal data permanently: of the customer, of those merged into them, and in the contact and address of their
 * orders, where country and postal code stay for taxes. Figures, lines and money stay. Refused while an order is still
 * to be shipped, because that needs its address. Erasing twice changes nothing, unless someone has written into an order
 * meanwhile.
 * @param otherData functions that erase other areas' data about the person, in the same change.
 */
export const eraseCustomer =
  (...otherData: EraseOtherData[]) =>
  async (change: Change, { id }: InputOf<typeof contract.erase>): Promise<contract.Customer> => {
    await lockCarts(change, id);
    await lockOrders(change, id);
    const ids = (await lockedWithMerged(change, [id])).map((one) => one.id);
    const row = await lockedCustomer(change, id);
    if (row.erasedAt && !(await hasPersonalData(change, id))) return shownCustomer(change.tx, id);
    await refuseOpenOrders(change, id);
    const { tx, at } = change;
    const person = await knownBy(change, ids);
    for (const erase of otherData) await erase(change, person);
    await erasePersonalData(change, id);
    await tx.execute(sql`
    update customers set email = null, former_emails = '{}', name = 'Erased', phone = null, addresses = '[]', note = null, tags = '{}',
      accepts_marketing = false, erased_at = coalesce(erased_at, ${at.toISOString()}::timestamptz), updated_at = ${at.toISOString()}::timestamptz
    where id = any(${sql.param(ids)})`);
    await tx.execute(sql`delete from customer_group_members where customer_id = any(${sql.param(ids)})`);
    audit(change, "customer.erase", id);
    return shownCustomer(tx, id);
  };

/** The only place where personal data outside the customer's row is erased. The customer's orders are locked. */
async function erasePersonalData({ tx, at }: Change, id: Id<"customer">): Promise<void> {
  await tx.execute(sql`
    update orders set ${personal} = ${erased}, updated_at = ${at.toISOString()}::timestamptz where customer_id = ${id}`);
}

/** An order's personal data, and what stays of it. */
const personal = sql`(email, name, phone, address)`;
const erased = sql`(${erasedEmail}, 'Erased', null, jsonb_strip_nulls(jsonb_build_object('line1', 'Erased', 'city', 'Erased',
  'postalCode', address->'postalCode', 'country', address->'country')))`;

/** Whether an order of theirs has been edited since they were erased. */
async function hasPersonalData({ tx }: Change, id: Id<"customer">): Promise<boolean> {
  const found = await tx.execute(sql`
    select from orders where customer_id = ${id} and ${personal} is distinct from ${erased} limit 1`);
  return found.length > 0;
}

interface Found extends Readonly<Record<string, unknown>> {
  readonly email: string | null;
  readonly phone: string | null;
  readonly orderId: Id<"order"> | null;
  readonly number: string | null;
}

/** A number without the zero after its country code, as in +44 (0)20; Italy's belongs to the number. */
const dialled = sql`regexp_replace(phone, '^(\\D*(?:00)?\\D*(?!39)[1-9]\\d{0,2}\\D*)\\(0\\)', '\\1')`;

/**
 * The same for a number with and without separators and that zero, and with 00 for its plus; a text without digits is
 * itself.
 */
const digits = sql`coalesce(nullif(ltrim(regexp_replace(${dialled}, '\\D', '', 'g'), '0'), ''), phone)`;

/** How a number may be stored: as it was typed, as it is compared now, and with the zero in brackets, as before. */
const storedAs = (phone: string) => [phone, comparableNumber(phone), comparableNumber(phone.replace("(0)", "0"))];

/**
 * By all email addresses and phone numbers of the customer, their orders and carts, but none that is someone else's, or
 * was. Their orders are locked.
 */
async function knownBy({ tx }: Change, ids: readonly Id<"customer">[]): Promise<KnownBy> {
  const own = sql`any(${sql.param(ids)})`;
  const rows = await tx.execute<Found>(sql`
    with known as (
      select email, phone, null as order_id, null as number from customers where id = ${own}
      union all
      select email, null, null, null from (${formerEmails(sql`= ${own}`)}) as former
      union all
      select email, phone, id, number from orders where customer_id = ${own}
      union all
      select null, phone, null, null from carts where ${isCartOf(sql`= ${own}`)}
    ), others as materialized (
      select email, ${digits} as digits from customers
      where (email in (select email from known) or ${digits} in (select ${digits} from known)) and not id = ${own}
      union all
      select former, null from customers, unnest(former_emails) as former
      where ${had(sql`array(select email from known where email is not null)`)} and not id = ${own}
    )
    select case when not exists (select from others where others.email = known.email) then email end as email,
      case when not exists (select from others where others.digits = ${digits}) then phone end as phone,
      order_id as "orderId", number
    from known`);
  const emails = [...new Set(rows.flatMap(({ email }) => email ?? []))];
  const phones = [...new Set(rows.flatMap(({ phone }) => (phone === null ? [] : storedAs(phone))))];
  const texts = [...new Set([...emails, ...phones].map((text) => text.toLowerCase()))].filter(isDistinctive);
  return {
    ...{ emails, phones, texts },
    fewTexts: texts.slice(0, fewTextsMax),
    orderIds: rows.flatMap(({ orderId }) => orderId ?? []),
    orderNumbers: rows.flatMap(({ number }) => number ?? []),
  };
}

/** The addresses that such customers had before an edit, but none that is or was another's. */
const formerEmails = (own: SQL): SQL => sql`
  select former as email from customers own, unnest(own.former_emails) as former
  where own.id ${own} and not exists (select from customers where email = former)
    and not exists (select from customers where ${had(sql`array[former]`)} and not id ${own})`;

/** Who had one of these addresses before an edit; by the index of those who had any. */
const had = (emails: SQL): SQL => sql`former_emails <> '{}' and former_emails && ${emails}`;

/**
 * Carts with an email address of such customers, and those that became their orders. In arrays, because otherwise the
 * indexes are not used.
 */
const isCartOf = (own: SQL): SQL => sql`
  (email = any(array(select email from customers where id ${own}))
    or email = any(array(${formerEmails(own)}))
    or order_id = any(array(select id from orders where customer_id ${own})))`;

/** Carts are locked before their orders and customers, as by a check-out; also those with an address of an order only. */
const lockCarts = ({ tx }: Change, id: Id<"customer">): Promise<unknown> =>
  tx.execute(sql`
    select from carts
    where ${isCartOf(sql`in (select id from customers where id = ${id} or merged_into = ${id})`)}
      or email = any(array(select email from orders where customer_id = ${id}))
    order by id for no key update`);

/** Orders are locked before their customers, as in every change of an order. */
export const lockOrders = ({ tx }: Change, id: Id<"customer">): Promise<unknown> =>
  tx.execute(sql`select from orders where customer_id = ${id} order by id for no key update`);

async function refuseOpenOrders({ tx }: Change, id: Id<"customer">): Promise<void> {
  const open = await tx.execute<{ number: string }>(sql`
    select number from orders where customer_id = ${id} and status in ('pending', 'confirmed', 'partiallyShipped')
    order by id desc limit ${numbersMax}`);
  if (open.length > 0) throw new Refusal("customer.hasOpenOrders", { orders: open.map(({ number }) => number) });
}
