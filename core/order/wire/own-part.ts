/** Shared by the SQL of an order's parts: who may see what, and how lists of rows are written. */

import type { Id } from "#core/contract/kit/fields";
import { type SQL, sql } from "#core/db/drizzle";
import { wireMoney } from "#core/db/wire";

/** The vendor of a vendor login, which sees its own part of an order; null for everyone else. */
export type Vendor = Id<"vendor"> | null;

export const money = (minor: string) => wireMoney(minor, "orders.currency");

/** What only staff see: null for a vendor login. */
export const staffOnly = (vendor: Vendor, value: SQL, otherwise = sql`null`): SQL =>
  vendor === null ? value : otherwise;

export const onlyOwnLines = (vendor: Vendor): SQL => (vendor === null ? sql`` : sql`and l.vendor_id = ${vendor}`);

export const jsonList = (item: SQL, order: SQL, from: SQL): SQL =>
  sql`(select coalesce(json_agg(${item} order by ${order}), '[]') from ${from})`;
