/** Our own file of customers, as written by the export. Columns may be missing: their values stay unchanged. */
import { addressesMax } from "#core/contract/customer";
import { textsIn } from "#core/csv/list-cell";
import { addressIn } from "#core/job/import-file/address-in";
import { type Cells, cut } from "#core/job/import-file/cells";
import { fieldsBy } from "#core/job/import-file/fields-by";
import { refuseOthers } from "#core/job/import-file/one-item";
import type { Layout } from "#core/job/import-kind";
import { addressColumns, customerColumns, ownColumns, partsByColumn } from "./own-columns.ts";
import { type AddressPart, CustomerFields, type TakenCustomer } from "./taken-customer.ts";

export const ownCustomers: Layout<TakenCustomer> = {
  name: "own",
  label: "our own layout",
  needs: ["email", "name"],
  reads: ownColumns,
  leavesOut: () => false,
  groupedBy: "email",
  read: (rows) => {
    const [first] = rows;
    refuseOthers(rows, "email", customerColumns);
    const texts = (column: string) => (first.has(column) ? textsIn(first.verbatim(column)) : undefined);
    const fields = {
      ...(first.text("name") !== "" && { name: first.name("name") }),
      ...(first.has("phone") && { phone: first.code("phone") || null }),
      ...(first.has("note") && { note: first.verbatim("note").trim() || null }),
      tags: texts("tags"),
    };
    const email = first.text("email").toLowerCase();
    if (email === "" || cut(email, 254) !== email) first.wrong("email", "An email address is needed.");
    if (first.text("name") === "") first.wrong("name", "A name is needed.");
    const addressRows = rows.filter(hasAddress);
    if (!first.has("address 1")) for (const row of addressRows) refuseAddress(row);
    if (addressRows.length > addressesMax) first.wrong(null, `A customer can have at most ${addressesMax} addresses.`);
    return {
      email,
      fields: fieldsBy(CustomerFields, fields, ([field]) => [first, String(field)]),
      addresses: first.has("address 1")
        ? addressRows.map((row) => ({ ...addressIn(row), isDefault: row.yes("default") ?? false }))
        : undefined,
      unsaid: unsaidIn(first),
      groups: texts("groups"),
      acceptsMarketing: first.yes("accepts marketing") ?? undefined,
      marketingAt: first.time("marketing said at"),
      changedAt: first.time("changed at"),
      isForeign: false,
    };
  },
};

const hasAddress = (row: Cells): boolean => addressColumns.some((column) => row.text(column) !== "");

/** Which of the customer's addresses it is part of, only their first lines tell. */
function refuseAddress(row: Cells): void {
  const column = addressColumns.find((one) => row.text(one) !== "");
  if (column) row.wrong(column, "An address needs the column “address 1”: add it, or remove this column.");
}

const unsaidIn = (first: Cells): AddressPart[] => [
  ...addressColumns.flatMap((column) => (first.has(column) ? [] : partsByColumn[column])),
  ...(first.has("default") ? [] : ["isDefault" as const]),
];
