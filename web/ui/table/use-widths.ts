/** The column widths that the user has set, kept in this browser. */
import { useLocalStorage } from "@mantine/hooks";
import { type PointerEvent, useRef } from "react";

/** In pixels, by column id. Once one is set, all are, so that the others keep their widths. */
type Widths = Readonly<Record<string, number>>;

const widthMin = 48;

export interface ColumnWidths {
  /** Null while they are automatic. */
  readonly widths: Widths | null;
  readonly startDrag: (id: string, event: PointerEvent<HTMLElement>) => void;
  readonly reset: () => void;
}

export function useWidths(list: string): ColumnWidths {
  const [kept, setWidths] = useLocalStorage<Widths>({
    key: `widths.${list}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const dragged = useRef<{ from: number; width: number; all: Widths } | null>(null);
  const widths = Object.keys(kept).length > 0 ? kept : null;
  return {
    widths,
    startDrag: (id, event) => {
      event.preventDefault();
      event.stopPropagation();
      const handle = event.currentTarget;
      const all = widthsIn(handle);
      dragged.current = { from: event.clientX, width: all[id] ?? widthMin, all };
      handle.setPointerCapture(event.pointerId);
      handle.onpointermove = ({ clientX }) => {
        if (!dragged.current) return;
        const { from, width, all: before } = dragged.current;
        setWidths({ ...before, [id]: Math.max(widthMin, width + clientX - from) });
      };
      handle.onpointerup = () => {
        dragged.current = null;
        handle.onpointermove = null;
      };
    },
    reset: () => setWidths({}),
  };
}

/** The current widths on screen. */
function widthsIn(handle: HTMLElement): Widths {
  const cells = [...(handle.closest("tr")?.querySelectorAll<HTMLElement>("th[data-column]") ?? [])];
  return Object.fromEntries(cells.map((cell) => [cell.dataset["column"] ?? "", cell.offsetWidth]));
}
