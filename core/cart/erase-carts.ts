import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";

/** Whose carts: by the address that they were filled in with, or the orders that they became. */
interface Erased {
  readonly emails: readonly string[];
  readonly orderIds: readonly string[];
}

/** Takes out of carts who they are of. What is in them stays, and whoever has the token may fill them in anew. */
export async function eraseCarts({ tx }: Change, { emails, orderIds }: Erased): Promise<void> {
  await tx.execute(sql`
    update carts set email = null, name = null, phone = null, address = null
    where (order_id is null and email = any(${sql.param([...emails])}::text[]))
      or order_id = any(${sql.param([...orderIds])}::text[])`);
}
