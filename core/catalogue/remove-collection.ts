import { eq } from "drizzle-orm";
import { audit } from "#core/audit/record";
import type * as collection from "#core/contract/collection";
import type { InputOf, OutputOf } from "#core/contract/kit";
import type { Change } from "#core/db/change";
import { collections } from "./catalogue.table.ts";
import { lockedCollection, productIdsOf } from "./show-collection.ts";

export async function removeCollection(
  change: Change,
  { id }: InputOf<typeof collection.remove>,
): Promise<OutputOf<typeof collection.remove>> {
  const before = { ...(await lockedCollection(change, id)), productIds: await productIdsOf(change.tx, id) };
  await change.tx.delete(collections).where(eq(collections.id, id));
  await audit(change, "collection.remove", id, { before });
  return {};
}
