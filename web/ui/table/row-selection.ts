/** Selecting rows of a list, and moving through it by keyboard. */
import { type Dispatch, type SetStateAction, useCallback, useRef } from "react";
import { useShortcuts } from "../shortcuts.ts";
import type { PaginatedQuery } from "./use-paginated-query.ts";

/** Selects a row, or deselects it. With `range`, all rows from the one toggled last to this one. */
export type ToggleRow = (id: string, range: boolean) => void;

export function useRowSelection(
  items: readonly { readonly id: string }[],
  setSelected: Dispatch<SetStateAction<Record<string, true>>>,
): ToggleRow {
  const ids = useRef<readonly string[]>([]);
  ids.current = items.map(({ id }) => id);
  const last = useRef<string | null>(null);
  return useCallback(
    (id, range) => {
      const index = ids.current.indexOf(id);
      const lastIndex = range && last.current ? ids.current.indexOf(last.current) : -1;
      const [from, to] = lastIndex === -1 ? [index, index] : [Math.min(index, lastIndex), Math.max(index, lastIndex)];
      const toggled = ids.current.slice(from, to + 1);
      last.current = id;
      setSelected((selected) => {
        const others = Object.entries(selected).filter(([each]) => !toggled.includes(each));
        const added = selected[id] ? [] : toggled.map((each) => [each, true] as const);
        return Object.fromEntries([...others, ...added]);
      });
    },
    [setSelected],
  );
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
    // The link rather than the checkbox before it, so that Enter opens the row.
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
