import type { Discount } from "#core/contract/discount";
import { idColumn, moneyColumn, timeColumn } from "#core/db/columns";
import { boolean, integer, pgTable, text } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";

/** `used` is incremented by a conditional update in the order's change, and decremented if the order is cancelled. */
export const discounts = pgTable("discounts", {
  id: idColumn("discount").primaryKey(),
  code: text().notNull(),
  kind: text().$type<Discount["kind"]>().notNull(),
  value: moneyColumn(),
  minimumMinor: moneyColumn().notNull().default(0),
  startsAt: timeColumn(),
  endsAt: timeColumn(),
  usageLimit: integer(),
  perCustomerLimit: integer(),
  used: integer().notNull().default(0),
  active: boolean().notNull().default(true),
  createdAt: timeColumn().notNull(),
  archivedAt: timeColumn(),
});

/** The constraints on a discount's row that become refusals. */
export const refusedDiscount = ({ code }: { code: string }) => ({
  discounts_code: () => new Refusal("discount.codeTaken", { code }),
});
