import { audit } from "#core/audit/record";
import type * as contract from "#core/contract/customer";
import type { InputOf } from "#core/contract/kit/operation";
import type { Change } from "#core/db/change";
import { orRefuse } from "#core/db/refused";
import { newId } from "#core/id";
import { customers } from "./customer.table.ts";
import { emailTaken } from "./edit-customer.ts";
import { setGroups } from "./set-groups.ts";
import { eachTagOnce, shownCustomer, withOneDefault } from "./show-customer.ts";

/** The audit records that a customer was added, without personal data: the audit cannot be erased. */
export async function createCustomer(
  change: Change,
  input: InputOf<typeof contract.create>,
): Promise<contract.Customer> {
  const { email, name, phone = null, addresses = [], note = null, tags = [], groupIds = [], acceptsMarketing } = input;
  const id = newId("customer");
  const row = {
    id,
    email,
    name,
    phone,
    addresses: withOneDefault(addresses),
    note,
    tags: eachTagOnce(tags),
    acceptsMarketing: acceptsMarketing ?? false,
    marketingAt: acceptsMarketing === undefined ? null : change.at,
    createdAt: change.at,
    updatedAt: change.at,
  };
  await orRefuse(change.tx.insert(customers).values(row), emailTaken);
  await setGroups(change, id, groupIds);
  audit(change, "customer.create", id, { after: { tags: row.tags, groupIds, acceptsMarketing } });
  return shownCustomer(change.tx, id);
}
