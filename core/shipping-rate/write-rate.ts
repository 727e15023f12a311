import { editOf } from "#core/audit/edit-of";
import { audit } from "#core/audit/record";
import type { Id } from "#core/contract/fields";
import type { InputOf } from "#core/contract/kit";
import type * as contract from "#core/contract/shippingRate";
import type { Change } from "#core/db/change";
import { eq } from "#core/db/drizzle";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { type ShippingRateRow, shippingRates, shownRate } from "./shipping-rate.table.ts";

export async function createRate(
  change: Change,
  fields: InputOf<typeof contract.create>,
): Promise<contract.ShippingRate> {
  const row = { id: newId("shippingRate"), ...fields, createdAt: change.at };
  await change.tx.insert(shippingRates).values(row);
  audit(change, "shippingRate.create", row.id, { after: fields });
  return shownRate(row, (await storeSettings(change.tx)).currency);
}

export async function editRate(change: Change, input: InputOf<typeof contract.edit>): Promise<contract.ShippingRate> {
  const { id, ...fields } = input;
  const { after, difference } = editOf(await lockedRate(change, id), fields);
  if (difference) {
    await change.tx.update(shippingRates).set(after).where(eq(shippingRates.id, id));
    audit(change, "shippingRate.edit", id, difference);
  }
  return shownRate(after, (await storeSettings(change.tx)).currency);
}

export async function removeRate(
  change: Change,
  { id }: InputOf<typeof contract.remove>,
): Promise<Record<string, never>> {
  const before = await lockedRate(change, id);
  await change.tx.delete(shippingRates).where(eq(shippingRates.id, id));
  audit(change, "shippingRate.remove", id, { before });
  return {};
}

async function lockedRate({ tx }: Change, id: Id<"shippingRate">): Promise<ShippingRateRow> {
  const [row] = await tx.select().from(shippingRates).where(eq(shippingRates.id, id)).for("update");
  if (!row) throw new Refusal("shippingRate.unknown");
  return row;
}
