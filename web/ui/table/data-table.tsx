/** The list of every area: selectable columns, keyboard navigation, pages in both directions, cards on a phone. */
import { Box, Group, Skeleton } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ErrorAlert } from "../error-alert.tsx";
import { whenIdle } from "../later/when-idle.tsx";
import { SlowNotice } from "../layout/slow-notice.tsx";
import { useUrlState } from "../url-state.ts";
import { Checkbox } from "./checkbox.tsx";
import type { Column, RowLink, SelectedRows } from "./columns.ts";
import { useRowSelection, useRowShortcuts } from "./row-selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import classes from "./table.module.css";
import { TableFooter } from "./table-footer.tsx";
import { TableHead } from "./table-head.tsx";
import { CardRow, TableRow } from "./table-rows.tsx";
import type { PaginatedQuery } from "./use-paginated-query.ts";
import { useWidths } from "./use-widths.ts";

interface Props<Item extends { readonly id: string }> {
  /** The plural of what is listed: "orders". The browser stores the chosen columns under this name. */
  readonly name: string;
  readonly pages: PaginatedQuery<Item>;
  /** The first one is always shown, and is the link that opens the row. */
  readonly columns: readonly Column<Item>[];
  /**
   * The link that opens a row: `(item, rest) => <Link to="/orders/$id" params={{ id: item.id }} {...rest} />`. If it,
   * `columns` and `onPrefetch` are stable across renders, unchanged rows are not rendered again.
   */
  readonly rowLink?: RowLink<Item>;
  /** Called when the pointer or the focus is on a row, to prefetch its page. */
  readonly onPrefetch?: (item: Item) => void;
  readonly bulkActions?: (selected: SelectedRows<Item>) => ReactNode;
  readonly emptyState: ReactNode;
}

const noItems: never[] = [];

const TableTools = whenIdle(() => import("./table-tools.tsx"), <div className={classes["toolsPlace"]} />);

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
  const [compact, setCompact] = useLocalStorage({
    key: "compact-rows",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const widths = useWidths(name);
  const [search, setSearch] = useUrlState();
  const items = pages.items ?? noItems;
  const { selected, setSelected, toggle } = useRowSelection(items, pages.listed);
  const frame = useRef<HTMLDivElement>(null);
  useRowShortcuts(name, frame, pages, bulkActions ? toggle : null);

  const visibleColumns = useMemo(
    () => columns.filter(({ id }, index) => index === 0 || (visible[id] ?? true)),
    [columns, visible],
  );
  const isWide = useIsWide(frame, visibleColumns, items);
  const selectedItems = Object.values(selected);
  const selectedHere = items.filter(({ id }) => selected[id]).length;
  const allSelected = items.length > 0 && selectedHere === items.length;
  const hasPages = pages.nextPage !== null || pages.previousPage !== null;
  const isStale = pages.query.isPlaceholderData;
  const rowProps = { columns: visibleColumns, rowLink, onPrefetch, toggle: bulkActions ? toggle : null };
  const spoken = name.replaceAll("-", " ");
  const select = (rows: readonly Item[]) => setSelected(Object.fromEntries(rows.map((item) => [item.id, item])));
  const checkbox = bulkActions && (
    <Checkbox
      label="Select all rows on this page"
      checked={allSelected}
      indeterminate={selectedHere > 0 && !allSelected}
      onClick={() =>
        select(
          allSelected ? [] : [...selectedItems.filter(({ id }) => !items.some((item) => item.id === id)), ...items],
        )
      }
    />
  );

  if (pages.query.error && !pages.items) {
    return <ErrorAlert error={pages.query.error} onRetry={() => void pages.query.refetch()} />;
  }
  return (
    <Box className={classes["list"] ?? ""} data-compact={compact || undefined}>
      {bulkActions && selectedItems.length > 0 && (
        <SelectionBar
          count={selectedItems.length}
          onClear={() => select([])}
          onSelectAll={
            allSelected && hasPages && selectedItems.length === items.length
              ? async () => select(await pages.fetchAll())
              : null
          }
        >
          {bulkActions({ items: selectedItems, clear: () => select([]) })}
        </SelectionBar>
      )}
      {items.length > 0 && !phone && (
        <Group justify="flex-end" className={classes["tools"] ?? ""}>
          <TableTools
            columns={columns}
            visible={visible}
            setVisible={setVisible}
            compact={compact}
            setCompact={setCompact}
            resetWidths={widths.widths && widths.reset}
          />
        </Group>
      )}
      <div ref={frame} className={classes["frame"]} data-table={name} data-wide={isWide || undefined}>
        {pages.items === undefined ? (
          <TableSkeleton onRetry={() => void pages.query.refetch()} />
        ) : items.length === 0 ? (
          emptyState
        ) : phone ? (
          <ul className={isStale ? `${classes["cards"]} ${classes["stale"]}` : classes["cards"]} aria-label={spoken}>
            {items.map((item) => (
              <CardRow key={item.id} item={item} selected={selected[item.id] !== undefined} {...rowProps} />
            ))}
          </ul>
        ) : (
          <table className={classes["table"]} aria-label={spoken} data-fixed={widths.widths ? true : undefined}>
            <TableHead
              columns={visibleColumns}
              checkbox={checkbox}
              sort={search["sort"] ?? ""}
              onSort={(sort) => void setSearch({ sort, cursor: undefined })}
              widths={widths}
            />
            <tbody className={isStale ? classes["stale"] : undefined}>
              {items.map((item) => (
                <TableRow key={item.id} item={item} selected={selected[item.id] !== undefined} {...rowProps} />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {(items.length > 0 || hasPages) && <TableFooter pages={pages} />}
    </Box>
  );
}

/**
 * Whether the table is wider than its frame. Only then does the frame scroll, because in a scrolling frame titles
 * cannot be sticky.
 */
function useIsWide(frame: { readonly current: HTMLDivElement | null }, columns: unknown, items: unknown): boolean {
  const [isWide, setIsWide] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when what is shown changes
  useLayoutEffect(() => {
    const measure = () => {
      const table = frame.current?.querySelector("table");
      setIsWide(table !== null && table !== undefined && table.offsetWidth > (frame.current?.clientWidth ?? 0) + 1);
    };
    measure();
    // Names that come later make a column wider.
    const observer = new ResizeObserver(measure);
    for (const element of frame.current?.querySelectorAll("table") ?? []) observer.observe(element);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame, columns, items]);
  return isWide;
}

function TableSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Box p="md" aria-busy="true" role="status" aria-label="Loading">
      <SlowNotice onRetry={onRetry} />
      {["62%", "80%", "54%", "71%", "66%", "78%"].map((width) => (
        <Skeleton key={width} height={14} my={14} width={width} />
      ))}
    </Box>
  );
}
