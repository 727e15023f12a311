/** Selecting rows of a list, and moving through it by keyboard. */
import { useCallback, useMemo, useRef, useState } from "react";
import { useShortcuts } from "../shortcuts.ts";
import type { PaginatedQuery } from "./use-paginated-query.ts";

/** Selects a row, or deselects it. With `range`, all rows from the last toggled one to this one. */
export type ToggleRow = (id: string, range: boolean) => void;

type Selected<Item> = Readonly<Record<string, Item>>;

/** The selected rows of all pages, by id; a change of filters clears them. Rows on screen are kept up to date. */
export function useRowSelection<Item extends { readonly id: string }>(items: readonly Item[], listed: string) {
  const [kept, setKept] = useState<{ readonly of: string; readonly rows: Selected<Item> }>({ of: listed, rows: {} });
  const shown = useRef<readonly Item[]>([]);
  shown.current = items;
  const last = useRef<string | null>(null);
  const setSelected = useCallback((rows: Selected<Item>) => setKept({ of: listed, rows }), [listed]);
  const toggle: ToggleRow = useCallback(
    (id, range) => {
      const ids = shown.current.map((item) => item.id);
      const index = ids.indexOf(id);
      const lastIndex = range && last.current ? ids.indexOf(last.current) : -1;
      const [from, to] = lastIndex === -1 ? [index, index] : [Math.min(index, lastIndex), Math.max(index, lastIndex)];
      const toggled = shown.current.slice(from, to + 1);
      last.current = id;
      setKept(({ of, rows: before }) => {
        const rows = of === listed ? before : {};
        const others = Object.entries(rows).filter(([each]) => !toggled.some((item) => item.id === each));
        const added = rows[id] ? [] : toggled.map((item) => [item.id, item] as const);
        return { of: listed, rows: Object.fromEntries([...others, ...added]) };
      });
    },
    [listed],
  );
  const selected = useMemo((): Selected<Item> => {
    if (kept.of !== listed) return {};
    const fresh = items.filter(({ id }) => kept.rows[id]).map((item) => [item.id, item] as const);
    return { ...kept.rows, ...Object.fromEntries(fresh) };
  }, [kept, listed, items]);
  return { selected, setSelected, toggle };
}

/** Up and down move from row to row, Enter opens (the row is a link), x selects, [ and ] turn the page. */
export function useRowShortcuts(
  list: string,
  frame: { readonly current: HTMLDivElement | null },
  pages: PaginatedQuery<never> | PaginatedQuery<{ readonly id: string }>,
  toggle: ToggleRow | null,
): void {
  const move = (by: 1 | -1) => {
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const index = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[index === -1 ? (by === 1 ? 0 : rows.length - 1) : index + by];
    next?.querySelector<HTMLElement>("a, button, input")?.focus();
    // The link, not the checkbox before it, so that Enter opens the row.
    next?.querySelector<HTMLElement>("a[href]")?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  const select = (range: boolean) => {
    const id = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset["row"];
    if (id) toggle?.(id, range);
  };
  useShortcuts(`List of ${list}`, [
    { keys: "j", label: "Next row", run: () => move(1) },
    { keys: "ArrowDown", label: "Next row", run: () => move(1) },
    { keys: "k", label: "Previous row", run: () => move(-1) },
    { keys: "ArrowUp", label: "Previous row", run: () => move(-1) },
    ...(toggle
      ? [
          { keys: "x", label: "Select the row", run: () => select(false) },
          { keys: "X", label: "Select all rows up to this one (as Shift-click)", run: () => select(true) },
        ]
      : []),
    { keys: "]", label: "Next page", run: () => pages.nextPage?.() },
    { keys: "[", label: "Previous page", run: () => pages.previousPage?.() },
  ]);
}
