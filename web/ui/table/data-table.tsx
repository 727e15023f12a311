/** The list of every area: columns chosen and kept, rows by keyboard, pages both ways, cards on a phone. */
import { Box, CloseButton, Group, Skeleton, Text } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Problem } from "../error-alert.tsx";
import { Tick } from "./checkbox.tsx";
import { useRowKeys, useToggle } from "./row-selection.ts";
import classes from "./table.module.css";
import { Foot } from "./table-footer.tsx";
import { CardRow, TableRow } from "./table-rows.tsx";
import type { Pages } from "./use-paginated-query.ts";

export interface Column<Item> {
  readonly id: string;
  readonly title: string;
  readonly cell: (item: Item) => ReactNode;
  readonly align?: "right";
  /** Not shown until somebody asks for it. */
  readonly aside?: true;
  /** Speaks for itself: on a phone it stands without its title. */
  readonly plain?: true;
}

export type RowLink<Item> = (item: Item, rest: { className: string; children: ReactNode }) => ReactNode;

/** What the bulk actions are given: the rows chosen on this page, and how to let go of them. */
export interface Chosen<Item> {
  readonly items: readonly Item[];
  readonly clear: () => void;
}

interface Props<Item extends { readonly id: string }> {
  /** What is listed, in the plural: "orders". The chosen columns are kept under it. */
  readonly of: string;
  readonly pages: Pages<Item>;
  /** The first one names the row: it is always shown, and it is the link that opens it. */
  readonly columns: readonly Column<Item>[];
  /**
   * The link that opens a row: `(item, rest) => <Link to="/orders/$id" params={{ id: item.id }} {...rest} />`. Where it,
   * `columns` and `onPeek` stay the same from one time to the next, rows that have not changed are not drawn again.
   */
  readonly link?: RowLink<Item>;
  /** The pointer or the focus comes to a row: fetch what opening it will ask for. */
  readonly onPeek?: (item: Item) => void;
  readonly bulk?: (chosen: Chosen<Item>) => ReactNode;
  readonly empty: ReactNode;
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const none: never[] = [];

export function DataTable<Item extends { readonly id: string }>(props: Props<Item>) {
  const { of, pages, columns, link, onPeek, bulk, empty } = props;
  const phone = useMediaQuery("(max-width: 40em)", false, { getInitialValueInEffect: false });
  const [shown, setShown] = useLocalStorage<Record<string, boolean>>({
    key: `columns.${of}`,
    defaultValue: Object.fromEntries(columns.filter(({ aside }) => aside).map(({ id }) => [id, false])),
    getInitialValueInEffect: false,
  });
  const [selected, setSelected] = useState<Record<string, true>>({});
  const table = useTable({
    features,
    data: pages.items ?? none,
    columns: useMemo(
      () => columns.map(({ id, title }, index) => ({ id, header: title, enableHiding: index > 0 })),
      [columns],
    ),
    getRowId: (item: Item) => item.id,
    state: { columnVisibility: shown, rowSelection: selected },
    onColumnVisibilityChange: setShown,
    onRowSelectionChange: setSelected,
  });
  const frame = useRef<HTMLDivElement>(null);
  const toggle = useToggle(pages.items ?? none, setSelected);
  useRowKeys(of, frame, pages, bulk ? toggle : null);

  const visible = useMemo(
    () => columns.filter(({ id }, index) => index === 0 || (shown[id] ?? true)),
    [columns, shown],
  );
  const rows = table.getRowModel().rows;
  const chosen = rows.filter((row) => row.getIsSelected()).map((row) => row.original);
  const isStale = pages.answer.isPlaceholderData;
  const rowProps = { visible, link, onPeek, toggle: bulk ? toggle : null };

  if (pages.answer.error && !pages.items) {
    return <Problem of={pages.answer.error} retry={() => void pages.answer.refetch()} />;
  }
  return (
    <Box className={classes["list"] ?? ""}>
      {bulk && chosen.length > 0 && (
        <Group gap="xs" className={classes["chosen"] ?? ""} role="toolbar" aria-label="For the chosen rows">
          <Group gap={4}>
            <CloseButton size="sm" aria-label="Choose none" onClick={() => setSelected({})} />
            <Text size="sm" fw={550}>
              {chosen.length} chosen
            </Text>
          </Group>
          {bulk({ items: chosen, clear: () => setSelected({}) })}
        </Group>
      )}
      <div ref={frame} className={classes["frame"]} data-table={of}>
        {pages.items === undefined ? (
          <Waiting />
        ) : rows.length === 0 ? (
          empty
        ) : phone ? (
          <ul className={isStale ? `${classes["cards"]} ${classes["stale"]}` : classes["cards"]} aria-label={of}>
            {rows.map((row) => (
              <CardRow
                key={row.id}
                item={row.original}
                number={row.index + 1}
                selected={row.getIsSelected()}
                {...rowProps}
              />
            ))}
          </ul>
        ) : (
          <table className={classes["table"]} aria-label={of}>
            <thead>
              <tr>
                {bulk && (
                  <th className={classes["narrow"]}>
                    <Tick
                      label="Choose all rows of this page"
                      checked={table.getIsAllRowsSelected()}
                      some={table.getIsSomeRowsSelected()}
                      onClick={() => table.toggleAllRowsSelected()}
                    />
                  </th>
                )}
                {visible.map(({ id, title, align }) => (
                  <th key={id} className={align && classes[align]} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={isStale ? classes["stale"] : undefined}>
              {rows.map((row) => (
                <TableRow
                  key={row.id}
                  item={row.original}
                  number={row.index + 1}
                  selected={row.getIsSelected()}
                  {...rowProps}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <Foot columns={columns} shown={shown} setShown={setShown} pages={pages} />
    </Box>
  );
}

function Waiting() {
  return (
    <Box p="md" aria-busy="true" role="status" aria-label="Loading">
      {["62%", "80%", "54%", "71%", "66%", "78%"].map((width) => (
        <Skeleton key={width} height={14} my={14} width={width} />
      ))}
    </Box>
  );
}
