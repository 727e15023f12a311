import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

/** The carts to erase: those with this email address, or that became these orders. */
interface Erased {
  readonly emails: readonly string[];
  readonly orderIds: readonly string[];
}

/** Removes personal data from carts. Their lines stay, and the holder of the token can fill in the data again. */
export async function eraseCarts({ tx }: Change, { emails, orderIds }: Erased): Promise<void> {
  await tx.execute(sql`
    update carts set email = null, name = null, phone = null, address = null
    where email = any(${sql.param([...emails])}::text[]) or order_id = any(${sql.param([...orderIds])}::text[])`);
}
