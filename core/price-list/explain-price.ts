import type { Actor } from "#core/actor";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf } from "#core/contract/kit/operation";
import type { Explanation, explain } from "#core/contract/price";
import { type Db, db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { Refusal, refuseWithoutRight } from "#core/refusal";
import { storeCurrency } from "#core/store/settings";

/** The most lists in an explanation; a variant usually has prices in a few. */
const listsMax = sql.raw("200");

type Verdict = Explanation["lists"][number]["verdict"];

interface Listed extends Record<string, unknown> {
  readonly id: Id<"priceList">;
  readonly name: string;
  readonly priority: number;
  /** Why the list does not apply; null if it does. */
  readonly closed: Verdict | null;
  readonly least: number | null;
  readonly amount: string | null;
}

/**
 * Explains the decision of `listPrices` list by list: each with its price for the quantity, and why it was not used. A
 * customer's prices reveal their groups, so this needs the right to see customers.
 */
export async function explainPrice(by: Actor, input: InputOf<typeof explain>): Promise<Explanation> {
  if (input.customerId !== undefined) refuseWithoutRight(by, "customers.read");
  const tx = db();
  const [variant] = await tx.execute<{ price: string; currency: string }>(sql`
    select price_minor as price, ${storeCurrency} as currency from variants where id = ${input.variantId}`);
  if (!variant) throw new Refusal("variant.unknown", { variantIds: [input.variantId] });
  const customerId = await customerAs(tx, input.customerId);
  const channelId = await channelAs(tx, input.channel);
  const now = sql`${(input.at ?? new Date()).toISOString()}::timestamptz`;
  // Those that apply come first: a store may have had hundreds of offers that are over, with any priority.
  const listed = await tx.execute<Listed>(sql`
    select * from (select l.id, l.name, l.priority, l.archived_at, best.least, best.amount,
      case when l.archived_at is not null then 'archived' when not l.active then 'inactive'
        when l.starts_at > ${now} then 'notYet' when l.ends_at <= ${now} then 'over'
        when l.channel_id is distinct from ${channelId}::text and l.channel_id is not null then 'otherChannel'
        when not l.for_everyone and not exists (
          select from price_list_groups g join customer_group_members m using (group_id)
          where g.price_list_id = l.id and m.customer_id = ${customerId}::text) then 'otherGroup'
      end as closed
    from price_lists l left join lateral (
      select r.min_quantity as least, r.amount_minor as amount from price_list_rows r
      where r.price_list_id = l.id and r.variant_id = ${input.variantId} and r.min_quantity <= ${input.quantity}
      order by r.min_quantity desc limit 1) best on true
    where exists (select from price_list_rows r where r.price_list_id = l.id and r.variant_id = ${input.variantId})
    ) listed
    order by (closed is null and amount is not null) desc, archived_at is not null, priority desc, least desc, amount, id
    limit ${listsMax}`);
  return explanationOf(listed, Number(variant.price), variant.currency);
}

function explanationOf(listed: readonly Listed[], priceMinor: number, currency: string): Explanation {
  const money = (amountMinor: number) => ({ amountMinor, currency });
  const counting = listed.filter(({ closed, amount }) => closed === null && amount !== null).toSorted(beforeOthers);
  const [given] = counting;
  const verdictOf = (list: Listed): Verdict => {
    if (list.closed) return list.closed;
    if (list.amount === null) return "quantityTooSmall";
    return given === undefined || list === given ? "given" : behind(list, given);
  };
  const lists = listed.map((list) => ({
    id: list.id,
    name: list.name,
    priority: list.priority,
    minQuantity: list.least,
    amount: list.amount === null ? null : money(Number(list.amount)),
    verdict: verdictOf(list),
  }));
  return {
    price: money(given ? Number(given.amount) : priceMinor),
    priceListId: given?.id ?? null,
    variantPrice: money(priceMinor),
    lists: lists.toSorted((a, b) => Number(b.verdict === "given") - Number(a.verdict === "given")),
  };
}

/** The highest priority, then the largest break, then the lowest amount, then the older list. */
const beforeOthers = (a: Listed, b: Listed): number =>
  b.priority - a.priority ||
  (b.least ?? 0) - (a.least ?? 0) ||
  Number(a.amount) - Number(b.amount) ||
  (a.id < b.id ? -1 : 1);

function behind(list: Listed, given: Listed): Verdict {
  if (list.priority !== given.priority) return "lowerPriority";
  if (list.least !== given.least) return "smallerBreak";
  return Number(list.amount) === Number(given.amount) ? "later" : "dearer";
}

/** A merged customer resolves to the remaining one. */
async function customerAs(tx: Db, id: Id<"customer"> | undefined): Promise<Id<"customer"> | null> {
  if (id === undefined) return null;
  const [customer] = await tx.execute<{ id: Id<"customer"> }>(sql`
    select coalesce(merged_into, id) as id from customers where id = ${id}`);
  if (!customer) throw new Refusal("customer.unknown");
  return customer.id;
}

async function channelAs(tx: Db, code: string | undefined): Promise<Id<"channel"> | null> {
  if (code === undefined) return null;
  const [channel] = await tx.execute<{ id: Id<"channel"> }>(sql`select id from channels where code = ${code}`);
  if (!channel) throw new Refusal("channel.unknown", { channel: code });
  return channel.id;
}
