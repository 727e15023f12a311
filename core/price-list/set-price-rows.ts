import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/kit/fields";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as priceList from "#core/contract/priceList";
import type { Change } from "#core/db/change";
import { eq, sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { type FromFile, lockedPriceList } from "./parts.ts";
import { priceLists } from "./price-list.table.ts";
import { shownPriceList } from "./show-price-list.ts";

type Input = InputOf<typeof priceList.setRows>;

/** How many of a request's changed prices the audit lists; it counts the rest, to keep the history readable. */
const namedMax = 100;
const issuesMax = 50;

interface Written extends Record<string, unknown> {
  readonly sku: string;
  readonly min_quantity: number;
  readonly was: string | null;
  readonly amount: string | null;
}

/**
 * Sets many prices in one statement. Two rows for the same variant and quantity are refused; a refusal lists all
 * unknown variants at once. If nothing changes there is no new version.
 * @param from the file that they come from. A list that this import has created keeps the version from the file.
 */
export async function setPriceRows(
  change: Change,
  input: Input,
  from?: FromFile & { readonly madeTheList: boolean },
): Promise<OutputOf<typeof priceList.setRows>> {
  const { version } = await lockedPriceList(change, input);
  const nextVersion = from?.madeTheList ? version : version + 1;
  const named = await withVariants(change, input.rows);
  refuseContradictions(named);
  const rows = JSON.stringify(named);
  const written = await change.tx.execute<Written>(sql`
    with said as (
      select "variantId" as variant_id, "minQuantity" as min_quantity, "amountMinor" as amount, (
        select amount_minor from price_list_rows
        where price_list_id = ${input.id} and variant_id = "variantId" and min_quantity = "minQuantity") as was
      from jsonb_to_recordset(${rows}::jsonb) as said ("variantId" text, "minQuantity" integer, "amountMinor" bigint)
    ), differing as (
      select * from said where was is distinct from amount
    ), removed as (
      delete from price_list_rows r using differing d where d.amount is null
        and r.price_list_id = ${input.id} and r.variant_id = d.variant_id and r.min_quantity = d.min_quantity
    ), noted as (
      insert into removed_prices (variant_id, price_list_id, min_quantity, version)
      select variant_id, ${input.id}, min_quantity, ${nextVersion} from differing where amount is null
      on conflict on constraint removed_prices_pkey do update set version = excluded.version
    ), put as (
      insert into price_list_rows (variant_id, price_list_id, min_quantity, amount_minor, version)
      select variant_id, ${input.id}, min_quantity, amount, ${nextVersion} from differing where amount is not null
      on conflict on constraint price_list_rows_pkey
        do update set amount_minor = excluded.amount_minor, version = excluded.version
    )
    select (select sku from variants where id = variant_id) as sku, min_quantity, was, amount from differing
    order by sku, min_quantity`);
  const counted = {
    added: written.filter(({ was }) => was === null).length,
    changed: written.filter(({ was, amount }) => was !== null && amount !== null).length,
    removed: written.filter(({ amount }) => amount === null).length,
    same: input.rows.length - written.length,
  };
  if (written.length > 0) {
    if (!from?.madeTheList) {
      await change.tx.update(priceLists).set({ updatedAt: change.at }).where(eq(priceLists.id, input.id));
    }
    audit(change, "priceList.setRows", input.id, {
      before: { prices: priced(written, ({ was }) => was) },
      after: { prices: priced(written, ({ amount }) => amount), ...counted, ...(from && { import: from.import }) },
    });
  }
  return { ...(await shownPriceList(change.tx, input.id)), changed: counted };
}

/** "SKU-1 from 10": 999. */
const priced = (written: readonly Written[], amountOf: (row: Written) => string | null) =>
  Object.fromEntries(
    written.slice(0, namedMax).map((row) => {
      const amount = amountOf(row);
      return [`${row.sku} from ${row.min_quantity}`, amount === null ? null : Number(amount)];
    }),
  );

function refuseContradictions(rows: readonly Named[]): void {
  const first = new Map<string, number>();
  const issues = rows.flatMap(({ variantId, minQuantity }, index) => {
    const key = `${variantId} ${minQuantity}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    return earlier === undefined
      ? []
      : [{ path: `rows.${index}`, message: `It has the same variant and quantity as rows.${earlier}.` }];
  });
  if (issues.length > 0) throw new Refusal("request.invalid", { issues: issues.slice(0, issuesMax) });
}

type Named = Input["rows"][number] & { readonly variantId: Id<"variant"> };

/** Each row with its variant, by id or SKU, locked. @throws Refusal `variant.unknown` with all unknown ones. */
async function withVariants({ tx }: Change, rows: Input["rows"]): Promise<Named[]> {
  const [ids, skus] = [rows.flatMap(({ variantId }) => variantId ?? []), rows.flatMap(({ sku }) => sku ?? [])];
  const known = await tx.execute<{ id: Id<"variant">; sku: string }>(sql`
    select id, sku from variants where id = any(${sql.param(ids)}::text[]) or sku = any(${sql.param(skus)}::text[])
    order by id for key share`);
  const byName = new Map(known.flatMap(({ id, sku }) => [[id, id] as const, [sku, id] as const]));
  const [unknownIds, unknownSkus] = [ids, skus].map((names) => [...new Set(names)].filter((name) => !byName.has(name)));
  if (unknownIds?.length || unknownSkus?.length) {
    throw new Refusal("variant.unknown", {
      ...(unknownIds?.length && { variantIds: unknownIds.toSorted() }),
      ...(unknownSkus?.length && { skus: unknownSkus.toSorted() }),
    });
  }
  return rows.flatMap((row) => {
    const variantId = byName.get(row.variantId ?? row.sku ?? "");
    return variantId === undefined ? [] : [{ ...row, variantId }];
  });
}
