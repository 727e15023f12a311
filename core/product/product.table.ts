/** The catalogue. Written by the verbs of this folder; everything else only reads it. */

import type { Product } from "#core/contract/product";
import { idColumn, jsonColumn, moneyColumn, timeColumn, versionColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";
import { arrays } from "#core/db/pool/arrays";
import { Refusal } from "#core/refusal";
import type { StoredImage } from "./stored-image.ts";

/** The database increments `version` on every update, so no write can forget it. */
export const products = pgTable("products", {
  id: idColumn("product").primaryKey(),
  slug: text().notNull(),
  title: text().notNull(),
  description: text().notNull().default(""),
  status: text().$type<Product["status"]>().notNull().default("draft"),
  vendorId: idColumn("vendor"),
  categoryId: idColumn("category"),
  tags: text().array().notNull().default([]),
  images: jsonColumn<StoredImage[]>().notNull().default([]),
  options: text().array().notNull().default([]),
  version: versionColumn(),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
});

/** The constraints on a product's row that become refusals. */
export const refusedProduct = {
  products_slug_key: (slug: string | undefined) => new Refusal("product.slugTaken", { slug }),
  products_category_id_fkey: (categoryId: string | undefined) => new Refusal("category.unknown", { categoryId }),
  products_vendor_id_fkey: (vendorId: string | undefined) => new Refusal("vendor.unknown", { vendorId }),
};

/**
 * Variants have a price and stock. Order lines keep copies of the SKU, title and price, and never read them here again.
 */
export const variants = pgTable("variants", {
  id: idColumn("variant").primaryKey(),
  productId: idColumn("product").notNull(),
  sku: text().notNull(),
  options: text().array().notNull().default([]),
  priceMinor: moneyColumn().notNull(),
  compareAtMinor: moneyColumn(),
  costMinor: moneyColumn(),
  weightGrams: integer(),
  /** The customs information. */
  hsCode: text(),
  originCountry: text(),
  barcode: text(),
  trackStock: boolean().notNull().default(true),
  continueSelling: boolean().notNull().default(false),
  lowStockThreshold: integer(),
  taxRateId: idColumn("taxRate"),
  position: integer().notNull().default(0),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** The constraints on a variant's row that become refusals. */
export const refusedVariant = {
  variants_sku_key: (sku: string | undefined) => new Refusal("variant.skuTaken", { sku }),
  // The detail is `prd_…, {M,Blue}`.
  variants_options: (value = "") =>
    new Refusal("variant.optionsTaken", { options: arrays.parse(value.slice(value.indexOf(", ") + 2)) }),
  variants_tax_rate_id_fkey: (taxRateId: string | undefined) => new Refusal("taxRate.unknown", { taxRateId }),
};
