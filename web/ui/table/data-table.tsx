/** The list of every area: columns to choose, rows by keyboard, pages both ways, cards on a phone. */
import { Box, CloseButton, Group, Skeleton, Text } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { ErrorAlert } from "../error-alert.tsx";
import { Checkbox } from "./checkbox.tsx";
import type { Column, RowLink, SelectedRows } from "./columns.ts";
import { useRowSelection, useRowShortcuts } from "./row-selection.ts";
import classes from "./table.module.css";
import { TableFooter } from "./table-footer.tsx";
import { CardRow, TableRow } from "./table-rows.tsx";
import type { PaginatedQuery } from "./use-paginated-query.ts";

interface Props<Item extends { readonly id: string }> {
  /** What is listed, in the plural: "orders". The browser keeps the chosen columns under this name. */
  readonly name: string;
  readonly pages: PaginatedQuery<Item>;
  /** The first one is always shown, and is the link that opens the row. */
  readonly columns: readonly Column<Item>[];
  /**
   * The link that opens a row: `(item, rest) => <Link to="/orders/$id" params={{ id: item.id }} {...rest} />`. Where it,
   * `columns` and `onPrefetch` are the same on each render, rows that have not changed are not rendered again.
   */
  readonly rowLink?: RowLink<Item>;
  /** The pointer or the focus is on a row: fetch what the page behind it will ask for. */
  readonly onPrefetch?: (item: Item) => void;
  readonly bulkActions?: (selected: SelectedRows<Item>) => ReactNode;
  readonly emptyState: ReactNode;
}

const noItems: never[] = [];

export function DataTable<Item extends { readonly id: string }>(props: Props<Item>) {
  const { name, pages, columns, rowLink, onPrefetch, bulkActions, emptyState } = props;
  const phone = useMediaQuery("(max-width: 40em)", false, { getInitialValueInEffect: false });
  const [visible, setVisible] = useLocalStorage<Record<string, boolean>>({
    key: `columns.${name}`,
    defaultValue: Object.fromEntries(
      columns.filter(({ hiddenByDefault }) => hiddenByDefault).map(({ id }) => [id, false]),
    ),
    getInitialValueInEffect: false,
  });
  const [selected, setSelected] = useState<Record<string, true>>({});
  const items = pages.items ?? noItems;
  const frame = useRef<HTMLDivElement>(null);
  const toggle = useRowSelection(items, setSelected);
  useRowShortcuts(name, frame, pages, bulkActions ? toggle : null);

  const visibleColumns = useMemo(
    () => columns.filter(({ id }, index) => index === 0 || (visible[id] ?? true)),
    [columns, visible],
  );
  const selectedItems = items.filter(({ id }) => selected[id]);
  const allSelected = items.length > 0 && selectedItems.length === items.length;
  const isStale = pages.query.isPlaceholderData;
  const rowProps = { columns: visibleColumns, rowLink, onPrefetch, toggle: bulkActions ? toggle : null };

  if (pages.query.error && !pages.items) {
    return <ErrorAlert error={pages.query.error} onRetry={() => void pages.query.refetch()} />;
  }
  return (
    <Box className={classes["list"] ?? ""}>
      {bulkActions && selectedItems.length > 0 && (
        <Group
          gap="xs"
          className={classes["selection"] ?? ""}
          role="toolbar"
          aria-label="Actions for the selected rows"
        >
          <Group gap={4}>
            <CloseButton size="sm" aria-label="Clear selection" onClick={() => setSelected({})} />
            <Text size="sm" fw={550}>
              {selectedItems.length} selected
            </Text>
          </Group>
          {bulkActions({ items: selectedItems, clear: () => setSelected({}) })}
        </Group>
      )}
      <div ref={frame} className={classes["frame"]} data-table={name}>
        {pages.items === undefined ? (
          <TableSkeleton />
        ) : items.length === 0 ? (
          emptyState
        ) : phone ? (
          <ul className={isStale ? `${classes["cards"]} ${classes["stale"]}` : classes["cards"]} aria-label={name}>
            {items.map((item, index) => (
              <CardRow
                key={item.id}
                item={item}
                number={index + 1}
                selected={selected[item.id] === true}
                {...rowProps}
              />
            ))}
          </ul>
        ) : (
          <table className={classes["table"]} aria-label={name}>
            <thead>
              <tr>
                {bulkActions && (
                  <th className={classes["narrow"]}>
                    <Checkbox
                      label="Select all rows on this page"
                      checked={allSelected}
                      indeterminate={selectedItems.length > 0 && !allSelected}
                      onClick={() =>
                        setSelected(allSelected ? {} : Object.fromEntries(items.map(({ id }) => [id, true])))
                      }
                    />
                  </th>
                )}
                {visibleColumns.map(({ id, title, align }) => (
                  <th key={id} className={align && classes[align]} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={isStale ? classes["stale"] : undefined}>
              {items.map((item, index) => (
                <TableRow
                  key={item.id}
                  item={item}
                  number={index + 1}
                  selected={selected[item.id] === true}
                  {...rowProps}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <TableFooter columns={columns} visible={visible} setVisible={setVisible} pages={pages} />
    </Box>
  );
}

function TableSkeleton() {
  return (
    <Box p="md" aria-busy="true" role="status" aria-label="Loading">
      {["62%", "80%", "54%", "71%", "66%", "78%"].map((width) => (
        <Skeleton key={width} height={14} my={14} width={width} />
      ))}
    </Box>
  );
}
