/** What the store sells and from where. Written by the verbs of this folder; everything else only reads it. */
import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Discount } from "#core/contract/discount";
import type { Address } from "#core/contract/fields";
import type { Product } from "#core/contract/product";
import { idColumn, jsonColumn, moneyColumn, timeColumn, versionColumn } from "#core/db/columns";
import type { StoredImage } from "#core/product/stored-image";

/** A tree: `lockTree` is held by whoever moves something in it. Removed only when nothing lies within. */
export const categories = pgTable("categories", {
  id: idColumn("category").primaryKey(),
  parentId: idColumn("category"),
  slug: text().notNull(),
  name: text().notNull(),
  position: integer().notNull().default(0),
  createdAt: timeColumn().notNull(),
});

/** At most one is the default. Archived ones still count for the variants that have them. */
export const taxRates = pgTable("tax_rates", {
  id: idColumn("taxRate").primaryKey(),
  name: text().notNull(),
  basisPoints: integer().notNull(),
  isDefault: boolean().notNull().default(false),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** Orders name them: one that has orders is archived and never deleted. */
export const channels = pgTable("channels", {
  id: idColumn("channel").primaryKey(),
  code: text().notNull(),
  name: text().notNull(),
  active: boolean().notNull().default(true),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** Exactly one is the default: the verbs lock the row that has it before another takes over. */
export const locations = pgTable("locations", {
  id: idColumn("location").primaryKey(),
  code: text().notNull(),
  name: text().notNull(),
  address: jsonColumn<Address>(),
  priority: integer().notNull().default(100),
  active: boolean().notNull().default(true),
  isDefault: boolean().notNull().default(false),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** The database bumps `version` on every update, so no write path can forget it. */
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

/** What has a price and stock. Order lines keep copies of its SKU, title and price, and never read them here again. */
export const variants = pgTable("variants", {
  id: idColumn("variant").primaryKey(),
  productId: idColumn("product").notNull(),
  sku: text().notNull(),
  options: text().array().notNull().default([]),
  priceMinor: moneyColumn().notNull(),
  compareAtMinor: moneyColumn(),
  costMinor: moneyColumn(),
  weightGrams: integer(),
  barcode: text(),
  trackStock: boolean().notNull().default(true),
  continueSelling: boolean().notNull().default(false),
  lowStockThreshold: integer(),
  taxRateId: idColumn("taxRate"),
  position: integer().notNull().default(0),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** Products that staff chose and put in order. */
export const collections = pgTable("collections", {
  id: idColumn("collection").primaryKey(),
  slug: text().notNull(),
  title: text().notNull(),
  description: text().notNull().default(""),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
});

/** Written whole by `fillCollection`. A product that is deleted goes from here by itself. */
export const collectionProducts = pgTable(
  "collection_products",
  {
    collectionId: idColumn("collection").notNull(),
    productId: idColumn("product").notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.productId] })],
);

/** `used` is counted by a guarded update within the order's change, and given back when the order is cancelled. */
export const discounts = pgTable("discounts", {
  id: idColumn("discount").primaryKey(),
  code: text().notNull(),
  kind: text().$type<Discount["kind"]>().notNull(),
  value: moneyColumn(),
  minimumMinor: moneyColumn().notNull().default(0),
  startsAt: timeColumn(),
  endsAt: timeColumn(),
  usageLimit: integer(),
  used: integer().notNull().default(0),
  active: boolean().notNull().default(true),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});
