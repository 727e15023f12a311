/** The list of every area: columns chosen and kept, rows by keyboard, pages both ways, cards on a phone. */
import { ActionIcon, Box, Button, Checkbox, Group, Menu, NativeSelect, Skeleton, Text, Tooltip } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight, IconColumns } from "@tabler/icons-react";
import { columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable } from "@tanstack/react-table";
import {
  type Dispatch,
  type MouseEvent,
  memo,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import { useKeys } from "./keys.ts";
import { Problem } from "./problem.tsx";
import classes from "./table.module.css";
import { Tick } from "./tick.tsx";
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

export type RowLink<Item> = (item: Item, rest: { className: string; children: ReactNode }) => ReactNode;

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
  const rowProps = { visible, link, onPeek, toggle: bulk ? toggle : null };

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
            <tbody className={pages.answer.isPlaceholderData ? classes["stale"] : undefined}>
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

/** Chooses a row, or lets go of it; with Shift, all from the row before to this one. */
type Toggle = (id: string, through: boolean) => void;

function useToggle(
  items: readonly { readonly id: string }[],
  setSelected: Dispatch<SetStateAction<Record<string, true>>>,
): Toggle {
  const ids = useRef<readonly string[]>([]);
  ids.current = items.map(({ id }) => id);
  const last = useRef<string | null>(null);
  return useCallback(
    (id, through) => {
      const at = ids.current.indexOf(id);
      const before = through && last.current ? ids.current.indexOf(last.current) : -1;
      const [from, to] = before === -1 ? [at, at] : [Math.min(at, before), Math.max(at, before)];
      const reached = ids.current.slice(from, to + 1);
      last.current = id;
      setSelected((selected) => {
        const others = Object.entries(selected).filter(([each]) => !reached.includes(each));
        const chosen = selected[id] ? [] : reached.map((each) => [each, true] as const);
        return Object.fromEntries([...others, ...chosen]);
      });
    },
    [setSelected],
  );
}

interface RowProps<Item> {
  readonly item: Item;
  /** Its place on this page, from 1. */
  readonly number: number;
  readonly selected: boolean;
  readonly visible: readonly Column<Item>[];
  readonly link: RowLink<Item> | undefined;
  readonly onPeek: ((item: Item) => void) | undefined;
  /** Null where nothing is chosen. */
  readonly toggle: Toggle | null;
}

/** What names the row: the link that opens it, if it opens. */
function First<Item extends { readonly id: string }>({ item, visible, link }: RowProps<Item>) {
  const children = visible[0]?.cell(item);
  return link ? link(item, { className: classes["first"] ?? "", children }) : children;
}

function RowTick<Item extends { readonly id: string }>({ item, number, selected, toggle }: RowProps<Item>) {
  if (!toggle) return null;
  const onClick = ({ shiftKey }: MouseEvent) => toggle(item.id, shiftKey);
  return <Tick label={`Choose row ${number}`} checked={selected} onClick={onClick} />;
}

/** Rows that a list is scrolled past under the pointer are not fetched: it must lie still on one for so long. */
const restMs = 40;
let resting: ReturnType<typeof setTimeout> | undefined;

function whenAtRest(peek: (() => void) | null): void {
  clearTimeout(resting);
  if (peek) resting = setTimeout(peek, restMs);
}

/** Drawn again only when something of its own changes: on a page of 200, ticking one box draws one row. */
const TableRow = memo(function TableRow<Item extends { readonly id: string }>(props: RowProps<Item>) {
  const { item, selected, visible, link, onPeek, toggle } = props;
  const peek = onPeek && (() => onPeek(item));
  return (
    <tr
      className={classes["row"]}
      data-row={item.id}
      data-opens={link ? true : undefined}
      data-selected={selected || undefined}
      onClick={openFirstLink}
      onPointerEnter={peek && (() => whenAtRest(peek))}
      onPointerLeave={peek && (() => whenAtRest(null))}
      onPointerDown={peek}
      onFocus={peek}
    >
      {toggle && (
        <td className={classes["narrow"]}>
          <RowTick {...props} />
        </td>
      )}
      {visible.map(({ id, cell, align }, index) => (
        <td key={id} className={align && classes[align]}>
          {index === 0 ? <First {...props} /> : cell(item)}
        </td>
      ))}
    </tr>
  );
}) as <Item extends { readonly id: string }>(props: RowProps<Item>) => ReactNode; // memo forgets the item's type

const CardRow = memo(function CardRow<Item extends { readonly id: string }>(props: RowProps<Item>) {
  const { item, selected, visible, onPeek } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link within is what the keyboard opens
    <li
      className={classes["card"]}
      data-row={item.id}
      data-selected={selected || undefined}
      onClick={openFirstLink}
      // A finger says what it wants a tenth of a second before it lets go.
      onPointerDown={onPeek && (() => onPeek(item))}
    >
      <div>
        <RowTick {...props} />
      </div>
      <div>
        <First {...props} />
      </div>
      <div className={classes["facts"]}>
        {visible.slice(1).map(({ id, title, cell, plain }) => (
          <span key={id} className={classes["fact"]}>
            {!plain && <span className={classes["label"]}>{title}</span>}
            {cell(item)}
          </span>
        ))}
      </div>
    </li>
  );
}) as <Item extends { readonly id: string }>(props: RowProps<Item>) => ReactNode; // memo forgets the item's type

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
  toggle: Toggle | null,
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
              if (id) toggle(id, false);
            },
          },
        ]
      : []),
    { keys: "]", does: "Next page", run: () => pages.forward?.() },
    { keys: "[", does: "Previous page", run: () => pages.back?.() },
  ]);
}
