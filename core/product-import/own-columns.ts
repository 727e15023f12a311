/**
 * Our own file of products, as written by the export: one row per variant; the product's own data is in the first row.
 */
export const productColumns = [
  "handle",
  "version",
  "title",
  "description",
  "status",
  "vendor",
  "category",
  "tags",
  "images",
  "image texts",
  "option 1 name",
  "option 2 name",
  "option 3 name",
  "option 4 name",
  "option 5 name",
] as const;

export const variantColumns = [
  "sku",
  "option 1 value",
  "option 2 value",
  "option 3 value",
  "option 4 value",
  "option 5 value",
  "price",
  "compare at price",
  "cost",
  "weight in grams",
  "barcode",
  "hs code",
  "country of origin",
  "stock is tracked",
  "sold when out of stock",
  "low stock threshold",
  "tax rate",
  "archived",
] as const;

export const ownColumns = [...productColumns, ...variantColumns] as const;
export type OwnColumn = (typeof ownColumns)[number];
