import { exported } from "#core/contract/export";
import { type DeclaredExport, pageRows } from "#core/job/export-kind";
import { ownColumns } from "#core/stock/import/own-columns";
import { listMovements } from "#core/stock/lists/list-movements";
import { listLevels } from "#core/stock/lists/variant-stock";

/**
 * One row per stock level, oldest variant first, so that renaming a SKU does not change the order. The file can be
 * imported again.
 */
export const stockExport: DeclaredExport = {
  kind: "stock",
  header: ownColumns,
  page: async (by, filters, cursor) => {
    const parsed = exported.stock.filters.parse(filters);
    const at = cursor === null ? {} : { cursor };
    const { items, nextCursor } = await listLevels(by, { ...parsed, ...at, sort: "oldest", limit: pageRows });
    const rows = items.flatMap(({ sku, locations }) =>
      locations.map(({ code, onHand }) => [sku, code, onHand, onHand, null]),
    );
    return { rows, next: nextCursor };
  },
};

/** The ledger, newest entry first. */
export const movementsExport: DeclaredExport = {
  kind: "movements",
  header: [
    ...["id", "at", "by", "sku", "location", "kind", "on hand change", "reserved change", "committed change"],
    ...["on hand", "reserved", "committed", "order", "source", "reason"],
  ],
  page: async (by, filters, cursor) => {
    const parsed = exported.movements.filters.parse(filters);
    const at = cursor === null ? {} : { cursor };
    const { items, nextCursor } = await listMovements(by, { ...parsed, ...at, limit: pageRows });
    const rows = items.map((one) => [
      ...[one.id, one.at.toISOString(), one.by.name, one.sku, one.locationName, one.kind],
      ...[one.change.onHand, one.change.reserved, one.change.committed],
      ...[one.after.onHand, one.after.reserved, one.after.committed],
      ...[one.orderNumber, one.source, one.reason],
    ]);
    return { rows, next: nextCursor };
  },
};
