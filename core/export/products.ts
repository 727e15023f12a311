import { exported } from "#core/contract/export";
import type { Cell } from "#core/contract/values/csv-line";
import { decimalsOf } from "#core/contract/values/currency";
import { listCell } from "#core/csv/list-cell";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { type DeclaredExport, pageRows } from "#core/job/export-kind";
import { amountOf } from "#core/order-import/own-rows";
import { listProducts } from "#core/product/list-products";
import type { ProductRow, VariantRow } from "#core/product/show-product";
import { type StoredImage, shownImage } from "#core/product/stored-image";
import { type OwnColumn, ownColumns, variantColumns } from "#core/product-import/own-columns";

type Wire<Row, Field extends keyof Row> = Readonly<Pick<Row, Field>>;

interface Found extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly product: Wire<ProductRow, "slug" | "version" | "title" | "description" | "status" | "tags" | "options"> & {
    readonly images: readonly StoredImage[];
    readonly vendor: string | null;
    readonly category: string | null;
  };
  readonly variants: readonly (Wire<VariantRow, "sku" | "options" | "barcode"> & Readonly<Record<string, Cell>>)[];
  readonly currency: string;
}

/**
 * One row per variant, oldest product first, so that renaming does not change the order. The file can be imported
 * again.
 */
export const productsExport: DeclaredExport = {
  kind: "products",
  header: ownColumns,
  page: async (by, filters, cursor) => {
    const parsed = exported.products.filters.parse(filters);
    const at = cursor === null ? {} : { cursor };
    const { items, nextCursor } = await listProducts(by, { ...parsed, ...at, sort: "oldest", limit: pageRows });
    const ids = items.map(({ id }) => id);
    const found = await db().execute<Found>(sql`
      select p.id, (select currency from store) as currency,
        json_build_object('slug', p.slug, 'version', p.version, 'title', p.title, 'description', p.description,
          'status', p.status, 'tags', p.tags, 'options', p.options, 'images', p.images,
          'vendor', (select name from vendors where vendors.id = p.vendor_id),
          'category', (select slug from categories where categories.id = p.category_id)) as product,
        (select coalesce(json_agg(json_build_object('sku', v.sku, 'options', v.options, 'price', v.price_minor,
          'compare at price', v.compare_at_minor, 'cost', v.cost_minor, 'weight in grams', v.weight_grams,
          'barcode', v.barcode, 'hs code', v.hs_code, 'country of origin', v.origin_country,
          'stock is tracked', v.track_stock, 'sold when out of stock', v.continue_selling,
          'low stock threshold', v.low_stock_threshold,
          'tax rate', (select name from tax_rates where tax_rates.id = v.tax_rate_id),
          'archived', v.archived_at is not null) order by v.position, v.id), '[]')
          from variants v where v.product_id = p.id) as variants
      from products p where p.id = any(${sql.param(ids)}::text[])`);
    const byId = new Map(found.map((one) => [one.id, one]));
    return { rows: ids.flatMap((id) => rowsOf(byId.get(id))), next: nextCursor };
  },
};

const amounts: readonly OwnColumn[] = ["price", "compare at price", "cost"];
const ofVariants: readonly string[] = variantColumns;

function rowsOf(found: Found | undefined): Cell[][] {
  if (!found) return [];
  const { product, variants, currency } = found;
  const images = product.images.map(shownImage);
  const texts = images.some(({ alt }) => alt !== "") ? listCell(images.map(({ alt }) => alt)) : null;
  const cells = new Map<string, Cell>([
    ["handle", product.slug],
    ["version", product.version],
    ["title", product.title],
    ["description", product.description],
    ["status", product.status],
    ["vendor", product.vendor],
    ["category", product.category],
    ["tags", listCell(product.tags)],
    ["images", listCell(images.map(({ url }) => url))],
    ["image texts", texts],
    ...product.options.map((name, nth): [string, Cell] => [`option ${nth + 1} name`, name]),
  ]);
  const decimals = decimalsOf(currency);
  const cellOf = (variant: Found["variants"][number] | undefined, column: OwnColumn, nth: number): Cell => {
    if (!ofVariants.includes(column)) return nth === 0 || column === "handle" ? (cells.get(column) ?? null) : null;
    if (!variant) return null;
    const option = /^option (\d) value$/.exec(column)?.[1];
    if (option !== undefined) return variant.options[Number(option) - 1] ?? null;
    const value = variant[column] ?? null;
    if (typeof value === "boolean") return value ? "yes" : "no";
    return value !== null && amounts.includes(column) ? amountOf(value, decimals) : value;
  };
  const rows = variants.length > 0 ? variants : [undefined];
  return rows.map((variant, nth) => ownColumns.map((column) => cellOf(variant, column, nth)));
}
