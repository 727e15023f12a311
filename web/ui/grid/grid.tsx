/**
 * Cells like in a spreadsheet: typing, pasting, filling down. Only the visible rows are rendered, however many there
 * are.
 */
import { Button, Text } from "@mantine/core";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { countText } from "../format/format.tsx";
import type { CellFault, GridColumn, GridPlace } from "./cells.ts";
import classes from "./grid.module.css";
import { pastedCells } from "./pasted.ts";

interface Props<Row extends { readonly key: string }> {
  /** The subject of the cells: part of each field's name for screen readers. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly isChanged: (row: Row) => boolean;
  readonly faultIn: (row: Row) => CellFault | null;
  readonly place: GridPlace;
  readonly onPlace: (place: GridPlace) => void;
  readonly onType: (place: GridPlace, text: string) => void;
  /** Called with cells copied from a spreadsheet; the browser itself pastes a single one. */
  readonly onPaste: (cells: string[][]) => void;
  readonly onFillDown: () => void;
  /** Returns false where the browser shall take back what was typed. */
  readonly onUndo: () => boolean;
  /** Its fields keep their values and the focus meanwhile. */
  readonly isSaving?: boolean;
  /** Brings a cell in sight and gives it the focus. */
  readonly show?: Ref<(place: GridPlace) => void>;
}

const rowHeight = 36;
const heightMax = 520;
/** Extra rows rendered beyond the visible ones, for fast scrolling. */
const beyond = 10;

/** Every row is its own CSS grid: equal widths align their cells. The gaps and the padding are half a rem each. */
function tracksOf(columns: readonly Pick<GridColumn<never>, "width">[]) {
  const least = columns.reduce((sum, { width }) => sum + width[0], 0) + 0.5 * (columns.length + 1);
  const template = columns.map(({ width: [min, share] }) => `minmax(${min}rem, ${share}fr)`);
  return { gridTemplateColumns: template.join(" "), minWidth: `${least}rem` };
}

/** Without a column, a fault is about the whole row. */
const isFaulty = (fault: CellFault | null, column: string): boolean =>
  fault !== null && (fault.column ?? column) === column;

/** The letter is where its own layout has it; in one of other letters, such as Greek, where the English one has it. */
const isWithCtrl = ({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent, letter: "d" | "z"): boolean =>
  (ctrlKey || metaKey) &&
  !altKey &&
  !shiftKey &&
  (/^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`);

/** All rows have the same height, so that the visible ones follow from the scroll position alone. */
export function Grid<Row extends { readonly key: string }>(props: Props<Row>) {
  const {
    label,
    columns,
    rows,
    isChanged,
    faultIn,
    place,
    onPlace,
    onType,
    onPaste,
    onFillDown,
    onUndo,
    isSaving = false,
    show,
  } = props;
  const [top, setTop] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const inSight = rows.slice(first, first + Math.ceil(heightMax / rowHeight) + 2 * beyond);
  const tracks = tracksOf(columns);
  // Of thousands of rows, not again with each scroll.
  const faults = useMemo(
    () =>
      rows.flatMap((row, index) => {
        const fault = isChanged(row) ? faultIn(row) : null;
        return fault ? [{ index, says: fault.says }] : [];
      }),
    [rows, isChanged, faultIn],
  );

  const focusIn = (row: number, cell: string) => {
    const { current } = frame;
    if (!current) return;
    current.scrollTop = (row - 3) * rowHeight;
    flushSync(() => setTop(current.scrollTop));
    current.querySelector<HTMLInputElement>(cell)?.focus({ preventScroll: true });
  };
  useImperativeHandle(show, () => (to) => focusIn(to.row, `[data-cell="${to.row} ${to.column}"]`));
  /** The first cell that cannot be saved, which may be far out of sight. */
  const showFault = () => {
    const [fault] = faults;
    if (fault) focusIn(fault.index, `[data-cell^="${fault.index} "][aria-invalid="true"]`);
  };

  /** Says whose price a field is, to those who do not see its row, and why it cannot be saved. */
  const describe = (row: Row, column: string, fault: CellFault | null): string => {
    const [first] = columns;
    const subject = first && first.id !== column ? first.textOf(row) : "";
    return [subject, isFaulty(fault, column) ? fault?.says : ""].filter(Boolean).join(": ");
  };
  const paste = (event: ClipboardEvent) => {
    const cells = pastedCells(event.clipboardData.getData("text"));
    if (cells.length === 1 && cells[0]?.length === 1) return;
    event.preventDefault();
    onPaste(cells);
  };
  const press = (event: KeyboardEvent) => {
    if (isWithCtrl(event, "d")) {
      event.preventDefault();
      onFillDown();
      return;
    }
    if (isWithCtrl(event, "z") && onUndo()) {
      event.preventDefault();
      return;
    }
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" || event.key === "Enter" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = `[data-cell="${place.row + by} ${place.column}"]`;
    const input = frame.current?.querySelector<HTMLInputElement>(next);
    input?.focus();
    input?.select();
  };
  return (
    <>
      <section
        ref={frame}
        className={classes["scroll"]}
        aria-label={label}
        data-rows
        style={{ maxHeight: heightMax }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onPaste={paste}
        onKeyDown={press}
      >
        <div className={classes["head"]} style={tracks}>
          {columns.map(({ id, title, align }) => (
            <span key={id} title={title} data-right={align === "right" || undefined}>
              {title}
            </span>
          ))}
        </div>
        <div style={{ height: rows.length * rowHeight, position: "relative", minWidth: tracks.minWidth }}>
          {inSight.map((row, nth) => {
            const index = first + nth;
            const changed = isChanged(row);
            const fault = changed ? faultIn(row) : null;
            return (
              <div
                key={row.key}
                className={classes["row"]}
                data-changed={changed || undefined}
                title={fault?.says}
                style={{ ...tracks, top: index * rowHeight, height: rowHeight }}
              >
                {columns.map(({ id, title, textOf, isTyped, align }) =>
                  isTyped?.(row) ? (
                    <input
                      key={id}
                      aria-label={`${title}, row ${index + 1}`}
                      aria-description={describe(row, id, fault)}
                      aria-invalid={isFaulty(fault, id)}
                      data-cell={`${index} ${id}`}
                      data-right={align === "right" || undefined}
                      autoComplete="off"
                      value={textOf(row)}
                      readOnly={isSaving}
                      onFocus={() => onPlace({ row: index, column: id })}
                      onChange={(event) => onType({ row: index, column: id }, event.currentTarget.value)}
                    />
                  ) : (
                    <span
                      key={id}
                      className={classes["shown"]}
                      data-right={align === "right" || undefined}
                      title={textOf(row)}
                    >
                      <span>{textOf(row)}</span>
                    </span>
                  ),
                )}
              </div>
            );
          })}
        </div>
      </section>
      {faults.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {countText(faults.length, "row")} cannot be saved: {faults[0]?.says}.{" "}
          <Button size="compact-sm" variant="subtle" onClick={showFault}>
            Show it
          </Button>
        </Text>
      )}
    </>
  );
}
