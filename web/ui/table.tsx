/** The list of every area: columns chosen and kept, rows by keyboard, pages both ways, cards on a phone. */
import { ActionIcon, Box, Button, Checkbox, Group, Menu, NativeSelect, Skeleton, Text, Tooltip } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight, IconColumns } from "@tabler/icons-react";
import { columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { useKeys } from "./keys.ts";
import { Problem } from "./problem.tsx";
import classes from "./table.module.css";
import { type Pages, sizes } from "./use-pages.ts";

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
  /** The link that opens a row: `(item, rest) => <Link to="/orders/$id" params={{ id: item.id }} {...rest} />`. */
  readonly link?: (item: Item, rest: { className: string; children: ReactNode }) => ReactNode;
  /** The pointer rests on a row: fetch what opening it will ask for. */
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
  useRowKeys(of, frame, pages, bulk ? (id) => table.getRow(id).toggleSelected() : null);

  const visible = columns.filter(({ id }) => table.getColumn(id)?.getIsVisible() ?? true);
  const rows = table.getRowModel().rows;
  const chosen = rows.filter((row) => row.getIsSelected()).map((row) => row.original);
  const firstOf = (item: Item) => {
    const children = columns[0]?.cell(item);
    return link ? link(item, { className: classes["first"] ?? "", children }) : children;
  };
  const boxOf = (row: (typeof rows)[number]) => (
    <Checkbox
      size="xs"
      aria-label={`Choose row ${row.index + 1}`}
      checked={row.getIsSelected()}
      onChange={row.getToggleSelectedHandler()}
    />
  );

  if (pages.answer.error && !pages.items) {
    return <Problem of={pages.answer.error} retry={() => void pages.answer.refetch()} />;
  }
  return (
    <Box>
      {bulk && chosen.length > 0 && (
        <Group mb="xs" gap="sm" role="toolbar" aria-label="For the chosen rows">
          <Text size="sm" fw={550}>
            {chosen.length} chosen
          </Text>
          {bulk({ items: chosen, clear: () => setSelected({}) })}
          <Button size="compact-sm" variant="subtle" onClick={() => setSelected({})}>
            Choose none
          </Button>
        </Group>
      )}
      <div ref={frame} className={classes["frame"]} data-table={of}>
        {pages.items === undefined ? (
          <Waiting />
        ) : rows.length === 0 ? (
          empty
        ) : phone ? (
          <ul className={classes["cards"]} aria-label={of}>
            {rows.map((row) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the link within is what the keyboard opens
              <li
                key={row.id}
                className={classes["card"]}
                data-row={row.id}
                data-selected={row.getIsSelected() || undefined}
                onClick={openFirstLink}
              >
                <div>{bulk && boxOf(row)}</div>
                <div>{firstOf(row.original)}</div>
                <div className={classes["facts"]}>
                  {visible.slice(1).map(({ id, title, cell, plain }) => (
                    <span key={id} className={classes["fact"]}>
                      {!plain && <span className={classes["label"]}>{title}</span>}
                      {cell(row.original)}
                    </span>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <table className={classes["table"]} aria-label={of}>
            <thead>
              <tr>
                {bulk && (
                  <th className={classes["narrow"]}>
                    <Checkbox
                      size="xs"
                      aria-label="Choose all rows of this page"
                      checked={table.getIsAllRowsSelected()}
                      indeterminate={table.getIsSomeRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
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
            <tbody className={pages.answer.isPlaceholderData ? classes["stale"] : undefined}>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  className={classes["row"]}
                  data-row={row.id}
                  data-opens={link ? true : undefined}
                  data-selected={row.getIsSelected() || undefined}
                  onClick={openFirstLink}
                  onPointerEnter={() => onPeek?.(row.original)}
                >
                  {bulk && <td className={classes["narrow"]}>{boxOf(row)}</td>}
                  {visible.map(({ id, cell, align }, index) => (
                    <td key={id} className={align && classes[align]}>
                      {index === 0 ? firstOf(row.original) : cell(row.original)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <Group justify="space-between" mt="xs" gap="xs">
        <Menu closeOnItemClick={false} position="top-start">
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconColumns size={14} />}>
              Columns
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {columns.slice(1).map(({ id, title }) => (
              <Menu.Item key={id} component="div" role="presentation">
                <Checkbox
                  size="xs"
                  label={title}
                  checked={shown[id] ?? true}
                  onChange={(event) => setShown({ ...shown, [id]: event.currentTarget.checked })}
                />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="Rows on a page"
            data={sizes.map((value) => ({ value, label: `${value} rows` }))}
            value={String(pages.limit)}
            onChange={(event) => pages.setLimit(event.currentTarget.value)}
          />
          <Turn label="Previous page" keys="[" turn={pages.back} icon={<IconChevronLeft size={16} />} />
          <Turn label="Next page" keys="]" turn={pages.forward} icon={<IconChevronRight size={16} />} />
        </Group>
      </Group>
    </Box>
  );
}

function Turn({
  label,
  keys,
  turn,
  icon,
}: {
  label: string;
  keys: string;
  turn: (() => void) | null;
  icon: ReactNode;
}) {
  return (
    <Tooltip label={`${label} (${keys})`} openDelay={500}>
      <ActionIcon variant="default" aria-label={label} disabled={!turn} onClick={() => turn?.()}>
        {icon}
      </ActionIcon>
    </Tooltip>
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

/** A click anywhere on a row opens it; on something that is itself for pressing, or while text is marked, it does not. */
function openFirstLink(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement; // a click lands on an element
  if (target.closest("a, button, input, label, select") || getSelection()?.type === "Range") return;
  const link = event.currentTarget.querySelector<HTMLAnchorElement>("a[href], button");
  if (!link) return;
  if (event.ctrlKey || event.metaKey) window.open((link as HTMLAnchorElement).href, "_blank");
  else link.click();
}

/** Up and down move from row to row, Enter opens (it is a link), x chooses, [ and ] turn the page. */
function useRowKeys(
  of: string,
  frame: { readonly current: HTMLDivElement | null },
  pages: Pages<never> | Pages<{ readonly id: string }>,
  toggle: ((id: string) => void) | null,
): void {
  const step = (by: 1 | -1) => {
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by];
    next?.querySelector<HTMLElement>("a, button, input")?.focus();
    // The link rather than the box before it: Enter opens.
    next?.querySelector<HTMLElement>("a[href]")?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  const current = () => document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset["row"];
  useKeys(`List of ${of}`, [
    { keys: "j", does: "Next row", run: () => step(1) },
    { keys: "ArrowDown", does: "Next row", run: () => step(1) },
    { keys: "k", does: "Row before", run: () => step(-1) },
    { keys: "ArrowUp", does: "Row before", run: () => step(-1) },
    ...(toggle
      ? [
          {
            keys: "x",
            does: "Choose the row",
            run: () => {
              const id = current();
              if (id) toggle(id);
            },
          },
        ]
      : []),
    { keys: "]", does: "Next page", run: () => pages.forward?.() },
    { keys: "[", does: "Previous page", run: () => pages.back?.() },
  ]);
}
