import type { Address, Id } from "#core/contract/kit/fields";
import { idColumn, jsonColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { pgTable, text } from "#core/db/drizzle";

interface CartLine {
  readonly variantId: Id<"variant">;
  readonly quantity: number;
  /** The price that the shopper was shown; null if the variant was not available. */
  readonly unitPriceMinor: number | null;
}

/**
 * Shoppers' carts. A cart does not allocate stock, and its prices are calculated whenever it is read. Writers lock the
 * row; check-out locks it before anything of the order. The token gives access to the cart, so it is never logged,
 * audited or listed.
 */
export const carts = pgTable("carts", {
  id: idColumn("cart").primaryKey(),
  tokenHash: text().notNull(),
  /** The sealed token, for the event of an abandoned cart. */
  tokenSealed: text().notNull(),
  channelId: idColumn("channel"),
  keyId: text().notNull(),
  lines: jsonColumn<CartLine[]>().notNull(),
  email: text(),
  name: text(),
  phone: text(),
  address: jsonColumn<Address>(),
  discountCode: text(),
  /** The total at the last write, which the shopper agrees to by checking out. */
  totalMinor: moneyColumn().notNull(),
  orderId: idColumn("order"),
  /** Null again once its shopper has changed it. */
  abandonedAt: timeColumn(),
  /** Kept from `abandonedAt` then: an abandoned cart is announced once. */
  announcedAt: timeColumn(),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
});
export type CartRow = typeof carts.$inferSelect;
