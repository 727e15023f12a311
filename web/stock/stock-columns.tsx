/** The columns of every list of stock. */
import { Group } from "@mantine/core";
import { useMemo } from "react";
import type { Column } from "../ui/table/columns.ts";
import type { PaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { allocatedUnits } from "./labels.ts";
import { BackorderedBadge, LowStockBadge, OnHandByLocation, Quantity } from "./stock-figures.tsx";
import type { VariantStock } from "./types.ts";

export type StockRow = VariantStock & { readonly id: string };

const rowOf = (stock: VariantStock): StockRow => ({ ...stock, id: stock.variantId });

/** A table needs an `id` in each row; here it is the variant's. */
export function useStockRows({ items, ...pages }: PaginatedQuery<VariantStock>): PaginatedQuery<StockRow> {
  const rows = useMemo(() => items?.map(rowOf), [items]);
  return { ...pages, items: rows, fetchAll: async () => (await pages.fetchAll()).map(rowOf) };
}

const tracked = (stock: VariantStock, value: number) => (stock.trackStock ? <Quantity value={value} /> : "–");

export const stockColumns: readonly Column<StockRow>[] = [
  {
    id: "sku",
    title: "SKU",
    cell: ({ sku }) => sku,
  },
  {
    id: "title",
    title: "Item",
    unlabeled: true,
    cell: ({ title, options }) => (options.length > 0 ? `${title} (${options.join(", ")})` : title),
  },
  { id: "onHand", title: "On hand", align: "right", cell: (stock) => tracked(stock, stock.onHand) },
  { id: "allocated", title: "Allocated", align: "right", cell: (stock) => tracked(stock, allocatedUnits(stock)) },
  {
    id: "available",
    title: "Available",
    align: "right",
    cell: (stock) => (stock.trackStock ? <Quantity value={stock.available} strong /> : "not tracked"),
  },
  {
    id: "state",
    title: "Status",
    unlabeled: true,
    cell: (stock) => (
      <Group gap={4} component="span">
        <LowStockBadge stock={stock} />
        <BackorderedBadge units={stock.backordered} />
      </Group>
    ),
  },
  { id: "locations", title: "Locations", unlabeled: true, cell: (stock) => <OnHandByLocation stock={stock} /> },
  {
    id: "threshold",
    title: "Low-stock threshold",
    align: "right",
    hiddenByDefault: true,
    cell: ({ lowStockThreshold }) => lowStockThreshold,
  },
];
