import { exported } from "#core/contract/export";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { type DeclaredExport, pageRows } from "#core/job/export-kind";
import { ownColumns } from "#core/order-import/own-columns";
import { ownRowsOf } from "#core/order-import/own-rows";
import { listOrders } from "#core/order-list/list";

/** One row per line, oldest order first. The file can be imported again. */
export const ordersExport: DeclaredExport = {
  kind: "orders",
  header: ownColumns,
  page: async (by, filters, cursor) => {
    const parsed = exported.orders.filters.parse(filters);
    const at = cursor === null ? {} : { cursor };
    const { items, nextCursor } = await listOrders(by, { ...parsed, ...at, sort: "oldest", limit: pageRows });
    const ids = items.map(({ id }) => id);
    const found = new Map(
      (await ownRowsOf(db(), sql`orders.id = any(${sql.param(ids)})`)).map(({ id, rows }) => [id, rows]),
    );
    return { rows: ids.flatMap((id) => found.get(id) ?? []), next: nextCursor };
  },
};
