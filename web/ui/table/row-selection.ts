/** A list by keyboard: from row to row, choosing them, turning pages. */
import { type Dispatch, type SetStateAction, useCallback, useRef } from "react";
import { useKeys } from "../shortcuts.ts";
import type { Pages } from "./use-paginated-query.ts";

/** Chooses a row, or lets go of it; with Shift, all from the row before to this one. */
export type Toggle = (id: string, through: boolean) => void;

export function useToggle(
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

/** Up and down move from row to row, Enter opens (it is a link), x chooses, [ and ] turn the page. */
export function useRowKeys(
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
  const choose = (through: boolean) => {
    const id = current();
    if (id) toggle?.(id, through);
  };
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
            run: () => choose(false),
          },
          {
            keys: "X",
            does: "Choose all rows up to this one, as Shift-click does",
            run: () => choose(true),
          },
        ]
      : []),
    { keys: "]", does: "Next page", run: () => pages.forward?.() },
    { keys: "[", does: "Previous page", run: () => pages.back?.() },
  ]);
}
