import type { Id } from "#core/contract/kit/fields";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import type { Problem } from "#core/job/import-file/cells";
import { unknownSku } from "#core/job/import-file/spreadsheet-damage";
import { plainCode } from "#core/job/import-file/unseen";
import { slugOfHandle } from "#core/slug";
import type { Place } from "../ledger.ts";
import { keyOfSetting, type Setting } from "./setting.ts";

interface NamedPlace extends Place {
  /** The key that its setting would have by the SKU and the location's code; null if it is that. */
  readonly usualKey: string | null;
}

/** A place where nothing may change, and why: exports contain it anyway, with its current quantity. */
interface FixedPlace extends NamedPlace {
  readonly fixed: Problem;
}

/** The place that a setting names, or what is wrong with it. */
export type Found = NamedPlace | FixedPlace | Problem;
export const isFound = (found: Found): found is NamedPlace | FixedPlace => "variantId" in found;
export const canChange = (found: Found): found is NamedPlace => isFound(found) && !("fixed" in found);

interface VariantFound {
  readonly n: string;
  readonly id: Id<"variant">;
  readonly sku: string;
  readonly tracked: boolean;
  /** Whether the SKU is its own, and the handle or the options are another variant's. */
  readonly contradicted: boolean;
}

interface LocationFound {
  readonly id: Id<"location">;
  readonly code: string;
  readonly name: string;
  readonly open: boolean;
}

/**
 * Finds the places of many settings, in their order. A SKU comes before handle and options, which may be out of date:
 * they contradict it only if they are known and another variant's. The variants cannot be removed until the change ends.
 */
export async function placesOf(change: Change, settings: readonly Setting[]): Promise<readonly Found[]> {
  // Rows of several locations name the same variant.
  const names = settings.map(({ sku, markedSku, product }) => JSON.stringify([sku, markedSku, product]));
  const wanted = [...new Map(settings.map((setting, nth) => [names[nth], setting]))].map(
    ([n, { sku, markedSku, product }]) => ({
      n,
      sku: plainCode(sku),
      marked: markedSku ?? sku,
      handle: product && slugOfHandle(product.handle),
      options: product?.options,
    }),
  );
  const variants = await change.tx.execute<VariantFound & Record<string, unknown>>(sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as w(n text, sku text, marked text, handle text, options text[])
    ), found as materialized (
      select n, by_sku.id as by_sku, by_sku.product_id as its_product, products.id as product,
        (select id from variants where product_id = products.id and options = w.options and archived_at is null)
          as by_options
      from wanted w
        left join lateral (
          select id, product_id from variants where sku in (w.sku, w.marked) and w.marked <> ''
          order by sku = w.marked desc limit 1) by_sku on true
        left join lateral (select id from products where slug = w.handle limit 1) products on true
    ), named as materialized (
      select n, coalesce(by_sku, by_options) as id, by_sku <> by_options or its_product <> product as contradicted
      from found
    ), held as (
      select id, sku, track_stock from variants where id = any (array(select id from named)) order by id for key share
    )
    select named.n, held.id, held.sku, held.track_stock as tracked, coalesce(named.contradicted, false) as contradicted
    from named join held on held.id = named.id`);
  const locations = await change.tx.execute<LocationFound & Record<string, unknown>>(sql`
    select id, code, name, active and archived_at is null as open from locations`);
  const variantOf = new Map(variants.map((one) => [one.n, one]));
  const locationsCalled = callsAmong(locations);
  return settings.map((setting, nth): Found => {
    const variant = variantOf.get(names[nth] ?? "");
    if (!variant) return unknownVariant(setting);
    if (variant.contradicted) return { column: "SKU", text: setting.sku, why: contradiction };
    const column = setting.column === setting.location ? null : "Location";
    const text = setting.location;
    if (text === "") return { column, text, why: "A location's code or name is needed." };
    const [location, another] = locationsCalled(text);
    if (!location)
      return { column, text, why: `There is no location “${text}”: create it, or use the code of an existing one.` };
    if (another) return { column, text, why: `Several locations are called “${text}”: use the code of one of them.` };
    const isUsual = setting.sku === variant.sku && text.toLowerCase() === location.code.toLowerCase();
    const usualKey = isUsual ? null : keyOfSetting({ sku: variant.sku, product: null, location: location.code });
    const place = { variantId: variant.id, locationId: location.id, usualKey };
    if (!location.open) return { ...place, fixed: { column, text, why: `The location “${text}” is closed.` } };
    if (!variant.tracked) {
      return {
        ...place,
        fixed: { column: "SKU", text: setting.sku, why: "The stock of this variant is not tracked." },
      };
    }
    return place;
  });
}

/**
 * The locations that a text means. A code as it is written comes first: our own export has codes, also of closed
 * locations. Ignoring case and kinds of blanks, an open location comes before a closed one, and a code before a name.
 */
function callsAmong(locations: readonly LocationFound[]) {
  const codes = Map.groupBy(locations, ({ code }) => code);
  const ignoringCase = [true, false].flatMap((isOpen) => {
    const those = locations.filter(({ open }) => open === isOpen);
    return [Map.groupBy(those, ({ code }) => plain(code)), Map.groupBy(those, ({ name }) => plain(name))];
  });
  return (text: string): readonly LocationFound[] =>
    codes.get(text) ?? ignoringCase.map((called) => called.get(plain(text))).find((found) => !!found) ?? [];
}

/** Where a name has a blank, programs put one that does not break lines. */
const plain = (text: string): string => text.replace(/\s+/g, " ").toLowerCase();

const contradiction =
  "The SKU is one variant's, and the handle or the options are another's: correct them, or empty the wrong ones.";

const unknownVariant = ({ sku, product }: Setting): Problem =>
  product
    ? {
        column: sku ? "SKU" : "Handle",
        text: sku || product.handle,
        why: sku
          ? `No variant has this SKU, and none of a product “${product.handle}” has these options.`
          : `There is no product “${product.handle}” that has a variant with these options${product.options.length > 0 ? ` (${product.options.join(", ")})` : ""}.`,
      }
    : { column: "sku", text: sku, why: unknownSku(sku) };
