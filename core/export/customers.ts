import { exported } from "#core/contract/export";
import type { Cell } from "#core/contract/values/csv-line";
import { listCell } from "#core/csv/list-cell";
import type { CustomerRow } from "#core/customer/customer.table";
import { listCustomers } from "#core/customer/list-customers";
import { ownColumns } from "#core/customer-import/own-columns";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { wireTime } from "#core/db/wire";
import { type DeclaredExport, pageRows } from "#core/job/export-kind";

interface Found extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly fields: Readonly<Record<string, Cell>>;
  readonly tags: string[];
  readonly groups: string[];
  readonly addresses: CustomerRow["addresses"];
}

/** One row per address, oldest customer first, without erased customers. The file can be imported again. */
export const customersExport: DeclaredExport = {
  kind: "customers",
  header: ownColumns,
  page: async (by, filters, cursor) => {
    const parsed = exported.customers.filters.parse(filters);
    const at = cursor === null ? {} : { cursor };
    const { items, nextCursor } = await listCustomers(by, { ...parsed, ...at, sort: "oldest", limit: pageRows });
    const ids = items.filter(({ email }) => email !== null).map(({ id }) => id);
    const found = await db().execute<Found>(sql`
      select id, tags, addresses,
        json_build_object('email', email, 'name', name, 'phone', phone, 'note', note,
          'accepts marketing', case when accepts_marketing then 'yes' else 'no' end,
          'marketing said at', ${wireTime("marketing_at")}, 'changed at', ${wireTime("updated_at")}) as fields,
        array(select g.name from customer_group_members m join customer_groups g on g.id = m.group_id
          where m.customer_id = customers.id order by lower(g.name)) as groups
      from customers where id = any(${sql.param(ids)}::text[])`);
    const byId = new Map(found.map((one) => [one.id, one]));
    return { rows: ids.flatMap((id) => rowsOf(byId.get(id))), next: nextCursor };
  },
};

function rowsOf(found: Found | undefined): Cell[][] {
  if (!found) return [];
  const { fields, tags, groups, addresses } = found;
  const each = addresses.length > 0 ? addresses : [undefined];
  return each.map((address, nth) => {
    const cells = new Map<string, Cell>([
      ["email", fields["email"] ?? null],
      ...(nth === 0
        ? [...Object.entries(fields), ["tags", listCell(tags)] as const, ["groups", listCell(groups)] as const]
        : []),
      ...(address ? Object.entries(cellsOf(address)) : []),
    ]);
    return ownColumns.map((column) => cells.get(column) ?? null);
  });
}

const cellsOf = (address: CustomerRow["addresses"][number]): Readonly<Record<string, Cell>> => ({
  "address 1": address.line1,
  "address 2": address.line2 ?? null,
  city: address.city,
  region: address.region ?? null,
  "postal code": address.postalCode ?? null,
  country: address.country,
  default: address.isDefault ? "yes" : "no",
});
