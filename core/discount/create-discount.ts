import { audit } from "#core/audit/record";
import type * as discount from "#core/contract/discount";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { refuseEmptyPeriod } from "#core/refusal";
import { storeSettings } from "#core/store/settings";
import { discounts, refusedDiscount } from "./discount.table.ts";
import { saidOf, shownDiscount, worthOf } from "./show-discount.ts";

export async function createDiscount(
  change: Change,
  input: InputOf<typeof discount.create>,
): Promise<discount.Discount> {
  const { basisPoints, amountMinor, ...fields } = input;
  const value = worthOf(fields.kind, { basisPoints, amountMinor }, null);
  refuseEmptyPeriod(fields);
  const id = newId("discount");
  const row = { ...fields, id, value, used: 0, createdAt: change.at, archivedAt: null };
  await orRefuse(change.tx.insert(discounts).values(row), refusedDiscount(row));
  audit(change, "discount.create", id, { after: saidOf(row) });
  return shownDiscount(row, (await storeSettings(change.tx)).currency);
}
