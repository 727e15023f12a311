import { audit } from "#core/audit/record";
import type * as group from "#core/contract/group";
import type { InputOf } from "#core/contract/kit/operation";
import { customerGroups } from "#core/customer/customer.table";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { Refusal } from "#core/refusal";
import { shownGroup } from "./show-group.ts";

/** The constraints on a group's row that become refusals. */
export const refusedGroup = ({ name }: { name: string }) => ({
  customer_groups_name: () => new Refusal("group.nameTaken", { name }),
});

export async function createGroup(change: Change, fields: InputOf<typeof group.create>): Promise<group.Group> {
  const row = { id: newId("group"), ...fields, createdAt: change.at };
  await orRefuse(change.tx.insert(customerGroups).values(row), refusedGroup(row));
  audit(change, "group.create", row.id, { after: fields });
  return shownGroup(change.tx, row.id);
}
