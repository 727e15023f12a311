/** The price lists that a file names: those that are there, and new ones as the file has them. */
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { Id } from "#core/contract/fields";
import type { PriceList } from "#core/contract/priceList";
import type { Change } from "#core/db/change";
import type { Problem } from "#core/job/import-file/cells";
import { createPriceList } from "#core/price-list/create-price-list";
import { shownPriceLists } from "#core/price-list/show-price-list";
import { Refusal } from "#core/refusal";
import type { ListSaid, TakenPrice } from "./own-layout.ts";

/** The list that each name stands for, in small letters; or what is wrong with it. */
export type Lists = ReadonlyMap<string, { readonly id: Id<"priceList">; readonly isNew: boolean } | Problem>;

/** Two imports of prices take turns; lists that are there are held until the change ends. */
export async function listsOf(change: Change, taken: readonly TakenPrice[]): Promise<Lists> {
  const { tx } = change;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('import.price-lists', 0))`);
  const names = [...new Set(taken.map(({ list }) => list.toLowerCase()))];
  await tx.execute(sql`
    select from price_lists where lower(name) = any(${sql.param(names)}::text[]) and archived_at is null
    order by id for no key update`);
  const known = await shownPriceLists(
    tx,
    sql`where lower(l.name) = any(${sql.param(names)}::text[]) and l.archived_at is null order by l.id`,
  );
  const lists = new Map<string, { readonly id: Id<"priceList">; readonly isNew: boolean } | Problem>();
  for (const price of taken) {
    const name = price.list.toLowerCase();
    if (lists.has(name)) continue;
    const [one, another] = known.filter((list) => list.name.toLowerCase() === name);
    if (another) lists.set(name, wrong(price.list, "Several price lists are called so: nobody knows which is meant."));
    else if (one) lists.set(name, { id: one.id, isNew: false });
    else lists.set(name, await made(change, price));
  }
  // Each row says what its list is, and must say the same.
  return new Map([...lists].map(([name, found]) => [name, contradicted(name, known, taken) ?? found]));
}

const wrong = (text: string, why: string): Problem => ({ column: "price list", text, why });

async function made(change: Change, { list, said }: TakenPrice) {
  const { groups = null, channel = null, startsAt = null, endsAt = null, priority = 0, active = true } = said;
  const found = await change.tx.execute<{ id: Id<"group">; name: string }>(sql`
    select id, lower(name) as name from customer_groups
    where lower(name) = any(${sql.param((groups ?? []).map((one) => one.toLowerCase()))}::text[])`);
  const missing = groups?.find((one) => !found.some(({ name }) => name === one.toLowerCase()));
  if (missing !== undefined) return { column: "groups", text: missing, why: "There is no such group: make it first." };
  const groupIds = groups && found.map(({ id }) => id);
  try {
    const { id } = await createPriceList(change, { name: list, groupIds, channel, startsAt, endsAt, priority, active });
    return { id, isNew: true };
  } catch (error) {
    if (error instanceof Refusal && error.code === "channel.unknown") {
      return { column: "channel", text: channel, why: "There is no such channel: make it first." };
    }
    if (error instanceof Refusal) return { column: "to", text: null, why: "A list must end after it begins." };
    throw error;
  }
}

/** What a list is, is changed in the admin and not by a file of its prices. */
function contradicted(name: string, known: readonly PriceList[], taken: readonly TakenPrice[]): Problem | undefined {
  const list = known.find((one) => one.name.toLowerCase() === name);
  const first = taken.find((one) => one.list.toLowerCase() === name);
  if (!list || !first) return undefined;
  const is: ListSaid = {
    groups: list.groups?.map((group) => group.name.toLowerCase()).toSorted() ?? null,
    channel: list.channel,
    startsAt: list.startsAt,
    endsAt: list.endsAt,
    priority: list.priority,
    active: list.active,
  };
  const says: ListSaid = {
    ...first.said,
    ...(first.said.groups && { groups: first.said.groups.map((one) => one.toLowerCase()).toSorted() }),
  };
  const other = Object.entries(says).find(
    ([field, value]) => !isDeepStrictEqual(value, Object.entries(is).find(([one]) => one === field)?.[1]),
  );
  if (!other) return undefined;
  return wrong(first.list, `The list has another ${other[0]} here: what a list is, is changed in the admin.`);
}
