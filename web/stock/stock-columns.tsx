/** The columns of every list of stock. */
import { Group, Text } from "@mantine/core";
import { useMemo } from "react";
import type { Column } from "../ui/table/data-table.tsx";
import type { Pages } from "../ui/table/use-paginated-query.ts";
import { type Level, promisedOf } from "./labels.ts";
import { Count, LowBadge, WaitingUnits, Where } from "./stock-figures.tsx";

export type LevelRow = Level & { readonly id: string };

/** Rows of a list are told apart by an id; a level's is its variant's. */
export function useLevels({ items, ...pages }: Pages<Level>): Pages<LevelRow> {
  const rows = useMemo(() => items?.map((level) => ({ ...level, id: level.variantId })), [items]);
  return { ...pages, items: rows };
}

const counted = (level: Level, value: number) => (level.trackStock ? <Count of={value} /> : "–");

export const levelColumns: readonly Column<LevelRow>[] = [
  {
    id: "sku",
    title: "SKU",
    cell: ({ sku }) => (
      <Text span inherit style={{ overflowWrap: "anywhere" }}>
        {sku}
      </Text>
    ),
  },
  { id: "title", title: "Item", plain: true, cell: ({ title }) => title },
  { id: "onHand", title: "On hand", align: "right", cell: (level) => counted(level, level.onHand) },
  { id: "promised", title: "Promised", align: "right", cell: (level) => counted(level, promisedOf(level)) },
  {
    id: "available",
    title: "Available",
    align: "right",
    cell: (level) => (level.trackStock ? <Count of={level.available} strong /> : "not counted"),
  },
  {
    id: "state",
    title: "State",
    plain: true,
    cell: (level) => (
      <Group gap={4} component="span">
        <LowBadge of={level} />
        <WaitingUnits units={level.waiting} />
      </Group>
    ),
  },
  { id: "where", title: "Where", plain: true, cell: (level) => <Where of={level} /> },
  { id: "threshold", title: "Low at", align: "right", aside: true, cell: ({ lowStockThreshold }) => lowStockThreshold },
];
