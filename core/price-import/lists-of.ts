/** The price lists named in a file: existing ones, and new ones created from it. */
import { isDeepStrictEqual } from "node:util";
import type { Options } from "#core/contract/import";
import type { Id } from "#core/contract/kit/fields";
import type { PriceList } from "#core/contract/priceList";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { inLowerCase } from "#core/db/in-lower-case";
import type { Problem } from "#core/job/import-file/cells";
import type { Shared } from "#core/job/import-items/shared";
import type { File } from "#core/job/import-kind";
import { createPriceList } from "#core/price-list/create-price-list";
import { shownPriceLists } from "#core/price-list/show-price-list";
import { Refusal } from "#core/refusal";
import { damagesIn } from "./damaged-names.ts";
import { madeBy } from "./made-by.ts";
import type { ListFields, TakenPrice } from "./own-layout.ts";

export interface FoundList {
  readonly id: Id<"priceList">;
  /** By which a row of the file is the same as one that writes it otherwise. */
  readonly called: string;
  readonly isNew: boolean;
  /** Whether it is this import's alone: it keeps the version from the file. */
  readonly isOwn: boolean;
  readonly version: number;
  /** Up to this version it is not known with which one a price has changed. */
  readonly pricesVersion: number;
  /** The list's fields, which all of its rows have to match. */
  readonly is: Required<ListFields>;
}

/** By its name as a row writes it: the list, or the problem with it. */
export type Lists = ReadonlyMap<string, FoundList | Problem>;

/**
 * Serializes imports of prices; existing lists are locked until the change ends.
 *
 * @param creates whether a row may create its list. What others say of the list counts even so.
 */
export async function listsOf(
  change: Change,
  taken: readonly TakenPrice[],
  jobId: string,
  { clashes, refusedFirsts }: Pick<File<TakenPrice>, "clashes" | "refusedFirsts">,
  creates: (price: TakenPrice) => boolean,
): Promise<Lists> {
  const { tx } = change;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('import.price-lists', 0))`);
  const names = inLowerCase([...new Set(taken.map(({ list }) => list.normalize("NFC")))]);
  const locked = await tx.execute<{ id: string; pricesVersion: number }>(sql`
    select id, prices_version as "pricesVersion" from price_lists where lower(normalize(name)) = any(${names}) and archived_at is null
    order by id for no key update`);
  const pricesVersions = new Map(locked.map(({ id, pricesVersion }) => [id, pricesVersion]));
  const known = await shownPriceLists(
    tx,
    sql`where lower(normalize(l.name)) = any(${names}) and l.archived_at is null order by l.id`,
  );
  const own = await madeBy(
    change,
    known.map(({ id }) => id),
    jobId,
  );
  const lists = new Map<string, FoundList | Problem>();
  // The first row of a list may be in an earlier batch, which a dry run has undone: all that agree with it speak for it.
  const agreeing = Map.groupBy([...refusedFirsts, ...taken.filter((price) => !clashes.has(price))], ({ list }) =>
    plainly(list),
  );
  const here = Map.groupBy(known, ({ name }) => plainly(name));
  const unknown = taken.map(({ list }) => list).filter((name) => !here.has(plainly(name)));
  const damages = await damagesIn(change, [...new Set(unknown)], jobId);
  const fresh = new Map<string, FoundList | Problem>();
  for (const price of taken) {
    const name = plainly(price.list);
    if (lists.has(price.list)) continue;
    const damage = damages.get(price.list.toLowerCase());
    const alike = here.get(name) ?? [];
    const exactly = alike.filter((list) => list.name === price.list);
    const [one, another] = exactly.length > 0 ? exactly : alike;
    const made = fresh.get(name);
    if (another)
      lists.set(
        price.list,
        wrong(price.list, "Several price lists have this name, so it is not clear which one is meant."),
      );
    else if (one) {
      const { id, version } = one;
      const pricesVersion = pricesVersions.get(id) ?? version;
      const isOwn = own.has(id);
      const called = isOwn ? name : one.name;
      lists.set(price.list, { id, called, isNew: false, isOwn, version, pricesVersion, is: whatIs(one) });
    } else if (damage) lists.set(price.list, damage);
    else if (made) lists.set(price.list, made);
    else if (!clashes.has(price) && creates(price)) {
      const fields = Object.assign({}, ...(agreeing.get(name) ?? []).map((other) => other.fields));
      const version = agreeing.get(name)?.find((other) => other.version !== null)?.version ?? null;
      const list = await create(change, { ...price, fields, version }, jobId);
      fresh.set(name, list);
      lists.set(price.list, list);
    }
  }
  return lists;
}

/** Lists of a file whose names are the same but for their case are one, unless there are two of them here. */
const plainly = (name: string): string => name.normalize("NFC").toLowerCase();

const wrong = (text: string, why: string): Problem => ({ column: "price list", text, why });

async function create(
  change: Change,
  { list, fields, version }: TakenPrice,
  jobId: string,
): Promise<FoundList | Problem> {
  const { groups, ...others } = { ...unsaid, ...fields };
  const found = await change.tx.execute<{ id: Id<"group">; name: string }>(sql`
    select id, name from customer_groups where lower(name) = any(${inLowerCase(groups ?? [])})`);
  const missing = groups?.find((one) => !found.some(({ name }) => name.toLowerCase() === one.toLowerCase()));
  if (missing !== undefined)
    return { column: "groups", text: missing, why: "There is no such group: create it first." };
  const groupIds = groups && found.map(({ id }) => id);
  try {
    const input = { name: list, groupIds, ...others };
    const created = await createPriceList(change, input, { import: jobId, version });
    const { id, version: now } = created;
    return { id, called: plainly(list), isNew: true, isOwn: true, version: now, pricesVersion: 0, is: whatIs(created) };
  } catch (error) {
    if (error instanceof Refusal && error.code === "channel.unknown") {
      return { column: "channel", text: others.channel, why: "There is no such channel: create it first." };
    }
    if (error instanceof Refusal) return { column: "to", text: null, why: "A list must end after it begins." };
    throw error;
  }
}

const whatIs = ({ groups, channel, startsAt, endsAt, priority, active }: PriceList): Required<ListFields> => ({
  ...{ groups: groups && inOrder(groups.map(({ name }) => name)), channel, startsAt, endsAt, priority, active },
});

const inOrder = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase()).toSorted();

const unsaid: Required<ListFields> = {
  groups: null,
  channel: null,
  startsAt: null,
  endsAt: null,
  priority: 0,
  active: true,
};

const listSaid = ({ fields }: TakenPrice): ListFields => ({
  ...fields,
  ...(fields.groups && { groups: inOrder(fields.groups) }),
});

/** The version does not matter if what was changed here may be overwritten. */
export const sharedOf = (price: TakenPrice, { overwrite }: Options): Shared => ({
  about: plainly(price.list),
  says: { ...listSaid(price), ...(price.version !== null && !overwrite && { version: price.version }) },
  unsaid: { ...unsaid, version: 1 },
});

/**
 * A list's own fields are changed in the admin, not by a file of prices; a new list gets them from its first row, with
 * which the others must agree.
 * @param list undefined if nothing has created it yet.
 * @param clash the field in which the row differs from the file's first about the list.
 */
export function contradicted(
  list: FoundList | undefined,
  price: TakenPrice,
  clash: string | undefined,
): Problem | undefined {
  if (clash !== undefined && (!list || list.isNew || list.isOwn)) return otherThanAbove(price.list, clash);
  const known = new Map(Object.entries(list?.is ?? {}));
  const other = Object.entries(listSaid(price)).find(([field, value]) => !isDeepStrictEqual(value, known.get(field)));
  if (!list || !other) return undefined;
  const [field] = other;
  if (list.isNew) return otherThanAbove(price.list, field);
  return wrong(
    price.list,
    `The list has another “${columnOf(field)}” here. Change it in the admin, or correct the file.`,
  );
}

const otherThanAbove = (list: string, field: string): Problem =>
  wrong(list, `A row above gives this new list another “${columnOf(field)}”: all its rows must give the same.`);

const columns: ReadonlyMap<string, string> = new Map([
  ["startsAt", "from"],
  ["endsAt", "to"],
]);
const columnOf = (field: string): string => columns.get(field) ?? field;
