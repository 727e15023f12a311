import * as priceList from "#core/contract/priceList";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Problem } from "#core/job/import-file/cells";
import { unknownSku } from "#core/job/import-file/spreadsheet-damage";
import { plainCode } from "#core/job/import-file/unseen";
import { importOf } from "#core/job/import-items/import-of";
import { aboutTheSame, type File, type Run, refused, type Verdict } from "#core/job/import-kind";
import { setPriceRows } from "#core/price-list/set-price-rows";
import { contradicted, type FoundList, listsOf, sharedOf } from "./lists-of.ts";
import { ownPrices, type TakenPrice } from "./own-layout.ts";

const keysOf = ({ list, sku, minQuantity }: Pick<TakenPrice, "list" | "sku" | "minQuantity">) => [
  JSON.stringify([list, sku, minQuantity]),
];

export const priceImport = importOf<TakenPrice>({
  kind: "priceLists",
  batchMax: 4_000,
  layouts: [ownPrices],
  aboutOf: ({ list, sku, minQuantity }) => (sku === "" ? list : `${list}: ${sku} from ${minQuantity}`),
  keysOf,
  sharedOf,
  apply: importPrices,
});

interface Known {
  readonly list: string;
  readonly sku: string;
  readonly quantity: number;
  /** Null if it was removed. */
  readonly amount: string | null;
  /** The list's, when it was set or removed; null if that is not known. */
  readonly version: number | null;
}

/** Sets the file's prices, but for those that were changed here since; others stay. Missing lists are created. */
async function importPrices(
  change: Change,
  taken: readonly TakenPrice[],
  run: Run,
  file: File<TakenPrice>,
): Promise<readonly Verdict[]> {
  const skus = sql.param([...new Set(taken.flatMap(({ sku }) => [sku, plainCode(sku)]))]);
  const variants = await change.tx.execute<{ sku: string }>(sql`
    select sku from variants where sku = any(${skus}::text[]) order by id for key share`);
  const known = new Set(["", ...variants.map(({ sku }) => sku)]);
  // One may have been stored with its invisible marks or its apostrophe; otherwise only the file has them.
  const skuOf = ({ sku }: TakenPrice) => (known.has(sku) ? sku : plainCode(sku) || sku);
  // A refused row does not create a list.
  const lists = await listsOf(change, taken, run.jobId, file, (price) => known.has(skuOf(price)));
  const calledAs = (price: TakenPrice) => {
    const list = lists.get(price.list);
    return list && "id" in list ? list.called : price.list;
  };
  const otherwise = taken.filter((price) => skuOf(price) !== price.sku || calledAs(price) !== price.list);
  const rowAbout = await file.othersAbout(change, otherwise, (price) =>
    keysOf({ ...price, list: calledAs(price), sku: skuOf(price) }),
  );
  const ids = [...lists.values()].flatMap((list) => ("id" in list ? [list.id] : []));
  const prices = await change.tx.execute<Known & Record<string, unknown>>(sql`
    with asked as materialized (select id, sku from variants where sku = any(${skus}::text[]))
    select price_list_id as list, sku, min_quantity as quantity, null as amount, version
    from removed_prices r join asked v on v.id = r.variant_id where r.price_list_id = any(${sql.param(ids)}::text[])
    union all
    select price_list_id, sku, min_quantity, amount_minor, version
    from price_list_rows r join asked v on v.id = r.variant_id where r.price_list_id = any(${sql.param(ids)}::text[])
    order by amount nulls first`);
  // One that was removed and set again is in both tables.
  const now = new Map(prices.map((price) => [`${price.list} ${price.quantity} ${price.sku}`, price]));
  const quantities = new Map(
    prices.flatMap(({ list, sku, quantity, amount }) => (amount === null ? [] : [[`${list} ${sku}`, quantity]])),
  );
  const wanted = new Map<FoundList, TakenPrice[]>();
  const made = new Set<string>();
  const verdicts = taken.map((price): Verdict => {
    const { minQuantity, amountMinor } = price;
    const sku = skuOf(price);
    const about = sku === "" ? price.list : `${price.list}: ${sku} from ${minQuantity}`;
    if (!known.has(sku)) return refused(about, { column: "sku", text: price.sku, why: unknownSku(price.sku) });
    const row = rowAbout(price);
    if (row !== undefined) return refused(about, { column: null, text: null, why: aboutTheSame(row) });
    const list = lists.get(price.list);
    if (list && !("id" in list)) return refused(about, list);
    const contradiction = contradicted(list, price, file.clashes.get(price));
    if (contradiction || !list) return refused(about, contradiction ?? nothing);
    if (sku === "") {
      const isFirst = list.isNew && !made.has(list.id);
      made.add(list.id);
      return isFirst ? { outcome: "created", about, after: { list: price.list } } : { outcome: "same", about };
    }
    const { amount = null, version } = now.get(`${list.id} ${minQuantity} ${sku}`) ?? {};
    const before = amount === null ? null : Number(amount);
    if (before === amountMinor) return { outcome: "same", about };
    const other = before === null && !price.saysQuantity ? quantities.get(`${list.id} ${sku}`) : undefined;
    if (other !== undefined) return refused(about, quantityUnsaid(other));
    const { version: seen } = price;
    if (!run.options.overwrite && seen !== null) {
      const stale = (why: string) =>
        refused(about, { column: "version", text: String(seen), why: `${why} ${orOverwrite}` });
      if (seen > list.version) return stale("The list has not had this version here: is the file another store's?");
      if (seen < (version ?? list.pricesVersion)) {
        const other = before === null ? "not in it" : "another";
        return stale(`The list was changed here since the file was written: this price is ${other} now.`);
      }
    }
    const others = wanted.get(list) ?? [];
    wanted.set(list, others);
    others.push(price);
    if (before === null) return { outcome: "created", about, after: { amountMinor } };
    return { outcome: "changed", about, before: { amountMinor: before }, after: { amountMinor } };
  });
  for (const [{ id, isOwn }, rows] of wanted) {
    const rowsToSet = rows.map((price) => {
      const { minQuantity, amountMinor } = price;
      return { sku: skuOf(price), minQuantity, amountMinor };
    });
    const input = priceList.setRows.input.parse({ id, rows: rowsToSet });
    await setPriceRows(change, input, { import: run.jobId, madeTheList: isOwn });
  }
  return verdicts;
}

const orOverwrite = "Allow the import to overwrite what was changed here, or export it anew.";

/** As a price from 1 it would be everyone's. */
const quantityUnsaid = (other: number): Problem => ({
  column: "price",
  text: null,
  why: `The list has a price for it from ${other.toLocaleString("en-US")} here and none from 1, and the file has no column “from quantity”: add it.`,
});

const nothing: Problem = { column: "price list", text: null, why: "This list has no result." };
