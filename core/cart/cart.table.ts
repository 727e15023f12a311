import type { Address, Id } from "#core/contract/fields";
import { idColumn, jsonColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { pgTable, text } from "#core/db/drizzle";

interface CartLine {
  readonly variantId: Id<"variant">;
  readonly quantity: number;
  /** What the shopper has seen; null of what could not be had. */
  readonly unitPriceMinor: number | null;
}

/**
 * What shoppers choose. It holds no stock, and its prices are worked out anew whenever it is looked at. The row is the lock
 * of whoever writes it; check-out takes it before anything of the order. Whoever has the token has the cart, so the token is
 * never logged, audited or listed.
 */
export const carts = pgTable("carts", {
  id: idColumn("cart").primaryKey(),
  tokenHash: text().notNull(),
  /** For the event that a cart was abandoned, which carries it. */
  tokenSealed: text().notNull(),
  channelId: idColumn("channel"),
  keyId: text().notNull(),
  lines: jsonColumn<CartLine[]>().notNull(),
  email: text(),
  name: text(),
  phone: text(),
  address: jsonColumn<Address>(),
  discountCode: text(),
  /** What it came to when it was last written: what the shopper agrees to by checking out. */
  totalMinor: moneyColumn().notNull(),
  orderId: idColumn("order"),
  abandonedAt: timeColumn(),
  createdAt: timeColumn().notNull(),
  updatedAt: timeColumn().notNull(),
});
export type CartRow = typeof carts.$inferSelect;
